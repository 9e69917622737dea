import type { SheetRow, Sheets } from '../ports'
import { onlyExampleProblem, withoutExample } from './example-row'
import { refuseMissingColumn } from './missing-column'
import type { RowError } from './row-error'
import { chunksOf, rowsPerChunk, type StagedRow, sheetLimits } from './stage'
import { titlesIn } from './upload'

type SheetFile = Parameters<Sheets['read']>[0]

/** The result of validating a row: the row to stage with its virtual account, or all errors of the row. */
export type StagedRowResult =
  | { readonly row: StagedRow; readonly account: string }
  | { readonly errors: readonly RowError[] }

/** Validates the rows of a file with certain titles. */
export interface RowReader {
  /** The position of the column of codes in which former templates marked their example row. */
  readonly codePosition: number | undefined
  /** Returns whether the file has the column with this title in error messages. */
  readonly hasColumn: (title: string) => boolean
  readonly validate: (rows: readonly SheetRow[]) => Promise<readonly StagedRowResult[]>
  /** Returns the error for a row with the account of an earlier row. */
  readonly repeatedAccountError: (rowNo: number, account: string, earlierRow: number) => RowError
}

/** A validated chunk of a file: its rows, the rows to stage, and all errors and warnings. */
export interface ValidatedChunk {
  readonly titles: readonly string[]
  readonly rows: readonly SheetRow[]
  readonly good: readonly StagedRow[]
  readonly errors: readonly RowError[]
}

/** Reads and validates a file in chunks. Adds an error for each row that repeats the account of an earlier row. */
export const validatedChunks = async function* (
  sheets: Sheets,
  { name, bytes }: SheetFile,
  readerOf: (titles: SheetRow) => RowReader,
): AsyncGenerator<ValidatedChunk> {
  const rowOfAccount = new Map<string, number>()
  let reader: RowReader | undefined
  let titles: readonly string[] = []
  for await (const chunk of chunksOf(sheets.read({ name, bytes }, sheetLimits), rowsPerChunk)) {
    let rows = chunk
    const good: StagedRow[] = []
    const errors: RowError[] = []
    const isFirst = !reader
    if (!reader) {
      const [titleRow = { rowNo: 1, cells: [] }, ...dataRows] = chunk
      reader = readerOf(titleRow)
      titles = titlesIn(titleRow)
      const withWarnings = withoutExample(dataRows, titles, reader.codePosition)
      rows = withWarnings.rows
      errors.push(...withWarnings.warnings)
    }
    for (const result of await reader.validate(rows)) {
      const earlierRow = 'account' in result ? rowOfAccount.get(result.account) : undefined
      if ('errors' in result) errors.push(...result.errors)
      else if (earlierRow !== undefined)
        errors.push(reader.repeatedAccountError(result.row.rowNo, result.account, earlierRow))
      else {
        rowOfAccount.set(result.account, result.row.rowNo)
        good.push(result.row)
      }
    }
    if (isFirst) refuseMissingColumn({ count: rows.length, errors, hasColumn: reader.hasColumn })
    yield { titles, rows, good, errors }
  }
}

interface FirstRowsReader<Header> {
  /** Whether hidden rows and columns are refused with a question. */
  readonly asksAboutHidden: boolean
  readonly headerOf: (titles: SheetRow) => Header
  readonly codePositionIn: (header: Header) => number | undefined
}

/**
 * Reads the titles and the first rows of a file, so that an invalid file is rejected during the upload and not minutes
 * later by the job.
 * Returns the title row and its header, or the problem of the file.
 */
export const readFirstRows = async <Header>(
  sheets: Sheets,
  { name, bytes }: SheetFile,
  { asksAboutHidden, headerOf, codePositionIn }: FirstRowsReader<Header>,
): Promise<{ readonly titleRow: SheetRow; readonly header: Header } | { readonly problem: string }> => {
  // Three rows: the titles, a possible example, and one row of data.
  const rows: SheetRow[] = []
  for await (const row of sheets.read({ name, bytes }, { ...sheetLimits, asksAboutHidden })) {
    rows.push(row)
    if (rows.length === 3) break
  }
  const problem = (description: string) => ({ problem: `檔案「${name}」${description}，請填寫後再上傳。` })
  const [titleRow, ...dataRows] = rows
  if (!titleRow) return problem('沒有任何資料')
  const header = headerOf(titleRow)
  if (dataRows.length === 0) return problem('只有標題列，沒有資料')
  const onlyExample = onlyExampleProblem(name, dataRows, codePositionIn(header))
  return onlyExample === undefined ? { titleRow, header } : { problem: onlyExample }
}
