import { whiteListTitle } from '../../../domain/accounts/white-list-upload'
import { taipeiToday } from '../../../domain/dates/dates'
import type { Ports, SheetRow } from '../../ports'
import { agreementOf, type WhiteListAgreement } from '../../white-list/agreement'
import { rowError } from '../row-error'
import { endFailedUpload, runUpload, startUpload, type UploadWork, uploadFailure } from '../upload-job'
import { type RowReader, validatedChunks } from '../upload-rows'
import { readHeader } from './header'
import { uploadOfWhiteList, type WhiteListImport, whiteListImportOf, whiteListUploads } from './publish'
import { columnFields, validateRow } from './row'

/** Runs the job that imports a file of the white list. */
export const runWhiteListImport = async (work: UploadWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock, sheets } = work.ports
  if (!(await startUpload(db, whiteListUploads, id))) return
  const whiteListImport = await whiteListImportOf(db, id)
  const agreement = await agreementOf(db, whiteListImport.ApplyCode)
  await runUpload(work, {
    ...uploadOfWhiteList(whiteListImport, agreement.UniformNo, clock),
    read: (file) => validatedChunks(sheets, file, (titles) => rowReader(work, { whiteListImport, agreement, titles })),
  })
}

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
    repeatedAccountError: (rowNo, account, earlierRow) => rowError(rowNo, '虛擬帳號', account, 'E105', `與第 ${earlierRow} 列的虛擬帳號重複，請只留一列。`),
  }
}

/** Ends an upload whose job has failed or was cancelled. `reason` is the error that ended the job. */
export const onWhiteListImportFailure = (ports: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const upload = { ...whiteListUploads, id }
  return endFailedUpload(ports, upload, uploadFailure(ports, upload, reason))
}
