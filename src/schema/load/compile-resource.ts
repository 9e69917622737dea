import { tenantFields } from '../../domain/access/roles'
import { rulesOf } from '../field-types'
import type { Action } from '../language/action'
import { type AccessLevel, type FieldOperation, type FieldPermission, fieldOperations, type Permission, type Visibility } from '../language/permission'
import type { RawAccess, RawResource } from '../language/raw-resource'
import type { Endpoints, ListSpec, Resource } from '../language/resource'
import { isObject, type RawObject } from '../language/shapes/shape'
import type { Condition, Field, Operation } from '../language/types'
import { conditionFields } from '../rules/condition'
import { placeholdersIn } from '../text/interpolate'
import { compileActions } from './compile-actions'
import { compileFields } from './compile-field'
import { compileImport } from './compile-import'
import { compileForm, compileList } from './compile-list'
import { compileReport } from './compile-report'
import { columnName } from './names'
import { serialId, standardFields } from './standard-fields'

/** Compiles a schema file into a resource with every default filled in. The shape of the file has been checked before. */
export const compileResource = ({ name, raw }: { readonly name: string; readonly raw: RawResource }, rawOf: (resource: string) => RawResource): Resource => {
  const base = compileRecords({ name, raw }, rawOf)
  return raw.kind === 'report' ? compileReport(base, raw, { rawOf, compile: (other) => compileRecords({ name: other, raw: rawOf(other) }, rawOf) }) : base
}

const compileRecords: typeof compileResource = ({ name, raw }, rawOf) => {
  const kind = raw.kind ?? 'records'
  const page = raw.page ?? true
  const key = keyOf(raw)
  const tenant = tenantOf(raw)
  const declared = raw.fields ? fieldsOf(raw, { rawOf, file: raw, tenant }) : []
  const display = raw.display ?? key.map((part) => `{${part}}`).join(' ')
  const endpoints = endpointsOf(name, raw, kind !== 'planned' && declared.length > 0)
  const list = compileList(raw.list ?? {}, { fields: declared, key, display })
  const nouns = { noun: raw.noun ?? nounOf(raw.label ?? name), unit: raw.unit ?? '筆' }
  const actions = compileActions(raw, { ...endpoints, ...nouns, display, context: { rawOf, file: raw, tenant } })
  const allowedWhen = raw.allowedWhen ?? {}
  const always = [...key, tenant, ...placeholdersIn(display), ...actionFields(actions, Object.values(allowedWhen))]
  const fields = declared.map((field) => withDetailOnly(field, raw, listRowFields(list, always, endpoints)))
  const more = fields.filter((field) => isListed(field) && !list.columns.includes(field.name)).map(({ name }) => name)
  const importSpec = compileImport(raw.import, { fields, key, tenant })
  return {
    name,
    label: raw.label ?? name,
    ...nouns,
    kind,
    page,
    ...(raw.menu ? { menu: raw.menu } : {}),
    endpoints,
    key,
    tenant,
    display,
    table: raw.table ?? columnName(name),
    fields,
    list: { ...list, more },
    head: raw.head ?? [],
    related: raw.related ?? [],
    form: compileForm(raw.form, fields),
    ...(importSpec ? { import: importSpec } : {}),
    actions,
    permissions: compilePermissions(raw),
    rules: raw.rules ?? [],
    allowedWhen,
  }
}

// Returns the fields that list rows contain by default: those that the list shows and those that identify the record. Undefined = all fields.
const listRowFields = (
  { columns, sort, mobile }: Omit<ListSpec, 'more'>,
  always: readonly string[],
  { operations }: Endpoints,
): readonly string[] | undefined =>
  operations.includes('get') ? [...always, ...columns, sort.field, mobile.primary, ...mobile.secondary, mobile.tertiary ?? '', 'UpdateTime'] : undefined

