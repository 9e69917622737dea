import { isInForm } from './complete-form'
import { displayFields } from './display'
import { rulesOf } from './field-types'
import { searchWay } from './search-way'
import type { RawObject } from './shape/shape'
import { standardNames } from './standard-fields'
import type { Field, Filter, ListSpec, Resource } from './types'

interface SaidList {
  readonly columns?: readonly string[]
  readonly hidden?: readonly string[]
  readonly filters?: readonly (string | { readonly field: string; readonly match?: Filter['match'] })[]
  readonly sort?: string
  readonly mobile?: { readonly primary: string; readonly secondary?: readonly string[]; readonly tertiary?: string }
  readonly search?: readonly string[]
}

/** The list page with its defaults filled in. */
export const completeList = (raw: RawObject | undefined, { fields, key, display }: Pick<Resource, 'fields' | 'key' | 'display'>): Omit<ListSpec, 'more'> => {
  const said: SaidList = raw ?? {}
  const columns = said.columns ?? fields.filter(isShort).map((field) => field.name)
  return {
    columns,
    hidden: said.hidden ?? [],
    filters: (said.filters ?? []).map((filter) => completeFilter(filter, fields)),
    sort: said.sort ? sortOf(said.sort) : { field: key[0] ?? 'SerialId', order: key[0] === 'SerialId' ? 'DESC' : 'ASC' },
    mobile: said.mobile ? { secondary: [], ...said.mobile } : mobileOf(columns, display, fields),
    search: said.search ?? displayFields(display).filter((name) => fields.some((field) => field.name === name && searchWay(field.type) !== undefined)),
  }
}

/** The field a sort is by, without its minus. */
export const sortOf = (sort: string): ListSpec['sort'] => (sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' })

/** How a list is narrowed by a field of that type when the file does not say. Codes match whole, texts in part. */
export const defaultMatch = (field: Field): Filter['match'] =>
  field.type === 'string' && (field.pattern || field.unique) ? 'exact' : (rulesOf(field.type).matches[0] ?? 'exact')

const isShort = (field: Field): boolean =>
  !field.detailOnly && !rulesOf(field.type).long && !standardNames.includes(field.name) && (isInForm(field) || field.type === 'count')

const completeFilter = (filter: string | { readonly field: string; readonly match?: Filter['match'] }, fields: readonly Field[]): Filter => {
  const said: { field: string; match?: Filter['match'] } = typeof filter === 'string' ? { field: filter } : filter
  const field = fields.find((one) => one.name === said.field)
  return { field: said.field, match: said.match ?? (field ? defaultMatch(field) : 'exact') }
}

const mobileOf = (columns: readonly string[], display: string, fields: readonly Field[]): ListSpec['mobile'] => {
  const primary = displayFields(display).findLast((name) => columns.includes(name)) ?? columns[0] ?? ''
  const tertiary = columns.find((name) => name.endsWith('Status') && fields.some((field) => field.name === name && field.type === 'enum'))
  const secondary = columns.filter((name) => name !== primary && name !== tertiary && name !== 'ApplyCode' && name !== 'SerialId').slice(0, 2)
  return { primary, secondary, ...(tertiary ? { tertiary } : {}) }
}
