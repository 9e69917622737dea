import { type RawBuilder, sql } from 'kysely'

type ColumnType = 'text' | 'bigint' | 'boolean' | 'date'

/** The values of records in the order of their columns. */
interface RecordList {
  readonly columns: readonly (readonly [name: string, type: ColumnType])[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Returns the values that records have in some of their fields, for {@link recordTable}. */
export const recordList = <Row>(records: readonly Row[], columns: Readonly<Partial<Record<keyof Row & string, ColumnType>>>): RecordList => {
  const names = Object.keys(columns) as (keyof Row & string)[]
  return { columns: Object.entries<ColumnType>(columns as Record<string, ColumnType>), rows: records.map((record) => names.map((name) => record[name])) }
}

/**
 * Returns a subquery with a row for each record and a column for each field. The records with the same position in several lists become one row. The values are
 * sent as JSON arrays without names, which are a third of the size of objects. PostgreSQL reads them in less than half the time. A value that many records share,
 * such as the name of their file, is sent once.
 */
export const recordTable = (first: RecordList, ...others: readonly RecordList[]): RawBuilder<unknown> => {
  const rows = first.rows.map((row, index) => row.concat(...others.map((other) => other.rows[index] ?? [])))
  const columns = [first, ...others].flatMap((list) => list.columns)
  const shared = sharedValues(rows, columns.length)
  const own = columns.flatMap((_, index) => (shared.has(index) ? [] : [index]))
  const selected = columns.map(([name, type], index) => {
    const value = shared.has(index) ? sql`${shared.get(index)}` : sql`(v ->> ${sql.lit(own.indexOf(index))})`
    return sql`${value}::${sql.raw(type)} as ${sql.id(name)}`
  })
  const sent = shared.size > 0 ? rows.map((row) => own.map((index) => row[index])) : rows
  return sql`(select ${sql.join(selected)} from jsonb_array_elements(${JSON.stringify(sent)}::text::jsonb) v)`
}

/** Returns the values that all rows share, by the index of their column; none for few rows. The SQL depends on which columns are shared, and every connection prepares and keeps each SQL text. */
const sharedValues = (rows: readonly (readonly unknown[])[], columnCount: number): ReadonlyMap<number, unknown> => {
  const [first = [], ...others] = rows
  if (rows.length < minRowsToShare) return new Map()
  const indexes = Array.from({ length: columnCount }, (_, index) => index)
  return new Map(indexes.filter((index) => others.every((row) => row[index] === first[index])).map((index) => [index, first[index] ?? null]))
}

const minRowsToShare = 100
