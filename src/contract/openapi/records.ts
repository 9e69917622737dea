import { itemFieldPath } from '../../schema/access/permissions'
import { isReference, rulesOf } from '../../schema/field-types'
import type { JsonContext } from '../../schema/field-types/field-type'
import type { Resource } from '../../schema/language/resource'
import { isObject, type JsonSchema } from '../../schema/language/shapes/shape'
import { type Field, isEntered } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import { standardNames } from '../../schema/load/standard-fields'
import { adminMima } from '../admin-mima'
import { secret } from './calls/enterprise-area'
import { entryStatus } from './calls/home'
import { billNotice } from './calls/records'
import { listOf, objectOf, orNull, text } from './json'

/** The schemas of a record, of a record in a list, and of the bodies of create and update. */
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
  const writable = fields.filter(isEntered)
  const listedFields = fields.filter(({ detailOnly }) => !detailOnly)
  const responseShape = (visible: readonly Field[], isListed = false) =>
    objectOf({ ...Object.fromEntries(visible.map((field) => [field.name, responseField(field, resource, context)])), Labels: labelsJson(visible) }, [
      ...visible.filter(({ name, onDemand }) => !isHiddenFromSomeRole(resource, name) && !(isListed && onDemand)).map(({ name }) => name),
      'Labels',
    ])
  const inputs = writable.map((field) => [field.name, withItemPermissions(bodyField(field, context), field, resource)] as const)
  const required = writable.filter((field) => isRequiredOnCreate(field, resource)).map(({ name }) => name)
  return {
    record: withComputedProperties(responseShape(fields), resource),
    listed: responseShape(listedFields, true),
    create: objectOf(Object.fromEntries(inputs), required),
    update: objectOf({ ...Object.fromEntries(inputs), ...confirmations[resource.name], UpdateTime: updateTime }, ['UpdateTime']),
  }
}

/** Properties by resource that the server computes for a single record and that belong to no field. They are hidden from roles that may not view the fields from which they are computed. */
const computedProperties: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  bills: {
    MarketBarcodes: listOf(text('一段條碼'), '超商條碼三段，金額為目前應繳餘額；超商不收時為空'),
    MarketRefusal: text('未繳清的新臺幣帳單沒有超商條碼的原因；有條碼時為空字串'),
    PostBarcodes: listOf(text('一段條碼'), '郵局條碼三段，金額為目前應繳餘額；郵局不收時為空'),
    Payments: listOf(
      objectOf(
        {
          DetailId: text('繳款紀錄編號'),
          PaidTime: { type: 'string', format: 'date-time', description: '繳款時間' },
          ChannelId: text('繳款通路'),
          Amount: { type: 'integer', description: '金額' },
          ReceiptNo: text('收據號碼'),
          ...entryStatus,
        },
        ['DetailId', 'PaidTime', 'ChannelId', 'Amount', 'ReceiptNo', 'EntryState', 'CounterTime'],
      ),
      '這張帳單收到的繳款，包括已沖正或取消的，新的在前',
    ),
    NoticeLog: listOf(billNotice, '這張帳單最近 50 次的通知，新的在前'),
    TWQRPayload: text('TWQR 內容，金額為目前應繳餘額；未開放時為空字串'),
  },
}

const withComputedProperties = (json: JsonSchema, { name }: Resource): JsonSchema => ({
  ...json,
  properties: { ...(isObject(json.properties) ? json.properties : {}), ...computedProperties[name] },
})

/** Properties by resource that confirm a change and belong to no field. */
const confirmations: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  portalUser: { [adminMima]: secret('您自己的密碼：變更電子郵件、行動電話或角色時必填，缺少時回覆 2001，錯誤時回覆 1001', 256) },
}

/** Returns the context with which field types describe their values: it finds resources and describes the items of list fields. */
export const jsonContext = (schemas: SchemaSet): JsonContext => {
  const context: JsonContext = {
    find: (name) => (schemas.has(name) ? schemas.get(name) : undefined),
    item: (fields: readonly Field[]) => {
      const required = fields.filter(isAlwaysRequired).map(({ name }) => name)
      return objectOf(Object.fromEntries(fields.map((field) => [field.name, bodyField(field, context)])), required)
    },
  }
  return context
}

/** Describes a body with fields for input and other properties, which are required. */
export const inputShape = (inputs: readonly Field[], schemas: SchemaSet, others: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  objectOf({ ...Object.fromEntries(inputs.map((field) => [field.name, bodyField(field, jsonContext(schemas))])), ...others }, [
    ...inputs.filter((field) => isAlwaysRequired(field) && field.default === undefined).map(({ name }) => name),
    ...Object.keys(others),
  ])

/** UpdateTime in the body of a change. */
export const updateTime: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: '異動時間：讀取這筆資料時的值；資料已被他人修改時，回覆 2009。',
}

/** Describes a field of a response: its type without its limits, which older records and masked values may exceed. */
const responseField = (field: Field, resource: Resource, context: JsonContext): JsonSchema => {
  const json = {
    ...withItemPermissions(typeOf(rulesOf(field.type).jsonSchema(field, context)), field, resource),
    ...descriptionOf(field),
    ...permissionsJson(field, resource),
    ...(field.readOnly || field.virtual ? { readOnly: true } : {}),
  }
  return isFilled(field, resource) ? json : orNull(json)
}

