import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { documentRights } from '../../access/documents'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf, throwIfFieldErrors } from '../../context'
import { errorDetails } from '../../database/errors'
import type { Row } from '../../database/tables'
import { nextUpdateTime } from '../../database/times'
import { deleteHiddenFile } from '../../files'
import { type JobFileOwner, removeJobFile } from '../../jobs/job-file'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { Db, JobData, JobRun, Ports } from '../../ports'
import { createRecord } from '../../records/create'
import { findRecord } from '../../records/get'
import { printedOnSlips } from '../slip'
import { type BatchConditions, batchCondition, countPrintable, printableIds, requireBatchSize } from './selection'
import { type PrintedBatch, type SlipRequester, writeSlips } from './write-slips'

/** Name of the job that prints a batch. */
export const makePDFJob = 'makePDF'

const ownerOfBatch = (serialId: number): JobFileOwner => ({ resource: 'makePDFList', serialId })

/**
 * Returns the user, company, address and rights of the caller, which the job needs to print the slips.
 * Throws a refusal if a printed field is hidden from the role.
 */
export const slipRequesterOf = (call: Call): SlipRequester => ({
  userId: actorOf(call.scope),
  uniformNo: companyOf(call.scope),
  ip: call.client.ip,
  rights: documentRights(call, printedOnSlips),
})

/** Requests a batch: counts its bills, and stores the record and its job. */
export const requestBatch = (call: Call): Promise<RecordValues> => {
  const { ports, schemas } = call
  const requester = slipRequesterOf(call)
  return createRecord(contextOf(call), schemas.get('makePDFList'), call.body, {
    values: async ({ db, clock }, record) => {
      await requirePlaceInQueue(db, String(record.ApplyCode))
      const BillCount = await countPrintable(db, batchCondition(conditionsOf(record)))
      requireBatchSize(BillCount)
      const FileCount = Math.ceil(BillCount / Number(record.MergePDFCount))
      return {
        BillCount,
        FileCount,
        JobStatus: 'Pending',
        RequestUser: requester.userId,
        RequestTime: clock().toISOString(),
      }
    },
    afterWrite: async ({ db }, { SerialId }) =>
      void (await ports.jobs.enqueue(db, makePDFJob, { SerialId, request: requester }, requester)),
  })
}

/** Maximum number of unfinished batches of a company. */
export const maxUnfinishedBatches = 20

/**
 * Throws a refusal if a company has the maximum number of unfinished batches: batches are printed one after the other,
 * so other companies would have to wait too.
 * The lock on the company makes concurrent requests wait, so that each counts the batches of the others.
 */
const requirePlaceInQueue = async (db: Db, applyCode: string): Promise<void> => {
  const { rows } = await sql<Pick<Row<'customer'>, 'uniform_no'>>`
    select c.uniform_no from customer c join agreement a using (uniform_no) where a.apply_code = ${applyCode} for no key update of c`.execute(
    db,
  )
  const { rows: unfinished } = await sql<{ count: number }>`
    select count(*) as count
    from make_pdf m
    join agreement a using (apply_code)
    where m.job_status in ('Pending', 'Processing') and a.uniform_no = ${rows[0]?.uniform_no}`.execute(db)
  if ((unfinished[0]?.count ?? 0) >= maxUnfinishedBatches)
    throw new Refusal(
      '2006',
      `貴公司已有 ${maxUnfinishedBatches} 個批次等待產製，請等其中一個完成，或刪除不需要的批次後再申請。`,
    )
}

/** Returns the conditions of a validated record. Throws a refusal for a range of payers that ends before it begins. */
const conditionsOf = (record: RecordValues): BatchConditions => {
  const { PayerIdFrom, PayerIdTo } = record
  if (PayerIdFrom && PayerIdTo && String(PayerIdFrom) > String(PayerIdTo))
    throwIfFieldErrors({
      PayerIdTo: `繳款人代號（迄）「${PayerIdTo}」不可在繳款人代號（起）「${PayerIdFrom}」之前，請更正。`,
    })
  // The cast is safe, because the record was validated by its schema.
  return record as unknown as BatchConditions
}

/** The values of a batch's record that its job needs. */
interface StartedBatch extends BatchConditions {
  readonly SerialId: Row<'make_pdf'>['serial_id']
  readonly JobName: Row<'make_pdf'>['job_name']
  readonly BillTemplateId: Row<'make_pdf'>['bill_template_id']
  readonly SortType: Row<'make_pdf'>['sort_type']
  readonly MergePDFCount: Row<'make_pdf'>['merge_pdf_count']
  readonly UniformNo: NonNullable<Row<'agreement'>['uniform_no']>
}

