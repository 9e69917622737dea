import { createContext, useContext } from 'react'
import { companySession } from '../../../browser/session/session'
import { tenantFields } from '../../../domain/access/roles'
import { isIsoDate, taipeiToday } from '../../../domain/dates/dates'
import { facetsOf } from '../../../schema/field-types'
import { ambiguityError } from '../../../schema/field-types/numbers'
import { optionCodes } from '../../../schema/field-types/options'
import { meantHint } from '../../../schema/field-types/times'
import type { ListFilter, ListView, Resource } from '../../../schema/language/resource'
import { isObject } from '../../../schema/language/shapes/shape'
import type { Field } from '../../../schema/language/types'
import { isEmpty } from '../../../schema/rules/condition'
import { filterErrors, filterField, filtersOf, keywordError, parameterName } from '../../../schema/rules/list-filters'
import { reportedErrors } from '../../data-provider/errors'
import type { BoundValue, ValueScope } from '../../fields/value-scope'

type QueryValues = Readonly<Record<string, unknown>>

/** The id of the query form in the page, to which buttons outside the form refer. */
export const queryFormId = 'list-query'

/** The name among the filters of a list of the text that its search box searches; react-admin names it so. */
export const searchFilter = 'q'

/** Returns the values of an empty query form by field. */
export const blankQuery = ({ list }: Resource): Record<string, unknown> =>
  Object.fromEntries(
    list.filters.map(({ field, match }) => [
      field,
      match === 'range' ? { from: null, to: null } : match === 'in' ? [] : null,
    ]),
  )

/** Returns the view with which a list opens for the user's role; undefined if it opens with the query of all roles. */
export const openingView = ({ list }: Resource): ListView | undefined => {
  const role = companySession()?.data.RoleId
  return list.views.find(({ opensFor }) => role !== undefined && opensFor.includes(role))
}

/**
 * Returns the filters with which a list opens: the agreement with which the user works, if there is one, the defaults
 * of the filters or those of the view of the user's role, and the first of the dates that a period may concern.
 */
export const initialFilters = (resource: Resource, agreement: string | null): Record<string, unknown> => {
  const { list } = resource
  const view = openingView(resource)
  const filters: Record<string, unknown> = Object.fromEntries([
    ...Object.entries(defaultFilters({ list })),
    ...(view ? Object.entries(filtersOf(resource, view.where)) : []),
    ...list.filters
      .filter(({ field }) => field === tenantFields.agreement && agreement !== null)
      .map(({ field, match }) => [field, match === 'in' ? [agreement] : agreement] as const),
    ...list.filters.flatMap(({ chosenBy }) =>
      chosenBy ? [[chosenBy.parameter, Object.keys(chosenBy.fields)[0]] as const] : [],
    ),
  ])
  // In the order of the query form, whose filters are compared with these.
  return Object.fromEntries(
    list.filters.flatMap(({ field }) => (Object.hasOwn(filters, field) ? [[field, filters[field]] as const] : [])),
  )
}

/** Returns the filters of a list that have a default, with their default. */
export const defaultFilters = ({ list }: Pick<Resource, 'list'>): Record<string, unknown> =>
  Object.fromEntries(
    list.filters.flatMap(({ field, match, default: values }) =>
      values ? [[field, match === 'in' ? [...values] : values[0]] as const] : [],
    ),
  )

/**
 * Returns the values of a query form in which no filter with a default is empty, because the server would apply the
 * default.
 * Such a filter gets all options of its field, or its default if the field has no options.
 */
export const withoutEmptyDefaults = (resource: Resource, values: QueryValues): QueryValues => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(defaultFilters(resource))
      .filter(([name]) => isBlank(values[name]))
      .map(([name, value]) => {
        const field = filterField(resource, { field: name })
        return [name, Array.isArray(value) && field && 'options' in field ? optionCodes(field) : value]
      }),
  ),
})

/** Returns the filters that have a value. Texts are trimmed, and empty bounds of ranges are removed. */
export const usedFilters = (values: QueryValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (isBlank(value) ? [] : [[name, trimmedFilter(value)] as const])),
  )

/**
 * Returns a message for each invalid filter, and for a text that is too short to be searched for, by path. A range has
 * one path for each bound.
 */
export const queryErrors = (resource: Resource, values: QueryValues): [string, string][] => [
  ...searchErrors(resource, values),
  ...filterErrors(resource, filterValueIn(values)).map(({ filter, end, message }): [string, string] => [
    filter.match === 'range' ? `${filter.field}.${end}` : filter.field,
    message,
  ]),
  ...resource.list.filters.flatMap((filter) => {
    const field = filterField(resource, filter)
    return field
      ? valuesByPath(filter, values).flatMap(([path, value]): [string, string][] => errorsOf(field, path, value))
      : []
  }),
]

