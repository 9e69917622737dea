import { type RawBuilder, sql } from 'kysely'
import { columnName } from '../../schema/load/names'
import type { Db } from '../ports'

/** The user and time that are written to the audit columns of new rows. */
export interface AuditValues {
  readonly user: string
  readonly at: string
}

// Large enough to be fast, small enough not to block the embedded database for long.
const rowsPerChunk = 100

/**
 * Inserts records, which contain values by field name, in the given order.
 * All records have the fields of the first one.
 */
export const insertRows = async (
  db: Db,
  table: string,
  records: readonly object[],
  auditValues?: AuditValues,
): Promise<void> => {
  await insertChunks(db, table, chunksOf(records, auditValues), sql``)
}

/** Inserts records and returns their generated serial ids, in the order of the records. */
export const insertReturningIds = async (
  db: Db,
  table: string,
  records: readonly object[],
  auditValues?: AuditValues,
): Promise<readonly number[]> => {
  const rows = await insertChunks(db, table, chunksOf(records, auditValues), sql`returning serial_id`)
  return rows.map(({ serial_id }) => Number(serial_id))
}

/** Inserts the records that are not in the table yet; returns their generated serial ids by the value of a column. */
export const insertMissing = async (
  db: Db,
  table: string,
  column: string,
  records: readonly object[],
  auditValues: AuditValues,
): Promise<ReadonlyMap<unknown, number>> => {
  const rows = await insertChunks(
    db,
    table,
    chunksOf(records, auditValues),
    sql`on conflict do nothing returning serial_id, ${sql.ref(column)}`,
  )
  return new Map(rows.map((row) => [row[column], Number(row.serial_id)]))
}

type ColumnValues = Readonly<Record<string, unknown>>

const insertChunks = async (
  db: Db,
  table: string,
  chunks: readonly (readonly ColumnValues[])[],
  /** The SQL after the inserted rows. */
  suffix: RawBuilder<unknown>,
): Promise<readonly ColumnValues[]> => {
  const inserted: ColumnValues[] = []
  for (const rows of chunks) {
    const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.id(name)))
    const result = await sql<ColumnValues>`
      insert into ${sql.id(table)} (${columns})
      select ${columns}
      from jsonb_populate_recordset(null::${sql.id(table)}, ${JSON.stringify(rows)}::text::jsonb)
      ${suffix}`.execute(db)
    inserted.push(...result.rows)
  }
  return inserted
}

const chunksOf = (
  records: readonly object[],
  auditValues: AuditValues | undefined,
): readonly (readonly ColumnValues[])[] =>
  Array.from({ length: Math.ceil(records.length / rowsPerChunk) }, (_, index) =>
    records.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk).map((record) => toRow(record, auditValues)),
  )

const toRow = (record: object, auditValues: AuditValues | undefined): ColumnValues => ({
  ...Object.fromEntries(Object.entries(record).map(([name, value]) => [columnName(name), value])),
  ...(auditValues
    ? {
        create_user: auditValues.user,
        create_time: auditValues.at,
        update_user: auditValues.user,
        update_time: auditValues.at,
      }
    : {}),
})
