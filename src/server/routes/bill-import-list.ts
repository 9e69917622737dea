import type { RecordValues } from '../../schema/language/types'
import { isUploadUnmasked, maskErrors, requireUnmaskedUpload } from '../access/uploads'
import { loadFile, sheetMediaType } from '../files'
import { type Call, type Controller, FileAnswer } from '../http/call'
import { deleteImport } from '../imports/bills/delete'
import { errorLogCsv } from '../imports/bills/error-log'
import { uploadBills } from '../imports/bills/upload'
import type { RowError } from '../imports/row-error'
import { auditRecord, contextOf, keyOf } from '../records/context'
import { findRecord, getRecord } from '../records/get'

/** Calls of uploads of bills; the list and the select options are generic. */
export const billImportList: Controller = {
  get: async (call) => {
    const resource = call.schemas.get('billImportList')
    const record = await getRecord(contextOf(call), resource, keyOf(resource, call))
    const errors = errorsOf(record)
    if (errors.length === 0) return record
    // The errors contain the cells of bad rows, which hold personal data.
    if (isUploadUnmasked(call)) await auditImport(call, 'View')
    return { ...record, ErrorLog: maskErrors(errors, call) }
  },
  create: uploadBills,
  delete: deleteImport,
  DownloadFile: async (call) => {
    requireUnmaskedUpload(call)
    const record = await findImport(call)
    const { db } = call.ports
    const agreement = await db.selectFrom('agreement').select('uniform_no').where('apply_code', '=', String(record.ApplyCode)).executeTakeFirst()
    const file = await loadFile(db, String(record.File), agreement?.uniform_no ?? '')
    await auditImport(call, 'DownloadFile')
    const name = String(record.OriFileName)
    return new FileAnswer(name, sheetMediaType(name), file.bytes)
  },
  DownloadPLog: async (call) => {
    requireUnmaskedUpload(call)
    const record = await findImport(call)
    await auditImport(call, 'DownloadPLog')
    return new FileAnswer(`錯誤明細_${record.ImportBatchNo}.csv`, 'text/csv; charset=utf-8', errorLogCsv(errorsOf(record)))
  },
}

const findImport = (call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  return findRecord(contextOf(call), resource, keyOf(resource, call))
}

// A cast, because only the import writes this column.
const errorsOf = ({ ErrorLog }: RecordValues): readonly RowError[] => (ErrorLog ?? []) as readonly RowError[]

/** Writes the audit line of a user who sees personal data in full. */
const auditImport = (call: Call, action: string): Promise<void> => {
  const resource = call.schemas.get('billImportList')
  return auditRecord(contextOf(call), resource, { action, key: keyOf(resource, call) })
}
