/**
 * Runs commands in parallel, such as `node src/tools/run-parallel.mjs "npm run check" "npm run build"`.
 * The exit code is 1 if a command fails.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const commands = process.argv.slice(2).map((command) => spawn(command, { shell: true, stdio: 'inherit' }))
const codes = await Promise.all(commands.map(async (command) => (await once(command, 'exit'))[0]))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1
