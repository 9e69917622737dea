import { runBackup } from './run'

process.exitCode = await runBackup(process.argv.slice(2), { env: process.env, say: (line) => console.log(line) })
