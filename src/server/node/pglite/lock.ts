import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { newFile, replaceFile } from '../new-file'
import { StartRefusal } from '../start-refusal'
import { type Holder, holderOf, isNeighbour, isRunning, ownText } from './lock-holder'

interface Listener {
  /** Told in a sentence why it takes longer. */
  readonly report?: (sentence: string) => void
  /** Told once when somebody took the lock away: what it guards must not be touched any more. */
  readonly onLost?: () => void
}

/** Milliseconds between two signs of life, and without one after which a holder that cannot be looked up counts as gone. */
const signMs = 2000
const silenceMs = 10_000

/** Takes the lock file for this process, or throws a sentence that names its holder; call the result to give it back. */
export const lockFile = async (path: string, { report = () => {}, onLost = () => {} }: Listener = {}): Promise<() => void> => {
  const mine = ownText()
  await take(path, { mine, path, report })
  const signs = setInterval(() => {
    if (isStill(path, mine)) return showLife(path)
    clearInterval(signs)
    onLost()
  }, signMs).unref()
  return () => {
    clearInterval(signs)
    if (readText(path) === mine) rmSync(path, { force: true })
  }
}

interface Wish {
  readonly mine: string
  /** The lock that it is all about. */
  readonly path: string
  readonly report: (sentence: string) => void
}

/**
 * Makes the file at `path`, or puts ours in the place of one that was left behind; PGlite recovers the data by itself.
 * Several may find the same one: its turn, a file named after its content, says who of them replaces it, and he looks once more when he has it,
 * for it may be his no more. A turn is such a file itself, so one that was left behind is no obstacle either.
 */
const take = async (path: string, wish: Wish): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if (newFile(path, wish.mine)) return
    const found = readText(path)
    if (found === null) continue
    if (await isAlive(path, found, wish)) throw inUse(wish, holderOf(found))
    const turn = `${path}.${createHash('sha256').update(found).digest('hex').slice(0, 8)}`
    await take(turn, wish)
    try {
      if (readText(path) === found) return replaceFile(path, wish.mine)
    } finally {
      rmSync(turn, { force: true })
    }
  }
  throw inUse(wish, null)
}

const isAlive = async (path: string, text: string, wish: Wish): Promise<boolean> => {
  const holder = holderOf(text)
  if (!holder) return false
  if (isNeighbour(holder)) return isRunning(holder)
  wish.report(
    `The data folder was last used in another container, on another machine or before a restart (${holder.host}). Watching for ${silenceMs / 1000} seconds whether it still is …`,
  )
  const before = lastSign(path)
  for (let waited = 0; waited < silenceMs; waited += signMs / 4) {
    await setTimeout(signMs / 4)
    if (lastSign(path) !== before) return readText(path) === text
  }
  return false
}

const inUse = ({ path }: Wish, holder: Holder | null): StartRefusal => {
  const who = `process ${holder?.pid ?? 'unknown'}${holder && !isNeighbour(holder) ? ` of ${holder.host}` : ''}`
  return new StartRefusal(`The data in ${path.replace(/\.lock$/, '')} is in use by ${who}. Stop that process first, or choose another DATA_DIR.`)
}

/** A disk that does not answer is no proof of a loss. */
const isStill = (path: string, mine: string): boolean => {
  try {
    return readText(path) === mine
  } catch {
    return true
  }
}

const showLife = (path: string): void => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Nothing can be written to this folder any more, by anybody; the next query says so.
  }
}

const lastSign = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** Null where there is no such file. */
const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
