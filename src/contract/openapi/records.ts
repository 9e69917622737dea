import { itemFieldPath } from '../../schema/access/permissions'
import { isReference, rulesOf } from '../../schema/field-types'
import type { JsonContext } from '../../schema/field-types/field-type'
import type { Resource } from '../../schema/language/resource'
import { isObject, type JsonSchema } from '../../schema/language/shapes/shape'
import { type Field, isEntered } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import { standardNames } from '../../schema/load/standard-fields'
import { orNull } from './json'

/** What a record, a list row and the bodies of create and update look like. The API's description is made from these. */
export interface RecordShapes {
  readonly record: JsonSchema
  readonly listed: JsonSchema
  readonly create: JsonSchema
  readonly update: JsonSchema
}

/** Returns the shapes of a resource with fields. */
export const recordShapes = (resource: Resource, schemas: SchemaSet): RecordShapes => {
  const { fields } = resource
  const context = jsonContext(schemas)
  const entered = fields.filter(isEntered)
  const answers = (shown: readonly Field[], thin = false) =>
    object({ ...Object.fromEntries(shown.map((field) => [field.name, answered(field, resource, context)])), Labels: labels(shown) }, [
      ...shown.filter(({ name, onDemand }) => !isKept(resource, name) && !(thin && onDemand)).map(({ name }) => name),
      'Labels',
    ])
  const inputs = entered.map((field) => [field.name, withColumns(given(field, context), field, resource)] as const)
  const needed = entered.filter((field) => isNeeded(field, resource)).map(({ name }) => name)
  return {
    record: answers(fields),
    listed: answers(
      fields.filter(({ detailOnly }) => !detailOnly),
      true,
    ),
    create: object(Object.fromEntries(inputs), needed),
    update: object({ ...Object.fromEntries(inputs), UpdateTime: lock }, ['UpdateTime']),
  }
}

/** Looks resources up, and describes the rows of a list of rows: what was kept before a field was added lacks it. */
export const jsonContext = (schemas: SchemaSet): JsonContext => {
  const context: JsonContext = {
    find: (name) => (schemas.has(name) ? schemas.get(name) : undefined),
    item: (fields: readonly Field[]) =>
      object(
        Object.fromEntries(fields.map((field) => [field.name, given(field, context)])),
        fields.filter(isAsked).map(({ name }) => name),
      ),
  }
  return context
}

/** Returns what people are asked for, beside what else a body holds. */
export const inputShape = (inputs: readonly Field[], schemas: SchemaSet, others: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  object({ ...Object.fromEntries(inputs.map((field) => [field.name, given(field, jsonContext(schemas))])), ...others }, [
    ...inputs.filter((field) => isAsked(field) && field.default === undefined).map(({ name }) => name),
    ...Object.keys(others),
  ])

/** UpdateTime in the body of a change. */
export const lock: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: '異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。',
}

const object = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[] = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
})

/** Returns a field of an answer: its type without its limits, which records from before a change of the schema need not keep, and masks never do. */
const answered = (field: Field, resource: Resource, context: JsonContext): JsonSchema => {
  const json = {
    ...withColumns(typeOf(rulesOf(field.type).json(field, context)), field, resource),
    ...marks(field),
    ...access(field, resource),
    ...(field.readOnly || field.virtual ? { readOnly: true } : {}),
  }
  return isFilled(field, resource) ? json : orNull(json)
}

/** Returns a field of a body; null clears it. */
const given = (field: Field, context: JsonContext): JsonSchema => {
  const json = { ...rulesOf(field.type).json(field, context), ...marks(field), ...rules(field) }
  // What a condition hides is empty, however much it is required while it is shown.
  return isAsked(field) ? json : orNull(json)
}

/** Whether some role does not get the field at all. */
const isKept = ({ permissions }: Resource, name: string): boolean =>
  Object.values(permissions).some(({ fields }) => fields[name]?.list === 'hidden' || fields[name]?.get === 'hidden')

/** Whether every record has a value in the field. */
export const isFilled = (field: Field, { key }: Resource): boolean =>
  key.includes(field.name) ||
  field.name === 'UpdateTime' ||
  field.type === 'count' ||
  isAsked(field) ||
  (field.readOnly && field.default !== undefined && field.default !== null && !standardNames.includes(field.name))

const isAsked = (field: Field): boolean => field.required && field.shownWhen === undefined

const isNeeded = (field: Field, { tenant }: Resource): boolean =>
  isAsked(field) && field.default === undefined && !(tenant === 'UniformNo' && field.name === 'UniformNo')

