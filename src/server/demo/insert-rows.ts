import { type RawBuilder, sql } from 'kysely'
import { columnName } from '../../schema/load/names'
import type { Db } from '../ports'

/** Who created the rows, and when. */
export interface SeedTrail {
  readonly user: string
  readonly at: string
}

// Large enough to be fast, small enough not to block the embedded database for long.
const chunkRows = 100

/** Inserts records by field name, in their order; the first one decides the columns. */
export const insertRows = async (db: Db, table: string, records: readonly object[], trail?: SeedTrail): Promise<void> => {
  for (const rows of chunks(records, trail)) await insertion(table, rows, sql``).execute(db)
}

/** Inserts records into a table with generated numbers and returns these in the order of the records. */
export const insertNumbered = async (db: Db, table: string, records: readonly object[], trail?: SeedTrail): Promise<readonly number[]> => {
  const numbers: number[] = []
  for (const rows of chunks(records, trail)) {
    const kept = await insertion(table, rows, sql`returning serial_id`).execute(db)
    numbers.push(...kept.rows.map(({ serial_id }) => Number(serial_id)))
  }
  return numbers
}

type ColumnValues = Readonly<Record<string, unknown>>

const insertion = (table: string, rows: readonly ColumnValues[], returning: RawBuilder<unknown>): RawBuilder<{ readonly serial_id: number }> => {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)))
  return sql<{ serial_id: number }>`
    insert into ${sql.id(table)} (${columns})
    select ${columns}
    from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::text::jsonb)
    ${returning}`
}

const chunks = (records: readonly object[], trail: SeedTrail | undefined): readonly (readonly ColumnValues[])[] =>
  Array.from({ length: Math.ceil(records.length / chunkRows) }, (_, no) =>
    records.slice(no * chunkRows, (no + 1) * chunkRows).map((record) => toRow(record, trail)),
  )

const toRow = (record: object, trail: SeedTrail | undefined): ColumnValues => ({
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [columnName(name), value])),
  ...(trail ? { create_user: trail.user, create_time: trail.at, update_user: trail.user, update_time: trail.at } : {}),
})
