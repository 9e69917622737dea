import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isMultiValued, isReference, isShownReference, rulesOf } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import {
  type CountField,
  type Field,
  fieldNamed,
  type RecordValues,
  type ReferenceField,
  type RelatedField,
} from '../../schema/language/types'
import { columnName } from '../../schema/load/names'
import type { SchemaSet } from '../../schema/load/schema-set'
import { fileSizeText } from '../../schema/rules/messages'
import { displayParts, displayTextFunction, withoutExtraSpaces } from '../../schema/text/interpolate'
import { actorOf } from '../access/caller'
import { maskedView, withIdFields } from '../access/masks'
import { tenantCondition } from '../access/tenant'
import { todayOf } from '../context'
import { columnType } from '../database/table-definition'
import { toTaipei } from '../database/times'
import type { RecordContext, RecordKey, RecordModules } from '../record-context'
import type { Scope } from '../scope'
import { parseKeyValue } from './parse-key'
import { relatedValue } from './related-fields'
import { canCountBy, type RecordTally } from './tally'
import type { VirtualContext, VirtualField, VirtualFilter } from './virtual-field'

/** The alias of the resource's table in all SQL of this folder. */
const recordAlias = 't'

/** Returns `from <table> t` for a resource. */
export const fromTable = (resource: Resource): RawBuilder<unknown> => sql`from ${sql.table(resource.table)} as t`

/** Returns the SQL of a field's column. */
export const columnOf = (field: string, table = recordAlias): RawBuilder<unknown> =>
  sql.ref(`${table}.${columnName(field)}`)

/** Joins conditions with `and`. The result is true for an empty list. */
export const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

/** Joins conditions with `or`. The list must not be empty. */
export const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> =>
  sql`(${sql.join(conditions, sql` or `)})`

/** Returns the condition that two rows have the same values in the columns of these fields. */
export const sameValues = (fields: readonly string[], left: string, right: string): RawBuilder<SqlBool> =>
  allOf(fields.map((name) => sql`${columnOf(name, left)} = ${columnOf(name, right)}`))

/** Returns the condition that a referenced record has the same values as the referring record in the `same` fields. */
export const agreesWith = ({ same }: Pick<ReferenceField, 'same'>, record: RecordValues): RawBuilder<SqlBool> =>
  allOf(same.map((name) => sql`${columnOf(name)} = ${record[name] ?? null}`))

/**
 * Returns the condition for the record with the key of a call.
 * It is true for no record if a value of the key is invalid.
 */
export const keyCondition = (resource: Resource, key: RecordKey): RawBuilder<SqlBool> =>
  allOf(resource.key.map((name) => sql`${columnOf(name)} = ${keyValue(resource, key, name)}`))

const keyValue = ({ fields }: Resource, key: RecordKey, name: string): unknown => {
  const field = fieldNamed(fields, name)
  return field ? parseKeyValue(String(key[name] ?? ''), columnType(field)) : null
}

/** Returns the condition that each field has one of its allowed values. */
export const hasOneOf = (
  values: Readonly<Record<string, readonly string[]>>,
  table = recordAlias,
): RawBuilder<SqlBool> =>
  allOf(Object.entries(values).map(([name, allowed]) => sql`${columnOf(name, table)} in (${sql.join(allowed)})`))

/** The data of a call that SQL uses. */
export interface SqlContext extends VirtualContext {
  readonly schemas: SchemaSet
  readonly modules: RecordModules
  readonly scope: Scope
}

/** Returns the values of a call that SQL uses. */
export const sqlContextOf = (context: RecordContext): SqlContext => {
  const { schemas, modules, scope } = context
  return { schemas, modules, scope, today: todayOf(context), actor: actorOf(scope) }
}

/** Returns the SQL of the sum of a field in a row of the tally of its resource. */
export const talliedExpression = (resource: Resource, field: Field, context: SqlContext): RawBuilder<unknown> =>
  virtualField(resource, field, context)?.tallied?.(sqlColumn, context) ?? columnOf(field.name)

