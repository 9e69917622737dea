import { newRequestId } from '../../browser/http/request-id'
import { sessionOwner } from '../../browser/session/session'
import type { Resource } from '../../schema/language/resource'
import { isObject } from '../../schema/language/shapes/shape'
import type { RecordValues } from '../../schema/language/types'
import { isAddressFilter } from '../../schema/rules/list-filters'
import { searchFilter } from '../list/query/query-values'

/**
 * The navigation state of a link to a list or to a form.
 * It may contain personal data, so it is not part of the URL, which is logged and passed on.
 */
export interface LinkState {
  /** The id under which `remembered` has filters of the list; the address may have others. */
  readonly filters?: string
  /** Values of the new record. */
  readonly initialValues?: RecordValues
  /** Texts of the codes among the initial values, as the server sent them with the record that the values come from. */
  readonly labels?: RecordValues
  /** Fields of the new record whose initial value the user should change. */
  readonly fieldsToChange?: readonly string[]
}

/**
 * The filters of personal data that entries of the browser's history refer to, by id, with the user whose they are.
 * The history itself, which a browser keeps on the device, has only the id.
 */
const remembered = new Map<string, { readonly owner: string | null; readonly filters: Filters }>()

type Filters = Readonly<Record<string, unknown>>

/** Forgets the filters of personal data in the history of this tab, when the user signs out. */
export const forgetFilters = (): void => remembered.clear()

const remember = (filters: Filters): LinkState => {
  if (Object.keys(filters).length === 0) return {}
  const owner = sessionOwner()
  const text = JSON.stringify(filters)
  // A link is rendered many times, and has the same id each time.
  const [known] =
    [...remembered].find(([, entry]) => entry.owner === owner && JSON.stringify(entry.filters) === text) ?? []
  const id = known ?? newRequestId()
  remembered.set(id, { owner, filters })
  return { filters: id }
}

/** Returns the remembered filters of a link's state; undefined if it has none, or they are forgotten. */
const rememberedFilters = (state: unknown): Filters | undefined => {
  const entry = remembered.get(linkState(state).filters ?? '')
  return entry && entry.owner === sessionOwner() ? entry.filters : undefined
}

/** Checks whether an entry of the history had filters of personal data, which the page no longer knows. */
export const hasForgottenFilters = (state: unknown): boolean =>
  linkState(state).filters !== undefined && rememberedFilters(state) === undefined

/** The query parameter with the filters of a list, as JSON, as in addresses of react-admin. */
export const filterParameter = 'filter'

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
  const ofState = rememberedFilters(state)
  if (!ofAddress && !ofState) return undefined
  return Object.fromEntries(
    Object.entries({ ...ofAddress, ...ofState }).filter(
      ([name]) => name === searchFilter || resource.list.filters.some(({ field }) => field === name),
    ),
  )
}

/** Returns the filters in an address, which may have been typed; undefined if it has none. */
const filtersOfAddress = (resource: Resource, search: string): Record<string, unknown> | undefined => {
  const filters = writtenFilters(search)
  if (!isObject(filters)) return undefined
  return Object.fromEntries(Object.entries(filters).filter(([name, value]) => isAddressFilter(resource, name, value)))
}

const writtenFilters = (search: string): unknown =>
  parsedJson(new URLSearchParams(search).get(filterParameter) ?? 'null')

/** Returns the names of the filters in an address that the list does not have, or with values that it cannot have. */
export const staleFilters = (resource: Resource, search: string): readonly string[] => {
  if (!new URLSearchParams(search).has(filterParameter)) return []
  const filters = writtenFilters(search)
  if (!isObject(filters)) return [filterParameter]
  return Object.entries(filters).flatMap(([name, value]) => (isAddressFilter(resource, name, value) ? [] : [name]))
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The value of a filter in a link: one or several values, or the bounds of a range. */
export type LinkFilter = string | readonly string[] | { readonly from?: string; readonly to?: string }

/**
 * Returns the filters of a list that correspond to these values; a filter may have several values or a range.
 * A range of a date becomes the period of the list, if the list has one that may concern this date.
 * Returns undefined if the list lacks one of the filters.
 */
export const listFilters = ({ list }: Resource, values: Readonly<Record<string, LinkFilter>>): Filters | undefined => {
  const filters = Object.entries(values).map(([name, value]) => filterOfLink(list, name, value))
  return filters.includes(undefined) ? undefined : Object.assign({}, ...filters)
}

/**
 * Returns the address and the state of a link to a list that is filtered by these values.
 * Filters of personal data are in the state, all others in the address, which can be copied and opened in another tab.
 * Returns undefined if the list lacks one of the filters.
 */
export const listLink = (resource: Resource, path: string, values: Readonly<Record<string, LinkFilter>>) => {
  const filters = listFilters(resource, values) ?? {}
  return Object.keys(filters).length === 0 ? undefined : queryLink(resource, path, filters)
}

/** Returns the address and the state of a link to a list with these filters of its query form. */
export const queryLink = (resource: Resource, path: string, values: Filters) => {
  const { search, state } = queryAddress(resource, values)
  return { to: `${path}?${search}`, state }
}

/**
 * Returns the part of an address with these filters, and the state of its entry in the history, which refers to those
 * that an address may not have.
 */
export const queryAddress = (resource: Resource, values: Filters) => {
  const filters = Object.entries(values)
  const inAddress = filters.filter(([name, value]) => isAddressFilter(resource, name, value))
  const inState = filters.filter(([name, value]) => !isAddressFilter(resource, name, value))
  const search = new URLSearchParams({ [filterParameter]: JSON.stringify(Object.fromEntries(inAddress)) })
  return { search, state: remember(Object.fromEntries(inState)) }
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
