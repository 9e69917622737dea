import type { RecordValues } from '../../schema/language/types'
import { requireUnmaskedAccess } from '../access/uploads'
import { loadFile, sheetMediaType } from '../files'
import { type Call, type Controller, FileDownload, HttpRefusal } from '../http/call'
import { errorWorkbook } from '../imports/error-log'
import type { RowError } from '../imports/row-error'
import { deleteWhiteListUpload, uploadWhiteList } from '../imports/white-list/upload'
import { auditRecord, contextOf, keyOf } from '../records/context'
import { companyOfFiles } from '../records/form-files'
import { findRecord } from '../records/get'

/** The calls for uploads of the white list that are not generic. */
export const whiteListImportList: Controller = {
  create: uploadWhiteList,
  delete: deleteWhiteListUpload,
  DownloadFile: async (call) => {
    const record = await uploadForDownload(call, 'DownloadFile')
    const { bytes } = await loadUploadedFile(call, record)
    const name = String(record.OriFileName)
    return new FileDownload(name, sheetMediaType(name), bytes)
  },
  DownloadLog: async (call) => {
    const record = await uploadForDownload(call, 'DownloadLog')
    const file = await loadUploadedFile(call, record).catch(undefinedIfMissing)
    return errorWorkbook(call.ports.sheets, file, {
      importNo: String(record.SerialId),
      SuccessCount: Number(record.SuccessCount),
      FailCount: Number(record.FailCount),
      // The cast is safe, because only imports write this column.
      errors: (record.ErrorLog ?? []) as readonly RowError[],
    })
  },
}

/** Returns the upload whose file or log is downloaded, and writes the audit line of the download. Throws a refusal if the caller sees the personal data of the white list masked. */
const uploadForDownload = async (call: Call, action: string): Promise<RecordValues> => {
  requireUnmaskedAccess(call, 'whiteList')
  const context = contextOf(call)
  const resource = call.schemas.get('whiteListImportList')
  const key = keyOf(resource, call)
  const record = await findRecord(context, resource, key)
  await auditRecord(context, resource, { action, key })
  return record
}

const loadUploadedFile = async (call: Call, record: RecordValues): Promise<FileDownload> =>
  loadFile(call.ports.db, String(record.File), await companyOfFiles(contextOf(call), call.schemas.get('whiteListImportList'), record))

/** Returns undefined for the error that the file does not exist; rethrows any other error. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!(error instanceof HttpRefusal && error.status === 404)) throw error
}
