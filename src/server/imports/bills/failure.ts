import { sql } from 'kysely'
import { Refusal } from '../../../domain/refusal'
import { errorFacts } from '../../database/errors'
import { nextUpdateTime } from '../../database/times'
import { JobStopped, writeOutcome } from '../../jobs/job-rows'
import type { Db, Ports } from '../../ports'
import { rowError } from '../row-error'
import { billImportJob, formerStage } from './run'

/** Marks an import as failed: it was cancelled, its file cannot be read, or every attempt failed. */
export const failImport = async ({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>, id: number, reason: unknown): Promise<void> => {
  const isExpected = reason instanceof Refusal || reason instanceof JobStopped
  if (!isExpected) log.error('import failed', { import: id, ...errorFacts(reason) })
  await endFailedImport({ db, clock }, { id, message: messageOf(reason), cancelled: reason instanceof JobStopped })
}

/** An import that failed or was cancelled, and the message for its owner. */
export interface FailedImport {
  readonly id: number
  readonly message: string
  /** Whether a user cancelled it. */
  readonly cancelled: boolean
}

/** Writes the final state. Bills that a version before migration 0002 had published in steps are deleted, except paid ones. */
export const endFailedImport = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>, { id, message, cancelled }: FailedImport): Promise<void> => {
  await deleteUnpaid(db, id)
  await sql`delete from staged_row where stage = ${formerStage(id)}`.execute(db)
  const paid = await countPaidBills(db, id)
  const outcome = paid.count === 0 ? message : keptMessage(paid.count, cancelled)
  const now = clock()
  await sql`
    update bill_import
    set import_status = ${paid.count === 0 ? 'Failed' : 'PartialFailed'}, total_count = greatest(total_count, ${paid.count}::bigint),
      pdf_status = 'NotNeeded', success_count = ${paid.count}, fail_count = greatest(total_count, ${paid.count}::bigint) - ${paid.count}, total_amount = ${paid.amount},
      error_log = ${JSON.stringify([rowError(1, '檔案', '', 'E112', outcome)])}::text::jsonb || coalesce(error_log, '[]'), finish_time = ${now.toISOString()}::timestamptz,
      update_time = ${nextUpdateTime(now)}
    where serial_id = ${id} and import_status in ('Pending', 'Processing')`.execute(db)
  if (cancelled) await writeOutcome(db, { name: billImportJob, data: { SerialId: id }, outcome })
}

const keptMessage = (count: number, cancelled: boolean): string =>
  `${cancelled ? '匯入已取消' : '匯入沒有完成'}；已繳費的 ${count} 筆帳單保留，其餘沒有匯入。若要匯入其餘資料，請從檔案中刪去這 ${count} 筆後重新上傳。`

/** Deletes unpaid bills of an import that has not ended. */
const deleteUnpaid = async (db: Db, id: number): Promise<void> => {
  await sql`
    delete from bill b
    using bill_import i
    where i.serial_id = ${id} and i.import_status in ('Pending', 'Processing')
      and b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no and b.paid_amount = 0`.execute(db)
}

const countPaidBills = async (db: Db, id: number): Promise<{ count: number; amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(b.should_pay_amount), 0)::bigint as amount
    from bill_import i
    join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.serial_id = ${id}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

const messageOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobStopped) return '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  return '系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。'
}