/** Returns the SQL of a field: its column, the expression of a virtual field, or a count of other records. */
export const expressionOf = (resource: Resource, field: Field, context: SqlContext): RawBuilder<unknown> => {
  if (field.through) return relatedExpression(field.through, context)
  if (field.type === 'count') return countExpression(field, context)
  if (!field.virtual) return columnOf(field.name)
  const virtual = virtualField(resource, field, context)
  if (!virtual)
    throw new Error(
      `No expression is written for the virtual field ${field.name} (resources/${recordsOf(resource)}/server.ts).`,
    )
  return virtual.sql(sqlColumn, context)
}

/**
 * Returns the condition that a field has one of the values.
 * If `agreementFilter` is set, a virtual field is looked up in the index table of its {@link VirtualFilter}, restricted
 * by this filter, whose table has the alias `t`.
 * The index table has a column for the agreement but none for the company.
 */
export const hasValue = (
  resource: Resource,
  field: Field,
  values: readonly unknown[],
  context: SqlContext,
  agreementFilter?: RawBuilder<SqlBool>,
): RawBuilder<SqlBool> => {
  const filter = virtualField(resource, field, context)?.filter
  if (!filter) return sql`${expressionOf(resource, field, context)} in (${sql.join(values)})`
  return anyOf(
    values.map((value) => {
      const stored = storedValueCondition(filter, filter.storedValues(value), agreementFilter)
      const further = filter.furtherCondition(sqlColumn, value, context)
      return further ? sql<SqlBool>`(${stored} and ${further})` : stored
    }),
  )
}

const storedValueCondition = (
  { storedValueSql, index: { table, column } }: VirtualFilter,
  values: readonly unknown[],
  agreementFilter: RawBuilder<SqlBool> | undefined,
): RawBuilder<SqlBool> => {
  const list = sql.join(values)
  if (!agreementFilter) return sql`${storedValueSql(sqlColumn)} in (${list})`
  // In the inner query, `t` is the index table, so that the filter for agreements applies to that table.
  return sql`t.serial_id in (select t.serial_id from ${sql.table(table)} as t where ${agreementFilter} and ${sql.ref(`t.${column}`)} in (${list}))`
}

const virtualField = (resource: Resource, field: Field, { modules }: SqlContext): VirtualField | undefined =>
  field.virtual ? modules.get(recordsOf(resource)).virtualFields?.[field.name] : undefined

/** Returns the name of the resource whose records a resource has; a view has those of another one. */
const recordsOf = ({ name, of }: Resource): string => of ?? name

/** Returns a tally of the resource's records that can count them by conditions on these fields; null if there is none. */
export const tallyFor = (
  resource: Resource,
  fields: readonly string[],
  { modules }: Pick<SqlContext, 'modules'>,
): RecordTally | null => {
  const { tallies = [] } = modules.get(recordsOf(resource))
  return tallies.find((tally) => canCountBy(tally, fields)) ?? null
}

/**
 * Returns the SQL that selects fields under their names, and the labels of references and files under `label:<Field>`.
 */
export const selectFields = (
  resource: Resource,
  fields: readonly Field[],
  context: RecordContext,
): RawBuilder<unknown> => projectionFunction(resource, fields, context.schemas)(sqlContextOf(context))

/** The SQL that selects fields, and the function that converts the selected rows to records. */
export interface FieldProjection {
  readonly select: (context: SqlContext) => RawBuilder<unknown>
  readonly read: RowReader
}

/**
 * Returns the projection of all fields of a resource, or of the fields with the given names.
 * The projection is cached, because most calls for one record need it.
 */
export const recordProjection = (
  resource: Resource,
  schemas: SchemaSet,
  names?: readonly string[],
): FieldProjection => {
  const projections = projectionsByResource.get(resource) ?? new Map<string, FieldProjection>()
  projectionsByResource.set(resource, projections)
  const cacheKey = names?.join() ?? 'all'
  const known = projections.get(cacheKey)
  if (known) return known
  const fields = names ? resource.fields.filter(({ name }) => names.includes(name)) : resource.fields
  const projection = { select: projectionFunction(resource, fields, schemas), read: recordReader(fields, { schemas }) }
  projections.set(cacheKey, projection)
  return projection
}

const projectionsByResource = new WeakMap<Resource, Map<string, FieldProjection>>()

