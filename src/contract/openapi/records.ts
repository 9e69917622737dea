import { tenantFields } from '../../domain/access/roles'
import { itemFieldPath } from '../../schema/access/permissions'
import { isReference, isShownReference } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import { type Field, isEntered } from '../../schema/language/types'
import { requestIdProperty } from './call'
import { computedProperties, confirmations } from './calls/record-additions'
import { bodyField, fieldDescription, fieldJson, isAlwaysRequired } from './field-json'
import { type JsonSchema, objectOf, orNull } from './json'

/** The JSON Schemas of a single record, of a row of a list, and of the bodies of create and update. */
export interface RecordShapes {
  readonly record: JsonSchema
  readonly row: JsonSchema
  readonly create: JsonSchema
  readonly update: JsonSchema
}

/** Returns the JSON Schemas of a resource with fields. */
export const recordShapes = (resource: Resource): RecordShapes => {
  const { fields } = resource
  const writable = fields.filter(isEntered)
  const listedFields = fields.filter(({ detailOnly }) => !detailOnly)
  const responseShape = (visible: readonly Field[], isListed = false) =>
    objectOf(
      {
        ...Object.fromEntries(visible.map((field) => [field.name, responseField(field, resource)])),
        Labels: labelsJson(visible),
      },
      [
        ...visible
          .filter(({ name, onDemand }) => !isHiddenFromSomeRole(resource, name) && !(isListed && onDemand))
          .map(({ name }) => name),
        'Labels',
      ],
    )
  const record = withComputedProperties(responseShape(fields), resource)
  const inputs = writable.map((field) => [field.name, withItemPermissions(bodyField(field), field, resource)] as const)
  const required = writable.filter((field) => isRequiredOnCreate(field, resource)).map(({ name }) => name)
  return {
    record,
    row: responseShape(listedFields, true),
    create: objectOf(
      { ...Object.fromEntries(inputs), ...confirmations[resource.name]?.create, ...requestIdProperty },
      required,
    ),
    update: objectOf(
      {
        ...ignoredProperties(record),
        ...Object.fromEntries(inputs),
        ...confirmations[resource.name]?.update,
        UpdateTime: updateTime,
      },
      ['UpdateTime'],
    ),
  }
}

/**
 * Returns the properties of a record as parts of the body of a change.
 * The server ignores those that users do not enter, so that a caller may send back what they read.
 */
const ignoredProperties = ({ properties }: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(
    Object.entries(isObject(properties) ? properties : {}).map(([name, json]) => [
      name,
      { ...(isObject(json) ? json : {}), readOnly: true },
    ]),
  )

const withComputedProperties = (json: JsonSchema, { name }: Resource): JsonSchema => ({
  ...json,
  properties: { ...(isObject(json.properties) ? json.properties : {}), ...computedProperties[name] },
})

/** Describes a body with input fields and other properties, which are required unless they are named in `optional`. */
export const inputShape = (
  inputs: readonly Field[],
  others: Readonly<Record<string, JsonSchema>>,
  optional: readonly string[] = [],
): JsonSchema =>
  objectOf({ ...Object.fromEntries(inputs.map((field) => [field.name, bodyField(field)])), ...others }, [
    ...inputs.filter((field) => isAlwaysRequired(field) && field.default === undefined).map(({ name }) => name),
    ...Object.keys(others).filter((name) => !optional.includes(name)),
  ])

/** Describes UpdateTime in the body of a change. */
export const updateTime: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: '異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。',
}

/** Describes a field of a response. Limits are omitted, because older records and masked values may exceed them. */
const responseField = (field: Field, resource: Resource): JsonSchema => {
  const json = {
    ...withItemPermissions(withoutLimits(fieldJson(field)), field, resource),
    ...fieldDescription(field),
    ...permissionsJson(field, resource),
    ...(field.readOnly || field.virtual ? { readOnly: true } : {}),
  }
  return isAlwaysFilled(field, resource) ? json : orNull(json)
}

/** Checks whether the field is hidden from at least one role. */
const isHiddenFromSomeRole = ({ permissions }: Resource, name: string): boolean =>
  Object.values(permissions).some(({ fields }) => fields[name]?.list === 'hidden' || fields[name]?.get === 'hidden')

/** Checks whether every record has a value in the field. */
export const isAlwaysFilled = (field: Field, { key }: Resource): boolean =>
  key.includes(field.name) ||
  field.name === 'UpdateTime' ||
  field.type === 'count' ||
  isAlwaysRequired(field) ||
  (field.readOnly && field.default !== undefined && field.default !== null)

