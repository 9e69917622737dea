/**
 * Milliseconds after which a query that waits for the connection fails; far longer than any correct transaction takes.
 */
const maxWaitMs = 60_000

/**
 * Milliseconds for which background work waits after a query of a request, because the request may send another query.
 */
const graceMs = 1

/** Milliseconds after which waiting background work gets the connection even if requests are waiting. */
const backgroundWaitMs = 100

/** A lock that only one caller holds at a time. */
export interface Lock {
  acquire(): Promise<void>
  release(): void
}

/** Two locks for one connection: a request waits for at most one step of background work. */
interface ConnectionLocks {
  /** Returns how many callers wait for each lock, and whether the connection is in use. */
  state(): { readonly isUsed: boolean; readonly requests: number; readonly background: number }
  readonly requests: Lock
  /** For background work in small steps; granted when no request waits, or after `backgroundWaitMs`. */
  readonly background: Lock
}

/** Returns the locks of a connection; each serves its callers in the order of their calls. */
export const connectionLocks = (): ConnectionLocks => {
  const requests = waitingQueue()
  const background = waitingQueue()
  let isHeld = false
  let lastRequestEnd = Number.NEGATIVE_INFINITY
  let graceTimer: ReturnType<typeof setTimeout> | undefined

  const grant = (next: WaitingEntry | undefined): void => {
    clearTimeout(graceTimer)
    isHeld = next !== undefined
    next?.start()
  }
  const grantNext = (): void => grant(requests.next() ?? background.next())
  /** Grants the next lock, but not before `graceMs` after the last response to a request. */
  const grantAfterGrace = (): void => {
    clearTimeout(graceTimer)
    const remainingMs = lastRequestEnd + graceMs - performance.now()
    if (remainingMs <= 0) grantNext()
    else graceTimer = setTimeout(grantNext, remainingMs)
  }
  const grantAfterRequest = (): void => {
    if (background.longestWait() > backgroundWaitMs) grant(background.next())
    else if (!requests.isEmpty()) grantNext()
    else if (!background.isEmpty()) grantAfterGrace()
  }

  return {
    state: () => ({ isUsed: isHeld, requests: requests.length(), background: background.length() }),
    requests: {
      acquire: () => {
        const granted = requests.join()
        if (!isHeld) grantNext()
        return granted
      },
      release: () => {
        isHeld = false
        lastRequestEnd = performance.now()
        grantAfterRequest()
      },
    },
    background: {
      acquire: () => {
        const granted = background.join()
        if (!isHeld) grantAfterGrace()
        return granted
      },
      release: grantNext,
    },
  }
}

interface WaitingEntry {
  readonly since: number
  readonly start: () => void
}

const waitingQueue = () => {
  const waiting: WaitingEntry[] = []
  const join = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        // The usual cause is code within a transaction that queries `db` instead of the transaction.
        reject(
          new Error(
            `The database connection was not free for ${maxWaitMs / 1000} s. Does a transaction query the database outside its own connection?`,
          ),
        )
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
    length: (): number => waiting.length,
    /** Returns how long the first caller has waited, in milliseconds. */
    longestWait: (): number => (waiting[0] ? performance.now() - waiting[0].since : 0),
  }
}
