import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'

/**
 * The table with counts and sums of bills: one or more rows for each combination of values in the columns of `group`.
 * The table of bills also has the columns of `group`.
 */
export const billTally = {
  table: 'bill_tally',
  group: [
    'apply_code',
    'bill_term_id',
    'bill_category_code',
    'currency_type',
    'bill_state',
    'pay_status',
    'payment_end_date',
    'channel_id',
    'debit_flag',
  ],
  sums: ['bill_count', 'should_pay_amount', 'paid_amount', 'outstanding_amount'],
  /** The displayed state, which is computed from three columns of the group. */
  computed: ['bill_status'],
} as const

/** The table with counts and sums of payments, by the columns of their bills and by channel. */
export const paymentTally = {
  table: 'payment_tally',
  group: ['apply_code', 'bill_term_id', 'currency_type', 'bill_state', 'channel_id'],
  sums: ['payment_count', 'amount'],
} as const

/**
 * Returns the SQL expression of the state that the index table `bill_by_state` stores for a bill.
 * The state is never overdue, because that depends on the day.
 */
export const storedBillState = (column: (name: string) => RawBuilder<unknown>): RawBuilder<string> =>
  sql`case when ${column('bill_state')} = 'Void' then ${column('bill_state')} else ${column('pay_status')} end`

/**
 * Returns the SQL condition for bills that are overdue (逾期) today, like `isOverdue` in the domain.
 * Callers exclude void bills, whose `pay_status` may still be unpaid.
 */
export const overdueCondition = (
  payStatus: RawBuilder<unknown>,
  deadline: RawBuilder<unknown>,
  today: unknown,
): RawBuilder<SqlBool> => sql`(${payStatus} in ('Unpaid', 'PartialPaid') and ${pastDeadlineCondition(deadline, today)})`

/** Returns the SQL condition for bills whose deadline has passed, paid or not. */
export const pastDeadlineCondition = (deadline: RawBuilder<unknown>, today: unknown): RawBuilder<SqlBool> =>
  sql`${deadline} < ${today}::date`

/**
 * If the triggers that update the tallies do not exist, creates them and counts the existing bills and payments.
 * The triggers are missing on the first start and after the restore of an older backup.
 * Unlike code of the portal, triggers also count changes that other programs make.
 */
export const ensureTallies = async (db: Db): Promise<void> => {
  if (await hasTriggers(db)) return
  await inTransaction(db, async (trx) => {
    // Without the lock, a concurrent merge could insert sums that `countAll` has just deleted.
    await sql`lock table bill, payment, bill_tally, payment_tally in share row exclusive mode`.execute(trx)
    for (const table of ['bill', 'payment']) await createTriggers(trx, table)
    await countAll(trx)
  })
}

/**
 * The operations whose trigger reads rows, and the names of the rows before and after the change.
 * TRUNCATE has a trigger too, which reads no rows.
 */
const rowOperations = {
  insert: 'new table as added',
  update: 'new table as added old table as removed',
  delete: 'old table as removed',
} as const

/** Returns whether the triggers exist: four on each table. Also returns true if there is no table of bills yet. */
const hasTriggers = async (db: Db): Promise<boolean> => {
  const { rows } = await sql<{ exist: boolean }>`
    select to_regclass('bill') is null or 8 = (
      select count(*) from pg_trigger where tgrelid in (to_regclass('bill'), to_regclass('payment')) and tgname like '%\\_tally\\_%'
    ) as exist`.execute(db)
  return rows[0]?.exist ?? false
}

const createTriggers = async (db: Db, table: string): Promise<void> => {
  const create = async (operation: string, referencing: string): Promise<void> => {
    const name = `${table}_tally_${operation}`
    await sql`drop trigger if exists ${sql.id(name)} on ${sql.id(table)}`.execute(db)
    await sql
      .raw(
        `create trigger ${name} after ${operation} on ${table} ${referencing} for each statement execute function tally_${table}s()`,
      )
      .execute(db)
  }
  for (const [operation, names] of Object.entries(rowOperations)) await create(operation, `referencing ${names}`)
  await create('truncate', '')
}

/**
 * Replaces the tallies with the counts and sums of all bills and payments.
 * A counter-entry, which has a negative amount, subtracts the payment that it counters.
 */
const countAll = async (db: Db): Promise<void> => {
  await db.deleteFrom('bill_tally').execute()
  await db.deleteFrom('payment_tally').execute()
  await sql`
    insert into bill_tally (${columnList(billTally.group)}, ${columnList(billTally.sums)}, merged)
    select ${columnList(billTally.group)}, count(*), coalesce(sum(should_pay_amount), 0), coalesce(sum(paid_amount), 0),
      coalesce(sum(greatest(should_pay_amount - paid_amount, 0)), 0), true
    from bill
    group by ${columnList(billTally.group)}`.execute(db)
  await sql`
    insert into payment_tally (apply_code, bill_term_id, currency_type, bill_state, channel_id, payment_count, amount, merged)
    select b.apply_code, b.bill_term_id, b.currency_type, b.bill_state, p.channel_id, sum(sign(p.amount)::int), sum(p.amount), true
    from payment p
    join bill b on b.serial_id = p.bill_serial_id
    group by b.apply_code, b.bill_term_id, b.currency_type, b.bill_state, p.channel_id`.execute(db)
  await sql`analyze bill_tally`.execute(db)
}

const columnList = (names: readonly string[]) => sql.join(names.map((name) => sql.id(name)))
