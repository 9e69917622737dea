import { runAdmin } from './run'

process.exitCode = await runAdmin(process.argv.slice(2))
