/** One line of the benchmark: a figure and a named reference from the same run. */
export interface Measurement {
  readonly what: string
  readonly ours: number
  readonly unit: string
  /** Further figures of the portal, such as the spread. */
  readonly more?: string
  readonly reference: string
  readonly theirs: number
  /** Limit of the ratio, if there is one. */
  readonly bar?: string
}

export type Sizes = typeof fullSizes

/** Sizes of a run. */
export const fullSizes = {
  /** Payers of the long list. */
  payers: 100_000,
  /** Bills of an import during which other requests wait. */
  importRows: 30_000,
  /** Payers of one file. */
  importedPayers: 100_000,
  /** Connections, and the duration of each kind of request. */
  connections: [1, 8, 32],
  trafficMs: 4000,
  /** Bills of the database on which the portal is started. On the embedded one, filling it takes as long as all other parts. */
  bills: 1_000_000,
}
export const quickSizes: Sizes = { payers: 5000, importRows: 2000, importedPayers: 5000, connections: [1, 8], trafficMs: 700, bills: 10_000 }

/** Returns the median time of several runs in milliseconds, after a warm-up run. */
export const median = async (runs: number, work: () => unknown): Promise<number> => {
  await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOf(work))
  return middle(times)
}

/** Returns the medians of two tasks that alternate, so that other load on the machine slows both; both are warm, as in a server that has run for a while. */
export const sideBySide = async <T>(
  runs: number,
  firstTask: () => Promise<T>,
  secondTask: () => Promise<unknown>,
  /** Validates the result of the first task, outside the measured time. */
  validate: (result: T) => Promise<void>,
): Promise<readonly [number, number]> => {
  const warm = performance.now() + warmUpMs
  const times: [number[], number[]] = [[], []]
  while (times[0].length < runs) {
    const start = performance.now()
    const result = await firstTask()
    const between = performance.now()
    await secondTask()
    const end = performance.now()
    await validate(result)
    if (start < warm) continue
    times[0].push(between - start)
    times[1].push(end - between)
  }
  return [middle(times[0]), middle(times[1])]
}

const warmUpMs = 5000

const timeOf = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns the median. */
export const middle = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
