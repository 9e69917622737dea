/** One line of the benchmark: a figure of the portal, and the figure of a named reference from the same run. */
export interface Measurement {
  readonly title: string
  readonly portalFigure: number
  readonly unit: string
  /** Additional figures of the portal, such as percentiles. */
  readonly details?: string
  readonly reference: string
  readonly referenceFigure: number
  /** Limit of the ratio of `portalFigure` to `referenceFigure`, if there is one. */
  readonly ratioLimit?: string
}

/** Returns the line of a figure that is compared with a maximum or minimum instead of a measured reference. */
export const withLimit = (
  figure: Pick<Measurement, 'title' | 'portalFigure' | 'unit' | 'details'>,
  { max, min = 0 }: { readonly max?: number; readonly min?: number },
): Measurement => ({ ...figure, reference: 'the limit', referenceFigure: max ?? min, ratioLimit: max === undefined ? '≥ 1' : '≤ 1' })

export type BenchSizes = typeof fullSizes

/** Sizes of a run. */
export const fullSizes = {
  /** Number of payers in the long list. */
  payers: 100_000,
  /** Number of bills in an import during which other requests are measured. */
  importRows: 30_000,
  /** Number of rows in a file whose import is measured. */
  importedRows: 100_000,
  /** Number of lines in a file of payments. */
  bankFileLines: 100_000,
  /** Numbers of lines in files of payments whose write-off is measured. */
  writeOffLines: [10_000, 50_000, 100_000],
  /** Numbers of bills and lines for the write-off on the embedded database. */
  embeddedWriteOff: { bills: 40_000, lines: [10_000] },
  /** Number of slips in a batch whose printing is measured. */
  batchSlips: 20_000,
  /** Numbers of connections, and the duration for each kind of request. */
  connections: [1, 8, 32],
  trafficMs: 4000,
  /** Number of bills in the database with which the start of the portal is measured. Filling the embedded database takes as long as all other parts. */
  bills: 1_000_000,
}
export const quickSizes: BenchSizes = {
  payers: 5000,
  importRows: 2000,
  importedRows: 5000,
  bankFileLines: 5000,
  writeOffLines: [500, 2000],
  embeddedWriteOff: { bills: 2000, lines: [500] },
  batchSlips: 2000,
  connections: [1, 8],
  trafficMs: 700,
  bills: 10_000,
}

/** Returns the median time of several runs in milliseconds, after a warm-up run. */
export const medianTime = async (runs: number, work: () => unknown): Promise<number> => {
  await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOf(work))
  return median(times)
}

/** Returns the median times of the portal and of a reference, measured alternately, so that other load on the machine affects both; the first runs are a warm-up. */
export const medianTimesAlternating = async (
  { runs, warmUpMs }: { readonly runs: number; readonly warmUpMs: number },
  measureOurs: () => Promise<number>,
  measureTheirs: () => Promise<number>,
): Promise<{ readonly portalFigure: number; readonly referenceFigure: number }> => {
  const warmUpEnd = performance.now() + warmUpMs
  const [portalFigure, referenceFigure]: [number[], number[]] = [[], []]
  while (portalFigure.length < runs) {
    const isWarm = performance.now() >= warmUpEnd
    const times = [await measureOurs(), await measureTheirs()] as const
    if (!isWarm) continue
    portalFigure.push(times[0])
    referenceFigure.push(times[1])
  }
  return { portalFigure: median(portalFigure), referenceFigure: median(referenceFigure) }
}

/** Returns the milliseconds that the work takes. */
export const timeOf = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns the median of the numbers. */
export const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
