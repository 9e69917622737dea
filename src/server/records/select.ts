import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { columnName } from '../../schema/column-name'
import { displayFields } from '../../schema/display'
import type { SchemaSet } from '../../schema/schema-set'
import type { CountField, Field, ReferenceField, Resource } from '../../schema/types'
import type { Scope } from '../call'
import { columnType } from '../store/columns'
import { actorOf, tenantCondition } from '../store/tenant'
import { virtualExpressions } from '../store/virtual'
import { type RecordContext, type RecordKey, todayOf } from './context'

/** Name of the record's table in every statement here. */
const t = 't'

/** `from <table> t` of a resource. */
export const fromTable = (resource: Resource): RawBuilder<unknown> => sql`from ${sql.table(resource.table)} as t`

/** The column of a field. */
export const columnOf = (field: string, table = t): RawBuilder<unknown> => sql.ref(`${table}.${columnName(field)}`)

/** What a field is in SQL: its column, its virtual expression, or a count of other records. */
export const expressionOf = (resource: Resource, field: Field, context: RecordContext): RawBuilder<unknown> => {
  if (field.type === 'count') return countOf(field, context)
  if (!field.virtual) return columnOf(field.name)
  const expression = virtualExpressions[`${resource.name}.${field.name}`]
  if (!expression) throw new Error(`No expression is written for the virtual field ${resource.name}.${field.name} (src/server/store/virtual.ts).`)
  return expression(sqlColumn, { today: todayOf(context), actor: actorOf(context.scope) })
}

/** The fields as a select list, each under its own name, and the label of each reference under `label:<Field>`. */
export const selectFields = (resource: Resource, fields: readonly Field[], context: RecordContext): RawBuilder<unknown> =>
  fieldSelection(resource, fields, context.schemas)(context)

/** The same for many calls: what is alike for everybody is put together once. */
export const fieldSelection = (resource: Resource, fields: readonly Field[], schemas: SchemaSet): ((context: RecordContext) => RawBuilder<unknown>) => {
  const isAlike = (field: Field): boolean => !field.virtual && field.type !== 'count'
  const alike = fields.filter(isAlike).map(({ name }) => sql`${columnOf(name)} as ${sql.id(name)}`)
  const own = fields.filter((field) => !isAlike(field))
  const labels = fields.filter(isLabelled).map((field) => ({ name: sql.id(`label:${field.name}`), labelOf: labelSelection(field, schemas) }))
  return (context) =>
    sql.join([
      ...alike,
      ...own.map((field) => sql`${expressionOf(resource, field, context)} as ${sql.id(field.name)}`),
      ...labels.map(({ name, labelOf }) => sql`${labelOf(context.scope)} as ${name}`),
    ])
}

/** Exactly the record of that key; false for a key that no column could hold. */
export const keyCondition = (resource: Resource, key: RecordKey, context: RecordContext): RawBuilder<SqlBool> => {
  const parts = resource.key.map((name) => {
    const field = resource.fields.find((one) => one.name === name)
    const value = field && keyValue(String(key[name] ?? ''), columnType(field, context.schemas))
    return value === null || value === undefined ? sql<SqlBool>`false` : sql<SqlBool>`${columnOf(name)} = ${value}`
  })
  return sql`(${sql.join(parts, sql` and `)})`
}

/** References that carry the other record's display text. */
export const isLabelled = (field: Field): field is ReferenceField => (field.type === 'reference' || field.type === 'referenceList') && !field.virtual

const sqlColumn = (column: string): RawBuilder<unknown> => sql.ref(`${t}.${column}`)

const keyValue = (text: string, type: string | null): string | number | null => {
  if (type !== 'bigint') return text.length > 0 && text.length <= 100 && !text.includes('\0') ? text : null
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

const countOf = (field: CountField, { schemas }: RecordContext): RawBuilder<unknown> => {
  const other = schemas.get(field.of)
  const agree = field.by.map((name) => sql`${columnOf(name, 'o')} = ${columnOf(name)}`)
  const only = Object.entries(field.where ?? {}).map(([name, values]) => sql`${columnOf(name, 'o')} in (${sql.join(values)})`)
  return sql`(select count(*) from ${sql.table(other.table)} as o where ${sql.join([...agree, ...only], sql` and `)})`
}

/** The fields of the other record that its display text names, as JSON: one object, or a list of them; only of records that the session may see. */
const labelSelection = (field: ReferenceField, schemas: SchemaSet): ((scope: Scope) => RawBuilder<unknown>) => {
  const other = schemas.get(field.to)
  const names = displayFields(other.display)
  const parts = sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql`${sql.lit(name)}::text`, columnOf(name, 'r')]))})`
  const [own, by] = [columnOf(field.name), columnOf(field.by, 'r')]
  const match = field.type === 'reference' ? sql`${by} = ${own}` : sql`${own} @> to_jsonb(${by})`
  const same = field.same.map((name) => sql`${columnOf(name, 'r')} = ${columnOf(name)}`)
  const from = sql`from ${sql.table(other.table)} as r where ${sql.join([match, ...same], sql` and `)}`
  const [head, tail] = field.type === 'reference' ? [sql`select ${parts}`, sql`limit 1`] : [sql`select jsonb_agg(${parts} order by ${by})`, sql``]
  return (scope) => sql`(${head} ${from} and ${tenantCondition(other, scope, 'r')} ${tail})`
}
