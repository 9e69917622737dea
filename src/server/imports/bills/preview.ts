import { taipeiToday } from '../../../domain/dates/dates'
import { Refusal } from '../../../domain/refusal'
import { previewDocumentAccess } from '../../access/documents'
import { previewFile, printedOnSlips } from '../../bills/slip'
import { maxPreviewBills } from '../../bills/term-preview'
import type { Call, FileDownload } from '../../call'
import { columnRecord } from '../../database/table-definition'
import { isWarning, type RowError } from '../row-error'
import type { StagedRow } from '../stage'
import type { UploadedFile } from '../uploaded-files'
import { conflictsOf, readUnstoredImport } from './check'
import { type ImportContext, importContext } from './context'
import { commonValues } from './publish'
import { validatedBills } from './run'

/**
 * Returns sample slips of the first valid rows of a file, as they would be printed after the import.
 * Creates no bills and reserves no numbers.
 */
export const previewSlips = async (call: Call): Promise<FileDownload> => {
  const { ports, schemas } = call
  const { file, entered, billImport } = await readUnstoredImport(call)
  const context = await importContext(ports.backgroundDb, billImport, taipeiToday(ports.clock()))
  const rows = await firstValidRows(call, context, file)
  const recordOf = columnRecord(schemas.get('bills'))
  const common = recordOf({ ...commonValues(context), BillNo: '匯入時編號' })
  // The bills are not stored and have no keys, so each gets its row number as key.
  const bill = rows.map(({ rowNo, record }) => ({ ...common, ...record, serial_id: rowNo }))
  const bill_import = [
    columnRecord(schemas.get('billImportList'))({ ...entered, ImportBatchNo: billImport.ImportBatchNo }),
  ]
  return previewFile(ports, previewDocumentAccess(call, printedOnSlips), {
    serialIds: rows.map(({ rowNo }) => rowNo),
    replacedTables: { bill, bill_import },
  })
}

/**
 * Returns the first valid rows of the first chunk of a file.
 * Throws a refusal with the errors of the chunk if it has no valid row.
 */
const firstValidRows = async (
  { ports, schemas }: Call,
  context: ImportContext,
  file: UploadedFile,
): Promise<readonly StagedRow[]> => {
  for await (const { good, rows, errors } of validatedBills({ ports, schemas }, context, file)) {
    const conflicts = await conflictsOf(ports.backgroundDb, context.billImport.ApplyCode, good)
    const validRows = good
      .filter(({ rowNo }) => !conflicts.some(({ RowNo }) => RowNo === rowNo))
      .slice(0, maxPreviewBills)
    if (validRows.length > 0) return validRows
    throw new Refusal('2002', messageOf([...errors, ...conflicts], rows.length))
  }
  // Not reached: `readColumns` has rejected a file without data.
  return []
}

/** Maximum number of errors in the message about a file without valid rows. */
const maxErrors = 5

const messageOf = (errors: readonly RowError[], count: number): string => {
  const lines = errors
    .filter((error) => !isWarning(error))
    .sort((a, b) => a.RowNo - b.RowNo)
    .map(({ RowNo, ColumnName, Message }) => `第 ${RowNo} 列「${ColumnName}」：${Message}`)
  const moreErrorsNote = lines.length > maxErrors ? ['請按「檢查檔案」查看全部錯誤。'] : []
  return [
    `檔案的前 ${count} 筆資料都有錯誤，沒有可以預覽的繳款單：`,
    ...lines.slice(0, maxErrors),
    ...moreErrorsNote,
  ].join('\n')
}
