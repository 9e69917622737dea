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

/** Inserts records with values by field name, in their order; the first record determines the columns. */
export const insertRows = async (db: Db, table: string, records: readonly object[], trail?: SeedTrail): Promise<void> => {
  await insert(db, table, chunks(records, trail), sql``)
}

/** Inserts records into a table with generated numbers and returns the numbers in the order of the records. */
export const insertNumbered = async (db: Db, table: string, records: readonly object[], trail?: SeedTrail): Promise<readonly number[]> => {
  const rows = await insert(db, table, chunks(records, trail), sql`returning serial_id`)
  return rows.map(({ serial_id }) => Number(serial_id))
}

/** Inserts the records that the table lacks, and returns their generated numbers by the values of a column. */
export const insertMissing = async (
  db: Db,
  table: string,
  column: string,
  records: readonly object[],
  trail: SeedTrail,
): Promise<ReadonlyMap<unknown, number>> => {
  const rows = await insert(db, table, chunks(records, trail), sql`on conflict do nothing returning serial_id, ${sql.ref(column)}`)
  return new Map(rows.map((row) => [row[column], Number(row.serial_id)]))
}

type ColumnValues = Readonly<Record<string, unknown>>

const insert = async (
  db: Db,
  table: string,
  chunksOfRows: readonly (readonly ColumnValues[])[],
  ending: RawBuilder<unknown>,
): Promise<readonly ColumnValues[]> => {
  const inserted: ColumnValues[] = []
  for (const rows of chunksOfRows) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)))
    const result = await sql<ColumnValues>`
      insert into ${sql.id(table)} (${columns})
      select ${columns}
      from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::text::jsonb)
      ${ending}`.execute(db)
    inserted.push(...result.rows)
  }
  return inserted
}

const chunks = (records: readonly object[], trail: SeedTrail | undefined): readonly (readonly ColumnValues[])[] =>
  Array.from({ length: Math.ceil(records.length / chunkRows) }, (_, index) =>
    records.slice(index * chunkRows, (index + 1) * chunkRows).map((record) => toRow(record, trail)),
  )

const toRow = (record: object, trail: SeedTrail | undefined): ColumnValues => ({
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [columnName(name), value])),
  ...(trail ? { create_user: trail.user, create_time: trail.at, update_user: trail.user, update_time: trail.at } : {}),
})
