/** How long a query waits for the connection before it gives up: far longer than any honest transaction takes. */
const patienceMs = 60_000

/** A request asks several times in a row; for so long after each answer its next question goes before background work. */
const breathMs = 1

/** Background work has waited for its turn long enough then, however many requests there are. */
const backgroundWaitMs = 100

/** One side of something that only one may hold at a time. */
export interface Turn {
  take(): Promise<void>
  give(): void
}

/** Those who wait behind a request wait for no more than one step of the background work. */
interface Lease {
  readonly requests: Turn
  /** Long work in small steps: its turn comes when no request asks, or at the latest after a tenth of a second. */
  readonly background: Turn
}

/** Lends one thing to one at a time; each side in the order in which it was asked for. */
export const lease = (): Lease => {
  const requests = line()
  const background = line()
  let held = false
  let lastRequest = Number.NEGATIVE_INFINITY
  let breath: ReturnType<typeof setTimeout> | undefined

  const lend = (next: Waiting | undefined): void => {
    clearTimeout(breath)
    held = next !== undefined
    next?.start()
  }
  const lendNext = (): void => lend(requests.next() ?? background.next())
  const lendAfterBreath = (): void => {
    clearTimeout(breath)
    const left = lastRequest + breathMs - performance.now()
    if (left <= 0) lendNext()
    else breath = setTimeout(lendNext, left)
  }

  return {
    requests: {
      take: () => {
        const turn = requests.join()
        if (!held) lendNext()
        return turn
      },
      give: () => {
        lastRequest = performance.now()
        if (background.waitsFor() > backgroundWaitMs) lend(background.next())
        else if (requests.isEmpty()) {
          held = false
          if (!background.isEmpty()) lendAfterBreath()
        } else lendNext()
      },
    },
    background: {
      take: () => {
        const turn = background.join()
        if (!held) lendAfterBreath()
        return turn
      },
      give: lendNext,
    },
  }
}

interface Waiting {
  readonly since: number
  readonly start: () => void
}

const line = () => {
  const waiting: Waiting[] = []
  const join = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1)
        // The usual cause is a query inside a transaction that goes to the database instead of to its transaction.
        reject(new Error(`The database connection was not free for ${patienceMs / 1000} s. Does a transaction use the database beside itself?`))
      }, patienceMs)
      const mine: Waiting = {
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
    next: (): Waiting | undefined => waiting.shift(),
    isEmpty: (): boolean => waiting.length === 0,
    /** Milliseconds that the first has waited. */
    waitsFor: (): number => (waiting[0] ? performance.now() - waiting[0].since : 0),
  }
}
