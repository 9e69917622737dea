import { sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'
import { storedBillState } from './bill-tally'

/**
 * Percentage of a page that new bills fill.
 * The rest is free for changed bills: PostgreSQL writes no index entries if the new version of a bill is on the same
 * page as the old one.
 */
const fillFactor = 80

/**
 * If the triggers that list partly paid bills do not exist, creates them and inserts the existing bills.
 * They are missing on the first start and after the restore of an older backup.
 * The list has its own table because an index by the paid amount would be written with each payment.
 */
export const ensurePartlyPaidBills = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('bill') is not null and 4 <> (
      select count(*) from pg_trigger where tgrelid = to_regclass('bill') and tgname like 'bill\\_partly\\_paid\\_%'
    ) as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await inTransaction(db, async (trx) => {
    await sql`lock table bill in share row exclusive mode`.execute(trx)
    for (const statement of triggersOf('bill_partly_paid', 'list_partly_paid_bills'))
      await sql.raw(statement).execute(trx)
    await trx.deleteFrom('internal_partly_paid_bill').execute()
    await sql`
      insert into internal_partly_paid_bill (serial_id, apply_code, outstanding_amount)
      select serial_id, apply_code, should_pay_amount - paid_amount
      from bill
      where pay_status = 'PartialPaid' and bill_state = 'Active'`.execute(trx)
    await sql`analyze internal_partly_paid_bill`.execute(trx)
  })
}

/**
 * If the triggers that write `bill_by_state` do not exist, creates them and inserts the existing bills.
 * They are missing on the first start and after the restore of an older backup.
 * The state has its own table because a change of an indexed column would write a new entry to every index of the table
 * of bills.
 */
export const ensureBillsByState = async (db: Db): Promise<void> => {
  // There is one trigger for each of the four operations below.
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('bill') is not null and 4 <> (
      select count(*) from pg_trigger where tgrelid = to_regclass('bill') and tgname like 'bill\\_by\\_state\\_%'
    ) as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await inTransaction(db, async (trx) => {
    await sql`lock table bill in share row exclusive mode`.execute(trx)
    for (const statement of statements) await sql.raw(statement).execute(trx)
    await sql`
      insert into bill_by_state (apply_code, stored_state, serial_id)
      select apply_code, ${storedBillState(sql.id)}, serial_id
      from bill
      where apply_code is not null and ${storedBillState(sql.id)} is not null`.execute(trx)
    await sql`analyze bill_by_state`.execute(trx)
  })
}

/** Returns the statements that create the triggers of a function for all changes of bills. */
const triggersOf = (name: string, functionName: string): readonly string[] =>
  Object.entries({
    insert: 'referencing new table as added',
    update: 'referencing new table as added old table as removed',
    delete: 'referencing old table as removed',
    truncate: '',
  }).flatMap(([operation, referencing]) => [
    `drop trigger if exists ${name}_${operation} on bill`,
    `create trigger ${name}_${operation} after ${operation} on bill ${referencing} for each statement execute function ${functionName}()`,
  ])

const statements: readonly string[] = [
  `alter table bill set (fillfactor = ${fillFactor})`,
  'delete from bill_by_state',
  ...triggersOf('bill_by_state', 'list_bills_by_state'),
]
