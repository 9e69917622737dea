import { median } from './measure'

/** Sends a request. All requests have different numbers. */
export type Send = (requestNo: number) => Promise<unknown>

/** Requests per second, and median and 95th percentile of their latency in milliseconds. */
export interface LoadFigures {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
}

/** How many connections send requests at the same time, and the time and number of requests after which they stop. */
interface LoadBounds {
  readonly connections: number
  readonly milliseconds: number
  readonly requests: number
}

/**
 * Measures a request that is repeated on several connections until one of the bounds is reached.
 * A warm-up of at most a tenth of the bounds comes first and is not measured.
 */
export const measureLoad = async (bounds: LoadBounds, send: Send): Promise<LoadFigures> => {
  const { connections, milliseconds, requests } = bounds
  await repeatRequest({ connections, milliseconds: milliseconds / 10, requests: Math.min(requests / 10, 200) }, send)
  return figuresOf([await repeatRequest(bounds, send)])
}

/**
 * Measures variants of a request in short rounds that alternate, so that a change of the machine's speed affects all
 * variants.
 * There is no warm-up.
 */
export const measureLoadsAlternating = async <Variant extends { readonly send: Send }>(
  variants: readonly Variant[],
  { connections, milliseconds, rounds }: Omit<LoadBounds, 'requests'> & { readonly rounds: number },
): Promise<readonly (Variant & LoadFigures)[]> => {
  const measured = variants.map((variant) => ({ variant, rounds: [] as LoadRound[] }))
  for (let round = 0; round < rounds; round++)
    for (const { variant, rounds } of measured)
      rounds.push(await repeatRequest({ connections, milliseconds, requests: Number.POSITIVE_INFINITY }, variant.send))
  return measured.map(({ variant, rounds }) => ({ ...variant, ...figuresOf(rounds) }))
}

/** Number of requests after which V8 has optimized most of the code that they run. */
export const warmUpRequests = 1500

interface LoadRound {
  /** The duration of each request in milliseconds. */
  readonly times: readonly number[]
  readonly seconds: number
}

let nextRequestNo = 0

/** Repeats a request on several connections until one of the bounds is reached. */
export const repeatRequest = async (
  { connections, milliseconds, requests }: LoadBounds,
  send: Send,
): Promise<LoadRound> => {
  const times: number[] = []
  const start = performance.now()
  let sentCount = 0
  const runWorker = async () => {
    while (sentCount < requests && performance.now() < start + milliseconds) {
      sentCount++
      const requestStart = performance.now()
      await send(nextRequestNo++)
      times.push(performance.now() - requestStart)
    }
  }
  await Promise.all(Array.from({ length: connections }, runWorker))
  return { times, seconds: (performance.now() - start) / 1000 }
}

/** Returns the median rate of the rounds, and the percentiles of all their requests. */
const figuresOf = (rounds: readonly LoadRound[]): LoadFigures => {
  const times = rounds.flatMap((round) => round.times).sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: median(rounds.map((round) => round.times.length / round.seconds)),
    p50: percentile(0.5),
    p95: percentile(0.95),
  }
}
