import { tenantFields } from '../domain/access/roles'
import type { Action } from './action-types'
import { columnName } from './column-name'
import { completeActions } from './complete-actions'
import { completeFields } from './complete-field'
import { completeForm } from './complete-form'
import { completeList } from './complete-list'
import { completePermissions } from './complete-permissions'
import { conditionFields } from './condition'
import { displayFields } from './display'
import { rulesOf } from './field-types'
import { textFields } from './fill-text'
import { completeImport } from './imports/complete-import'
import type { RawResource } from './raw-resource'
import { completeReport } from './reports/complete-report'
import type { Endpoints, ListSpec, Resource } from './resource'
import { isObject, type RawObject } from './shape/shape'
import { serialId, standardFields } from './standard-fields'
import type { Condition, Field, Operation } from './types'

interface NamedFile {
  readonly name: string
  readonly raw: RawResource
}

/** Compiles a resource: every default filled in. The file's form has been checked before. */
export const completeResource = ({ name, raw }: NamedFile, rawOf: (resource: string) => RawResource): Resource => {
  const base = completeRecords({ name, raw }, rawOf)
  return raw.kind === 'report' ? completeReport(base, raw, { rawOf, complete: (other) => completeRecords({ name: other, raw: rawOf(other) }, rawOf) }) : base
}

const completeRecords: typeof completeResource = ({ name, raw }, rawOf) => {
  const kind = raw.kind ?? 'records'
  const page = raw.page ?? true
  const key = keyOf(raw)
  const tenant = tenantOf(raw)
  const declared = raw.fields ? fieldsOf(raw, { raw: rawOf, own: raw, tenant }) : []
  const display = raw.display ?? key.map((part) => `{${part}}`).join(' ')
  const endpoints = endpointsOf(name, raw, kind !== 'planned' && declared.length > 0)
  const list = completeList(raw.list ?? {}, { fields: declared, key, display })
  const words = { noun: raw.noun ?? nounOf(raw.label ?? name), unit: raw.unit ?? '筆' }
  const actions = completeActions(raw, { ...endpoints, ...words, display, context: { raw: rawOf, own: raw, tenant } })
  const allowedWhen = raw.allowedWhen ?? {}
  const always = [...key, tenant, ...displayFields(display), ...lookedAt(actions, Object.values(allowedWhen))]
  const fields = declared.map((field) => thinned(field, raw, travelling(list, always, endpoints)))
  const more = fields.filter((field) => isListed(field) && !list.columns.includes(field.name)).map(({ name }) => name)
  const imported = completeImport(raw.import, { fields, key, tenant })
  return {
    name,
    label: raw.label ?? name,
    ...words,
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
    form: completeForm(raw.form, fields),
    ...(imported ? { import: imported } : {}),
    actions,
    permissions: completePermissions(raw),
    rules: raw.rules ?? [],
    allowedWhen,
  }
}

// What list rows carry when the file does not say it field by field: what the list shows and what names the record. Undefined = everything.
const travelling = ({ columns, sort, mobile }: Omit<ListSpec, 'more'>, always: readonly string[], { operations }: Endpoints): readonly string[] | undefined =>
  operations.includes('get') ? [...always, ...columns, sort.field, mobile.primary, ...mobile.secondary, mobile.tertiary ?? '', 'UpdateTime'] : undefined

// What decides over the buttons of a row, and what their texts name.
const lookedAt = (actions: readonly Action[], conditions: readonly Condition[]): readonly string[] => [
  ...conditions.flatMap(conditionFields),
  ...actions.flatMap(({ allowedWhen, confirm, success, failure, text }) => [
    ...(allowedWhen ? conditionFields(allowedWhen) : []),
    ...[confirm?.one, success.one, failure.one, text].flatMap((words) => textFields(words ?? '')),
  ]),
]

const thinned = (field: Field, { fields }: RawResource, carried: readonly string[] | undefined): Field => {
  const detailOnly = fields?.[field.name]?.detailOnly
  if (typeof detailOnly === 'boolean') return { ...field, detailOnly }
  if (carried === undefined || carried.includes(field.name)) return { ...field, detailOnly: false }
  const onDemand = isListed({ ...field, detailOnly: false })
  return { ...field, detailOnly: !onDemand, ...(onDemand ? { onDemand } : {}) }
}

/** Whether a column can show the field. */
const isListed = ({ type, detailOnly }: Pick<Field, 'type' | 'detailOnly'>): boolean => !detailOnly && rulesOf(type).listed !== false

// 繳款人設定 keeps 繳款人.
const nounOf = (label: string): string => label.replace(/(設定|維護|管理|查詢)$/, '')

/** The fields that identify a record. */
export const keyOf = ({ key = serialId.name }: RawResource): readonly string[] => [key].flat()

/** What ties a record to its company: what the file says, else the tenant field that it has. */
export const tenantOf = ({ tenant, fields }: RawObject): Resource['tenant'] => {
  const either = Object.values(tenantFields)
  return [...either, 'shared' as const].find((one) => one === tenant) ?? either.find((one) => isObject(fields) && Object.hasOwn(fields, one)) ?? 'shared'
}

const fieldsOf = (raw: RawResource, context: Parameters<typeof completeFields>[1]): readonly Field[] => {
  const said = completeFields(raw.fields ?? {}, context)
  const has = (name: string) => said.some((field) => field.name === name)
  const key = keyOf(raw).includes(serialId.name) && !has(serialId.name) ? [serialId] : []
  return [...key, ...said, ...standardFields.filter((field) => !has(field.name))]
}

const endpointsOf = (name: string, { page = true, endpoints = {} }: RawResource, served: boolean): Endpoints => {
  const controller = endpoints.controller ?? name.charAt(0).toUpperCase() + name.slice(1)
  const usual: readonly Operation[] = page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
  return {
    controller,
    base: page ? `/${controller}` : `/Ext/${controller}`,
    list: endpoints.list ?? '',
    operations: endpoints.operations ?? (served ? usual : []),
  }
}