/** Describes a field of a body; null clears it. */
const bodyField = (field: Field, context: JsonContext): JsonSchema => {
  const json = { ...rulesOf(field.type).jsonSchema(field, context), ...descriptionOf(field), ...rulesJson(field) }
  // A field that is hidden by a condition is empty even if it is required while visible.
  return isAlwaysRequired(field) ? json : orNull(json)
}

/** Checks whether the field is hidden from at least one role. */
const isHiddenFromSomeRole = ({ permissions }: Resource, name: string): boolean =>
  Object.values(permissions).some(({ fields }) => fields[name]?.list === 'hidden' || fields[name]?.get === 'hidden')

/** Checks whether every record has a value in the field. */
export const isFilled = (field: Field, { key }: Resource): boolean =>
  key.includes(field.name) ||
  field.name === 'UpdateTime' ||
  field.type === 'count' ||
  isAlwaysRequired(field) ||
  (field.readOnly && field.default !== undefined && field.default !== null && !standardNames.includes(field.name))

const isAlwaysRequired = (field: Field): boolean => field.required && field.shownWhen === undefined

const isRequiredOnCreate = (field: Field, { tenant }: Resource): boolean =>
  isAlwaysRequired(field) && field.default === undefined && !(tenant === 'UniformNo' && field.name === 'UniformNo')

// In responses, nested objects may lack declared properties, because they were stored before the properties were declared, but they have no undeclared ones.
const typeOf = (json: JsonSchema): JsonSchema => {
  const { type, format, enum: codes, items, properties, additionalProperties } = json
  return {
    type,
    ...(format === 'date' || format === 'date-time' ? { format } : {}),
    ...(codes ? { enum: codes } : {}),
    ...(isObject(items) ? { items: typeOf(items) } : {}),
    ...(isObject(properties) ? { properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, typeOrNull(inner)])) } : {}),
    ...(additionalProperties === false ? { additionalProperties } : {}),
    ...Object.fromEntries(Object.entries(json).filter(([name]) => name.startsWith('x-') && name !== 'x-pattern-text')),
    ...(typeof json.description === 'string' ? { description: json.description } : {}),
  }
}

const typeOrNull = (json: unknown): JsonSchema => {
  const inner = typeOf(isObject(json) ? json : {})
  return Array.isArray(inner.type) ? inner : orNull(inner)
}

/** Returns the permissions of roles for the field. */
const permissionsJson = ({ name }: Field, { permissions }: Resource): JsonSchema => {
  const declared = Object.entries(permissions).flatMap(([role, { fields }]) => (fields[name] ? [[role, fields[name]]] : []))
  return declared.length > 0 ? { 'x-permissions': Object.fromEntries(declared) } : {}
}

/** Adds the permissions of roles to the fields of a list field's items, and the `id` that identifies an item in a change. Item fields with permissions are optional. */
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
  if (itemFields.every(({ roles }) => roles.length === 0)) return json
  const properties = itemFields.map(({ itemField, inner, roles }) => [
    itemField,
    roles.length > 0 ? { ...inner, 'x-permissions': Object.fromEntries(roles) } : inner,
  ])
  const { required: allRequired = [], ...itemsWithoutRequired } = items
  const required = [allRequired].flat().filter((name) => itemFields.some(({ itemField, roles }) => itemField === name && roles.length === 0))
  return {
    ...json,
    items: { ...itemsWithoutRequired, ...(required.length > 0 ? { required } : {}), properties: { id: itemId, ...Object.fromEntries(properties) } },
  }
}

const itemId: JsonSchema = { type: 'string', description: '讀取這筆資料時的列次：修改時原樣送回；沒有列次的就是新的列。' }

/** Returns the label and the help of a field, and its kind of personal data. */
const descriptionOf = ({ label, help, personal }: Field): JsonSchema => ({
  description: help ? `${label}。${help}` : label,
  ...(personal ? { 'x-personal': personal } : {}),
})

const rulesJson = ({ default: value, required, writeOnce, unique, shownWhen, requiredWhen, readOnlyWhen }: Field): JsonSchema => ({
  ...(value === undefined ? {} : { default: value }),
  ...(writeOnce ? { 'x-write-once': true } : {}),
  ...(unique ? { 'x-unique-within': unique } : {}),
  ...(shownWhen ? { 'x-shown-when': shownWhen } : {}),
  ...(requiredWhen ? { 'x-required-when': requiredWhen } : required && shownWhen ? { 'x-required-when': shownWhen } : {}),
  ...(readOnlyWhen ? { 'x-read-only-when': readOnlyWhen } : {}),
})

/** Describes the texts of references by field; those within items by path. */
const labelsJson = (fields: readonly Field[]): JsonSchema => {
  const inItems = fields.flatMap((field) =>
    field.type === 'rows' ? field.fields.filter(isReference).map((inner) => `^${field.name}\\.\\d+\\.${inner.name}$`) : [],
  )
  return {
    type: 'object',
    description: '參照資料的名稱，以及檔案的檔名與大小，以欄位名稱為鍵。',
    properties: Object.fromEntries(
      fields
        .filter((field) => isReference(field) || field.type === 'file')
        .map(({ name, label, type }) => [name, { type: 'string', description: `${label}的${type === 'file' ? '檔名與大小' : '名稱'}` }]),
    ),
    ...(inItems.length > 0 ? { patternProperties: Object.fromEntries(inItems.map((pattern) => [pattern, { type: 'string' }])) } : {}),
    additionalProperties: false,
  }
}