/**
 * Returns a function that builds the SQL for selecting fields, and the labels of the fields in `labelled`.
 * Expressions that do not depend on the caller are built only once.
 */
export const projectionFunction = (
  resource: Resource,
  fields: readonly Field[],
  schemas: SchemaSet,
  labelled: readonly Field[] = fields,
): ((context: SqlContext) => RawBuilder<unknown>) => {
  const isPlainColumn = (field: Field): boolean => !field.virtual && field.type !== 'count'
  const columns = fields.filter(isPlainColumn).map(({ name }) => sql`${columnOf(name)} as ${sql.id(name)}`)
  const derived = fields.filter((field) => !isPlainColumn(field))
  const labels = labelled
    .filter(isShownReference)
    .map((field) => ({ name: sql.id(`label:${field.name}`), labelOf: labelProjection(field, schemas) }))
  const files = labelled
    .filter(({ type }) => type === 'file')
    .map(({ name }) => sql`${fileProjection(name)} as ${sql.id(`label:${name}`)}`)
  return (context) =>
    sql.join([
      ...columns,
      ...derived.map((field) => sql`${expressionOf(resource, field, context)} as ${sql.id(field.name)}`),
      ...labels.map(({ name, labelOf }) => sql`${labelOf(context.scope)} as ${name}`),
      ...files,
    ])
}

/**
 * Returns the fields to select so that the viewed fields can be shown: these fields, and the id numbers that determine
 * whether a name is masked.
 */
export const fieldsToSelect = ({ fields }: Resource, viewed: readonly Field[]): readonly Field[] => {
  const names = withIdFields(
    fields,
    viewed.map(({ name }) => name),
  )
  return fields.filter(({ name }) => names.includes(name))
}

/** Returns the SQL of a field of a referenced record. */
const relatedExpression = (through: RelatedField, context: SqlContext): RawBuilder<unknown> => {
  const target = context.schemas.get(through.to)
  const field = fieldNamed(target.fields, through.field)
  return relatedValue(through, field ? expressionOf(target, field, context) : sql`null`, context)
}

const sqlColumn = (column: string): RawBuilder<unknown> => sql.ref(`${recordAlias}.${column}`)

const countExpression = (field: CountField, context: SqlContext): RawBuilder<unknown> => {
  const counted = context.schemas.get(field.of)
  const where = field.where ?? {}
  const tally = tallyFor(counted, [...field.by, ...Object.keys(where)], context)
  const count = tally ? sql`coalesce(sum(${sql.ref(`o.${tally.sums[0]}`)}), 0)::bigint` : sql`count(*)`
  return sql`(select ${count} from ${sql.table(tally?.table ?? counted.table)} as o where ${sameValues(field.by, 'o', recordAlias)} and ${hasOneOf(where, 'o')})`
}

