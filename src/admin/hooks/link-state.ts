import type { ListFilter, Resource } from '../../schema/language/resource'
import { isObject, isText } from '../../schema/language/shapes/shape'
import type { RecordValues } from '../../schema/language/types'
import { filterField } from '../../schema/rules/list-filters'

/**
 * The navigation state of a link to a list or to a form.
 * It may contain personal data, so it is not part of the URL, which is logged and passed on.
 */
interface LinkState {
  /** Filters of the list; the address may have others. */
  readonly filters?: Readonly<Record<string, unknown>>
  /** Values of the new record. */
  readonly initialValues?: RecordValues
  /** Texts of the codes among the initial values, as the server sent them with the record that the values come from. */
  readonly labels?: RecordValues
  /** Fields of the new record whose initial value the user should change. */
  readonly fieldsToChange?: readonly string[]
}

/** The query parameter with the filters of a list, as JSON, as in addresses of react-admin. */
const filterParameter = 'filter'

/** The parts of a location that may contain filters. */
export interface LinkLocation {
  readonly search: string
  readonly state: unknown
}

/**
 * Returns the filters in the address and in the state of a link, without those that the list does not have; undefined
 * if neither has any.
 */
export const filtersOfLink = (
  resource: Resource,
  { search, state }: LinkLocation,
): Record<string, unknown> | undefined => {
  const ofAddress = filtersOfAddress(resource, search)
  const ofState = linkState(state).filters
  if (!ofAddress && !ofState) return undefined
  return Object.fromEntries(
    Object.entries({ ...ofAddress, ...ofState }).filter(([name]) =>
      resource.list.filters.some(({ field }) => field === name),
    ),
  )
}

/** Returns the filters in an address, which may have been typed; undefined if it has none. */
const filtersOfAddress = (resource: Resource, search: string): Record<string, unknown> | undefined => {
  const filters = parsedJson(new URLSearchParams(search).get(filterParameter) ?? 'null')
  if (!isObject(filters)) return undefined
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => {
      const filter = resource.list.filters.find(({ field }) => field === name)
      return filter && !isPersonal(resource, name) && isFilterValue(value, filter)
    }),
  )
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isFilterValue = (value: unknown, { match }: ListFilter): boolean => {
  if (match === 'in') return Array.isArray(value) && value.every(isText)
  if (match === 'range') return isObject(value) && Object.values(value).every(isText)
  return isText(value)
}

const isPersonal = (resource: Resource, field: string): boolean =>
  filterField(resource, { field })?.personal !== undefined

/** The value of a filter in a link: one or several values, or the bounds of a range. */
export type LinkFilter = string | readonly string[] | { readonly from?: string; readonly to?: string }

/**
 * Returns the state of a link to a list that is filtered by these values; a filter may have several values or a range.
 * A range of a date becomes the period of the list, if the list has one that may concern this date.
 * Returns undefined if the list lacks one of the filters.
 */
export const listLinkState = (
  { list }: Resource,
  values: Readonly<Record<string, LinkFilter>>,
): LinkState | undefined => {
  const filters = Object.entries(values).map(([name, value]) => filterOfLink(list, name, value))
  return filters.includes(undefined) ? undefined : { filters: Object.assign({}, ...filters) }
}

/**
 * Returns the address and the state of a link to a list that is filtered by these values.
 * Filters of personal data are in the state, all others in the address, which can be copied and opened in another tab.
 * Returns undefined if the list lacks one of the filters.
 */
export const listLink = (resource: Resource, path: string, values: Readonly<Record<string, LinkFilter>>) => {
  const filters = listLinkState(resource, values)?.filters ?? {}
  return Object.keys(filters).length === 0 ? undefined : queryLink(resource, path, filters)
}

/** Returns the address and the state of a link to a list with these filters of its query form. */
export const queryLink = (resource: Resource, path: string, values: Readonly<Record<string, unknown>>) => {
  const filters = Object.entries(values)
  const inState = filters.filter(([name]) => isPersonal(resource, name))
  const inAddress = filters.filter(([name]) => !isPersonal(resource, name))
  const query = new URLSearchParams({ [filterParameter]: JSON.stringify(Object.fromEntries(inAddress)) })
  return { to: `${path}?${query}`, state: { filters: Object.fromEntries(inState) } satisfies LinkState }
}

/** Returns the values of the query form for one filter of a link; undefined if the list lacks the filter. */
const filterOfLink = ({ filters }: Resource['list'], name: string, value: LinkFilter) => {
  for (const { field, chosenBy } of filters) {
    const [code] = Object.entries(chosenBy?.fields ?? {}).find(([, date]) => date === name) ?? []
    if (chosenBy && code !== undefined) return { [chosenBy.parameter]: code, [field]: value }
  }
  const filter = filters.find(({ field }) => field === name)
  return filter && { [name]: filter.match === 'in' ? [value].flat() : value }
}

/**
 * Returns the initial values in the state of a link, without those of read-only fields; undefined if the state has
 * none.
 */
export const initialValuesOfLink = ({ fields }: Resource, state: unknown): RecordValues | undefined => {
  const { initialValues } = linkState(state)
  return (
    initialValues &&
    Object.fromEntries(
      Object.entries(initialValues).filter(([name]) => fields.some((field) => field.name === name && !field.readOnly)),
    )
  )
}

/** Returns the fields in the state of a link whose initial value the user should change. */
export const fieldsToChangeOfLink = (state: unknown): readonly string[] => linkState(state).fieldsToChange ?? []

/** Returns the texts of codes in the state of a link; undefined if the state has none. */
export const labelsOfLink = (state: unknown): RecordValues | undefined => linkState(state).labels

const linkState = (state: unknown): LinkState =>
  typeof state === 'object' && state !== null ? (state as LinkState) : {}