/** Prints a batch. If the process dies, the job starts again from the first bill. */
export const runBatch = async (ports: Ports, { SerialId, request }: JobData, run: JobRun): Promise<void> => {
  const { backgroundDb: db } = ports
  const batch = await startBatch(db, Number(SerialId))
  if (!batch) return
  const bills = await printableIds(db, batchCondition(batch), batch.SortType)
  requireBatchSize(bills.length)
  const { JobName, MergePDFCount: slipsPerFile, BillTemplateId: template, UniformNo: uniformNo } = batch
  const owner = ownerOfBatch(batch.SerialId)
  // The cast is safe, because `requestBatch` wrote the data of the job.
  const source = {
    owner,
    requester: request as SlipRequester,
    uniformNo,
    name: `繳款單_${JobName}`,
    bills,
    slipsPerFile,
    template,
  }
  await writeSlips(ports, run, source, (trx, printed) => endBatch({ ...ports, db: trx }, batch.SerialId, printed))
}

/** Marks the batch as being processed and returns it; undefined if it was deleted or has ended. */
const startBatch = async (db: Db, id: number): Promise<StartedBatch | undefined> => {
  const { rows } = await sql<StartedBatch>`
    update make_pdf m
    set job_status = 'Processing'
    from agreement a
    where m.serial_id = ${id} and m.job_status in ('Pending', 'Processing') and a.apply_code = m.apply_code
    returning
      m.serial_id as "SerialId", m.apply_code as "ApplyCode", m.job_name as "JobName", m.bill_term_id as "BillTermId",
      m.bill_category_code as "BillCategoryCode", m.payer_unit_id as "PayerUnitId", m.pay_status_filter as "PayStatusFilter",
      m.payer_id_from as "PayerIdFrom", m.payer_id_to as "PayerIdTo", m.bill_template_id as "BillTemplateId", m.sort_type as "SortType",
      m.merge_pdf_count as "MergePDFCount", a.uniform_no as "UniformNo"`.execute(db)
  return rows[0]
}

/** Marks a batch as done; returns false if it has already ended or was deleted. */
const endBatch = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  id: number,
  { billCount, fileCount, size, expireDate }: PrintedBatch,
) => {
  const { numUpdatedRows } = await db
    .updateTable('make_pdf')
    .set({
      job_status: 'Done',
      bill_count: billCount,
      file_count: fileCount,
      file_size: size,
      expire_date: expireDate,
      ...endedAt(clock()),
    })
    .where('serial_id', '=', id)
    .where('job_status', '=', 'Processing')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const endedAt = (now: Date) => ({ finish_time: now.toISOString(), update_time: nextUpdateTime(now) })

/** Marks a batch as failed because it was cancelled, has nothing to print, or failed in every attempt. */
export const onBatchFailure = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  id: number,
  reason: unknown,
): Promise<void> => {
  const outcome = slipFailureMessage({ log }, { batch: id }, reason)
  await db
    .updateTable('make_pdf')
    .set({ job_status: 'Failed', error_message: outcome, ...endedAt(clock()) })
    .where('serial_id', '=', id)
    .where('job_status', 'in', ['Pending', 'Processing'])
    .execute()
  if (reason instanceof JobCancelled) await writeOutcome(db, { name: makePDFJob, data: { SerialId: id }, outcome })
}

/** Returns the message for the user about slips that were not printed. Logs an unexpected reason. */
export const slipFailureMessage = (
  { log }: Pick<Ports, 'log'>,
  facts: Readonly<Record<string, number>>,
  reason: unknown,
): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '產製已取消，沒有產生任何檔案；如仍需要，請重新產製。'
  log.error('slips not made', { ...facts, ...errorDetails(reason) })
  return '系統發生錯誤，沒有產生任何檔案，請稍後重新產製。'
}

/** Deletes a batch with its file, unless it is being printed. */
export const deleteBatch = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const resource = call.schemas.get('makePDFList')
  const file = await call.ports.db.transaction().execute(async (db) => {
    const trxContext = { ...context, db }
    const key = keyOf(resource, call)
    const record = await findRecord(trxContext, resource, key, { lock: true })
    if (record.JobStatus === 'Processing')
      throw new Refusal('2006', '這個列印檔正在產製中，請等產製完成，或在作業通知取消後再刪除。')
    await db.deleteFrom('make_pdf').where('serial_id', '=', Number(record.SerialId)).execute()
    await auditRecord(trxContext, resource, { action: 'Delete', key, before: record })
    return removeJobFile(db, ownerOfBatch(Number(record.SerialId)))
  })
  if (file !== null) await deleteHiddenFile(call.ports.backgroundDb, file)
  return null
}