const searchErrors = (resource: Resource, { [searchFilter]: text }: QueryValues): [string, string][] => {
  const message = isBlank(text) ? undefined : keywordError(resource, String(text))
  return message === undefined ? [] : [[searchFilter, message]]
}

/**
 * Returns the messages for required filters without a value, or with a period that is invalid; the list cannot be
 * queried until they are corrected.
 */
export const requiredFilterMessages = (resource: Resource, values: QueryValues): readonly string[] =>
  filterErrors(resource, filterValueIn(values)).flatMap(({ filter, message }) => (filter.required ? [message] : []))

/** Returns the messages of a refused query at the inputs of its parameters, by path. */
export const refusedInputs = ({ list }: Resource, error: unknown): Record<string, string> => {
  const errors = reportedErrors(error)
  return Object.fromEntries(
    list.filters.flatMap((filter): (readonly [string, string])[] =>
      inputPaths(filter).flatMap(([name, path]) => {
        const message = errors[name]
        return message === undefined ? [] : [[path, message] as const]
      }),
    ),
  )
}

/** Returns the names of a filter's parameters with the paths of their inputs. */
const inputPaths = (filter: ListFilter): readonly (readonly [name: string, path: string])[] =>
  filter.match === 'range'
    ? (['from', 'to'] as const).map((end) => [parameterName(filter, end), `${filter.field}.${end}`] as const)
    : [[filter.field, filter.field]]

const filterValueIn =
  (values: QueryValues) =>
  ({ field, match }: ListFilter, end: 'from' | 'to'): unknown =>
    match === 'range' ? rangeOf(values[field])[end] : values[field]

const errorsOf = (field: Field, path: string, value: unknown): [string, string][] => {
  if (isBlank(value)) return []
  if (isDateField(field) && !(typeof value === 'string' && isIsoDate(value)))
    return [[path, '日期格式不正確，請輸入例如 115/11/30']]
  const meant = isDateField(field) && typeof value === 'string' ? meantHint(value, taipeiToday(new Date())) : ''
  if (meant) return [[path, meant]]
  if (isNumberField(field) && typeof value !== 'number')
    return [[path, ambiguityError(field.label, value) ?? '請輸入數字']]
  return []
}

const valuesByPath = ({ field, match }: ListFilter, values: QueryValues): [string, unknown][] => {
  const value = values[field]
  if (match !== 'range') return [[field, value]]
  return isObject(value)
    ? [
        [`${field}.from`, value.from],
        [`${field}.to`, value.to],
      ]
    : []
}

const isDateField = (field: Field) => ['date', 'datetime'].includes(facetsOf(field).comparedAs ?? '')
const isNumberField = (field: Field) => facetsOf(field).comparedAs === 'number'

const isBlank = (value: unknown): boolean =>
  isEmpty(value) || (isObject(value) && isEmpty(value.from) && isEmpty(value.to))

const trimmedFilter = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, bound]) => !isEmpty(bound))) : value
}

/** The state of a query form: values by field, and messages by path. */
export interface QueryState {
  readonly values: QueryValues
  readonly errors: Readonly<Record<string, string>>
  readonly change: (path: string, value: unknown) => void
}

/** The state of the enclosing query form. */
export const QueryContext = createContext<QueryState | null>(null)

/**
 * The value scope of the inputs of a query form.
 * It does not use react-hook-form, so that lists load without that library.
 */
export const queryScope: ValueScope = {
  useBoundValue: (path): BoundValue => {
    const { values, errors, change } = useQueryState()
    return {
      value: valueAt(values, path),
      change: (value) => change(path, value),
      blur: () => {},
      message: errors[path],
      ref: () => {},
      fieldPath: [path],
    }
  },
  useValues: (names) => {
    const { values } = useQueryState()
    return names.map((name) => valueAt(values, name))
  },
  useSetValue: () => useQueryState().change,
}

/** Returns the values after replacing the value at a path such as `PaymentEndDate.from`. */
export const withValue = (values: QueryValues, path: string, value: unknown): QueryValues => {
  const [name = '', bound] = path.split('.')
  return { ...values, [name]: bound === undefined ? value : { ...rangeOf(values[name]), [bound]: value } }
}

const valueAt = (values: QueryValues, path: string): unknown => {
  const [name = '', bound] = path.split('.')
  return bound === undefined ? values[name] : rangeOf(values[name])[bound]
}

const rangeOf = (value: unknown): QueryValues => (isObject(value) ? value : {})

export const useQueryState = (): QueryState => {
  const state = useContext(QueryContext)
  if (!state) throw new Error('Query inputs work only inside a query form.')
  return state
}
