import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import type { Resource } from '../../schema/resource'
import type { Field, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { columnOf, selectFields } from './projection'
import { recordReader } from './rows'

/** What many records are looked up by at once. */
export interface Matching {
  /** The fields whose values must agree. */
  readonly names: readonly string[]
  /** The values of those fields, one row for each search. */
  readonly wanted: readonly Row[]
  /** The fields to read. */
  readonly fields: readonly Field[]
  readonly only: RawBuilder<SqlBool>
  /** Nobody can change or remove what is found before this transaction ends. */
  readonly lock?: boolean
}

/** Returns the record that agrees with each of many rows, by the place of the row; nothing for a row without one. */
export const matchingRecords = async (
  context: RecordContext,
  resource: Resource,
  { names, wanted, fields, only, lock = false }: Matching,
): Promise<ReadonlyMap<number, Row>> => {
  if (wanted.length === 0) return new Map()
  const columns = wanted.map((row) => Object.fromEntries(names.map((name) => [columnName(name), row[name]])))
  const { rows } = await sql<Row & { readonly place: number }>`
    select e.place ${fields.length > 0 ? sql`, ${selectFields(resource, fields, context)}` : sql``}
    from jsonb_array_elements(${JSON.stringify(columns)}::text::jsonb) with ordinality as e (value, place)
    cross join lateral jsonb_populate_record(null::${sql.table(resource.table)}, e.value) as w
    join ${sql.table(resource.table)} as t on ${sql.join(
      names.map((name) => sql`${columnOf(name)} = ${columnOf(name, 'w')}`),
      sql` and `,
    )}
    where ${only}
    ${lock ? sql`for share of t` : sql``}`.execute(context.db)
  const read = recordReader(fields, context)
  return new Map(rows.toReversed().map((row) => [row.place - 1, read(row)]))
}
