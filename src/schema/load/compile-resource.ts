import { tenantFields } from '../../domain/access/roles'
import { withIdFields } from '../access/record-view'
import { rulesOf } from '../field-types'
import type { Action } from '../language/action'
import {
  type AccessLevel,
  type FieldOperation,
  type FieldPermission,
  fieldOperations,
  type RolePermission,
  type Visibility,
} from '../language/permission'
import type { RawAccess, RawList, RawResource } from '../language/raw-resource'
import type { GeneratedCalls, ListSpec, Resource } from '../language/resource'
import { isObject, type RawObject } from '../language/shapes/shape'
import type { Condition, Field, Operation } from '../language/types'
import { conditionFields } from '../rules/condition'
import { placeholdersIn } from '../text/interpolate'
import { currencyField } from '../text/value-text'
import { compileActions } from './compile-actions'
import { compileFields } from './compile-field'
import { compileImport } from './compile-import'
import { compileForm, compileList } from './compile-list'
import { compileReport } from './compile-report'
import { columnName } from './names'
import { serialId, standardFields } from './standard-fields'

/** Compiles a schema file into a resource with defaults filled in. The shape of the file must have been checked. */
export const compileResource = (
  { name, raw }: { readonly name: string; readonly raw: RawResource },
  rawOf: (resource: string) => RawResource,
): Resource => {
  const base = compileBase({ name, raw }, rawOf)
  return raw.kind === 'report'
    ? compileReport(base, raw, { rawOf, compile: (other) => compileBase({ name: other, raw: rawOf(other) }, rawOf) })
    : base
}

/** Compiles everything except the report of a page of kind `report`. */
const compileBase: typeof compileResource = ({ name, raw: file }, rawOf) => {
  const raw = file.kind === 'view' ? viewFile(file, { name: file.of ?? '', raw: rawOf(file.of ?? '') }) : file
  const kind = raw.kind ?? 'records'
  const page = raw.page ?? true
  const key = keyFieldsOf(raw)
  const tenant = tenantOf(raw)
  const declared = raw.fields ? fieldsOf(raw, { rawOf, file: raw, tenant }) : []
  const display = raw.display ?? key.map((part) => `{${part}}`).join(' ')
  const endpoints = endpointsOf(name, raw, kind !== 'planned' && declared.length > 0)
  const list = compileList(raw.list ?? {}, { fields: declared, key, display })
  const nouns = { noun: raw.noun ?? nounOf(raw.label ?? name), unit: raw.unit ?? '筆' }
  const actions = compileActions(raw, { ...endpoints, ...nouns, display, fieldContext: { rawOf, file: raw, tenant } })
  const allowedWhen = raw.allowedWhen ?? {}
  const alwaysListed = [
    ...key,
    tenant,
    ...placeholdersIn(display),
    ...actionFields(actions, Object.values(allowedWhen)),
  ]
  const fields = declared.map((field) => withDetailOnly(field, raw, listRowFields(list, alwaysListed, endpoints)))
  const optionalColumns = fields
    .filter((field) => canBeShownInList(field) && !list.columns.includes(field.name))
    .map(({ name }) => name)
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
    displayFields: withIdFields(fields, placeholdersIn(display)),
    table: raw.table ?? columnName(name),
    ...(raw.of ? { of: raw.of } : {}),
    ...(raw.where ? { where: raw.where } : {}),
    ...(raw.was ? { was: raw.was } : {}),
    fields,
    list: { ...list, optionalColumns },
    highlights: raw.head ?? [],
    related: raw.related ?? [],
    form: compileForm(raw.form, fields),
    detail: raw.detail ?? [],
    ...(importSpec ? { import: importSpec } : {}),
    actions,
    permissions: compilePermissions(raw),
    rules: raw.rules ?? [],
    allowedWhen,
  }
}

/**
 * Returns the content of a view's file, completed from the file of its records: with key, tenant and table, and with
 * the fields that the view uses, which become read-only.
 * The only operation of a view is `list`.
 */
const viewFile = (
  file: RawResource,
  { name, raw }: { readonly name: string; readonly raw: RawResource },
): RawResource => {
  const display =
    file.display ??
    raw.display ??
    keyFieldsOf(raw)
      .map((part) => `{${part}}`)
      .join(' ')
  const usedNames = new Set([
    ...keyFieldsOf(raw),
    tenantOf(raw),
    ...placeholdersIn(display),
    ...Object.keys(file.where ?? {}),
    ...listFieldNames(file.list ?? {}),
    currencyField,
  ])
  const fields = Object.entries(raw.fields ?? {}).filter(([field]) => usedNames.has(field))
  return {
    ...file,
    key: keyFieldsOf(raw),
    tenant: tenantOf(raw),
    table: raw.table ?? columnName(name),
    display,
    fields: Object.fromEntries(
      fields.map(([field, { unique: _, ...settings }]) => [field, { ...settings, required: false, readOnly: true }]),
    ),
    form: [],
    endpoints: { ...file.endpoints, operations: ['list'] },
  }
}

const listFieldNames = ({
  columns = [],
  filters = [],
  totals = [],
  sort = '',
  mobile,
  search = [],
}: RawList): readonly string[] => [
  ...columns,
  ...filters.map((filter) => (typeof filter === 'string' ? filter : filter.field)),
  sort.replace(/^-/, ''),
  ...(mobile ? [mobile.primary, ...(mobile.secondary ?? []), mobile.tertiary ?? ''] : []),
  ...totals,
  ...search,
]

