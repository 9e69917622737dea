import type { RecordValues } from '../../schema/language/types'
import { requireUnmaskedAccess } from '../access/uploads'
import type { Call, Controller } from '../call'
import { auditRecord, contextOf, keyOf } from '../context'
import { failedRowsFile, uploadedFile } from '../imports/upload-downloads'
import { deleteWhiteListUpload, uploadWhiteList } from '../imports/white-list/upload'
import { findRecord } from '../records/get'

/** The calls for uploads of the white list that are not generic. */
export const whiteListImportList: Controller = {
  create: uploadWhiteList,
  delete: deleteWhiteListUpload,
  DownloadFile: async (call) =>
    uploadedFile(call, 'whiteListImportList', await uploadForDownload(call, 'DownloadFile')),
  DownloadLog: async (call) => {
    const record = await uploadForDownload(call, 'DownloadLog')
    return failedRowsFile(call, 'whiteListImportList', record, record.SerialId)
  },
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
