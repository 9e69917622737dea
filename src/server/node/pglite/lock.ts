import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { newFile, replaceFile } from '../files/atomic-write'
import { OperatorError } from '../operator-error'

interface LockOptions {
  /** Told in a sentence why it takes longer. */
  readonly report?: (sentence: string) => void
  /** Told once when somebody took the lock away: what it guards must not be touched any more. */
  readonly onLost?: () => void
  /** Milliseconds between two signs of life. */
  readonly signMs?: number
  /** Milliseconds without one after which a holder that cannot be looked up counts as gone. */
  readonly silenceMs?: number
}

/** Takes the lock file for this process, or throws a sentence that names its holder; call the result to give it back. */
export const lockFile = async (
  path: string,
  { report = () => {}, onLost = () => {}, signMs = 2000, silenceMs = 10_000 }: LockOptions = {},
): Promise<() => void> => {
  const mine = ownText()
  await take(path, { mine, path, report, signMs, silenceMs })
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

interface Wish extends Required<Omit<LockOptions, 'onLost'>> {
  readonly mine: string
  /** The lock that it is all about. */
  readonly path: string
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
    `The data folder was last used in another container, on another machine or before a restart (${holder.host}). Watching for ${wish.silenceMs / 1000} seconds whether it still is …`,
  )
  const before = lastSign(path)
  for (let waited = 0; waited < wish.silenceMs; waited += wish.signMs / 4) {
    await setTimeout(wish.signMs / 4)
    if (lastSign(path) !== before) return readText(path) === text
  }
  return false
}

const inUse = ({ path }: Wish, holder: Holder | null): OperatorError => {
  const who = `process ${holder?.pid ?? 'unknown'}${holder && !isNeighbour(holder) ? ` of ${holder.host}` : ''}`
  return new OperatorError(`The data in ${path.replace(/\.lock$/, '')} is in use by ${who}. Stop that process first, or choose another DATA_DIR.`)
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

/** Who holds a lock, as its file says. */
interface Holder {
  readonly pid: number
  /** Within which its process number counts: a boot of a machine, and a container there. */
  readonly place: string
  readonly host: string
  readonly startedAt: string
}

/** What this process writes into a lock; no two are alike. */
const ownText = (): string => JSON.stringify({ pid: process.pid, place: place(), host: hostname(), startedAt: processStart(process.pid), token: randomUUID() })

/** The holder behind the text of a lock; null where nobody can have written it. */
const holderOf = (text: string): Holder | null => {
  try {
    const { pid, place, host, startedAt }: Partial<Holder> = JSON.parse(text)
    return typeof pid === 'number' ? { pid, place: String(place), host: String(host), startedAt: String(startedAt) } : null
  } catch {
    return null
  }
}

/** Whether its process can be looked up here. One of another container or machine cannot, nor one from before a restart. */
const isNeighbour = (holder: Holder): boolean => holder.place === place()

// A process number is used again in time: the start of the process tells namesakes apart.
const isRunning = ({ pid, startedAt }: Holder): boolean => signalReaches(pid) && (startedAt === '' || startedAt === processStart(pid))

const signalReaches = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Systems without these files have the name of the machine alone. */
const place = (): string =>
  [orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()), orEmpty(() => readlinkSync('/proc/self/ns/pid'))].join(' ').trim() ||
  hostname()

/** Clock ticks from boot to the start of the process: field 22 of its stat line, the 20th after the name in brackets. */
const processStart = (pid: number): string =>
  orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    .split(') ')
    .at(-1)
    ?.split(' ')[19] ?? ''

const orEmpty = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}
