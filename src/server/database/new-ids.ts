import { sql } from 'kysely'
import type { Db } from '../ports'

/** Returns new serial ids for records of a table, in ascending order. */
export const newIds = async (
  db: Db,
  [table, column]: readonly [table: string, column: string],
  count: number,
): Promise<readonly number[]> => {
  // Because of `offset 0`, PostgreSQL looks up the sequence once, not for each record.
  const { rows } = await sql<{ ids: readonly number[] | null }>`
    select json_agg(nextval(s.name)) as ids
    from (select pg_get_serial_sequence(${table}, ${column})::regclass as name offset 0) s
    cross join generate_series(1, ${count}::integer)`.execute(db)
  return rows[0]?.ids ?? []
}
