import { mediaTypeOf } from '../../domain/file-kinds'
import { Refusal } from '../../domain/refusal'
import { type FailedRow, failedRowsSheet } from '../../schema/sheets/failed-rows'
import { type NewSheet, textSheet } from '../../schema/sheets/sheet'
import { FileDownload } from '../call'
import type { Db, SheetRow, Sheets } from '../ports'
import { isWarning, type RowError } from './row-error'
import { sheetLimits } from './stage'

/** The tables of the imports that store an error log. */
export type UploadTable = 'bill_import' | 'white_list_import'

/**
 * Maximum number of entries in an error log.
 * The workbook of failed rows says how many failed rows are missing because of this limit.
 */
const maxErrors = 10_000

/** The table of an upload, and the key of the upload in it. */
export interface UploadKey {
  readonly table: UploadTable
  readonly id: number
}

/**
 * Returns the error log of a file with these errors and warnings, in the order of the rows.
 * If there are more than the log can contain, warnings are left out first, then the errors of the last rows.
 */
export const errorLogOf = (errors: readonly RowError[]): readonly RowError[] => {
  const byRow = (a: RowError, b: RowError) => a.RowNo - b.RowNo
  const byImportance = [
    ...errors.filter((error) => !isWarning(error)).sort(byRow),
    ...errors.filter(isWarning).sort(byRow),
  ]
  return byImportance.slice(0, maxErrors).sort(byRow)
}

/** Stores the error log of an upload. */
export const writeErrorLog = async (db: Db, { table, id }: UploadKey, log: readonly RowError[]): Promise<void> => {
  await db
    .updateTable(table)
    .set({ error_log: JSON.stringify(log) })
    .where('serial_id', '=', id)
    .execute()
}

/** An import with its error log. */
export interface ImportWithErrors {
  /** Identifies the import in the file name of the workbook. */
  readonly importNo: string
  readonly SuccessCount: number
  readonly FailCount: number
  readonly errors: readonly RowError[]
}

/**
 * Returns the workbook with an import's failed rows, or with all rows if none was imported.
 * If the file cannot be read or has no failed rows, the workbook contains the error log.
 * If failed rows are missing because the log is limited, the names of the workbook and of its sheet say how many.
 */
export const errorWorkbook = async (
  sheets: Sheets,
  file: SheetFile | undefined,
  failedImport: ImportWithErrors,
): Promise<FileDownload> => {
  const failed = file && (await failedRows(sheets, file, failedImport))
  const errorSheet =
    failed && failed.rows.length > 0 ? failedRowsSheet(failed.titles, failed.rows) : logSheet(failedImport.errors)
  const sheet = withMissingCount(errorSheet, missingRowCount(failedImport))
  const name = `${sheet.name}_${failedImport.importNo}.xlsx`
  return new FileDownload(name, mediaTypeOf(name), await sheets.write(sheet))
}

/**
 * Returns the number of failed rows that are missing in the error log, and therefore in the workbook: none if nothing
 * was imported, because the workbook then has all rows.
 * Errors of row 1 concern the whole file.
 */
export const missingRowCount = ({ SuccessCount, FailCount, errors }: Omit<ImportWithErrors, 'importNo'>): number =>
  SuccessCount === 0
    ? 0
    : FailCount - new Set(errors.filter((error) => !isWarning(error) && error.RowNo > 1).map(({ RowNo }) => RowNo)).size

/** Adds the number of missing rows to the name of a sheet. */
const withMissingCount = (sheet: NewSheet, missing: number): NewSheet =>
  missing > 0 ? { ...sheet, name: `${sheet.name}（另有${missing}筆未列出）` } : sheet

type SheetFile = Parameters<Sheets['read']>[0]

/**
 * Returns the titles of a file and its failed rows, or all its rows if none was imported; undefined if the file cannot
 * be read.
 */
const failedRows = async (sheets: Sheets, file: SheetFile, { SuccessCount, errors }: ImportWithErrors) => {
  const errorsByRow = new Map<number, RowError[]>()
  for (const error of errors.filter((entry) => !isWarning(entry)))
    errorsByRow.set(error.RowNo, [...(errorsByRow.get(error.RowNo) ?? []), error])
  let header: SheetRow | undefined
  const rows: FailedRow[] = []
  try {
    for await (const row of sheets.read(file, sheetLimits)) {
      if (!header) header = row
      else if (SuccessCount === 0 || errorsByRow.has(row.rowNo))
        rows.push({ RowNo: row.rowNo, Cells: row.cells, Problems: errorsByRow.get(row.rowNo) ?? [] })
    }
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
  return { titles: header?.cells.map((title) => title.trim()) ?? [], rows }
}

const logSheet = (errors: readonly RowError[]): NewSheet =>
  textSheet(
    '錯誤明細',
    ['列號', '欄位', '內容', '代碼', '原因'],
    errors.map(({ RowNo, ColumnName, Value, ErrorCode, Message }) => [
      String(RowNo),
      ColumnName,
      Value,
      ErrorCode,
      Message,
    ]),
  )
