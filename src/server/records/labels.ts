import { sql } from 'kysely'
import { isReference } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { Field, RecordValues, ReferenceField } from '../../schema/language/types'
import { isEmpty } from '../../schema/rules/condition'
import { tenantCondition } from '../access/tenant'
import { columnsOf } from '../database/table-definition'
import type { RecordContext } from '../record-context'
import {
  agreesWith,
  columnOf,
  fromTable,
  type Labels,
  labelFunction,
  labelReader,
  projectionFunction,
  sqlContextOf,
} from './projection'

/**
 * Adds labels for the references in list items to the `Labels` of a record, under paths such as `FeeItems.0.FeeCode`.
 */
export const withItemLabels = async (
  context: RecordContext,
  resource: Resource,
  record: RecordValues,
): Promise<RecordValues> => {
  const labels: Record<string, string> = {}
  for (const field of resource.fields)
    if (field.type === 'rows') Object.assign(labels, await itemLabels(context, field.name, field.fields, record))
  return { ...record, Labels: { ...(isObject(record.Labels) ? record.Labels : {}), ...labels } }
}

const itemLabels = async (
  context: RecordContext,
  name: string,
  fields: readonly Field[],
  record: RecordValues,
): Promise<Record<string, string>> => {
  const value = record[name]
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  const labels: Record<string, string> = {}
  for (const field of fields.filter(isReference)) {
    const codes = [
      ...new Set(items.flatMap((item) => (isObject(item) && !isEmpty(item[field.name]) ? [item[field.name]] : []))),
    ]
    const texts = await displayTextsOf(context, field, codes, record)
    items.forEach((item, index) => {
      const text = isObject(item) ? texts.get(item[field.name]) : undefined
      if (text) labels[`${name}.${index}.${field.name}`] = text
    })
  }
  return labels
}

/** Returns the labels of references and files in fields of a record that need not be stored. */
export const readLabels = async (
  context: RecordContext,
  resource: Resource,
  record: RecordValues,
  fields: readonly Field[],
): Promise<Labels> => {
  const columns = Object.fromEntries(columnsOf(resource).map(({ name, field }) => [name, record[field.name] ?? null]))
  const { rows } = await sql<RecordValues>`
    select ${projectionFunction(resource, [], context.schemas, fields)(sqlContextOf(context))}
    from jsonb_populate_record(null::${sql.table(resource.table)}, ${JSON.stringify(columns)}::text::jsonb) as t`.execute(
    context.db,
  )
  return labelReader(fields, context.schemas)(rows[0] ?? {})
}

/**
 * Returns the display texts of referenced records by their codes.
 * Records that the session may not read are left out.
 * `record` is the referring record, for the fields of `same`.
 */
export const displayTextsOf = async (
  context: Pick<RecordContext, 'db' | 'schemas' | 'scope'>,
  field: Pick<ReferenceField, 'to' | 'by' | 'same'>,
  codes: readonly unknown[],
  record: RecordValues = {},
): Promise<ReadonlyMap<unknown, string>> => {
  if (codes.length === 0) return new Map()
  const target = context.schemas.get(field.to)
  const names = [...new Set([field.by, ...target.displayFields])]
  const { rows } = await sql<RecordValues>`
    select ${sql.join(names.map((name) => sql`${columnOf(name)} as ${sql.id(name)}`))}
    ${fromTable(target)}
    where ${columnOf(field.by)} in (${sql.join(codes)}) and ${agreesWith(field, record)} and ${tenantCondition(target, context.scope)}`.execute(
    context.db,
  )
  const labelOf = labelFunction(target)
  return new Map(rows.map((row) => [row[field.by], labelOf(row) ?? '']))
}
