/** How records come from a spreadsheet, with every default filled in. */
export interface ImportSpec {
  readonly columns: readonly ImportColumn[]
  /** What becomes of a row whose record exists already: it is refused, or it changes that record. */
  readonly existing: 'refuse' | 'update'
  /** The fields that tell whether a record exists already. */
  readonly match: readonly string[]
  readonly maxRows: number
  readonly maxBytes: number
}

/** A column of the file and the field that it fills. */
export interface ImportColumn {
  /** Name of the field; of a column that fills a line its path, such as `FeeItems.0.Amount` for the first. */
  readonly field: string
  /** Where a list of rows has its lines beside each other in the file: 品項1, 金額1, 品項2, 金額2. */
  readonly line?: ImportLine
  /** What the template calls it. */
  readonly title: string
  /** Other titles that mean the same. */
  readonly aliases: readonly string[]
  /** The file must have it, and every row must fill it in. */
  readonly required: boolean
  /** The calendar that the file writes days in; absent = either. */
  readonly format?: ImportFormat
  /** What the template shows as an example; made from the field when absent. */
  readonly sample?: string
}

/** The place that a column fills in a list of rows. */
export interface ImportLine {
  readonly list: string
  readonly column: string
  /** Which line, from 0. */
  readonly index: number
}

export const importFormats = ['roc', 'gregorian'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Bounds of what a file may allow. */
export const importLimits = {
  rows: { default: 1000, max: 100_000 },
  megabytes: { default: 5, max: 50 },
  lines: { default: 10, max: 50 },
  columns: 200,
} as const
