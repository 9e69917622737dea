import type { RecordValues } from '../../../schema/language/types'
import { requireUnmaskedAccess } from '../../access/uploads'
import type { Call, FileDownload } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { findRecord } from '../../records/get'
import { failedRowsFile, uploadedFile } from '../upload-downloads'

/** Returns the uploaded file. Throws a refusal if the caller sees the personal data of the white list masked. */
export const downloadWhiteListFile = async (call: Call): Promise<FileDownload> =>
  uploadedFile(call, 'whiteListImportList', await uploadForDownload(call, 'DownloadFile'))

/** Returns a workbook with the failed rows of an upload. Throws a refusal as `downloadWhiteListFile` does. */
export const downloadFailedEntries = async (call: Call): Promise<FileDownload> => {
  const record = await uploadForDownload(call, 'DownloadLog')
  return failedRowsFile(call, 'whiteListImportList', record, record.SerialId)
}

/**
 * Returns the upload whose file or log is downloaded, and writes the audit line of the download.
 * Throws a refusal if the caller sees the personal data of the white list masked.
 */
const uploadForDownload = async (call: Call, action: string): Promise<RecordValues> => {
  requireUnmaskedAccess(call, 'whiteList')
  const context = contextOf(call)
  const resource = call.schemas.get('whiteListImportList')
  const key = keyOf(resource, call)
  const record = await findRecord(context, resource, key)
  await auditRecord(context, resource, { action, key })
  return record
}