/** Returns SQL for the name and the size of a stored file; null if the file does not exist. */
const fileProjection = (field: string): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('name', stored.name, 'size', stored.size) from file stored where stored.id = ${columnOf(field)})`

/**
 * Returns a function that builds the SQL for the label of a reference; for a list of references, a list of labels as
 * JSON.
 * Records that the session may not read are left out.
 */
const labelProjection = (field: ReferenceField, schemas: SchemaSet): ((scope: Scope) => RawBuilder<unknown>) => {
  const { through } = field
  if (through) {
    const referenced = fieldNamed(schemas.get(through.to).fields, through.field)
    const labelOf = referenced && isReference(referenced) ? labelProjection(referenced, schemas) : () => sql`null`
    return (scope) => relatedValue(through, labelOf(scope), { schemas, scope })
  }
  const target = schemas.get(field.to)
  const label = labelExpression(target)
  const [column, by] = [columnOf(field.name), columnOf(field.by, 'r')]
  const match = isMultiValued(field) ? sql`${column} @> to_jsonb(${by})` : sql`${by} = ${column}`
  const from = sql`from ${sql.table(target.table)} as r where ${match} and ${sameValues(field.same, 'r', recordAlias)}`
  const [head, tail] = isMultiValued(field)
    ? [sql`select jsonb_agg(${label} order by ${by})`, sql``]
    : [sql`select ${label}`, sql`limit 1`]
  return (scope) => sql`(${head} ${from} and ${tenantCondition(target, scope, 'r')} ${tail})`
}

/**
 * Returns the SQL for the label of a referenced record: its display text; a JSON object with the fields of the display
 * text if they may contain personal data, which the server masks.
 * Building the text takes PostgreSQL half as long as building the object.
 */
const labelExpression = (target: Resource): RawBuilder<unknown> => {
  const names = target.displayFields
  const isTextComplete = target.fields.every(
    (field) => !names.includes(field.name) || (!field.personal && plainTypes.includes(columnType(field) ?? '')),
  )
  if (!isTextComplete)
    return sql`jsonb_build_object(${sql.join(names.flatMap((name) => [sql`${sql.lit(name)}::text`, columnOf(name, 'r')]))})`
  return sql`concat(${sql.join(displayParts(target).map((part) => ('text' in part ? sql`${sql.lit(part.text)}::text` : columnOf(part.field, 'r'))))})`
}

/** The types of columns that `concat` writes as JavaScript writes the values that it reads from JSON. */
const plainTypes: readonly string[] = ['text', 'date', 'bigint']

/** Converts a database row to a record. `knownLabels` contains the labels of fields whose labels were not selected. */
type RowReader = (row: RecordValues, knownLabels?: Labels) => RecordValues

/** The labels of references and files by the names of their fields. */
export type Labels = Readonly<Record<string, string>>

/**
 * Returns the function that converts database rows to records: times are converted to the time zone of Taipei, and
 * labels of references and files are collected in `Labels`.
 */
export const recordReader = (fields: readonly Field[], { schemas }: Pick<RecordContext, 'schemas'>): RowReader => {
  const labelsOf = labelReader(fields, schemas)
  const columns = fields.map(({ name, type }) => ({ name, isTime: rulesOf(type).comparedAs === 'datetime' }))
  // Copying an object is faster than adding properties to a new one.
  const emptyRecord = { ...Object.fromEntries(columns.map(({ name }) => [name, null])), Labels: {} }
  return (row, knownLabels) => {
    const record: Record<string, unknown> = { ...emptyRecord, Labels: labelsOf(row, knownLabels) }
    for (const { name, isTime } of columns) record[name] = isTime ? timeInTaipei(row[name]) : (row[name] ?? null)
    return record
  }
}

/** Returns the function that reads the labels of references and files in a database row. */
export const labelReader = (
  fields: readonly Field[],
  schemas: SchemaSet,
): ((row: RecordValues, knownLabels?: Labels) => Labels) => {
  const labelled = fields.flatMap((field) => {
    const labelOf = isShownReference(field)
      ? labelFunction(schemas.get(field.to))
      : field.type === 'file'
        ? fileLabel
        : undefined
    return labelOf ? [{ name: field.name, column: `label:${field.name}`, labelOf }] : []
  })
  return (row, knownLabels = {}) => {
    const labels: Record<string, string> = {}
    for (const { name, column, labelOf } of labelled) {
      const label = knownLabels[name] ?? labelOf(row[column])
      if (label !== null) labels[name] = label
    }
    return labels
  }
}

const fileLabel = (file: unknown): string | null =>
  isObject(file) ? `${file.name}（${fileSizeText(Number(file.size))}）` : null

/** Returns the value to store in a column: JSON text for a `jsonb` column, any other value unchanged. */
export const toColumnValue = (type: string, value: unknown): unknown =>
  type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : (value ?? null)

const timeInTaipei = (value: unknown): unknown => (typeof value === 'string' ? toTaipei(value) : (value ?? null))

/**
 * Returns the function for the display texts of referenced records.
 * Personal data in them are masked for all roles, because the records may belong to other people.
 */
export const labelFunction = (other: Resource): ((label: unknown) => string | null) => {
  const mask = maskedView(other)
  const display = displayTextFunction(other)
  const labelOf = (label: unknown): string | null => {
    if (Array.isArray(label)) return label.map(labelOf).join('、')
    if (typeof label === 'string') return withoutExtraSpaces(label)
    return isObject(label) ? display(mask(label)) : null
  }
  return labelOf
}
