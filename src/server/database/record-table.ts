import { type RawBuilder, sql } from 'kysely'

type ColumnType = 'text' | 'bigint' | 'boolean' | 'date'

/** The values of records in the order of their columns. */
interface RecordList {
  readonly columns: readonly (readonly [name: string, type: ColumnType])[]
  readonly rows: readonly (readonly unknown[])[]
  /** The names of the columns in which all records usually have the same value. */
  readonly usuallyShared: readonly string[]
}

/** Returns the values that records have in some of their fields, for {@link recordTable}. */
export const recordList = <Row>(
  records: readonly Row[],
  columns: Readonly<Partial<Record<keyof Row & string, ColumnType>>>,
  usuallyShared: readonly (keyof Row & string)[] = [],
): RecordList => {
  const names = Object.keys(columns) as (keyof Row & string)[]
  const rows = records.map((record) => names.map((name) => record[name]))
  return { columns: Object.entries<ColumnType>(columns as Record<string, ColumnType>), rows, usuallyShared }
}

/**
 * Returns a subquery with a row for each record and a column for each field.
 * The records with the same position in several lists become one row.
 * The values are sent as JSON arrays without names, which are a third of the size of objects.
 * PostgreSQL reads them in less than half the time.
 * Values that many records share, such as the name of their file, are sent once.
 */
export const recordTable = (first: RecordList, ...others: readonly RecordList[]): RawBuilder<unknown> => {
  const rows = first.rows.map((row, index) => row.concat(...others.map((other) => other.rows[index] ?? [])))
  const columns = [first, ...others].flatMap((list) => list.columns)
  const shared = sharedValues(
    rows,
    columns.map(([name]) => name),
    [first, ...others].flatMap((list) => list.usuallyShared),
  )
  const unsharedIndexes = columns.flatMap((_, index) => (shared.has(index) ? [] : [index]))
  const selected = columns.map(([name, type], index) => {
    const value = shared.has(index)
      ? sql`${shared.get(index)}`
      : sql`(v ->> ${sql.lit(unsharedIndexes.indexOf(index))})`
    return sql`${value}::${sql.raw(type)} as ${sql.id(name)}`
  })
  const sentRows = shared.size > 0 ? rows.map((row) => unsharedIndexes.map((index) => row[index])) : rows
  return sql`(select ${sql.join(selected)} from jsonb_array_elements(${JSON.stringify(sentRows)}::text::jsonb) v)`
}

/**
 * Returns the values of the columns that are usually shared, by the index of the column.
 * Returns none for few rows, and none if the rows do not share all of them: every connection prepares and keeps each
 * SQL text, and with all values or none there are only two.
 */
const sharedValues = (
  rows: readonly (readonly unknown[])[],
  columns: readonly string[],
  usuallyShared: readonly string[],
): ReadonlyMap<number, unknown> => {
  const [first = [], ...others] = rows
  const indexes = columns.flatMap((name, index) => (usuallyShared.includes(name) ? [index] : []))
  const areShared =
    rows.length >= minRowsToShare && indexes.every((index) => others.every((row) => row[index] === first[index]))
  return new Map(areShared ? indexes.map((index) => [index, first[index] ?? null]) : [])
}

/** Minimum number of rows for which shared values are sent once. */
const minRowsToShare = 100
