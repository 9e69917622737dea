/**
 * A line of the benchmark's table: what was measured of the portal, and the reference for comparison, which is another
 * measurement of the same run or a limit.
 */
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

/** The head of a table of measurements in Markdown. */
export const tableHead =
  '| what | ours | reference | theirs | ratio | limit |\n| --- | ---: | --- | ---: | ---: | ---: |'

/** Returns the line of a measurement in that table. */
export const tableRow = ({
  title,
  portalFigure,
  unit,
  reference,
  referenceFigure,
  ratioLimit = '',
  details,
}: Measurement): string => {
  const detailsText = details ? ` (${details})` : ''
  return `| ${title} | ${round(portalFigure)} ${unit}${detailsText} | ${reference} | ${round(referenceFigure)} ${unit} | ${(portalFigure / referenceFigure).toFixed(2)} | ${ratioLimit} |`
}

/** Returns a figure with two decimals if it is small, otherwise with separators of thousands. */
export const round = (value: number): string =>
  value < 10 ? value.toFixed(2) : Math.round(value).toLocaleString('en-US')

/** Returns a measurement whose reference is a limit. */
export const withLimit = (
  measured: Pick<Measurement, 'title' | 'portalFigure' | 'unit' | 'details'>,
  { max, min = 0 }: { readonly max?: number; readonly min?: number },
): Measurement => ({
  ...measured,
  reference: 'the limit',
  referenceFigure: max ?? min,
  ratioLimit: max === undefined ? '≥ 1' : '≤ 1',
})

/** Number of connections over which lines and figures of the first page are read. */
export const lineConnections = 8

export type BenchSizes = typeof fullSizes

/** The sizes of a full run. */
export const fullSizes = {
  /** Number of visits of a page, of which the median counts. */
  lighthouseRuns: 5,
  /** Number of rows in an import during which other requests are measured. */
  backgroundImportRows: 30_000,
  /** Number of rows in an import that is measured itself. */
  measuredImportRows: 100_000,
  /** Numbers of lines in files of payments whose write-off is measured. */
  writeOffLines: [10_000, 50_000, 100_000],
  /** Numbers of bills and lines for the write-off on the embedded database. */
  embeddedWriteOff: { bills: 80_000, lines: [10_000] },
  /** Number of slips in a batch whose printing is measured. */
  batchSlips: 20_000,
  /** Numbers of simultaneous connections at which requests are measured. */
  connections: [1, 8, 32],
  /** Milliseconds for which each kind of request is repeated. */
  trafficMs: 4000,
  /**
   * Number of bills in the database with which start, lists and write-off are measured.
   * Filling the embedded database with them takes as long as all other parts.
   */
  bills: 1_000_000,
  /** Number of lines, over three years, that are listed and handled. */
  lines: 1_000_000,
  /** Number of exceptions that are handled together. */
  bulkHandlings: 1000,
  /** Number of lines of a report whose files are measured. */
  reportLines: 100_000,
  /** Number of records of a file of direct debits. The term has as many other bills. */
  debitRecords: 50_000,
}

/** The sizes of a run with `--quick`. */
export const quickSizes: BenchSizes = {
  lighthouseRuns: 1,
  backgroundImportRows: 2000,
  measuredImportRows: 5000,
  writeOffLines: [300, 1000],
  embeddedWriteOff: { bills: 4000, lines: [500] },
  batchSlips: 2000,
  connections: [1, 8],
  trafficMs: 700,
  bills: 10_000,
  lines: 20_000,
  bulkHandlings: 100,
  reportLines: 5000,
  debitRecords: 2000,
}

/** Returns the median time of several runs in milliseconds, after a warm-up run. */
export const medianTime = async (runs: number, work: () => unknown): Promise<number> => {
  await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) times.push(await timeOf(work))
  return median(times)
}

/**
 * Returns the median times of the portal and of a reference.
 * They are measured alternately, so that other load on the machine affects both.
 * Runs within `warmUpMs` do not count.
 */
export const medianTimesAlternating = async (
  { runs, warmUpMs }: { readonly runs: number; readonly warmUpMs: number },
  measurePortal: () => Promise<number>,
  measureReference: () => Promise<number>,
): Promise<{ readonly portalFigure: number; readonly referenceFigure: number }> => {
  const warmUpEnd = performance.now() + warmUpMs
  const [portalTimes, referenceTimes]: [number[], number[]] = [[], []]
  while (portalTimes.length < runs) {
    const isWarm = performance.now() >= warmUpEnd
    const [portalTime, referenceTime] = [await measurePortal(), await measureReference()]
    if (!isWarm) continue
    portalTimes.push(portalTime)
    referenceTimes.push(referenceTime)
  }
  return { portalFigure: median(portalTimes), referenceFigure: median(referenceTimes) }
}

/** Returns the milliseconds that the work takes. */
export const timeOf = async (work: () => unknown): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Returns the median of the numbers. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
