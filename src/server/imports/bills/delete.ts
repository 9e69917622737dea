import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { actorOf, companyOf } from '../../access/caller'
import { adaptiveBatchSize } from '../../database/batch-size'
import { deleteHiddenFile, hideFile } from '../../files'
import type { Call } from '../../http/call'
import { auditRecord, contextOf, keyOf, type RecordContext } from '../../records/context'
import { findRecord } from '../../records/get'

/**
 * Deletes an upload and voids its bills, as long as none of them is paid. The bills are voided in small transactions, so that requests do not wait long,
 * and the upload is deleted last: an interrupted deletion leaves an upload with fewer live bills, and can be repeated.
 */
export const deleteImport = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const { db, backgroundDb } = call.ports
  const record = await db.transaction().execute((trx) => lockForDeletion({ ...context, db: trx }, call))
  await voidBills({ ...context, db: backgroundDb }, record)
  const file = await db.transaction().execute((trx) => deleteUpload({ ...context, db: trx }, call))
  await deleteHiddenFile(backgroundDb, file)
  return null
}

/** Locks the upload and refuses to delete it while it is processed or has paid bills. */
const lockForDeletion = async (context: RecordContext, call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  const record = await findRecord(context, resource, keyOf(resource, call), true)
  if (record.ImportStatus === 'Processing') throw new Refusal('2006', '這批資料正在處理中，請等處理完成後再刪除。')
  const paid = await countPaid(context, record)
  if (paid > 0) throw new Refusal('2006', `這批資料已有 ${paid} 筆帳單繳費，不能整批刪除；請到代收資料維護逐筆作廢未繳的帳單。`)
  return record
}

const countPaid = async ({ db }: RecordContext, { ApplyCode, ImportBatchNo }: RecordValues): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from bill where apply_code = ${ApplyCode} and import_batch_no = ${ImportBatchNo} and paid_amount > 0`.execute(db)
  return rows[0]?.count ?? 0
}

interface KeyRange {
  readonly after: number
  readonly last: number
}

const voidBills = async (context: RecordContext, record: RecordValues): Promise<void> => {
  const batch = adaptiveBatchSize({ initial: 50, max: 5000 })
  let { after, last } = await keyRange(context, record)
  while (after < last) {
    const next = await context.db.transaction().execute((db) => batch.run(() => voidNextBills({ ...context, db }, record, { after, last, rows: batch.rows })))
    after = next ?? last
  }
}

/** Returns the range of keys of the upload's bills, so that each step searches only that. */
const keyRange = async ({ db }: RecordContext, { ApplyCode, ImportBatchNo }: RecordValues): Promise<KeyRange> => {
  const { rows } = await sql<KeyRange>`
    select coalesce(min(serial_id), 1) - 1 as after, coalesce(max(serial_id), 0) as last
    from bill
    where apply_code = ${ApplyCode} and import_batch_no = ${ImportBatchNo}`.execute(db)
  return rows[0] ?? { after: 0, last: 0 }
}

/** Voids the next unpaid bills, each with its audit line; returns the last one's key, null when there is none. */
const voidNextBills = async (
  { db, clock, scope, ip }: RecordContext,
  { ApplyCode, ImportBatchNo }: RecordValues,
  { after, last, rows: maxRows }: KeyRange & { readonly rows: number },
): Promise<number | null> => {
  const now = sql`${clock().toISOString()}::timestamptz`
  const { rows } = await sql<{ last: number | null }>`
    with live as (
      select serial_id
      from bill
      where apply_code = ${ApplyCode} and import_batch_no = ${ImportBatchNo} and bill_state = 'Active' and paid_amount = 0
        and serial_id > ${after} and serial_id <= ${last}
      order by serial_id
      limit ${maxRows}
      for update
    ), voided as (
      update bill
      set bill_state = 'Void', update_user = ${actorOf(scope)}, update_time = greatest(${now}, update_time + interval '1 microsecond')
      where serial_id in (select serial_id from live)
      returning serial_id
    ), audited as (
      insert into audit_log (at, user_id, uniform_no, ip, action, resource, record_key, before, after)
      select ${now}, ${actorOf(scope)}, ${companyOf(scope)}, ${ip}, 'Void', 'bills', serial_id::text, '{"BillState":"Active"}', '{"BillState":"Void"}'
      from voided
    )
    select max(serial_id) as last from voided`.execute(db)
  return rows[0]?.last ?? null
}

/** Deletes the upload itself, unless a payment arrived while its bills were voided; returns its file, whose content is still to be deleted. */
const deleteUpload = async (context: RecordContext, call: Call): Promise<string> => {
  const resource = call.schemas.get('billImportList')
  const record = await lockForDeletion(context, call)
  await sql`delete from bill_import where serial_id = ${record.SerialId}`.execute(context.db)
  await hideFile(context.db, String(record.File))
  await auditRecord(context, resource, { action: 'Delete', key: keyOf(resource, call), before: record })
  return String(record.File)
}
