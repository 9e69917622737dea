import { daysBetween, isIsoDate } from '../../domain/dates/dates'
import { facetsOf } from '../field-types'
import type { FilterEnd, ListFilter, ListTab, Resource, TotalRules } from '../language/resource'
import { isObject, isText } from '../language/shapes/shape'
import { type Field, fieldNamed } from '../language/types'
import { isNumeric } from '../text/value-text'
import { isEmpty } from './condition'

/** Returns the field of a filter: a parameter of the list, or a field of its records; undefined if a role has neither. */
export const filterField = (
  { list, fields }: Pick<Resource, 'list' | 'fields'>,
  { field }: Pick<ListFilter, 'field'>,
): Field | undefined => fieldNamed(list.parameters, field) ?? fieldNamed(fields, field)

/** Returns the name of the query parameter of a filter, or of one end of a range. */
export const parameterName = ({ field, match, ends }: ListFilter, end: FilterEnd): string => {
  if (match !== 'range') return field
  return ends?.[end] ?? `${field}${end === 'from' ? 'From' : 'To'}`
}

/**
 * Checks whether an address and a saved view may have this value of a filter: one of the list, and no personal data.
 * The search box is no filter of its own, because its text may be a name.
 */
export const isAddressFilter = (resource: Pick<Resource, 'list' | 'fields'>, name: string, value: unknown): boolean => {
  const filter = resource.list.filters.find(({ field }) => field === name)
  const field = filter && filterField(resource, filter)
  return filter !== undefined && field?.personal === undefined && isFilterValue(field, filter, value)
}

const isFilterValue = (field: Field | undefined, { match }: ListFilter, value: unknown): boolean => {
  const isOne = (one: unknown) => isText(one) || isOfKind(field, one)
  if (match === 'in') return Array.isArray(value) && value.every(isOne)
  if (match === 'range') return isObject(value) && Object.values(value).every(isOne)
  return isOne(value)
}

const isOfKind = (field: Field | undefined, value: unknown): boolean =>
  // A reference without a field of its own refers by the number that the database has assigned.
  (typeof value === 'number' && field !== undefined && (isNumeric(field) || field.type === 'reference')) ||
  (typeof value === 'boolean' && field?.type === 'boolean')

/** Returns whether a list finds records by the beginning of a field, which has an index for this. */
export const hasPrefixFilter = ({ list }: Pick<Resource, 'list'>, name: string): boolean =>
  list.filters.some(({ field, match }) => field === name && match === 'startsWith')

/** Returns whether a list finds records by any part of a field; the index of such a field is one of characters. */
export const hasPartFilter = ({ list }: Pick<Resource, 'list'>, name: string): boolean =>
  list.filters.some(({ field, match }) => field === name && match === 'contains')

/**
 * Returns why a list is not searched for a keyword: it has one character, and the list is searched by indexes. One
 * character fits a large part of a long list.
 */
export const keywordError = (resource: Pick<Resource, 'list'>, keyword: string): string | undefined =>
  [...keyword.trim()].length < 2 && resource.list.search.some((name) => hasPrefixFilter(resource, name))
    ? '關鍵字請輸入 2 個字以上。'
    : undefined

/** Returns the filters that a tab or a view sets, as a query form has them: the values, or one value. */
export const filtersOf = ({ list }: Pick<Resource, 'list'>, where: ListTab['where']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(where).map(([name, values]) => {
      const isMultiple = list.filters.some(({ field, match }) => field === name && match === 'in')
      return [name, isMultiple ? [...values] : values[0]]
    }),
  )

/** Returns the fields whose filters the tabs of a list set. */
export const tabFields = ({ list }: Pick<Resource, 'list'>): readonly string[] => [
  ...new Set(list.tabs.flatMap(({ where }) => Object.keys(where))),
]

/** Returns the fields on which the sums of a list depend. */
export const totalRuleFields = ({ except = [], negative = {}, parts = [] }: TotalRules): readonly string[] =>
  [...except, negative, ...parts.map(({ where }) => where)].flatMap((values) => Object.keys(values))

/** A message for a filter, or for one end of a range. */
export interface FilterError {
  readonly filter: ListFilter
  readonly end: FilterEnd
  readonly message: string
}

/**
 * Returns a message for each required filter without a value, unless a sufficient filter has one.
 * A period without the date that it concerns, and one of a filter with `maxDays` that ends before it starts or is too
 * long, have a message, too.
 */
export const filterErrors = (
  { list, fields }: Pick<Resource, 'list' | 'fields'>,
  enteredValue: (filter: ListFilter, end: FilterEnd) => unknown,
): readonly FilterError[] => {
  const isSufficient = list.filters.some(
    (filter) => filter.sufficient && filterField({ list, fields }, filter) && !isEmpty(enteredValue(filter, 'from')),
  )
  return list.filters.flatMap((filter) => {
    const field = filterField({ list, fields }, filter)
    if (!field) return []
    const period = list.filters.find(({ chosenBy }) => chosenBy?.parameter === filter.field)
    const isNeeded =
      (filter.required === true && !isSufficient) ||
      (period !== undefined && endsOf(period).some((end) => !isEmpty(enteredValue(period, end))))
    const [from, to] = [enteredValue(filter, 'from'), enteredValue(filter, 'to')]
    const missing = endsOf(filter).filter((end) => isNeeded && isEmpty(end === 'from' ? from : to))
    if (missing.length > 0)
      return missing.map(
        (end): FilterError => ({ filter, end, message: `請輸入「${field.label}」${endText(field, filter, end)}。` }),
      )
    const message = rangeError(filter, from, to)
    return message === undefined ? [] : [{ filter, end: 'to', message }]
  })
}

const endsOf = ({ match }: ListFilter): readonly FilterEnd[] => (match === 'range' ? ['from', 'to'] : ['from'])

const endText = (field: Field, { match }: ListFilter, end: FilterEnd): string => {
  if (match !== 'range') return ''
  const [fromText, toText] = isDay(field) ? ['的起日', '的迄日'] : ['的下限', '的上限']
  return end === 'from' ? fromText : toText
}

const isDay = (field: Field): boolean => ['date', 'datetime'].includes(facetsOf(field).comparedAs ?? '')

const rangeError = ({ maxDays }: ListFilter, from: unknown, to: unknown): string | undefined => {
  if (maxDays === undefined || typeof from !== 'string' || typeof to !== 'string' || !isIsoDate(from) || !isIsoDate(to))
    return undefined
  return periodError(from, to, maxDays)
}

/**
 * Returns the message for a period that ends before it starts or has more than `maxDays` days; undefined for any other
 * period.
 */
export const periodError = (from: string, to: string, maxDays: number): string | undefined => {
  if (to < from) return '迄日不可早於起日，請更正。'
  const days = daysBetween(from, to) + 1
  return days > maxDays ? `查詢期間最長 ${maxDays} 天，目前是 ${days} 天，請縮短期間。` : undefined
}
