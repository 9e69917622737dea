/**
 * Makes a fresh clone ready, doing only what is missing: packages (`npm ci`), the build in dist/ (with `--build`),
 * a Chromium for the tests (with `--chromium`). Plain JavaScript, because it runs before anything is installed.
 */
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onlyOneIn } from './only-one.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wants = new Set(process.argv.slice(2))
let alone = false

refuseOldNode()
once('node_modules/.cache/installed', ['package.json', 'package-lock.json'], 'Installing packages', 'npm ci --include=dev --no-audit --no-fund')
if (wants.has('--build'))
  once(
    'dist/.built',
    // Not the schemas: the server compiles them when it starts. A site for another host is made by "npm run build", which always builds.
    ['package-lock.json', 'vite.config.ts', 'index.html', 'src', 'resources'],
    'Building',
    'npm run build',
  )
if (wants.has('--chromium')) await findChromium()

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Node.js 20.19 or newer is needed; this is ${process.version}. See https://nodejs.org for a current one (24 is recommended).`)
  process.exit(1)
}

/**
 * Runs the command unless the stamp file says that it ran for exactly these inputs.
 * @param {string} stamp @param {string[]} inputs @param {string} title @param {string} command
 */
function once(stamp, inputs, title, command) {
  const hash = hashOf(inputs)
  const file = join(root, stamp)
  const isDone = () => existsSync(file) && readFileSync(file, 'utf8') === hash
  if (isDone()) return
  if (!alone) onlyOneIn(root)
  alone = true
  // Whoever was waited for may have done it.
  if (isDone()) return
  console.log(`${title} …`)
  run(command)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, hash)
}

/** @param {string} command */
function run(command) {
  try {
    execSync(command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  } catch {
    console.error(`"${command}" failed; its message stands above.`)
    process.exit(1)
  }
}

/** @param {string[]} inputs */
function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputs.flatMap((input) => filesBelow(resolve(root, input))).sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !file.endsWith('.md') && statSync(file).isFile())
}

async function findChromium() {
  const { chromiumPath } = await import('./chromium.mjs')
  if (chromiumPath() !== undefined) return
  console.log('No Chromium found; installing one for the tests …')
  const commands = [...(process.getuid?.() === 0 ? ['apt-get update && apt-get install -y chromium fonts-noto-cjk'] : []), 'npx playwright install chromium']
  for (const command of commands) {
    try {
      execSync(command, { cwd: root, stdio: 'ignore' })
    } catch {
      continue
    }
    if (chromiumPath() !== undefined) return
  }
  console.error('No Chromium could be installed. Install one and set CHROMIUM_PATH to its program.')
  process.exit(1)
}
