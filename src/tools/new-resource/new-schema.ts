import { rulesOf } from '../../schema/field-types'
import { gainsByIndex } from '../../schema/gains-by-index'
import { withoutCells } from '../../schema/imports/read-cell'
import type { RawObject } from '../../schema/shape/shape'
import { actionOf, withActions } from './new-action'
import type { NewField } from './new-field'
import type { Wish } from './wish'

/** The schema file that the wish means. `order` is its place in the menu group. */
export const newSchema = (wish: Wish, order: number): RawObject => {
  const fields = fieldsOf(wish)
  // A company's user has one company: nothing to ask for.
  const filters = filtersOf(fields.filter((field) => field !== tenantFields.UniformNo))
  const display = displayOf(wish, fields)
  return {
    $schema: '../src/schema/resource.schema.json',
    label: wish.label,
    menu: { group: wish.menu, order, icon: wish.icon },
    ...(wish.key ? { key: wish.tenant === 'shared' ? wish.key : [wish.tenant, wish.key] } : {}),
    ...(wish.tenant === 'shared' || tenantsAmong(fields) > 1 ? { tenant: wish.tenant } : {}),
    ...(display ? { display } : {}),
    fields: Object.fromEntries(fields.map((field) => [field.name, filters.includes(field.name) ? indexed(field) : field.raw])),
    list: { filters },
    ...(wish.import ? { import: { columns: fields.filter(isImported).map(({ name }) => name) } } : {}),
    ...(wish.actions.length > 0
      ? { actions: Object.fromEntries(wish.actions.map((action) => [action.name, actionOf(action, { display, unit: '筆', fields })])) }
      : {}),
  }
}

// A cell holds a value or a list of codes, and what the server makes is in no file.
const isImported = ({ type, raw }: NewField): boolean => raw.readOnly !== true && rulesOf(type).entered !== false && !withoutCells.includes(type)

/** A list that has grown long is still found in quickly. */
const indexed = ({ name, type, raw }: NewField): RawObject =>
  type === 'reference' || name in tenantFields || raw.unique === true || !gainsByIndex({ type, raw }) ? raw : { ...raw, index: true }

const tenantFields = {
  ApplyCode: { name: 'ApplyCode', type: 'reference', raw: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true } },
  UniformNo: { name: 'UniformNo', type: 'uniformNo', raw: { type: 'uniformNo', label: '統一編號', readOnly: true } },
} as const satisfies Record<string, NewField>

const tenantsAmong = (fields: readonly NewField[]): number => fields.filter(({ name }) => name in tenantFields).length

/** The record's company first, then what was wished for; the key is asked for once and then fixed. */
export const fieldsOf = ({ tenant, key, fields, actions }: Wish): readonly NewField[] => {
  const own = withActions(fields, actions).map((field) =>
    field.name === key ? { ...field, raw: { ...field.raw, required: true, unique: true, writeOnce: true } } : field,
  )
  return tenant === 'shared' || own.some(({ name }) => name === tenant) ? own : [tenantFields[tenant], ...own]
}

const displayOf = ({ key }: Wish, fields: readonly NewField[]): string => {
  const texts = fields.filter(({ type }) => type === 'string').map(({ name }) => name)
  return [...new Set([...(key ? [key] : []), ...texts])]
    .slice(0, 2)
    .map((name) => `{${name}}`)
    .join(' ')
}

const mostFilters = 6

const filtersOf = (fields: readonly NewField[]): readonly string[] =>
  fields
    .filter(({ type }) => type !== 'text' && rulesOf(type).matches.length > 0)
    .map(({ name }) => name)
    .slice(0, mostFilters)
