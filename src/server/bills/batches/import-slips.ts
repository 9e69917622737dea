import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { requireUnmaskedPayerData } from '../../access/documents'
import type { Call, FileBytes, FileDownload } from '../../call'
import { contextOf, keyOf } from '../../context'
import type { Row } from '../../database/tables'
import { nextUpdateTime } from '../../database/times'
import type { JobFileOwner } from '../../jobs/job-file'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobData, JobRun, Ports } from '../../ports'
import { findRecord } from '../../records/get'
import { printedOnSlips } from '../slip'
import { downloadSlips } from './download-slips'
import { slipFailureMessage, slipRequesterOf } from './make-pdf'
import { countPrintable, maxBatchBills, printableIds } from './selection'
import { type SlipRequester, writeSlips } from './write-slips'

/** Name of the job that prints the slips of an upload. */
export const importSlipsJob = 'billImportSlips'

/** Returns the owner of the slips of an upload. */
export const importOwner = (serialId: number): JobFileOwner => ({ resource: 'billImportList', serialId })

/** Returns whether a value in the data of a job is the requester of slips. */
export const isSlipRequester = (value: unknown): value is SlipRequester =>
  typeof value === 'object' && value !== null && 'rights' in value

/** Enqueues the slips of an upload, in the transaction of its bills. */
export const enqueueImportSlips = async (
  { jobs }: Pick<Ports, 'jobs'>,
  trx: Db,
  SerialId: number,
  requester: SlipRequester,
): Promise<void> => void (await jobs.enqueue(trx, importSlipsJob, { SerialId, request: requester }, requester))

/** The values of an upload's record that its job needs. */
interface StartedImport {
  readonly SerialId: Row<'bill_import'>['serial_id']
  readonly ApplyCode: Row<'bill_import'>['apply_code']
  readonly ImportBatchNo: NonNullable<Row<'bill_import'>['import_batch_no']>
  readonly BillImportPDFSetting: Row<'bill_import'>['bill_import_pdf_setting']
  readonly MergePDFCount: Row<'bill_import'>['merge_pdf_count']
  readonly UniformNo: NonNullable<Row<'agreement'>['uniform_no']>
}

/** Number of slips in a PDF if the upload does not set it, for example because its slips are printed later. */
const defaultSlipsPerFile = 500

/** Prints the slips of an upload. If the process dies, the job starts again from the first bill. */
export const runImportSlips = async (ports: Ports, { SerialId, request }: JobData, run: JobRun): Promise<void> => {
  const { backgroundDb: db } = ports
  const billImport = await startImportSlips(db, Number(SerialId))
  if (!billImport || !isSlipRequester(request)) return
  const bills = await printableIds(db, importCondition(billImport), 'FileOrder')
  const hasFilePerSlip = billImport.BillImportPDFSetting === 'Single'
  requirePrintable(bills.length, hasFilePerSlip)
  const slipsPerFile = hasFilePerSlip ? 1 : (billImport.MergePDFCount ?? defaultSlipsPerFile)
  const name = `繳款單_${billImport.ImportBatchNo}`
  const source = {
    owner: importOwner(billImport.SerialId),
    requester: request,
    uniformNo: billImport.UniformNo,
    name,
    bills,
    slipsPerFile,
    template: null,
  }
  await writeSlips(ports, run, source, (trx) => setFinalStatus({ ...ports, db: trx }, billImport.SerialId, 'Done'))
}

/** Returns the condition for the bills `b` of an upload. */
const importCondition = ({
  ApplyCode,
  ImportBatchNo,
}: Pick<StartedImport, 'ApplyCode' | 'ImportBatchNo'>): RawBuilder<SqlBool> =>
  sql<SqlBool>`b.apply_code = ${ApplyCode} and b.import_batch_no = ${ImportBatchNo}`

/** Throws a refusal if an upload has no slips, or too many for an archive with one file for each. */
const requirePrintable = (count: number, hasFilePerSlip: boolean): void => {
  if (count === 0) throw new Refusal('2006', '這批帳單沒有可列印的繳款單：已作廢、已繳清及約定扣款的帳單不印繳款單。')
  if (hasFilePerSlip && count > maxBatchBills)
    throw new Refusal(
      '2006',
      `這批帳單有 ${count.toLocaleString('en')} 張，超過逐筆產製 ${maxBatchBills.toLocaleString('en')} 張的上限；請到批次產製繳款單列印檔分批產製，或合併產製。`,
    )
}

/**
 * Marks the slips of an upload as being printed and returns the upload; undefined if the upload was deleted or its
 * slips are finished.
 */
