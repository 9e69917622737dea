import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import { errorFacts } from '../error-facts'
import { tellOutcome } from '../jobs/job-rows'
import { JobStopped } from '../jobs/job-stopped'
import type { Db, Ports } from '../ports'
import { paceOf } from '../store/pace'
import { billImportJob, importWithdrawalJob } from './job-names'
import { rowError } from './row-error'
import { clearStaged } from './staging'

/**
 * Ends an import that was cancelled, cannot be read or failed in every try: what it had published already is taken back, as far as nobody has paid it.
 * That may be much: it is left to a job of its own, which does it in small steps, and until then the import counts as being processed.
 */
export const giveUpImport = async ({ db, clock, log, jobs }: Pick<Ports, 'db' | 'clock' | 'log' | 'jobs'>, id: number, reason: unknown): Promise<void> => {
  const known = reason instanceof Refusal || reason instanceof JobStopped
  if (!known) log.error('import failed', { import: id, ...errorFacts(reason) })
  const end: GivenUp = { id, message: sentenceOf(reason), cancelled: reason instanceof JobStopped }
  if (await hasMade(db, id)) await jobs.enqueue(db, importWithdrawalJob, { SerialId: id, message: end.message, cancelled: end.cancelled })
  else await endGivenUp({ db, clock }, end)
}

/** An import that is being given up, and what to tell about it. */
export interface GivenUp {
  readonly id: number
  readonly message: string
  /** Somebody wanted it so. */
  readonly cancelled: boolean
}

/** Takes back what the import had made; cut off at any point, it goes on with what is left. */
export const withdrawImport = async ({ backgroundDb: db, clock }: Pick<Ports, 'backgroundDb' | 'clock'>, end: GivenUp): Promise<void> => {
  const { id } = end
  await clearStaged(db, id)
  const pace = paceOf({ first: 50, most: 5000 })
  for (let gone = 1; gone > 0; ) gone = await db.transaction().execute((trx) => pace.step(() => withdrawBills(trx, id, pace.rows)))
  await db.transaction().execute((trx) => endGivenUp({ db: trx, clock }, end))
}

/** Writes the final state, with what is left because somebody has paid it. */
export const endGivenUp = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>, { id, message, cancelled }: GivenUp): Promise<void> => {
  const kept = await keptBills(db, id)
  const told = kept.count === 0 ? message : keptSentence(kept.count, cancelled)
  const now = clock().toISOString()
  await sql`
    update bill_import
    set import_status = ${kept.count === 0 ? 'Failed' : 'PartialFailed'}, total_count = greatest(total_count, ${kept.count}::bigint),
      success_count = ${kept.count}, fail_count = greatest(total_count, ${kept.count}::bigint) - ${kept.count}, total_amount = ${kept.amount},
      error_log = ${JSON.stringify([rowError(1, '檔案', '', 'E112', told)])}::text::jsonb || coalesce(error_log, '[]'), finish_time = ${now}::timestamptz,
      update_time = greatest(${now}::timestamptz, update_time + interval '1 microsecond')
    where serial_id = ${id} and import_status in ('Pending', 'Processing')`.execute(db)
  if (cancelled) await tellOutcome(db, { name: billImportJob, serialId: id, outcome: told })
}

const keptSentence = (count: number, cancelled: boolean): string =>
  `${cancelled ? '匯入已取消' : '匯入沒有完成'}；已繳費的 ${count} 筆帳單保留，其餘沒有匯入。若要匯入其餘資料，請從檔案中刪去這 ${count} 筆後重新上傳。`

const hasMade = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ made: boolean }>`
    select i.success_count > 0 or exists (select 1 from bill_import_row r where r.import_id = i.serial_id) as made
    from bill_import i
    where i.serial_id = ${id} and i.import_status in ('Pending', 'Processing')`.execute(db)
  return rows[0]?.made ?? false
}

/** Only while the import is under way: one that has ended is not touched any more. Answers how many bills went. */
const withdrawBills = async (db: Db, id: number, most: number): Promise<number> => {
  const { rows } = await sql`
    with unpaid as (
      select b.serial_id
      from bill_import i
      join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
      where i.serial_id = ${id} and i.import_status in ('Pending', 'Processing') and b.paid_amount = 0
      limit ${most}
      for update of b
    )
    delete from bill where serial_id in (select serial_id from unpaid)
    returning serial_id`.execute(db)
  return rows.length
}

const keptBills = async (db: Db, id: number): Promise<{ count: number; amount: number }> => {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(b.should_pay_amount), 0)::bigint as amount
    from bill_import i
    join bill b on b.apply_code = i.apply_code and b.import_batch_no = i.import_batch_no
    where i.serial_id = ${id}`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

const sentenceOf = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobStopped) return '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  return '系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。'
}
