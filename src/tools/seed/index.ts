import { runSeed } from './run'

process.exitCode = await runSeed(process.argv.slice(2), { env: process.env, print: (line) => console.log(line) })
