import { sql } from 'kysely'
import type { Db } from '../../ports'
import { triggerFunction } from './0009-bill-tally'

/** Creates the table with the number and the sum of the accepted lines, and the function of the trigger that writes it (`../bills-and-lines/accepted-lines.ts`). */
export const acceptedLines = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  // Each statement that inserts lines adds a row for each currency; the parts of a divided line are not counted, because the line itself is. Changes and deletions of lines add no row, so that the lines then differ from this table and the ledger check reports it.
  `create table if not exists accepted_tally (
    currency_type text,
    line_count bigint not null,
    amount bigint not null,
    -- Whether the row is a sum of earlier rows.
    merged boolean not null default false
  )`,
  triggerFunction('count_accepted_lines', {
    INSERT: [
      `
    insert into accepted_tally (currency_type, line_count, amount)
    select currency_type, count(*), coalesce(sum(case when amount_sign = 'Minus' then -amount else amount end), 0)
    from added
    where parent_serial_id is null
    group by currency_type`,
    ],
  }),
]
