/** How a kind of request went under load. */
export interface Load {
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
}

interface Bounds {
  readonly connections: number
  readonly milliseconds: number
  readonly requests: number
}

interface Round {
  readonly times: number[]
  readonly most: number
  readonly until: number
}

/** Keeps so many requests under way until time or number is reached. The first tenth warms up and is not counted. */
export const load = async ({ connections, milliseconds, requests }: Bounds, shoot: (no: number, worker: number) => Promise<unknown>): Promise<Load> => {
  let no = 0
  const warm = { requests: Math.min(requests / 10, 200), until: performance.now() + milliseconds / 10 }
  const work = async (worker: number, { times, most, until }: Round) => {
    while (no < most && performance.now() < until) {
      const start = performance.now()
      await shoot(no++, worker)
      times.push(performance.now() - start)
    }
  }
  const together = (round: Round) => Promise.all(Array.from({ length: connections }, (_, worker) => work(worker, round)))
  await together({ times: [], most: warm.requests, until: warm.until })
  const times: number[] = []
  const start = performance.now()
  await together({ times, most: no + requests, until: start + milliseconds })
  const seconds = (performance.now() - start) / 1000
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95) }
}
