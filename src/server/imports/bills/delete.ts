import { type SqlBool, sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { importOwner } from '../../bills/batches/import-slips'
import { hasWriteOff, isExported, voidBills } from '../../bills/void'
import type { Call } from '../../call'
import { auditRecord, contextOf, keyOf } from '../../context'
import { adaptiveBatchSize } from '../../database/batch-size'
import { deleteHiddenFile, hideFile } from '../../files'
import { removeJobFile } from '../../jobs/job-file'
import type { RecordContext } from '../../record-context'
import { findRecord } from '../../records/get'

/**
 * Voids the bills of an upload and deletes the upload.
 * Throws a refusal if the upload cannot be deleted now (`lockForDeletion`).
 * The bills are voided in small transactions, so that requests do not wait long.
 * The upload is deleted last, so that an interrupted deletion can be repeated.
 */
export const deleteBillUpload = async (call: Call): Promise<null> => {
  const context = contextOf(call)
  const { db, backgroundDb } = call.ports
  const record = await db.transaction().execute((trx) => lockForDeletion({ ...context, db: trx }, call))
  await voidUploadedBills({ ...context, db: backgroundDb }, record)
  const files = await db.transaction().execute((trx) => deleteUpload({ ...context, db: trx }, call))
  for (const file of files) await deleteHiddenFile(backgroundDb, file)
  return null
}

/**
 * Locks an upload and returns it.
 * Throws a refusal if the upload is being imported, if its slips are being printed, or if some of its bills have been
 * paid or exported.
 */
const lockForDeletion = async (context: RecordContext, call: Call): Promise<RecordValues> => {
  const resource = call.schemas.get('billImportList')
  const record = await findRecord(context, resource, keyOf(resource, call), { lock: true })
  if (record.ImportStatus === 'Processing') throw new Refusal('2006', '這批資料正在處理中，請等處理完成後再刪除。')
  if (record.PDFStatus === 'Processing')
    throw new Refusal('2006', '這批資料的繳款單正在產製中，請等產製完成，或在作業通知取消後再刪除。')
  const { paid, exported } = await countUnvoidable(context, record)
  if (paid > 0)
    throw new Refusal('2006', `這批資料已有 ${paid} 筆帳單繳費，不能整批刪除；請到代收資料維護逐筆作廢未繳的帳單。`)
  if (exported > 0)
    throw new Refusal(
      '2006',
      `這批資料已有 ${exported} 筆帳單匯出約定扣款、尚未回覆，不能整批刪除；請等扣款結果回覆後再刪除。`,
    )
  return record
}

const isBillOfUpload = ({ ApplyCode, ImportBatchNo }: RecordValues) =>
  sql<SqlBool>`b.apply_code = ${ApplyCode} and b.import_batch_no = ${ImportBatchNo}`

/**
 * Returns the number of bills with a payment, even a reversed one, and the number of active bills that have been
 * exported for direct debit.
 */
const countUnvoidable = async (
  { db }: RecordContext,
  record: RecordValues,
): Promise<{ readonly paid: number; readonly exported: number }> => {
  const { rows } = await sql<{ paid: number; exported: number }>`
    select
      count(*) filter (where b.paid_amount > 0 or ${hasWriteOff}) as paid,
      count(*) filter (where b.bill_state = 'Active' and ${isExported}) as exported
    from bill b
    where ${isBillOfUpload(record)}`.execute(db)
  return rows[0] ?? { paid: 0, exported: 0 }
}

/** The keys above `after`, up to `last`. */
interface KeyRange {
  readonly after: number
  readonly last: number
}

const voidUploadedBills = async (context: RecordContext, record: RecordValues): Promise<void> => {
  const batch = adaptiveBatchSize({ initial: 50, max: 5000 })
  let { after, last } = await keyRange(context, record)
  while (after < last) {
    const condition = sql<SqlBool>`${isBillOfUpload(record)} and b.serial_id > ${after} and b.serial_id <= ${last}`
    const lastVoided = await context.db
      .transaction()
      .execute((db) => batch.run(() => voidBills({ ...context, db }, condition, batch.rows)))
    // If no bill was voided, the rest of the range contains no bill that can be voided.
    after = lastVoided ?? last
  }
}

/**
 * Returns the range of the keys of an upload's bills.
 * Voiding a batch is fast if the database searches only this range.
 */
const keyRange = async ({ db }: RecordContext, record: RecordValues): Promise<KeyRange> => {
  const { rows } = await sql<KeyRange>`
    select coalesce(min(serial_id), 1) - 1 as after, coalesce(max(serial_id), 0) as last
    from bill b
    where ${isBillOfUpload(record)}`.execute(db)
  return rows[0] ?? { after: 0, last: 0 }
}

/**
 * Deletes the upload itself.
 * Throws a refusal if a payment has arrived while its bills were voided.
 * Hides its files and returns their ids; the caller deletes their content after the transaction.
 */
const deleteUpload = async (context: RecordContext, call: Call): Promise<readonly string[]> => {
  const resource = call.schemas.get('billImportList')
  const record = await lockForDeletion(context, call)
  await context.db.deleteFrom('bill_import').where('serial_id', '=', Number(record.SerialId)).execute()
  await hideFile(context.db, String(record.File))
  await auditRecord(context, resource, { action: 'Delete', key: keyOf(resource, call), before: record })
  const slips = await removeJobFile(context.db, importOwner(Number(record.SerialId)))
  return slips === null ? [String(record.File)] : [String(record.File), slips]
}
