/** How long a query waits for the connection before it fails: far longer than any correct transaction takes. */
const maxWaitMs = 60_000

/** A request sends several queries in a row: for so long after each of them its next query has priority over background work. */
const graceMs = 1

/** After so long a wait background work gets the connection, however many requests there are. */
const backgroundWaitMs = 100

/** A lock that only one caller holds at a time. */
export interface Lock {
  acquire(): Promise<void>
  release(): void
}

/** Two ways to lock one connection: a request waits for at most one step of background work. */
interface Lease {
  readonly requests: Lock
  /** For background work in small steps, which gets the connection when no request waits, or after a tenth of a second. */
  readonly background: Lock
}

/** Returns the locks of a connection; each grants in the order of its callers. */
export const lease = (): Lease => {
  const requests = line()
  const background = line()
  let held = false
  let lastRequest = Number.NEGATIVE_INFINITY
  let grace: ReturnType<typeof setTimeout> | undefined

  const handOver = (next: WaitingEntry | undefined): void => {
    clearTimeout(grace)
    held = next !== undefined
    next?.start()
  }
  const handOverNext = (): void => handOver(requests.next() ?? background.next())
  const handOverAfterGrace = (): void => {
    clearTimeout(grace)
    const left = lastRequest + graceMs - performance.now()
    if (left <= 0) handOverNext()
    else grace = setTimeout(handOverNext, left)
  }

  return {
    requests: {
      acquire: () => {
        const lock = requests.join()
        if (!held) handOverNext()
        return lock
      },
      release: () => {
        lastRequest = performance.now()
        if (background.waitsFor() > backgroundWaitMs) handOver(background.next())
        else if (requests.isEmpty()) {
          held = false
          if (!background.isEmpty()) handOverAfterGrace()
        } else handOverNext()
      },
    },
    background: {
      acquire: () => {
        const lock = background.join()
        if (!held) handOverAfterGrace()
        return lock
      },
      release: handOverNext,
    },
  }
}

interface WaitingEntry {
  readonly since: number
  readonly start: () => void
}

const line = () => {
  const waiting: WaitingEntry[] = []
  const join = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1)
        // The usual cause is a query inside a transaction that goes to the database instead of to its transaction.
        reject(new Error(`The database connection was not free for ${maxWaitMs / 1000} s. Does a transaction query the database outside its own connection?`))
      }, maxWaitMs)
      const mine: WaitingEntry = {
        since: performance.now(),
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.push(mine)
    })
  return {
    join,
    next: (): WaitingEntry | undefined => waiting.shift(),
    isEmpty: (): boolean => waiting.length === 0,
    /** How long the first has waited, in milliseconds. */
    waitsFor: (): number => (waiting[0] ? performance.now() - waiting[0].since : 0),
  }
}
