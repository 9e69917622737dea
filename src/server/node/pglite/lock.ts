import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { StartRefusal } from '../start-refusal'

/** Takes the lock file for this process, or throws a sentence that names its holder; call the result to give it back. */
export const lockFile = async (path: string): Promise<() => void> => {
  const mine = JSON.stringify({ pid: process.pid, bootId: bootId(), startedAt: processStart(process.pid), token: randomUUID() })
  const release = () => {
    if (readText(path) === mine) rmSync(path, { force: true })
  }
  if (create(path, mine)) return release
  const holder = readHolder(path)
  if (holder && isAlive(holder)) throw inUse(path, holder.pid)
  // Left behind by a process that is gone: PGlite recovers its data by itself.
  rmSync(path, { force: true })
  if (create(path, mine) && (await isStillMine(path, mine))) return release
  throw inUse(path, readHolder(path)?.pid)
}

const inUse = (path: string, pid: number | undefined): StartRefusal =>
  new StartRefusal(`The data in ${path.replace(/\.lock$/, '')} is in use by process ${pid ?? 'unknown'}. Stop that process first, or choose another DATA_DIR.`)

/** Of two that find the same stale lock, the slower may have removed the quicker one's new file: who is overwritten gives way. */
const isStillMine = async (path: string, mine: string): Promise<boolean> => {
  await setTimeout(150)
  return readText(path) === mine
}

interface Holder {
  readonly pid: number
  readonly bootId: string
  readonly startedAt: string
}

const create = (path: string, content: string): boolean => {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, content)
    closeSync(file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

const readHolder = (path: string): Holder | null => {
  try {
    const { pid, bootId, startedAt }: Partial<Holder> = JSON.parse(readText(path))
    return typeof pid === 'number' ? { pid, bootId: String(bootId), startedAt: String(startedAt) } : null
  } catch {
    return null
  }
}

// A process number is used again after a restart of the machine, and in time without one: boot and start time tell namesakes apart.
const isAlive = (holder: Holder): boolean =>
  holder.bootId === bootId() && signalReaches(holder.pid) && (holder.startedAt === '' || holder.startedAt === processStart(holder.pid))

const signalReaches = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Empty where the system has no such file; then a live process number alone counts. */
const bootId = (): string => readText('/proc/sys/kernel/random/boot_id').trim()

/** Clock ticks from boot to the start of the process: field 22 of its stat line, the 20th after the name in brackets. */
const processStart = (pid: number): string => readText(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[19] ?? ''

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
