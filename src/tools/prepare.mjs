/**
 * Prepares a fresh clone: installs the packages (`npm ci`), builds dist/ (with `--build`), and installs a Chromium for
 * the tests (with `--chromium`).
 * Skips steps that are done.
 * The script is plain JavaScript, because it runs before anything is installed.
 */
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const options = new Set(process.argv.slice(2))
let isLocked = false

requireNode()
runOnce({ title: 'Installing packages', isDone: isInstalled, command: 'npm ci --include=dev --no-audit --no-fund' })
if (options.has('--build')) build()
if (options.has('--chromium')) await ensureChromium()

/** Exits unless Node.js has a version that `engines` in package.json allows. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major >= 23 || (major === 22 && minor >= 13) || (major === 20 && minor >= 19)) return
  console.error(
    `Node.js 22.13 or newer, or 20 from 20.19, is needed; this is ${process.versions.node}. Install Node.js 24 from https://nodejs.org.`,
  )
  process.exit(1)
}

/** Builds, unless the stamp file contains the hash of the current inputs. */
function build() {
  // Schemas are not an input, because the server compiles them when it starts.
  // For a site on another host run "npm run build", which always builds.
  const hash = hashOf(['package-lock.json', 'vite.config.ts', 'index.html', 'src', 'resources'])
  const stamp = join(root, 'dist/.built')
  if (
    !runOnce({
      title: 'Building',
      isDone: () => read(stamp) === hash,
      command: 'npm run --silent build -- --logLevel warn',
    })
  )
    return
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, hash)
}

/**
 * Runs the command unless it is done, and returns whether it ran.
 * Only one process runs a command at a time, because two would delete each other's packages.
 * @param {{ title: string, isDone: () => boolean, command: string }} step
 */
function runOnce({ title, isDone, command }) {
  if (isDone()) return false
  if (!isLocked) lock()
  isLocked = true
  // Another process may have done it in the meantime.
  if (isDone()) return false
  console.log(`${title} …`)
  try {
    execSync(command, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    return true
  } catch {
    console.error(`"${command}" failed; see its message above.`)
    process.exit(1)
  }
}

/**
 * Compares the lock file with npm's own list of installed packages.
 * Only optional packages, which are for other systems, may be missing.
 */
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json')
  if (installed === undefined) return false
  return Object.entries(packagesIn('package-lock.json') ?? {}).every(([path, { version, integrity, optional }]) => {
    const copy = installed[path]
    return path === '' || (copy ? copy.version === version && copy.integrity === integrity : optional)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, integrity?: string, optional?: boolean }> | undefined}
 */
function packagesIn(file) {
  const text = read(join(root, file))
  return text === '' ? undefined : (JSON.parse(text).packages ?? {})
}

/** @param {string[]} inputs */
function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputs.flatMap((input) => filesBelow(resolve(root, input))).sort())
    hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => !file.endsWith('.md') && statSync(file).isFile())
}

/**
 * Waits until no other process prepares this folder, and makes others wait until this one ends.
 * The lock file is outside the folder, where no installation or build deletes it.
 * The lock of a process that has ended is deleted.
 */
function lock() {
  const file = join(tmpdir(), `portal-prepare-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)
  const ownFile = `${file}.${process.pid}`
  writeFileSync(ownFile, String(process.pid))
  process.once('exit', () => rmSync(ownFile, { force: true }))
  let isReported = false
  while (!createLink(ownFile, file)) {
    // 0 if the other process has just deleted the file.
    const owner = Number(read(file))
    if (owner > 0 && !isAlive(owner)) rmSync(file, { force: true })
    else if (!isReported) {
      console.log(`Process ${owner} is preparing ${root}; waiting for it … (If it is not, remove ${file}.)`)
      isReported = true
    }
    // Sleeps for 200 ms; Node has no other synchronous way.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

/**
 * Creates a hard link unless a file of that name exists.
 * A link appears together with its content, so no process reads an incomplete number. @param {string} ownFile @param
 * {string} file
 */
function createLink(ownFile, file) {
  try {
    linkSync(ownFile, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** Returns the text of a file; empty if there is none. @param {string} file */
function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    // Signal 0 only checks whether the process exists. EPERM means that it belongs to another user.
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function ensureChromium() {
  const { chromiumPath } = await import('./chromium.mjs')
  if (chromiumPath() !== undefined) return
  console.log('No Chromium found; installing one for the tests …')
  const debian = ['chromium-headless-shell', 'chromium'].map(
    (browser) => `apt-get update && apt-get install -y ${browser} fonts-noto-cjk`,
  )
  const commands = [...(process.getuid?.() === 0 ? debian : []), 'npx playwright install chromium']
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
