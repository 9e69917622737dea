import { sql } from 'kysely'
import { enums } from '../../../domain/enums'
import type { Db } from '../../ports'

/** The states of lines, as an SQL list. */
const states = Object.keys(enums.WriteOffStatus)
  .map((state) => `'${state}'`)
  .join(', ')

/**
 * The constraints of lines.
 * There are no foreign keys, because each would cost a lookup for each line of a file.
 * The ledger check finds references to missing records.
 */
const constraints = {
  transaction_line_amount: 'amount > 0',
  transaction_line_sign: "amount_sign in ('Plus', 'Minus')",
  transaction_line_state: `write_off_status in (${states})`,
  transaction_line_exception: "write_off_status <> 'Exception' or exception_type is not null",
  transaction_line_pair: "pair_serial_id is null or write_off_status = 'Reversed'",
}

/**
 * Adds the missing constraints of lines.
 * They are `not valid`: they apply only to lines that are written from now on, because checking a large table would
 * delay the start.
 */
export const ensureLineConstraints = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select c.name
    from unnest(${Object.keys(constraints)}::text[]) as c (name)
    where to_regclass('transaction_line') is not null
      and not exists (select from pg_constraint p where p.conrelid = to_regclass('transaction_line') and p.conname = c.name)`.execute(
    db,
  )
  const missing = new Set(rows.map(({ name }) => name))
  for (const [name, check] of Object.entries(constraints))
    if (missing.has(name))
      await sql.raw(`alter table transaction_line add constraint ${name} check (${check}) not valid`).execute(db)
}
