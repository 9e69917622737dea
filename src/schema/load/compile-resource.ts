import { tenantFields } from '../../domain/access/roles'
import { withIdFields } from '../access/record-view'
import { rulesOf } from '../field-types'
import type { Action } from '../language/action'
import type { RawResource } from '../language/raw-resource'
import type { GeneratedCalls, ListSpec, Resource } from '../language/resource'
import { isObject, type RawObject } from '../language/shapes/shape'
import type { Condition, Field, Operation } from '../language/types'
import { conditionFields } from '../rules/condition'
import { placeholdersIn } from '../text/interpolate'
import { compileActions } from './compile-actions'
import { compileFields } from './compile-field'
import { compileImport } from './compile-import'
import { compileForm, compileList } from './compile-list'
import { compilePermissions, withInheritedAccess } from './compile-permissions'
import { compileReport } from './compile-report'
import { detailPageNames, listFieldNames, namesInView, viewFile, withDetailPage } from './compile-view'
import { columnName } from './names'
import { withRelatedFields } from './related-fields'
import { serialId, standardFields } from './standard-fields'

/** Compiles a schema file into a resource with defaults filled in. The shape of the file must have been checked. */
export const compileResource = (
  { name, raw }: { readonly name: string; readonly raw: RawResource },
  rawOf: (resource: string) => RawResource,
): Resource => {
  const base = compileBase({ name, raw }, rawOf)
  return raw.kind === 'report' ? compileReport(base, raw) : base
}

/** Compiles everything except the report of a page of kind `report`. */
const compileBase: typeof compileResource = ({ name, raw: declaredFile }, rawOf) => {
  const isView = listsOtherRecords(declaredFile)
  const source = isView ? rawOf(declaredFile.of ?? '') : declaredFile
  const { file, related } = withRelatedFields(isView ? withDetailPage(declaredFile, source) : declaredFile, source, {
    rawOf,
    tenant: tenantOf(source),
  })
  const raw = isView ? viewFile(file, source, { key: keyFieldsOf(source), tenant: tenantOf(source) }) : file
  const kind = raw.kind ?? 'records'
  const page = raw.page ?? true
  const key = keyFieldsOf(raw)
  const tenant = tenantOf(raw)
  const declared = raw.fields ? [...fieldsOf(raw, { rawOf, file: raw, tenant }), ...related] : []
  const display = raw.display ?? key.map((part) => `{${part}}`).join(' ')
  const endpoints = endpointsOf(name, raw, declared.length > 0)
  const parameters = compileFields(raw.parameters ?? {}, { rawOf, file: raw, tenant })
  const list = compileList(raw.list ?? {}, { fields: declared, key, display, parameters })
  const nouns = { noun: raw.noun ?? nounOf(raw.label ?? name), unit: raw.unit ?? '筆' }
  const actions = compileActions(raw, { ...endpoints, ...nouns, display, fieldContext: { rawOf, file: raw, tenant } })
  const allowedWhen = raw.allowedWhen ?? {}
  const alwaysListed = [
    ...key,
    tenant,
    ...placeholdersIn(display),
    ...actionFields(actions, Object.values(allowedWhen)),
  ]
  const listRowNames = listRowFields(list, alwaysListed, endpoints)
  const onlyInDetail = isView ? detailPageNames(raw, [...alwaysListed, ...listFieldNames(raw.list ?? {})]) : []
  const fields = declared
    .map((field) => withDetailOnly(field, raw, listRowNames))
    .map((field) => (onlyInDetail.includes(field.name) ? { ...field, detailOnly: true } : field))
  const optionalColumns = fields
    .filter((field) => canBeShownInList(field) && !list.columns.includes(field.name))
    .map(({ name }) => name)
  const importSpec = compileImport(raw.import, { fields, key, tenant }, { rawOf, file: raw, tenant })
  return {
    name,
    label: raw.label ?? name,
    ...(raw.description === undefined ? {} : { description: raw.description }),
    ...nouns,
    kind,
    page,
    ...(raw.menu ? { menu: raw.menu } : {}),
    endpoints,
    key,
    tenant,
    display,
    displayFields: withIdFields(fields, placeholdersIn(display)),
    ...(raw.title ? { title: raw.title } : {}),
    ...(raw.subtitle ? { subtitle: raw.subtitle } : {}),
    table: raw.table ?? columnName(name),
    ...(raw.of ? { of: raw.of } : {}),
    ...(raw.where ? { where: raw.where } : {}),
    ...(raw.was ? { was: raw.was } : {}),
    fields,
    list: { ...list, optionalColumns },
    find: raw.find ?? [],
    highlights: raw.head ?? [],
    related: raw.related ?? [],
    form: compileForm(raw.form, fields),
    detail: raw.detail ?? [],
    ...(importSpec ? { import: importSpec } : {}),
    actions,
    permissions: withInheritedAccess(compilePermissions(raw), [
      ...(isView ? Object.keys(raw.fields ?? {}).map((field) => ({ name: field, field, raw: source })) : []),
      ...related.flatMap(({ name: field, through }) => [
        { name: field, field: through?.reference ?? '', raw: source },
        { name: field, field, raw: rawOf(through?.to ?? ''), isReferenced: true },
      ]),
    ]),
    rules: raw.rules ?? [],
    allowedWhen,
  }
}

/** Checks whether a page lists the records of another resource: a view, or a report whose rows are such records. */
export const listsOtherRecords = ({ kind, of }: Pick<RawResource, 'kind' | 'of'>): boolean =>
  kind === 'view' || (kind === 'report' && of !== undefined)

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
  // A view has only the standard fields that it uses, and rows that the server computes have none.
  const usedNames = listsOtherRecords(raw) ? namesInView(raw) : raw.kind === 'report' ? [] : undefined
  return [
    ...key,
    ...declared,
    ...standardFields.filter((field) => !hasField(field.name) && usedNames?.includes(field.name) !== false),
  ]
}

const endpointsOf = (
  name: string,
  { kind, page = true, endpoints = {} }: RawResource,
  isServed: boolean,
): GeneratedCalls => {
  const controller = endpoints.controller ?? name.charAt(0).toUpperCase() + name.slice(1)
  return {
    controller,
    base: page ? `/${controller}` : `/Ext/${controller}`,
    ...(endpoints.list ? { listCall: endpoints.list.call } : {}),
    operations: endpoints.operations ?? (isServed ? defaultOperations(page, kind) : []),
  }
}

/** Returns the default operations of a resource with or without a page, of a view or of a report. */
export const defaultOperations = (page: boolean, kind = 'records'): readonly Operation[] => {
  if (kind === 'view' || kind === 'report') return ['list']
  return page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
}
