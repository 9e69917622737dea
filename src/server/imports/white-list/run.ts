import { taipeiToday } from '../../../domain/dates/dates'
import type { Ports, SheetRow } from '../../ports'
import { agreementOf, type WhiteListAgreement } from '../../white-list/agreement'
import { rowError } from '../row-error'
import { endFailedUpload, runUpload, startUpload, type UploadWork, uploadFailure } from '../upload-job'
import { type RowReader, validatedChunks } from '../upload-rows'
import { isExampleRow, readHeader } from './header'
import { type WhiteListImport, whiteListImportOf, whiteListUpload, whiteListUploads } from './publish'
import { columnFields, validateRow } from './row'

/** Runs an upload from its file to its final state. */
export const runWhiteListImport = async (work: UploadWork, id: number): Promise<void> => {
  const { backgroundDb: db, clock, sheets } = work.ports
  if (!(await startUpload(db, whiteListUploads, id))) return
  const whiteListImport = await whiteListImportOf(db, id)
  const agreement = await agreementOf(db, whiteListImport.ApplyCode)
  await runUpload(work, {
    ...whiteListUpload(whiteListImport, agreement.UniformNo, clock),
    read: (file) => validatedChunks(sheets, file, (titles) => rowReader(work, { whiteListImport, agreement, titles })),
  })
}

interface ReadFile {
  readonly whiteListImport: WhiteListImport
  readonly agreement: WhiteListAgreement
  readonly titles: SheetRow
}

const rowReader = ({ ports, schemas }: UploadWork, { whiteListImport, agreement, titles }: ReadFile): RowReader => {
  const { ApplyCode: applyCode, WhiteListFileType: fileType } = whiteListImport
  const header = readHeader(titles, fileType)
  const fields = columnFields(schemas.get('whiteList'))
  const rules = { header, fileType, accountRule: agreement.rule, applyCode, fields, today: taipeiToday(ports.clock()) }
  return {
    isExample: (row) => isExampleRow(row, header),
    validate: async (rows) => rows.map((row) => validateRow(row, rules)),
    repeatedAccount: (rowNo, account, earlierRow) => rowError(rowNo, '虛擬帳號', account, 'E105', `與第 ${earlierRow} 列的虛擬帳號重複，請只留一列。`),
  }
}

/** Marks an upload as failed: it was cancelled, its file cannot be read, or every attempt failed. */
export const onWhiteListImportFailure = (ports: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const upload = { ...whiteListUploads, id }
  return endFailedUpload(ports, upload, uploadFailure(ports, upload, reason))
}
