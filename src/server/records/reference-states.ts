import { sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { isEmpty } from '../../schema/condition'
import type { ReferenceField, Resource, Row } from '../../schema/types'
import type { RecordContext } from './context'
import { isReference } from './references'
import { columnOf } from './select'

/** A record that others refer to, with its UpdateTime; undefined where there is none. */
export interface ReferenceState {
  readonly field: ReferenceField
  /** What the reference says: the value, and the values that both records agree in. */
  readonly values: readonly unknown[]
  readonly updateTime: string | undefined
}

/** By what is referred to. */
export type ReferenceStates = ReadonlyMap<string, ReferenceState>

/** How the records that some records refer to stand just now; nobody can change or remove them before this transaction ends. Who finds them alike later can rely on what was judged before. */
export const referenceStates = async (context: RecordContext, references: readonly Reference[]): Promise<ReferenceStates> => {
  const wanted = new Map(references.map((one) => [nameOf(one), one]))
  const states = new Map<string, ReferenceState>()
  for (const field of new Set([...wanted.values()].map((one) => one.field))) {
    const ofField = [...wanted.values()].filter((one) => one.field === field)
    const times = await updateTimes(context, field, ofField)
    for (const one of ofField) states.set(nameOf(one), { ...one, updateTime: times.get(nameOf(one)) })
  }
  return states
}

export type Reference = Pick<ReferenceState, 'field' | 'values'>

const nameOf = ({ field, values }: Reference): string => JSON.stringify([field.to, field.by, ...field.same, ...values])

/** What a record refers to, in its rows too. */
export const referencesOf = ({ fields }: Pick<Resource, 'fields'>, record: Row): readonly Reference[] =>
  fields.flatMap((field) => {
    if (field.type === 'rows') return listOf(record[field.name]).flatMap((row) => referencesOf(field, { ...record, ...(row as Row) }))
    if (!isReference(field)) return []
    return listOf(record[field.name]).map((value) => ({ field, values: [value, ...field.same.map((name) => record[name])] }))
  })

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : isEmpty(value) ? [] : [value])

const updateTimes = async ({ db, schemas }: RecordContext, field: ReferenceField, references: readonly Reference[]): Promise<ReadonlyMap<string, string>> => {
  const { table } = schemas.get(field.to)
  const names = [field.by, ...field.same]
  const wanted = references.map(({ values }) => Object.fromEntries(names.map((name, index) => [columnName(name), values[index]])))
  const { rows } = await sql<Row & { readonly update_time: string }>`
    select ${sql.join(names.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}, t.update_time
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(wanted)}::text::jsonb) as w
    join ${sql.table(table)} as t on ${sql.join(
      names.map((name) => sql`${columnOf(name)} = ${columnOf(name, 'w')}`),
      sql` and `,
    )}
    for share of t`.execute(db)
  return new Map(rows.map((row) => [nameOf({ field, values: names.map((name) => row[name]) }), row.update_time]))
}
