import { sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'

/**
 * The table with counts and sums of the lines of all companies: one or more rows for each combination of values in the
 * columns of `group`, which the lines have, too.
 * It has no agreement, because the lines of a day have few combinations of the other values, but many agreements.
 */
export const lineTally = {
  table: 'line_tally',
  group: [
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
  ],
  sums: ['line_count', 'amount', 'channel_fee', 'net_amount'],
  computed: [],
  mergedBy: 'trade_date',
} as const

/**
 * If the triggers that update the tally do not exist, creates them and counts the stored lines.
 * The triggers are missing on the first start and after the restore of an older backup.
 */
export const ensureLineTally = async (db: Db): Promise<void> => {
  // There is one trigger for each of the four operations below.
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('transaction_line') is not null and 4 <> (
      select count(*) from pg_trigger where tgrelid = to_regclass('transaction_line') and tgname like 'transaction\\_line\\_tally\\_%'
    ) as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await inTransaction(db, async (trx) => {
    // Without the lock, a concurrent merge could insert sums that were counted here, too.
    await sql`lock table transaction_line, line_tally in share row exclusive mode`.execute(trx)
    for (const statement of triggers) await sql.raw(statement).execute(trx)
    await sql`delete from line_tally`.execute(trx)
    const group = sql.join(lineTally.group.map((name) => sql.id(name)))
    await sql`
      insert into line_tally (${group}, line_count, amount, channel_fee, net_amount, merged)
      select ${group}, count(*), coalesce(sum(amount), 0), coalesce(sum(channel_fee), 0), coalesce(sum(net_amount), 0), true
      from transaction_line
      group by ${group}
      order by trade_date`.execute(trx)
    await sql`analyze line_tally`.execute(trx)
  })
}

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
