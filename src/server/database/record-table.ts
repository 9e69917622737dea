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
 * sent as JSON arrays without names, which are a third of the size of objects. The server reads them in less than half the time.
 */
export const recordTable = (first: RecordList, ...others: readonly RecordList[]): RawBuilder<unknown> => {
  const rows = first.rows.map((row, index) => row.concat(...others.map((other) => other.rows[index] ?? [])))
  const columns = [first, ...others]
    .flatMap((list) => list.columns)
    .map(([name, type], index) => sql`(v ->> ${sql.lit(index)})::${sql.raw(type)} as ${sql.id(name)}`)
  return sql`(select ${sql.join(columns)} from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) v)`
}
