/** OutData of …/PreviewImport: the columns of a file, with the field that each seems to fill. */
export interface ImportPreview {
  readonly FileName: string
  readonly TotalCount: number
  readonly Columns: readonly ImportFileColumn[]
}

/** A column of the uploaded file, by its place from 0. */
export interface ImportFileColumn {
  readonly Place: number
  readonly Title: string
  /** What its first rows say. */
  readonly Samples: readonly string[]
  /** The field that its title stands for; null where it stands for none. */
  readonly Field: string | null
}

/** Form field Mapping of …/CheckImport and …/Import, as JSON: the place of the column that fills each field. */
export type ImportMapping = Readonly<Record<string, number>>

/** Form field ImportMode of …/Import: everything or nothing, or the good rows alone. */
export const importModes = ['AllOrNothing', 'GoodRows'] as const
export type ImportMode = (typeof importModes)[number]

/** OutData of …/CheckImport, which writes nothing, and of …/Import. */
export interface ImportResult {
  /** The job that goes on with a file of many rows; its result is the answer of Ext/GetImportResult once it has ended, and everything below is empty here. */
  readonly JobId: number | null
  /** Whether the good rows are records now. */
  readonly Written: boolean
  readonly TotalCount: number
  readonly GoodCount: number
  readonly BadCount: number
  /** How many of the good rows make a record, and how many change one. */
  readonly CreateCount: number
  readonly UpdateCount: number
  /** The titles of the file, for the cells below. */
  readonly Titles: readonly string[]
  readonly BadRows: readonly ImportBadRow[]
}

/** A row that cannot become a record, as it stands in the file, and why. */
export interface ImportBadRow {
  /** As a spreadsheet counts it: the titles are row 1. */
  readonly RowNo: number
  readonly Cells: readonly string[]
  readonly Problems: readonly ImportProblem[]
}

/** What is wrong with a cell; the same words as in the error log of bills. */
export interface ImportProblem {
  readonly ColumnName: string
  readonly Value: string
  readonly ErrorCode: string
  readonly Message: string
}
