import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** Who holds a lock, as its file says. */
export interface Holder {
  readonly pid: number
  /** Within which its process number counts: a boot of a machine, and a container there. */
  readonly place: string
  readonly host: string
  readonly startedAt: string
}

/** What this process writes into a lock; no two are alike. */
export const ownText = (): string =>
  JSON.stringify({ pid: process.pid, place: place(), host: hostname(), startedAt: processStart(process.pid), token: randomUUID() })

/** The holder behind the text of a lock; null where nobody can have written it. */
export const holderOf = (text: string): Holder | null => {
  try {
    const { pid, place, host, startedAt }: Partial<Holder> = JSON.parse(text)
    return typeof pid === 'number' ? { pid, place: String(place), host: String(host), startedAt: String(startedAt) } : null
  } catch {
    return null
  }
}

/** Whether its process can be looked up here. One of another container or machine cannot, nor one from before a restart. */
export const isNeighbour = (holder: Holder): boolean => holder.place === place()

// A process number is used again in time: the start of the process tells namesakes apart.
export const isRunning = ({ pid, startedAt }: Holder): boolean => signalReaches(pid) && (startedAt === '' || startedAt === processStart(pid))

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
