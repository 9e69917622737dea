import { type RawBuilder, sql } from 'kysely'

type ColumnType = 'text' | 'bigint' | 'boolean' | 'date'

/** Records, and the fields of them that a statement uses, with the types of their columns. */
interface GivenRecords {
  readonly columns: readonly (readonly [name: string, type: ColumnType])[]
  readonly rows: readonly (readonly unknown[])[]
}

/** Returns records for {@link givenRows}. */
export const given = <Row>(records: readonly Row[], columns: Readonly<Partial<Record<keyof Row & string, ColumnType>>>): GivenRecords => {
  const names = Object.keys(columns) as (keyof Row & string)[]
  return { columns: Object.entries<ColumnType>(columns as Record<string, ColumnType>), rows: records.map((record) => names.map((name) => record[name])) }
}

/**
 * Returns a table of records for a statement; its columns have the names of the fields. Several lists of records are put side by side. They are sent as arrays without
 * names, a third of the size of objects, and the server reads them in less than half the time.
 */
export const givenRows = (first: GivenRecords, ...others: readonly GivenRecords[]): RawBuilder<unknown> => {
  const rows = first.rows.map((row, index) => row.concat(...others.map((other) => other.rows[index] ?? [])))
  const columns = [first, ...others]
    .flatMap((records) => records.columns)
    .map(([name, type], index) => sql`(v ->> ${sql.lit(index)})::${sql.raw(type)} as ${sql.id(name)}`)
  return sql`(select ${sql.join(columns)} from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) v)`
}
