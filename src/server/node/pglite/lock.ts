import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync, rmSync, statSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { createFile, readIfExists, replaceFile } from '../files/atomic-write'
import { codeOf, OperatorError } from '../operator-error'

interface LockOptions {
  /** Receives a message if locking takes long. */
  readonly report?: (message: string) => void
  /** Called once if another process has taken the lock; from then on, this process must not use the protected data. */
  readonly onLost?: () => void
  /** Milliseconds between two heartbeats. */
  readonly heartbeatMs?: number
  /** Milliseconds without a heartbeat after which a holder on another machine counts as dead. */
  readonly silenceMs?: number
}

/**
 * Locks the file for this process and returns the function that unlocks it; throws an `OperatorError` that names the
 * current holder.
 */
export const lockFile = async (
  path: string,
  { report = () => {}, onLost = () => {}, heartbeatMs = 2000, silenceMs = 10_000 }: LockOptions = {},
): Promise<() => void> => {
  const content = newLockContent()
  await acquireLock(path, { content, path, report, heartbeatMs, silenceMs })
  const heartbeat = setInterval(() => {
    if (isOwnLock(path, content)) return touchLock(path)
    clearInterval(heartbeat)
    onLost()
  }, heartbeatMs).unref()
  return () => {
    clearInterval(heartbeat)
    if (readIfExists(path) === content) rmSync(path, { force: true })
  }
}

interface LockRequest extends Required<Omit<LockOptions, 'onLost'>> {
  readonly content: string
  /** The lock that the caller requested; errors name it even while the second lock is acquired. */
  readonly path: string
}

/**
 * Creates the lock file at `path`, or replaces the lock file of a dead process, whose data PGlite recovers by itself.
 * Several processes may find the same dead lock.
 * A second lock, named after the content of the dead one, decides which of them replaces it.
 * Its holder first checks that no other process has replaced the dead lock already.
 * The second lock is acquired in the same way, so it is replaced as well if its holder dies.
 */
const acquireLock = async (path: string, request: LockRequest): Promise<void> => {
  for (let tries = 0; tries < 100; tries++) {
    if (createFile(path, request.content)) return
    const existing = readIfExists(path)
    if (existing === null) continue
    if (await isAlive(path, existing, request)) throw inUseError(request, holderOf(existing))
    const secondLock = `${path}.${createHash('sha256').update(existing).digest('hex').slice(0, 8)}`
    await acquireLock(secondLock, request)
    try {
      if (readIfExists(path) === existing) return replaceFile(path, request.content)
    } finally {
      rmSync(secondLock, { force: true })
    }
  }
  throw inUseError(request, null)
}

const isAlive = async (path: string, text: string, request: LockRequest): Promise<boolean> => {
  const holder = holderOf(text)
  if (!holder) return false
  if (isLocal(holder)) return isRunning(holder)
  request.report(
    `The data folder was last used in another container, on another machine or before a restart (${holder.host}). Waiting ${request.silenceMs / 1000} seconds to see whether it is still in use …`,
  )
  const touchedBefore = lastTouched(path)
  for (let waited = 0; waited < request.silenceMs; waited += request.heartbeatMs / 4) {
    await setTimeout(request.heartbeatMs / 4)
    if (lastTouched(path) !== touchedBefore) return readIfExists(path) === text
  }
  return false
}

const inUseError = ({ path }: LockRequest, holder: Holder | null): OperatorError => {
  const holderText = `process ${holder?.pid ?? 'unknown'}${holder && !isLocal(holder) ? ` of ${holder.host}` : ''}`
  return new OperatorError(
    `The data in ${path.replace(/\.lock$/, '')} is in use by ${holderText}. Stop that process first, or choose another DATA_DIR.`,
  )
}

/** Returns whether this process still holds the lock; an unreadable disk does not mean that the lock is lost. */
const isOwnLock = (path: string, content: string): boolean => {
  try {
    return readIfExists(path) === content
  } catch {
    return true
  }
}

const touchLock = (path: string): void => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // If the folder has become read-only, the next query reports it.
  }
}

const lastTouched = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs

/** The holder of a lock, as recorded in the lock file. */
interface Holder {
  readonly pid: number
  /** The scope of the process number, as `pidScope` returns it. */
  readonly place: string
  readonly host: string
  readonly startedAt: string
}

/** Returns the content of a new lock file of this process, unique for each call. */
const newLockContent = (): string =>
  JSON.stringify({
    pid: process.pid,
    place: pidScope(),
    host: hostname(),
    startedAt: processStart(process.pid),
    token: randomUUID(),
  })

/** Returns the holder named in the text of a lock; null if the text is damaged. */
const holderOf = (text: string): Holder | null => {
  try {
    const { pid, place, host, startedAt }: Partial<Holder> = JSON.parse(text)
    return typeof pid === 'number'
      ? { pid, place: String(place), host: String(host), startedAt: String(startedAt) }
      : null
  } catch {
    return null
  }
}

/** Returns whether the holder's process number belongs to this boot of this machine or container. */
const isLocal = (holder: Holder): boolean => holder.place === pidScope()

// Process numbers are reused: the start time distinguishes processes with the same number.
const isRunning = ({ pid, startedAt }: Holder): boolean =>
  canSignal(pid) && (startedAt === '' || startedAt === processStart(pid))

const canSignal = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Returns the scope in which process numbers are unique: on Linux the boot and the process namespace, elsewhere the
 * name of the machine.
 */
const pidScope = (): string =>
  [
    emptyOnError(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    emptyOnError(() => readlinkSync('/proc/self/ns/pid')),
  ]
    .join(' ')
    .trim() || hostname()

/**
 * Returns the clock ticks from boot to the start of the process: field 22 of its stat line, the 20th after the name in
 * brackets.
 */
const processStart = (pid: number): string => {
  const stat = emptyOnError(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[19] ?? ''
}

const emptyOnError = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}
