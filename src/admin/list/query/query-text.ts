import { isShownReference } from '../../../schema/field-types'
import type { ListFilter, Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import type { Field, RecordValues } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { filterField } from '../../../schema/rules/list-filters'
import { isNumeric, valueText } from '../../../schema/text/value-text'
import { searchFilter } from './query-values'

/**
 * Returns each filter of a query as text.
 * `record` is a record of the result, which has the texts of its codes.
 */
export const queryTexts = (
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  record: RecordValues = {},
): readonly string[] => conditionsOf(resource, filters, record).map(({ text }) => text)

/** A condition of a query: the name of its filter, and its text, such as 繳款截止日 2026/12/01 至 2026/12/31. */
export interface QueryCondition {
  readonly name: string
  readonly text: string
  /** Whether it allows every option of its field. */
  readonly isAll?: boolean
}

/**
 * Returns the conditions of a query: the searched text, then the filters that have a value.
 * `record` is a record of the result, which has the texts of its codes.
 */
export const conditionsOf = (
  resource: Resource,
  filters: Readonly<Record<string, unknown>>,
  record: RecordValues = {},
): readonly QueryCondition[] => [
  ...(isEmpty(filters[searchFilter]) ? [] : [{ name: searchFilter, text: `搜尋「${filters[searchFilter]}」` }]),
  ...resource.list.filters.flatMap((filter) => {
    const value = filters[filter.field]
    const text = filterText(resource, filter, { value, record })
    return text === undefined
      ? []
      : [{ name: filter.field, text, isAll: hasEveryOption(filterField(resource, filter), value) }]
  }),
]

/** Returns a filter as text; undefined if it has no value. */
const filterText = (
  resource: Resource,
  filter: ListFilter,
  { value, record }: { readonly value: unknown; readonly record: RecordValues },
): string | undefined => {
  const name = filter.field
  const field = filterField(resource, filter)
  if (!field || value === undefined) return undefined
  if (hasEveryOption(field, value)) return `${field.label} 全部`
  const isKnown = (part: unknown) => record[name] === part
  // The number of a record means nothing to users.
  if (isShownReference(field) && field.storedAs === 'bigint' && !isKnown(value)) return `${field.label}（已選擇）`
  const textOf = (part: unknown) => valueText(field, isKnown(part) ? record : { [name]: part })
  const text = isObject(value)
    ? rangeText(textOf(value.from), textOf(value.to), isNumeric(field))
    : Array.isArray(value)
      ? value.map(textOf).join('、')
      : textOf(value)
  return `${field.label} ${text.trim()}`
}

const rangeText = (from: string, to: string, isNumber: boolean): string => {
  if (from === '') return isNumber ? `${to} 以下` : `至 ${to}`
  if (to === '') return `${from} ${isNumber ? '以上' : '起'}`
  return `${from} 至 ${to}`
}

const hasEveryOption = (field: Field | undefined, value: unknown): boolean =>
  field !== undefined && 'options' in field && Array.isArray(value) && value.length === field.options.length
