import { type RawBuilder, sql } from 'kysely'
import type { RecordValues } from '../../../src/schema/language/types'
import type { Db } from '../../../src/server/ports'

/** Copies of a record, with the keys from 100001. */
interface Copies {
  readonly table: 'bill' | 'payer' | 'self_collection' | 'transaction_line'
  readonly of: RecordValues
  readonly count: number
  /** Returns the names and values in which copy number `n` differs, as arguments of `jsonb_build_object`. */
  readonly changes: (n: RawBuilder<number>) => RawBuilder<unknown>
}

/** Adds copies of a record in one statement. */
export const copyRows = async (db: Db, { table, of, count, changes }: Copies): Promise<void> => {
  await sql`
    insert into ${sql.table(table)}
    select copy.*
    from ${sql.table(table)} original
    cross join generate_series(1, ${count}::int) n
    cross join lateral jsonb_populate_record(original, jsonb_build_object('serial_id', 100000 + n, ${changes(sql`n`)})) copy
    where original.serial_id = ${Number(of.SerialId)}`.execute(db)
}