// In answers, objects inside are open to what they lack, never to more than the schema names.
const typeOf = (json: JsonSchema): JsonSchema => {
  const { type, format, enum: codes, items, properties, additionalProperties } = json
  return {
    type,
    ...(format === 'date' || format === 'date-time' ? { format } : {}),
    ...(codes ? { enum: codes } : {}),
    ...(isObject(items) ? { items: typeOf(items) } : {}),
    ...(isObject(properties) ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, optional(inner)])) } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...Object.fromEntries(Object.entries(json).filter(([name]) => name.startsWith('x-') && name !== 'x-pattern-text')),
    ...(typeof json.description === 'string' ? { description: json.description } : {}),
  }
}

const optional = (json: unknown): JsonSchema => {
  const inner = typeOf(isObject(json) ? json : {})
  return Array.isArray(inner.type) ? inner : orNull(inner)
}

/** Returns what the file says of roles and the field. */
const access = ({ name }: Field, { permissions }: Resource): JsonSchema => {
  const said = Object.entries(permissions).flatMap(([role, { fields }]) => (fields[name] ? [[role, fields[name]]] : []))
  return said.length > 0 ? { 'x-permissions': Object.fromEntries(said) } : {}
}

/** Returns the schema of a list of rows whose columns differ by role: the permissions of each column, and the `id` that names a row in a change. Columns that a role may not write are optional. */
const withColumns = (json: JsonSchema, { name, type }: Field, { permissions }: Resource): JsonSchema => {
  const said = (column: string) =>
    Object.entries(permissions).flatMap(([role, { fields }]) => (fields[itemFieldPath(name, column)] ? [[role, fields[itemFieldPath(name, column)]]] : []))
  const { items } = json
  if (type !== 'rows' || !isObject(items) || !isObject(items.properties)) return json
  const columns = Object.entries(items.properties).map(([column, inner]) => ({ column, inner: isObject(inner) ? inner : {}, roles: said(column) }))
  if (columns.every(({ roles }) => roles.length === 0)) return json
  const properties = columns.map(({ column, inner, roles }) => [column, roles.length > 0 ? { ...inner, 'x-permissions': Object.fromEntries(roles) } : inner])
  const asked = (Array.isArray(items.required) ? items.required : []).filter((one) => columns.some(({ column, roles }) => column === one && roles.length === 0))
  return {
    ...json,
    items: { ...without(items, 'required'), ...(asked.length > 0 ? { required: asked } : {}), properties: { id: rowId, ...Object.fromEntries(properties) } },
  }
}

const rowId: JsonSchema = { type: 'string', description: '讀取這筆資料時的列次：修改時原樣送回；沒有列次的就是新的列。' }

const without = (json: JsonSchema, key: string): JsonSchema => Object.fromEntries(Object.entries(json).filter(([name]) => name !== key))

/** Returns what people call it, and whether lists mask it. */
const marks = ({ label, help, personal }: Field): JsonSchema => ({
  description: help ? `${label}。${help}` : label,
  ...(personal ? { 'x-personal': personal } : {}),
})

const rules = ({ default: value, required, writeOnce, unique, shownWhen, requiredWhen, readOnlyWhen }: Field): JsonSchema => ({
  ...(value === undefined ? {} : { default: value }),
  ...(writeOnce ? { 'x-write-once': true } : {}),
  ...(unique ? { 'x-unique-within': unique } : {}),
  ...(shownWhen ? { 'x-shown-when': shownWhen } : {}),
  ...(requiredWhen ? { 'x-required-when': requiredWhen } : required && shownWhen ? { 'x-required-when': shownWhen } : {}),
  ...(readOnlyWhen ? { 'x-read-only-when': readOnlyWhen } : {}),
})

/** Returns the texts of references by the field that refers; inside rows by their path. */
const labels = (fields: readonly Field[]): JsonSchema => {
  const inRows = fields.flatMap((field) =>
    field.type === 'rows' ? field.fields.filter(isReference).map((inner) => `^${field.name}\\.\\d+\\.${inner.name}$`) : [],
  )
  return {
    type: 'object',
    description: '參照資料的名稱，以欄位名稱為鍵。',
    properties: Object.fromEntries(fields.filter(isReference).map(({ name, label }) => [name, { type: 'string', description: `${label}的名稱` }])),
    ...(inRows.length > 0 ? { patternProperties: Object.fromEntries(inRows.map((pattern) => [pattern, { type: 'string' }])) } : {}),
    additionalProperties: false,
  }
}
