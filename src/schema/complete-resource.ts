import type { Action } from './action-types'
import { columnName } from './column-name'
import { completeActions } from './complete-actions'
import { completeField } from './complete-field'
import { completeForm } from './complete-form'
import { completeList } from './complete-list'
import { completePermissions } from './complete-permissions'
import { conditionFields } from './condition'
import { displayFields } from './display'
import { rulesOf } from './field-types'
import { textFields } from './fill-text'
import { completeImport } from './imports/complete-import'
import { completeReport } from './reports/complete-report'
import type { SchemaFile } from './schema-file'
import { isObject, type RawObject } from './shape/shape'
import { serialId, standardFields } from './standard-fields'
import type { Condition, Endpoints, Field, ListSpec, Menu, Operation, Resource } from './types'

interface Said {
  readonly label?: string
  readonly noun?: string
  readonly unit?: string
  readonly kind?: Resource['kind']
  readonly page?: boolean
  readonly menu?: Menu
  readonly endpoints?: { readonly controller?: string; readonly list?: string; readonly operations?: readonly Operation[] }
  readonly key?: string | readonly string[]
  readonly tenant?: Resource['tenant']
  readonly display?: string
  readonly table?: string
  readonly head?: readonly string[]
  readonly rules?: Resource['rules']
  readonly related?: Resource['related']
  readonly allowedWhen?: Resource['allowedWhen']
}

/** A resource with every default filled in. The file's form has been checked before. */
export const completeResource = ({ name, raw }: Pick<SchemaFile, 'name' | 'raw'>, rawOf: (resource: string) => RawObject): Resource => {
  const base = completeRecords({ name, raw }, rawOf)
  return raw.kind === 'report' ? completeReport(base, raw, { rawOf, complete: (other) => completeRecords({ name: other, raw: rawOf(other) }, rawOf) }) : base
}

const completeRecords: typeof completeResource = ({ name, raw }, rawOf) => {
  const said: Said = raw
  const kind = said.kind ?? 'records'
  const page = said.page ?? true
  const key = keyOf(raw)
  const tenant = tenantOf(raw)
  const declared = isObject(raw.fields) ? fieldsOf(raw, { raw: rawOf, own: raw, tenant }) : []
  const display = said.display ?? key.map((part) => `{${part}}`).join(' ')
  const endpoints = endpointsOf(name, said, kind !== 'planned' && declared.length > 0)
  const list = completeList(isObject(raw.list) ? raw.list : undefined, { fields: declared, key, display })
  const words = { noun: said.noun ?? nounOf(said.label ?? name), unit: said.unit ?? '筆' }
  const actions = completeActions(raw, { ...endpoints, ...words, display, context: { raw: rawOf, own: raw, tenant } })
  const allowedWhen = said.allowedWhen ?? {}
  const always = [...key, tenant, ...displayFields(display), ...lookedAt(actions, Object.values(allowedWhen))]
  const fields = declared.map((field) => thinned(field, raw, travelling(list, always, endpoints)))
  const more = fields.filter((field) => isListed(field) && !list.columns.includes(field.name)).map(({ name }) => name)
  const imported = completeImport(raw.import, { fields, key, tenant })
  return {
    name,
    label: said.label ?? name,
    ...words,
    kind,
    page,
    ...(said.menu ? { menu: said.menu } : {}),
    endpoints,
    key,
    tenant,
    display,
    table: said.table ?? columnName(name),
    fields,
    list: { ...list, more },
    head: said.head ?? [],
    related: said.related ?? [],
    form: completeForm(raw.form, fields),
    ...(imported ? { import: imported } : {}),
    actions,
    permissions: completePermissions(raw),
    rules: said.rules ?? [],
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

const thinned = (field: Field, { fields }: RawObject, carried: readonly string[] | undefined): Field => {
  const said = isObject(fields) ? fields[field.name] : undefined
  if (isObject(said) && typeof said.detailOnly === 'boolean') return { ...field, detailOnly: said.detailOnly }
  if (carried === undefined || carried.includes(field.name)) return { ...field, detailOnly: false }
  const onDemand = isListed({ ...field, detailOnly: false })
  return { ...field, detailOnly: !onDemand, ...(onDemand ? { onDemand } : {}) }
}

/** Whether a column can show the field. */
const isListed = ({ type, detailOnly }: Pick<Field, 'type' | 'detailOnly'>): boolean => !detailOnly && rulesOf(type).listed !== false

// 繳款人設定 keeps 繳款人.
const nounOf = (label: string): string => label.replace(/(設定|維護|管理|查詢)$/, '')

/** The fields that identify a record. */
export const keyOf = (raw: RawObject): readonly string[] => [raw.key ?? 'SerialId'].flat().map(String)

/** What ties a record to its company: what the file says, else the one of ApplyCode and UniformNo that is a field. */
export const tenantOf = ({ tenant, fields }: RawObject): Resource['tenant'] => {
  if (tenant === 'ApplyCode' || tenant === 'UniformNo' || tenant === 'shared') return tenant
  if (isObject(fields) && Object.hasOwn(fields, 'ApplyCode')) return 'ApplyCode'
  return isObject(fields) && Object.hasOwn(fields, 'UniformNo') ? 'UniformNo' : 'shared'
}

const fieldsOf = (raw: RawObject, context: Parameters<typeof completeField>[2]): readonly Field[] => {
  const said = Object.entries(isObject(raw.fields) ? raw.fields : {}).flatMap(([name, field]) => (isObject(field) ? [completeField(name, field, context)] : []))
  const has = (name: string) => said.some((field) => field.name === name)
  const key = keyOf(raw).includes('SerialId') && !has('SerialId') ? [serialId] : []
  return [...key, ...said, ...standardFields.filter((field) => !has(field.name))]
}

const endpointsOf = (name: string, { page = true, endpoints = {} }: Said, served: boolean): Endpoints => {
  const controller = endpoints.controller ?? name.charAt(0).toUpperCase() + name.slice(1)
  const usual: readonly Operation[] = page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
  return {
    controller,
    base: page ? `/${controller}` : `/Ext/${controller}`,
    list: endpoints.list ?? '',
    operations: endpoints.operations ?? (served ? usual : []),
  }
}