// The server sets the company of a new record to the caller's company if the input lacks it.
const isRequiredOnCreate = (field: Field, { tenant }: Resource): boolean =>
  isAlwaysRequired(field) && field.default === undefined && !(tenant === tenantFields.company && field.name === tenant)

// A nested object in a response may lack a property that was declared after the object was stored, so no property is
// required.
// Undeclared properties never occur.
const withoutLimits = (json: JsonSchema): JsonSchema => {
  const { type, format, enum: codes, items, properties, additionalProperties } = json
  return {
    type,
    ...(format === 'date' || format === 'date-time' ? { format } : {}),
    ...(codes ? { enum: codes } : {}),
    ...(isObject(items) ? { items: withoutLimits(items) } : {}),
    ...(isObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, inner]) => [name, withoutLimitsOrNull(inner)]),
          ),
        }
      : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...Object.fromEntries(Object.entries(json).filter(([name]) => name.startsWith('x-') && name !== 'x-pattern-text')),
    ...(typeof json.description === 'string' ? { description: json.description } : {}),
  }
}

const withoutLimitsOrNull = (json: unknown): JsonSchema => {
  const inner = withoutLimits(isObject(json) ? json : {})
  return Array.isArray(inner.type) ? inner : orNull(inner)
}

/** Returns the permissions of roles for the field. */
const permissionsJson = ({ name }: Field, { permissions }: Resource): JsonSchema => {
  const declared = Object.entries(permissions).flatMap(([role, { fields }]) =>
    fields[name] ? [[role, fields[name]]] : [],
  )
  return declared.length > 0 ? { 'x-permissions': Object.fromEntries(declared) } : {}
}

/**
 * Adds the permissions of roles to the item fields of a list field, and the `id` by which a change identifies an item
 * if a response contains it.
 * Item fields with permissions are optional.
 */
const withItemPermissions = (json: JsonSchema, { name, type }: Field, { permissions }: Resource): JsonSchema => {
  const permissionsOf = (itemField: string) =>
    Object.entries(permissions).flatMap(([role, { fields }]) =>
      fields[itemFieldPath(name, itemField)] ? [[role, fields[itemFieldPath(name, itemField)]]] : [],
    )
  const { items } = json
  if (type !== 'rows' || !isObject(items) || !isObject(items.properties)) return json
  const itemFields = Object.entries(items.properties).map(([itemField, inner]) => ({
    itemField,
    inner: isObject(inner) ? inner : {},
    roles: permissionsOf(itemField),
  }))
  const properties = itemFields.map(({ itemField, inner, roles }) => [
    itemField,
    roles.length > 0 ? { ...inner, 'x-permissions': Object.fromEntries(roles) } : inner,
  ])
  const { required: allRequired = [], ...itemsWithoutRequired } = items
  const required = [allRequired]
    .flat()
    .filter((name) => itemFields.some(({ itemField, roles }) => itemField === name && roles.length === 0))
  return {
    ...json,
    items: {
      ...itemsWithoutRequired,
      ...(required.length > 0 ? { required } : {}),
      properties: { id: itemId, ...Object.fromEntries(properties) },
    },
  }
}

const itemId: JsonSchema = {
  type: 'string',
  description:
    '讀取這筆資料時的列次，列中有內容未列出或已遮罩時才有：修改時原樣送回，未列出的內容才會保留；沒有列次的就是新的列。',
}

/**
 * Describes the property Labels: the names of references and files, by field name.
 * The key of a reference in an item is its path, such as `FeeItems.0.FeeCode`.
 */
const labelsJson = (fields: readonly Field[]): JsonSchema => {
  const itemKeyPatterns = fields.flatMap((field) =>
    field.type === 'rows'
      ? field.fields.filter(isReference).map((inner) => `^${field.name}\\.\\d+\\.${inner.name}$`)
      : [],
  )
  return {
    type: 'object',
    description: '參照資料的名稱，以及檔案的檔名與大小，以欄位名稱為鍵。',
    properties: Object.fromEntries(
      fields
        .filter((field) => isShownReference(field) || field.type === 'file')
        .map(({ name, label, type }) => [
          name,
          { type: 'string', description: `${label}的${type === 'file' ? '檔名與大小' : '名稱'}` },
        ]),
    ),
    ...(itemKeyPatterns.length > 0
      ? { patternProperties: Object.fromEntries(itemKeyPatterns.map((pattern) => [pattern, { type: 'string' }])) }
      : {}),
    additionalProperties: false,
  }
}
