/**
 * `npm run check [-- --json] [-- --database]`: runs every check, even if one fails. The exit code is 1 if any failed.
 * Standard output is the report on the schemas; all other output goes to standard error.
 */
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isTerminal = process.stderr.isTTY
// Both the environment and an option switch off colours, because some of these tools write colour codes even into
// files.
const env = {
  ...process.env,
  ...(isTerminal ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }),
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
}

const codes = [
  run(`biome ci --error-on-warnings --colors=${isTerminal ? 'force' : 'off'} .`, process.stderr),
  run('tsc -b', process.stderr),
  run('tsx src/tools/types/index.ts --check', process.stderr),
  run('tsx src/tools/metrics/index.ts --check', process.stderr),
]
const schemas = run(['tsx src/tools/check/index.ts', ...process.argv.slice(2)].join(' '), process.stdout)
process.exitCode = schemas || (codes.every((code) => code === 0) ? 0 : 1)

/** @param {string} command @param {NodeJS.WriteStream} output */
function run(command, output) {
  return spawnSync(command, { shell: true, cwd: root, env, stdio: ['ignore', output, process.stderr] }).status ?? 1
}