// Returns the fields that conditions and texts of a row's actions refer to.
const actionFields = (actions: readonly Action[], conditions: readonly Condition[]): readonly string[] => [
  ...conditions.flatMap(conditionFields),
  ...actions.flatMap(({ allowedWhen, confirm, success, failure, text }) => [
    ...(allowedWhen ? conditionFields(allowedWhen) : []),
    ...[confirm?.one, success.one, failure.one, text].flatMap((one) => placeholdersIn(one ?? '')),
  ]),
]

const withDetailOnly = (field: Field, { fields }: RawResource, inListRows: readonly string[] | undefined): Field => {
  const detailOnly = fields?.[field.name]?.detailOnly
  if (typeof detailOnly === 'boolean') return { ...field, detailOnly }
  if (inListRows === undefined || inListRows.includes(field.name)) return { ...field, detailOnly: false }
  const onDemand = isListed({ ...field, detailOnly: false })
  return { ...field, detailOnly: !onDemand, ...(onDemand ? { onDemand } : {}) }
}

/** Whether a column can show the field. */
const isListed = ({ type, detailOnly }: Pick<Field, 'type' | 'detailOnly'>): boolean => !detailOnly && rulesOf(type).listed !== false

// Removes the verb of a page's label: 繳款人設定 becomes 繳款人.
const nounOf = (label: string): string => label.replace(/(設定|維護|管理|查詢)$/, '')

/** Returns the fields that identify a record. */
export const keyOf = ({ key = serialId.name }: RawResource): readonly string[] => [key].flat()

/** Returns the declared tenant, else the tenant field that the file has, else `shared`. */
export const tenantOf = ({ tenant, fields }: RawObject): Resource['tenant'] => {
  const tenants = Object.values(tenantFields)
  return [...tenants, 'shared' as const].find((one) => one === tenant) ?? tenants.find((one) => isObject(fields) && Object.hasOwn(fields, one)) ?? 'shared'
}

const fieldsOf = (raw: RawResource, context: Parameters<typeof compileFields>[1]): readonly Field[] => {
  const declared = compileFields(raw.fields ?? {}, context)
  const has = (name: string) => declared.some((field) => field.name === name)
  const key = keyOf(raw).includes(serialId.name) && !has(serialId.name) ? [serialId] : []
  return [...key, ...declared, ...standardFields.filter((field) => !has(field.name))]
}

const endpointsOf = (name: string, { page = true, endpoints = {} }: RawResource, served: boolean): Endpoints => {
  const controller = endpoints.controller ?? name.charAt(0).toUpperCase() + name.slice(1)
  const defaults: readonly Operation[] = page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
  return {
    controller,
    base: page ? `/${controller}` : `/Ext/${controller}`,
    list: endpoints.list ?? '',
    operations: endpoints.operations ?? (served ? defaults : []),
  }
}

/** Returns the permissions of each role by field. */
export const compilePermissions = ({ permissions = {} }: RawResource): Readonly<Record<string, Permission>> =>
  mapValues(permissions, ({ operations, fields = {} }) => ({ ...(operations && { operations }), fields: mapValues(fields, permissionOf) }))

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Returns the level of access for an operation; a single level applies to all operations. */
export const levelOf = (access: RawAccess, operation: FieldOperation): AccessLevel => (typeof access === 'string' ? access : (access[operation] ?? 'editable'))

// Operations without a declared level stay unrestricted.
const permissionOf = (access: RawAccess): FieldPermission =>
  Object.fromEntries(
    fieldOperations
      .filter((operation) => typeof access === 'string' || access[operation] !== undefined)
      .map((operation) => [operation, permissionFor(levelOf(access, operation), operation)]),
  )

const permissionFor = (level: AccessLevel, operation: FieldOperation): Visibility | boolean =>
  operation === 'list' || operation === 'get' ? visibilityOf(level) : level === 'editable'

const visibilityOf = (level: AccessLevel): Visibility => (level === 'hidden' || level === 'masked' ? level : 'full')
