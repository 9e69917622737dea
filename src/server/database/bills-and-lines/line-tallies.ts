import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'

const group = [
  'trade_date',
  'trans_date',
  'account_date',
  'expect_remit_date',
  'channel_id',
  'write_off_status',
  'exception_type',
  'currency_type',
  'amount_sign',
  'parent_serial_id',
] as const
const sums = ['line_count', 'amount', 'channel_fee', 'net_amount'] as const

/**
 * The table with counts and sums of lines: one or more rows for each combination of values in the columns of `group`,
 * which the lines have, too.
 */
export const lineTally = {
  table: 'line_tally',
  group: ['apply_code', ...group],
  sums,
  /** Whether a line has no agreement is computed from the agreement. */
  computed: ['without_agreement'],
  mergedBy: ['apply_code', 'trade_date'],
} as const

/**
 * The same for the lines of all companies, for the bank.
 * It has far fewer rows, because the lines of a day have many agreements, but few combinations of the other values.
 */
export const bankLineTally = { table: 'bank_line_tally', group, sums, computed: [], mergedBy: ['trade_date'] } as const

/**
 * If the triggers that update the tallies do not exist, creates them and counts the stored lines.
 * The triggers are missing on the first start and after the restore of an older backup.
 */
export const ensureLineTallies = async (db: Db): Promise<void> => {
  // There is one trigger for each of the four operations below.
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('transaction_line') is not null and 4 <> (
      select count(*) from pg_trigger where tgrelid = to_regclass('transaction_line') and tgname like 'transaction\\_line\\_tally\\_%'
    ) as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await inTransaction(db, async (trx) => {
    // Without the lock, a concurrent merge could insert sums that `countAll` has just deleted.
    await sql`lock table transaction_line, line_tally, bank_line_tally in share row exclusive mode`.execute(trx)
    for (const statement of triggers) await sql.raw(statement).execute(trx)
    await countAll(trx)
  })
}

/** Replaces the tallies with the counts and sums of all lines. */
const countAll = async (db: Db): Promise<void> => {
  const [byAgreement, byOthers, totals] = [lineTally.group, group, sums].map((names) => columnList(names))
  await db.deleteFrom('line_tally').execute()
  await db.deleteFrom('bank_line_tally').execute()
  await sql`
    insert into line_tally (${byAgreement}, ${totals}, merged)
    select ${byAgreement}, count(*), coalesce(sum(amount), 0), coalesce(sum(channel_fee), 0), coalesce(sum(net_amount), 0), true
    from transaction_line
    group by ${byAgreement}
    order by apply_code, trade_date`.execute(db)
  await sql`
    insert into bank_line_tally (${byOthers}, ${totals}, merged)
    select ${byOthers}, ${sql.join(sums.map((name) => sql`sum(${sql.id(name)})`))}, true
    from line_tally
    group by ${byOthers}
    order by trade_date`.execute(db)
  await sql`analyze line_tally, bank_line_tally`.execute(db)
}

const columnList = (names: readonly string[]): RawBuilder<unknown> => sql.join(names.map((name) => sql.id(name)))

const triggerStatements = (operation: string, referencing: string): readonly string[] => [
  `drop trigger if exists transaction_line_tally_${operation} on transaction_line`,
  `create trigger transaction_line_tally_${operation} after ${operation} on transaction_line ${referencing} for each statement execute function tally_lines()`,
]

const triggers: readonly string[] = [
  ...triggerStatements('insert', 'referencing new table as added'),
  ...triggerStatements('update', 'referencing new table as added old table as removed'),
  ...triggerStatements('delete', 'referencing old table as removed'),
  ...triggerStatements('truncate', ''),
]
