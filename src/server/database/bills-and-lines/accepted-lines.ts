import { sql } from 'kysely'
import type { Db } from '../../ports'
import { inTransaction } from '../transaction'

/** The table with counts and signed sums of the lines that were accepted. */
export const acceptedTally = {
  table: 'accepted_tally',
  group: ['currency_type'],
  sums: ['line_count', 'amount'],
} as const

/**
 * If the trigger that counts new lines does not exist, creates it and counts the stored lines.
 * The trigger is missing on the first start and after the restore of an older backup.
 * It ignores changes and deletions of lines, so that the ledger check can detect them.
 */
export const ensureAcceptedTally = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ isMissing: boolean }>`
    select to_regclass('transaction_line') is not null and not exists (
      select from pg_trigger where tgrelid = to_regclass('transaction_line') and tgname = 'transaction_line_accept'
    ) as "isMissing"`.execute(db)
  if (!rows[0]?.isMissing) return
  await inTransaction(db, async (trx) => {
    await sql`lock table transaction_line, accepted_tally in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('accepted_tally').execute()
    // The parts of a divided line are not counted, because the line itself is.
    await sql`
      insert into accepted_tally (currency_type, line_count, amount, merged)
      select currency_type, count(*), coalesce(sum(case when amount_sign = 'Minus' then -amount else amount end), 0), true
      from transaction_line
      where parent_serial_id is null
      group by currency_type`.execute(trx)
    await sql`
      create trigger transaction_line_accept after insert on transaction_line referencing new table as added
      for each statement execute function count_accepted_lines()`.execute(trx)
  })
}
