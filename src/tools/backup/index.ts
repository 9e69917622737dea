import { runBackup } from './run'

process.exitCode = await runBackup(process.argv.slice(2), { env: process.env, print: (line) => console.log(line) })
