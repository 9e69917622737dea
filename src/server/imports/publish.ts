import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import type { SchemaSet } from '../../schema/schema-set'
import type { Db, JobRun } from '../ports'
import { audit } from '../store/audit'
import { type Pace, paceOf } from '../store/pace'
import { isRace } from '../store/violation'
import { takeBillNumbers } from './bill-numbers'
import { insertBills } from './bills'
import { findConflicts, removeConflicts } from './conflicts'
import type { ImportContext } from './context'
import { addErrors } from './reading'
import type { RowError } from './row-error'
import { clearStaged, countStaged, deleteStaged, nextStaged, type StagedSpan } from './staging'

/** When and by whose schema staged rows become bills. */
export interface Publishing {
  readonly db: Db
  readonly schemas: SchemaSet
  readonly now: Date
  readonly context: ImportContext
  /** Makes sure that nobody else has taken the work over. */
  readonly confirm: JobRun['confirm']
}

/**
 * Turns the staged rows into bills and ends the import. A few rows become bills in one transaction, which takes them off the stage as well:
 * on the embedded engine a transaction keeps everybody else waiting, and after a crash the rows that are left are those that are missing.
 */
export const publish = async (publishing: Publishing): Promise<void> => {
  const { db, context } = publishing
  if (context.form.ImportMode === 'AllOrNothing') await refuseAll(publishing)
  const pace = paceOf({ first: 50, most: 1000 })
  for (let after = 0; ; ) {
    const span = await nextStaged(db, context.form.SerialId, { after, rows: pace.rows })
    if (!span) break
    await publishSpan({ ...publishing, pace }, span)
    after = span.to
  }
  await db.transaction().execute((trx) => finish({ ...publishing, db: trx }))
}

/** With one bad row none becomes a bill; so all of them are looked at before the first does. */
const refuseAll = async ({ db, context }: Publishing): Promise<void> => {
  const { SerialId } = context.form
  const conflicts: RowError[] = []
  const pace = paceOf({ first: 50, most: 5000 })
  for (let after = 0; ; ) {
    const span = await nextStaged(db, SerialId, { after, rows: pace.rows })
    if (!span) break
    conflicts.push(...(await db.transaction().execute((trx) => pace.step(() => findConflicts(trx, SerialId, span)))))
    after = span.to
  }
  await addErrors(db, SerialId, conflicts)
  const { rows } = await sql<{ bad: boolean; begun: boolean }>`
    select error_log <> '[]' as bad, success_count > 0 as begun from bill_import where serial_id = ${SerialId}`.execute(db)
  if (rows[0]?.bad && rows[0].begun) throw tooLate()
  if (rows[0]?.bad) await clearStaged(db, SerialId)
}

/** An account that somebody takes while the rows become bills; the import is given up, which takes back what it has published. */
const tooLate = (): Refusal => new Refusal('2009', '匯入期間有虛擬帳號被其他帳單使用，這個檔案沒有匯入任何資料，請重新上傳以查看是哪幾列。')

interface PacedPublishing extends Publishing {
  readonly pace: Pace
}

const publishSpan = async (publishing: PacedPublishing, span: StagedSpan, tries = 1): Promise<void> => {
  const { db, pace } = publishing
  try {
    await db.transaction().execute((trx) => pace.step(() => publishRows({ ...publishing, db: trx }, span, tries)))
  } catch (error) {
    // Another import took the same account or number meanwhile; now it is visible and its row will be listed.
    if (tries < 5 && isRace(error)) return publishSpan(publishing, span, tries + 1)
    throw error
  }
}

const publishRows = async (publishing: Publishing, span: StagedSpan, tries: number): Promise<void> => {
  const { db, context, confirm } = publishing
  const { SerialId, ApplyCode } = context.form
  await confirm(db)
  const open = await lockOpen(db, SerialId)
  if (!open) return
  const conflicts = await removeConflicts(db, SerialId, span)
  if (conflicts.length > 0 && context.form.ImportMode === 'AllOrNothing') throw tooLate()
  await addErrors(db, SerialId, conflicts)
  const { count, amount } = await countStaged(db, SerialId, span)
  if (count === 0) return
  // Looking through all numbers of the month takes a while; once for an import is enough, unless somebody took one of them.
  const numbers = await takeBillNumbers(db, { applyCode: ApplyCode, today: context.today, count, lookAround: open.published === 0 || tries > 1 })
  await insertBills(publishing, span, numbers)
  await deleteStaged(db, SerialId, span)
  await sql`update bill_import set success_count = success_count + ${count}, total_amount = total_amount + ${amount} where serial_id = ${SerialId}`.execute(db)
}

/** Locks the import; nothing when it was deleted meanwhile, or is done. */
const lockOpen = async (db: Db, id: number): Promise<{ readonly published: number } | undefined> => {
  const { rows } = await sql<{ published: number }>`
    select success_count as published from bill_import where serial_id = ${id} and import_status = 'Processing' for update`.execute(db)
  return rows[0]
}

/** Writes the final state of an import that is still under way, and its line in the audit trail. */
const finish = async ({ db, context, now, confirm }: Publishing): Promise<void> => {
  const { SerialId, UploadUser } = context.form
  await confirm(db)
  const { rows } = await sql<{ TotalCount: number; SuccessCount: number; TotalAmount: number }>`
    update bill_import
    set import_status = case when success_count = 0 then 'Failed' when success_count < total_count then 'PartialFailed' else 'Succeeded' end,
      fail_count = total_count - success_count, finish_time = ${now.toISOString()}::timestamptz,
      update_time = greatest(${now.toISOString()}::timestamptz, update_time + interval '1 microsecond')
    where serial_id = ${SerialId} and import_status = 'Processing'
    returning total_count as "TotalCount", success_count as "SuccessCount", total_amount as "TotalAmount"`.execute(db)
  const [after] = rows
  if (!after) return
  const { UniformNo } = context.agreement
  await audit(db, {
    at: now,
    userId: UploadUser,
    uniformNo: UniformNo,
    ip: '',
    action: 'Import',
    resource: 'billImportList',
    recordKey: String(SerialId),
    after: { ...after },
  })
}
