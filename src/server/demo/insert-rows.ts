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
): readonly (readonly ColumnValues[])[] => {
  const names = new Map(Object.keys(records[0] ?? {}).map((name) => [name, columnName(name)]))
  const rows = records.map((record) => toRow(record, names, auditValues))
  return Array.from({ length: Math.ceil(rows.length / rowsPerChunk) }, (_, index) =>
    rows.slice(index * rowsPerChunk, (index + 1) * rowsPerChunk),
  )
}

/** Returns the row of a record; `names` are the columns of its fields. */
const toRow = (
  record: object,
  names: ReadonlyMap<string, string>,
  auditValues: AuditValues | undefined,
): ColumnValues => {
  const row: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) row[names.get(name) ?? columnName(name)] = value
  if (!auditValues) return row
  const { user, at } = auditValues
  return { ...row, create_user: user, create_time: at, update_user: user, update_time: at }
}
