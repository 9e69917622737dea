/** Maximum wait of a query for the connection before it fails; far longer than any correct transaction takes. */
const maxWaitMs = 60_000

/** A request sends several queries in a row: for this long after each of them, its next query has priority over background work. */
const graceMs = 1

/** After this wait, background work gets the connection even if requests are waiting. */
const backgroundWaitMs = 100

/** A lock that only one caller holds at a time. */
export interface Lock {
  acquire(): Promise<void>
  release(): void
}

/** Two locks for one connection: a request waits for at most one step of background work. */
interface Lease {
  readonly requests: Lock
  /** For background work in small steps, which gets the connection when no request waits, or after a tenth of a second. */
  readonly background: Lock
}

/** Returns the locks of a connection; each serves its callers in order. */
export const lease = (): Lease => {
  const requests = waitingLine()
  const background = waitingLine()
  let isHeld = false
  let lastRequest = Number.NEGATIVE_INFINITY
  let grace: ReturnType<typeof setTimeout> | undefined

  const grant = (next: WaitingEntry | undefined): void => {
    clearTimeout(grace)
    isHeld = next !== undefined
    next?.start()
  }
  const grantNext = (): void => grant(requests.next() ?? background.next())
  const grantAfterGrace = (): void => {
    clearTimeout(grace)
    const remainingMs = lastRequest + graceMs - performance.now()
    if (remainingMs <= 0) grantNext()
    else grace = setTimeout(grantNext, remainingMs)
  }

  return {
    requests: {
      acquire: () => {
        const lock = requests.join()
        if (!isHeld) grantNext()
        return lock
      },
      release: () => {
        lastRequest = performance.now()
        if (background.longestWait() > backgroundWaitMs) grant(background.next())
        else if (requests.isEmpty()) {
          isHeld = false
          if (!background.isEmpty()) grantAfterGrace()
        } else grantNext()
      },
    },
    background: {
      acquire: () => {
        const lock = background.join()
        if (!isHeld) grantAfterGrace()
        return lock
      },
      release: grantNext,
    },
  }
}

interface WaitingEntry {
  readonly since: number
  readonly start: () => void
}

const waitingLine = () => {
  const waiting: WaitingEntry[] = []
  const join = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        // The usual cause: code within a transaction queries the database instead of the transaction.
        reject(new Error(`The database connection was not free for ${maxWaitMs / 1000} s. Does a transaction query the database outside its own connection?`))
      }, maxWaitMs)
      const entry: WaitingEntry = {
        since: performance.now(),
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.push(entry)
    })
  return {
    join,
    next: (): WaitingEntry | undefined => waiting.shift(),
    isEmpty: (): boolean => waiting.length === 0,
    /** Returns how long the first caller has waited, in milliseconds. */
    longestWait: (): number => (waiting[0] ? performance.now() - waiting[0].since : 0),
  }
}
