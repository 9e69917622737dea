import type { RecordValues } from '../../schema/language/types'
import { canSeeUnmaskedUpload, maskErrorsFor, requireUnmaskedAccess } from '../access/uploads'
import { downloadImportSlips } from '../bills/batches/import-slips'
import { loadFile, sheetMediaType } from '../files'
import { type Call, type Controller, FileDownload, HttpRefusal } from '../http/call'
import { checkBills, previewBills } from '../imports/bills/check'
import { deleteBillUpload } from '../imports/bills/delete'
import { previewSlips } from '../imports/bills/preview'
import { uploadBills } from '../imports/bills/upload'
import { errorWorkbook } from '../imports/error-log'
import type { RowError } from '../imports/row-error'
import { auditRecord, contextOf, keyOf } from '../records/context'
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
    const record = await findUpload(call)
    const file = await loadUploadedFile(call, record)
    await auditUnmaskedAccess(call, 'DownloadFile')
    const name = String(record.OriFileName)
    return new FileDownload(name, sheetMediaType(name), file.bytes)
  },
  DownloadPLog: async (call) => {
    requireUnmaskedAccess(call, 'bills')
    const record = await findUpload(call)
    const file = await loadUploadedFile(call, record).catch(undefinedIfMissing)
    const { ImportBatchNo, SuccessCount, FailCount } = record
    const workbook = await errorWorkbook(call.ports.sheets, file, {
      importNo: String(ImportBatchNo),
      SuccessCount: Number(SuccessCount),
      FailCount: Number(FailCount),
      errors: errorsOf(record),
    })
    await auditUnmaskedAccess(call, 'DownloadPLog')
    return workbook
  },
}

/** Returns the file of an upload. */
const loadUploadedFile = async ({ ports: { db } }: Call, { ApplyCode, File }: RecordValues): Promise<FileDownload> => {
  const agreement = await db.selectFrom('agreement').select('uniform_no').where('apply_code', '=', String(ApplyCode)).executeTakeFirst()
  return loadFile(db, String(File), agreement?.uniform_no ?? '')
}

/** Returns undefined for the error that the file does not exist; rethrows any other error. */
const undefinedIfMissing = (error: unknown): undefined => {
  if (!(error instanceof HttpRefusal && error.status === 404)) throw error
}

const findUpload = (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  return findRecord(contextOf(call), resource, keyOf(resource, call))
}

// The cast is safe, because only imports write this column.
const errorsOf = ({ ErrorLog }: RecordValues): readonly RowError[] => (ErrorLog ?? []) as readonly RowError[]

/** Writes the audit line for a user who sees unmasked personal data of an upload. */
const auditUnmaskedAccess = (call: Call, action: string): Promise<void> => {
  const resource = call.schemas.get('billImportList')
  return auditRecord(contextOf(call), resource, { action, key: keyOf(resource, call) })
}
