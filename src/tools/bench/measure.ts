/** One line of the benchmark: a figure beside a named reference of the same run. */
export interface Measurement {
  readonly what: string
  readonly ours: number
  readonly unit: string
  /** Further figures of ours, such as the spread. */
  readonly more?: string
  readonly reference: string
  readonly theirs: number
  /** What the ratio has to keep to, where something is demanded. */
  readonly bar?: string
}

/** How much a run does. */
export interface Sizes {
  /** Payers of the long list. */
  readonly payers: number
  /** Bills of an import beside which others wait. */
  readonly importRows: number
  /** Payers of one file. */
  readonly importedPayers: number
  /** Connections of the traffic, and how long each kind of request goes on. */
  readonly connections: readonly number[]
  readonly trafficMs: number
  /** Bills of the database that is started. */
  readonly bills: number
  /** Embedded, where a million takes as long to fill as all the rest. */
  readonly embeddedBills: number
}

export const fullSizes: Sizes = {
  payers: 100_000,
  importRows: 30_000,
  importedPayers: 100_000,
  connections: [1, 8, 32],
  trafficMs: 4000,
  bills: 1_000_000,
  embeddedBills: 1_000_000,
}
export const quickSizes: Sizes = {
  payers: 5000,
  importRows: 2000,
  importedPayers: 5000,
  connections: [1, 8],
  trafficMs: 700,
  bills: 10_000,
  embeddedBills: 10_000,
}

/** The median time of some runs in milliseconds, after one that warms up. */
export const median = async (runs: number, work: () => unknown): Promise<number> => {
  await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOf(work))
  return middle(times)
}

/** The medians of two works that take turns, so that whatever else the machine does slows both down alike; both are warm, as in a server that has been at work for a while. */
export const sideBySide = async <T>(
  runs: number,
  one: () => Promise<T>,
  other: () => Promise<unknown>,
  /** What is made of the one's result once its clock has stopped. */
  judge: (result: T) => Promise<void>,
): Promise<readonly [number, number]> => {
  const warm = performance.now() + warmUpMs
  const times: [number[], number[]] = [[], []]
  while (times[0].length < runs) {
    const start = performance.now()
    const result = await one()
    const between = performance.now()
    await other()
    const end = performance.now()
    await judge(result)
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

/** The one in the middle. */
export const middle = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
