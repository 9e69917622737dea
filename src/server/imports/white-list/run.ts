import { whiteListTitle } from '../../../domain/accounts/white-list-upload'
import { taipeiToday } from '../../../domain/dates/dates'
import type { SheetRow } from '../../ports'
import { agreementOf, type WhiteListAgreement } from '../../white-list/agreement'
import { missingRowCount } from '../error-log'
import { type RowError, rowError } from '../row-error'
import { runUpload, startUpload, type UploadCounts, type UploadWork } from '../upload-job'
import { type RowReader, validatedChunks } from '../upload-rows'
import { findEntryConflicts, type WhiteListImport, whiteListImportOf, whiteListUploads, writeEntries } from './publish'
import { columnFields, readHeader, validateRow } from './row'

/** Runs the job that imports a file of the white list. */
export const runWhiteListImport = async (work: UploadWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock, sheets } = work.ports
  if (!(await startUpload(db, whiteListUploads, id))) return
  const whiteListImport = await whiteListImportOf(db, id)
  const { ImportMode: mode, File: file, UploadUser: userId } = whiteListImport
  const agreement = await agreementOf(db, whiteListImport.ApplyCode)
  const uniformNo = agreement.UniformNo
  await runUpload(work, {
    ...whiteListUploads,
    id,
    mode,
    file,
    uniformNo,
    userId,
    read: (content) =>
      validatedChunks(sheets, content, (titles) => rowReader(work, { whiteListImport, agreement, titles })),
    findConflicts: findEntryConflicts,
    writeRecords: (trx, stage) => writeEntries({ db: trx, now: clock(), whiteListImport, uniformNo, stage }),
    complete: async (trx, counts, log) => {
      await trx.updateTable('white_list_import').set(notesOf(counts, log)).where('serial_id', '=', id).execute()
      return {}
    },
  })
}

/**
 * Returns what the upload itself says about its rows, because company roles do not see the error log: how many failed
 * rows the log does not contain, and which row was skipped as the example of the template.
 */
const notesOf = ({ TotalCount, SuccessCount }: UploadCounts, log: readonly RowError[]) => ({
  unlisted_count: missingRowCount({ SuccessCount, FailCount: TotalCount - SuccessCount, errors: log }),
  example_row_no: log.find(({ ErrorCode }) => ErrorCode === 'W102')?.RowNo ?? null,
})

/** The titles of a file, with its upload and agreement. */
interface FileOfUpload {
  readonly whiteListImport: WhiteListImport
  readonly agreement: WhiteListAgreement
  readonly titles: SheetRow
}

const rowReader = ({ ports, schemas }: UploadWork, { whiteListImport, agreement, titles }: FileOfUpload): RowReader => {
  const { ApplyCode: applyCode, WhiteListFileType: fileType } = whiteListImport
  const header = readHeader(titles, fileType)
  const fields = columnFields(schemas.get('whiteList'))
  const rules = { header, fileType, accountRule: agreement.rule, applyCode, fields, today: taipeiToday(ports.clock()) }
  return {
    codePosition: header.positions.get('VACAccount'),
    hasColumn: (title) => [...header.positions.keys()].some((column) => whiteListTitle(column) === title),
    validate: async (rows) => rows.map((row) => validateRow(row, rules)),
    repeatedAccountError: (rowNo, account, earlierRow) =>
      rowError(rowNo, '虛擬帳號', account, 'E105', `與第 ${earlierRow} 列的虛擬帳號重複，請只留一列。`),
  }
}
