import { createHash } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Waits until no other process prepares the folder, and keeps others waiting until this one ends. Two at once would take each other's packages away.
 * The mark lies outside the folder, where nothing that is installed or built removes it; one whose process is dead counts no more.
 * @param {string} folder
 */
export function onlyOneIn(folder) {
  const mark = join(tmpdir(), `portal-prepare-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  const own = `${mark}.${process.pid}`
  writeFileSync(own, String(process.pid))
  process.once('exit', () => rmSync(own, { force: true }))
  let told = false
  while (!take(own, mark)) {
    const holder = Number(read(mark))
    if (holder > 0 && !isAlive(holder)) rmSync(mark, { force: true })
    else if (!told) console.log(`Process ${holder} is preparing ${folder}; waiting for it … (If that is not so, remove ${mark}.)`)
    told = true
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  process.once('exit', () => rmSync(mark, { force: true }))
}

/** @param {string} own @param {string} mark */
function take(own, mark) {
  try {
    // A link appears with its content, so that nobody reads half a number.
    linkSync(own, mark)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
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
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
