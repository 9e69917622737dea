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
  readonly field: string
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

export const importFormats = ['roc', 'gregorian'] as const
export type ImportFormat = (typeof importFormats)[number]

/** Bounds of what a file may allow; larger ones need a job of their own, as bills have. */
export const importLimits = { rows: { usual: 1000, most: 5000 }, megabytes: { usual: 5, most: 20 } } as const
