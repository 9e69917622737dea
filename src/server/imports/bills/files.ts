import type { RecordValues } from '../../../schema/language/types'
import { canSeeUnmaskedUpload, maskErrorsFor, requireUnmaskedAccess } from '../../access/uploads'
import type { Call, FileDownload } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { findRecord, getRecord } from '../../records/get'
import { errorsOf, failedRowsFile, uploadedFile } from '../upload-downloads'

/** Returns an upload of bills with its error log, masked for callers who may not see the personal data in it. */
export const getBillUpload = async (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  const record = await getRecord(contextOf(call), resource, keyOf(resource, call))
  const errors = errorsOf(record)
  if (errors.length === 0) return record
  // The errors quote cells of bad rows, which contain personal data.
  if (canSeeUnmaskedUpload(call)) await auditUnmaskedAccess(call, 'View')
  return { ...record, ErrorLog: maskErrorsFor(errors, call) }
}

/** Returns the uploaded file. Throws a refusal if the caller sees the personal data of bills masked. */
export const downloadBillFile = async (call: Call): Promise<FileDownload> => {
  requireUnmaskedAccess(call, 'bills')
  const file = await uploadedFile(call, 'billImportList', await findUpload(call))
  await auditUnmaskedAccess(call, 'DownloadFile')
  return file
}

/** Returns a workbook with the failed rows of an upload. Throws a refusal as `downloadBillFile` does. */
export const downloadFailedBills = async (call: Call): Promise<FileDownload> => {
  requireUnmaskedAccess(call, 'bills')
  const record = await findUpload(call)
  const workbook = await failedRowsFile(call, 'billImportList', record, record.ImportBatchNo)
  await auditUnmaskedAccess(call, 'DownloadPLog')
  return workbook
}

const findUpload = (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  return findRecord(contextOf(call), resource, keyOf(resource, call))
}

/** Writes the audit line for a user who sees unmasked personal data of an upload. */
const auditUnmaskedAccess = (call: Call, action: string): Promise<void> => {
  const resource = call.schemas.get('billImportList')
  return auditRecord(contextOf(call), resource, { action, key: keyOf(resource, call) })
}