// Returns the fields that list rows contain by default: the fields that the list shows, and the fields that are always
// listed.
// Undefined = all fields, because without the operation `get`, detail pages are read from the list.
const listRowFields = (
  { columns, sort, mobile }: Omit<ListSpec, 'optionalColumns'>,
  alwaysListed: readonly string[],
  { operations }: GeneratedCalls,
): readonly string[] | undefined =>
  operations.includes('get')
    ? [
        ...alwaysListed,
        ...columns,
        sort.field,
        mobile.primary,
        ...mobile.secondary,
        mobile.tertiary ?? '',
        'UpdateTime',
      ]
    : undefined

// Returns the fields to which the conditions and texts of actions refer.
const actionFields = (actions: readonly Action[], conditions: readonly Condition[]): readonly string[] => [
  ...conditions.flatMap(conditionFields),
  ...actions.flatMap(({ allowedWhen, confirm, success, failure, text }) => [
    ...(allowedWhen ? conditionFields(allowedWhen) : []),
    ...[confirm?.one, success.one, failure.one, text].flatMap((template) => placeholdersIn(template ?? '')),
  ]),
]

/**
 * Sets `detailOnly` of a field: whether list rows never contain the field.
 * A field that a list can show but does not show by default gets `onDemand`.
 */
const withDetailOnly = (field: Field, { fields }: RawResource, listRowNames: readonly string[] | undefined): Field => {
  const detailOnly = fields?.[field.name]?.detailOnly
  if (typeof detailOnly === 'boolean') return { ...field, detailOnly }
  if (listRowNames === undefined || listRowNames.includes(field.name)) return { ...field, detailOnly: false }
  const onDemand = canBeShownInList({ ...field, detailOnly: false })
  return { ...field, detailOnly: !onDemand, ...(onDemand ? { onDemand } : {}) }
}

/** Checks whether a list can show the field in a column. */
const canBeShownInList = ({ type, detailOnly }: Pick<Field, 'type' | 'detailOnly'>): boolean =>
  !detailOnly && rulesOf(type).canBeListed !== false

// Removes the last word of a page's label if it names an activity: 繳款人設定 becomes 繳款人.
const nounOf = (label: string): string => label.replace(/(設定|維護|管理|查詢)$/, '')

/** Returns the fields that identify a record. */
export const keyFieldsOf = ({ key = serialId.name }: RawResource): readonly string[] => [key].flat()

/**
 * Returns the declared tenant.
 * If none is declared, returns the tenant field among the fields of the file, or `shared` if there is none.
 */
export const tenantOf = ({ tenant, fields }: RawObject): Resource['tenant'] => {
  const tenants = Object.values(tenantFields)
  return (
    [...tenants, 'shared' as const].find((candidate) => candidate === tenant) ??
    tenants.find((candidate) => isObject(fields) && Object.hasOwn(fields, candidate)) ??
    'shared'
  )
}

const fieldsOf = (raw: RawResource, context: Parameters<typeof compileFields>[1]): readonly Field[] => {
  const declared = compileFields(raw.fields ?? {}, context)
  const hasField = (name: string) => declared.some((field) => field.name === name)
  const key = keyFieldsOf(raw).includes(serialId.name) && !hasField(serialId.name) ? [serialId] : []
  // A view has only the standard fields that its list uses.
  const usedNames = raw.kind === 'view' ? listFieldNames(raw.list ?? {}) : undefined
  return [
    ...key,
    ...declared,
    ...standardFields.filter((field) => !hasField(field.name) && usedNames?.includes(field.name) !== false),
  ]
}

const endpointsOf = (name: string, { page = true, endpoints = {} }: RawResource, isServed: boolean): GeneratedCalls => {
  const controller = endpoints.controller ?? name.charAt(0).toUpperCase() + name.slice(1)
  return {
    controller,
    base: page ? `/${controller}` : `/Ext/${controller}`,
    ...(endpoints.list ? { listCall: endpoints.list.call } : {}),
    operations: endpoints.operations ?? (isServed ? defaultOperations(page) : []),
  }
}

/** Returns the default operations of a resource with or without a page. */
export const defaultOperations = (page: boolean): readonly Operation[] =>
  page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']

/** Returns the permissions of each role: its operations, if they are restricted, and its permissions for fields. */
export const compilePermissions = ({ permissions = {} }: RawResource): Readonly<Record<string, RolePermission>> =>
  mapValues(permissions, ({ operations, fields = {} }) => ({
    ...(operations && { operations }),
    fields: mapValues(fields, fieldPermissionOf),
  }))

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Returns the level of access to a field for an operation. */
export const accessLevelFor = (access: RawAccess, operation: FieldOperation): AccessLevel =>
  typeof access === 'string' ? access : (access[operation] ?? 'editable')

// Returns the permission of a field for each operation. An operation without a declared level has no restriction.
const fieldPermissionOf = (access: RawAccess): FieldPermission =>
  Object.fromEntries(
    fieldOperations
      .filter((operation) => typeof access === 'string' || access[operation] !== undefined)
      .map((operation) => [operation, operationPermission(accessLevelFor(access, operation), operation)]),
  )

const operationPermission = (level: AccessLevel, operation: FieldOperation): Visibility | boolean =>
  operation === 'list' || operation === 'get' ? visibilityAtLevel(level) : level === 'editable'

const visibilityAtLevel = (level: AccessLevel): Visibility =>
  level === 'hidden' || level === 'masked' ? level : 'full'
