import { sql } from 'kysely'
import type { Row } from '../../schema/types'
import { type Call, type Controller, FileAnswer } from '../call'
import { deleteImport } from '../imports/delete'
import { errorLogCsv } from '../imports/error-log'
import { maskErrors, refuseMasked, seesMasked } from '../imports/masked-errors'
import type { RowError } from '../imports/row-error'
import { sheetType } from '../imports/sheet-type'
import { uploadBills } from '../imports/upload'
import { auditRecord, contextOf, keyOf } from '../records/context'
import { findRecord, getRecord } from '../records/get'
import { loadFile } from '../store/files'

/** Uploads of bills; list and choices are generic. */
export const billImportList: Controller = {
  get: async (call) => {
    const resource = call.schemas.get('billImportList')
    const record = await getRecord(contextOf(call), resource, keyOf(resource, call))
    const errors = errorsOf(record)
    if (seesMasked(call)) return { ...record, ErrorLog: maskErrors(errors, call.schemas) }
    // The cells of bad rows are personal data as they were typed.
    if (errors.length > 0) await auditImport(call, 'View')
    return record
  },
  create: uploadBills,
  delete: deleteImport,
  DownloadFile: async (call) => {
    refuseMasked(call)
    const record = await findImport(call)
    const { rows } = await sql<{ no: string }>`select uniform_no as no from agreement where apply_code = ${record.ApplyCode}`.execute(call.ports.db)
    const file = await loadFile(call.ports.db, String(record.File), rows[0]?.no ?? '')
    await auditImport(call, 'DownloadFile')
    const name = String(record.OriFileName)
    return new FileAnswer(name, sheetType(name), file.bytes)
  },
  DownloadPLog: async (call) => {
    refuseMasked(call)
    const record = await findImport(call)
    await auditImport(call, 'DownloadPLog')
    return new FileAnswer(`錯誤明細_${record.ImportBatchNo}.csv`, 'text/csv; charset=utf-8', errorLogCsv(errorsOf(record)))
  },
}

const findImport = (call: Call): Promise<Row> => {
  const resource = call.schemas.get('billImportList')
  return findRecord(contextOf(call), resource, keyOf(resource, call))
}

// The column is written by the import alone.
const errorsOf = ({ ErrorLog }: Row): readonly RowError[] => (ErrorLog ?? []) as readonly RowError[]

/** Whoever sees personal data in full leaves a line; downloads do so under their own names. */
const auditImport = (call: Call, action: string): Promise<void> => {
  const resource = call.schemas.get('billImportList')
  return auditRecord(contextOf(call), resource, { action, key: keyOf(resource, call) })
}