const startImportSlips = async (db: Db, id: number): Promise<StartedImport | undefined> => {
  const { rows } = await sql<StartedImport>`
    update bill_import i
    set pdf_status = 'Processing'
    from agreement a
    where i.serial_id = ${id} and i.pdf_status in ('Pending', 'Processing') and a.apply_code = i.apply_code
    returning
      i.serial_id as "SerialId", i.apply_code as "ApplyCode", i.import_batch_no as "ImportBatchNo",
      i.bill_import_pdf_setting as "BillImportPDFSetting", i.merge_pdf_count as "MergePDFCount", a.uniform_no as "UniformNo"`.execute(
    db,
  )
  return rows[0]
}

/**
 * Marks the slips of an upload as failed because they were cancelled, cannot be printed, or failed in every attempt.
 */
export const onImportSlipsFailure = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  id: number,
  reason: unknown,
): Promise<void> => {
  const outcome = slipFailureMessage({ log }, { import: id }, reason)
  await setFinalStatus({ db, clock }, id, 'Failed')
  if (reason instanceof JobCancelled) await writeOutcome(db, { name: importSlipsJob, data: { SerialId: id }, outcome })
}

/** Sets the final status of an upload's slips; returns false if it was already set or the upload was deleted. */
const setFinalStatus = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  id: number,
  status: 'Done' | 'Failed',
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('bill_import')
    .set({ pdf_status: status, update_time: nextUpdateTime(clock()) })
    .where('serial_id', '=', id)
    .where('pdf_status', 'in', ['Pending', 'Processing'])
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Returns the slips of an upload.
 * If the slips do not exist yet, requests them if possible, and throws a refusal (2006) that says when they can be
 * downloaded.
 */
export const downloadImportSlips = async (call: Call): Promise<FileDownload<FileBytes>> => {
  const resource = call.schemas.get('billImportList')
  const key = keyOf(resource, call)
  const record = await findRecord(contextOf(call), resource, key)
  requireUnmaskedPayerData(call, printedOnSlips)
  if (record.PDFStatus === 'Done') return downloadSlips(call, 'billImportList', record)
  const message = await call.ports.db.transaction().execute(async (db) => {
    const locked = await findRecord({ ...contextOf(call), db }, resource, key, { lock: true })
    // The job of the slips may have ended since the record was read.
    if (locked.PDFStatus === 'Done') return null
    return requestRefusal(locked) ?? requestSlips(call, db, locked)
  })
  if (message === null) return downloadSlips(call, 'billImportList', record)
  throw new Refusal('2006', message)
}

const underWayText = '繳款單正在產製中，完成後會顯示在作業通知，屆時請再按「下載繳款單」。'

/** Returns the reason why the slips of an upload cannot be requested now; null if they can. */
const requestRefusal = ({
  BillImportPDFSetting,
  ImportStatus,
  PDFStatus,
  SuccessCount,
}: RecordValues): string | null => {
  if (BillImportPDFSetting === 'None') return '這批資料上傳時選擇不產製繳款單；如仍需要，請到批次產製繳款單列印檔產製。'
  if (ImportStatus === 'Pending' || ImportStatus === 'Processing')
    return '這批資料正在匯入，請等匯入完成後再產製繳款單。'
  if (SuccessCount === 0) return '這批資料沒有匯入任何帳單，因此沒有繳款單。'
  // With the setting Later, pending slips wait for a user's request. With any other setting, they are already queued.
  return PDFStatus === 'Processing' || (PDFStatus === 'Pending' && BillImportPDFSetting !== 'Later')
    ? underWayText
    : null
}

/** Requests the slips and returns the message for the user. */
const requestSlips = async (call: Call, db: Db, record: RecordValues): Promise<string> => {
  const { ApplyCode, ImportBatchNo, SerialId, BillImportPDFSetting } = record
  const count = await countPrintable(
    db,
    importCondition({ ApplyCode: String(ApplyCode), ImportBatchNo: String(ImportBatchNo) }),
  )
  requirePrintable(count, BillImportPDFSetting === 'Single')
  const started = { pdf_status: 'Processing', update_time: nextUpdateTime(call.ports.clock()) } as const
  await db.updateTable('bill_import').set(started).where('serial_id', '=', Number(SerialId)).execute()
  await enqueueImportSlips(call.ports, db, Number(SerialId), slipRequesterOf(call))
  return `開始產製 ${count.toLocaleString('en')} 張繳款單，完成後會顯示在作業通知，屆時請再按「下載繳款單」。`
}
