import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Creates the table with the differences between the lines of a held bank file and the booked lines of earlier files with the same header. */
export const heldFiles = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  `create table if not exists bank_file_difference (
    bank_file_serial_id bigint not null,
    -- New: a line of the file. Missing: a booked line. Corrected: both, which are one payment.
    kind text not null,
    line_no integer,
    line_serial_id bigint,
    -- What the file says about the payment, for the page; only for the first lines of each kind.
    facts jsonb,
    constraint bank_file_difference_kind check (
      case kind
        when 'New' then line_no is not null and line_serial_id is null
        when 'Corrected' then line_no is not null and line_serial_id is not null
        when 'Missing' then line_no is null and line_serial_id is not null
        else false
      end
    )
  )`,
  'create index if not exists bank_file_difference_file on bank_file_difference (bank_file_serial_id, kind)',
]
