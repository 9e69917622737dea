import { tenantFields } from '../../domain/access/roles'
import { isMultiValued, keywordMatch, rulesOf } from '../field-types'
import type { RawList, RawResource } from '../language/raw-resource'
import type { FormSection, ListFilter, ListSpec, Resource } from '../language/resource'
import { type Field, type FilterMatch, fieldNamed, isInForm } from '../language/types'
import { placeholdersIn } from '../text/interpolate'
import { serialId, standardNames } from './standard-fields'

/** Returns the list page with its defaults filled in. */
export const compileList = (raw: RawList, { fields, key, display }: Pick<Resource, 'fields' | 'key' | 'display'>): Omit<ListSpec, 'optionalColumns'> => {
  const columns = raw.columns ?? fields.filter(isDefaultColumn).map((field) => field.name)
  return {
    columns,
    hidden: raw.hidden ?? [],
    filters: (raw.filters ?? []).map((filter) => compileFilter(filter, fields)),
    totals: raw.totals ?? [],
    sort: raw.sort ? parseSort(raw.sort) : { field: key[0] ?? serialId.name, order: key[0] === serialId.name ? 'DESC' : 'ASC' },
    mobile: raw.mobile ? { secondary: [], ...raw.mobile } : mobileOf(columns, display, fields),
    search: raw.search ?? placeholdersIn(display).filter((name) => fields.some((field) => field.name === name && keywordMatch(field.type) !== undefined)),
  }
}

/** Returns the sections of the form; if none are declared, one section with every field. */
export const compileForm = (raw: RawResource['form'], fields: readonly Field[]): readonly FormSection[] => {
  if (raw) return raw
  const entered = fields.filter(isInForm).map((field) => field.name)
  return entered.length > 0 ? [{ title: '基本資料', fields: entered }] : []
}

/** Parses a sort; a leading minus means descending. */
export const parseSort = (sort: string): ListSpec['sort'] => (sort.startsWith('-') ? { field: sort.slice(1), order: 'DESC' } : { field: sort, order: 'ASC' })

/** Returns the default match of a filter: codes match exactly, other texts by substring. */
export const defaultMatch = (field: Field): FilterMatch =>
  rulesOf(field.type).group === 'text' && (('pattern' in field && field.pattern) || field.unique) ? 'exact' : (rulesOf(field.type).matches[0] ?? 'exact')

const isDefaultColumn = (field: Field): boolean =>
  !field.detailOnly && !rulesOf(field.type).hasLongValues && !standardNames.includes(field.name) && (isInForm(field) || field.type === 'count')

const compileFilter = (filter: NonNullable<RawList['filters']>[number], fields: readonly Field[]): ListFilter => {
  const raw = typeof filter === 'string' ? { field: filter, match: undefined } : filter
  const field = fieldNamed(fields, raw.field)
  return { ...raw, match: raw.match ?? (field ? defaultMatch(field) : 'exact') }
}

const mobileOf = (columns: readonly string[], display: string, fields: readonly Field[]): ListSpec['mobile'] => {
  const primary = placeholdersIn(display).findLast((name) => columns.includes(name)) ?? columns[0] ?? ''
  const tertiary = columns.find((name) => name.endsWith('Status') && fields.some((field) => field.name === name && 'options' in field && !isMultiValued(field)))
  const secondary = columns.filter((name) => name !== primary && name !== tertiary && name !== tenantFields.agreement && name !== serialId.name).slice(0, 2)
  return { primary, secondary, ...(tertiary ? { tertiary } : {}) }
}
