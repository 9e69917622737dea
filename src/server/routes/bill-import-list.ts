import type { RecordValues } from '../../schema/language/types'
import { canSeeUnmaskedUpload, maskErrorsFor, requireUnmaskedAccess } from '../access/uploads'
import { downloadImportSlips } from '../bills/batches/import-slips'
import type { Call, Controller } from '../call'
import { auditRecord, contextOf, keyOf } from '../context'
import { checkBills, previewBills } from '../imports/bills/check'
import { deleteBillUpload } from '../imports/bills/delete'
import { previewSlips } from '../imports/bills/preview'
import { uploadBills } from '../imports/bills/upload'
import { errorsOf, failedRowsFile, uploadedFile } from '../imports/upload-downloads'
import { findRecord, getRecord } from '../records/get'

/** Calls for uploads of bills. The list and the select options are generic. */
export const billImportList: Controller = {
  get: async (call) => {
    const resource = call.schemas.get('billImportList')
    const record = await getRecord(contextOf(call), resource, keyOf(resource, call))
    const errors = errorsOf(record)
    if (errors.length === 0) return record
    // The errors quote cells of bad rows, which contain personal data.
    if (canSeeUnmaskedUpload(call)) await auditUnmaskedAccess(call, 'View')
    return { ...record, ErrorLog: maskErrorsFor(errors, call) }
  },
  create: uploadBills,
  PreviewPDF: previewSlips,
  PreviewImport: previewBills,
  CheckImport: checkBills,
  delete: deleteBillUpload,
  DownloadPDF: downloadImportSlips,
  DownloadFile: async (call) => {
    requireUnmaskedAccess(call, 'bills')
    const file = await uploadedFile(call, 'billImportList', await findUpload(call))
    await auditUnmaskedAccess(call, 'DownloadFile')
    return file
  },
  DownloadPLog: async (call) => {
    requireUnmaskedAccess(call, 'bills')
    const record = await findUpload(call)
    const workbook = await failedRowsFile(call, 'billImportList', record, record.ImportBatchNo)
    await auditUnmaskedAccess(call, 'DownloadPLog')
    return workbook
  },
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
