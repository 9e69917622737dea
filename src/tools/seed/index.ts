import { runSeed } from './run'

// npm run seed: creates the company for scale tests with its bills (`run.ts`).
process.exitCode = await runSeed(process.argv.slice(2), { env: process.env, print: (line) => console.log(line) })
