import { runSimulate } from './run'

process.exitCode = await runSimulate(process.argv.slice(2), { env: process.env, print: (line) => console.log(line) })
