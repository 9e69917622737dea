import { pageSizes } from '../../../contract/list-query'
import type { Resource } from '../../../schema/language/resource'
import { filterParameter, filtersOfLink, type LinkLocation, queryAddress } from '../../hooks/link-state'
import { selectedAgreement } from '../../hooks/working-agreement'
import { sortText, viewIdIn, viewParameter } from '../../saved-views/list-views'
import { isSortable, listColumnsOf, needsAllFields, shownColumnsOf } from '../columns/columns'
import { defaultFilters, initialFilters, openingView } from './query-values'

/** The query of a list as its address has it. */
export interface AddressedQuery {
  readonly pagination: { readonly page: number; readonly perPage: number }
  readonly sort: { readonly field: string; readonly order: 'ASC' | 'DESC' }
  readonly filter: Readonly<Record<string, unknown>>
}

/** The parameters of an address besides the filters. */
const parameters = { sort: 'sort', page: 'page', size: 'size' } as const

const defaultSize = 20

/**
 * Returns the query with which a list opens, as react-admin's parameters of a list call.
 * The location is that to which a link has led, or an entry of the history.
 */
export const openingQuery = (resource: Resource, location: LinkLocation) => ({
  ...queryOfLocation(resource, location),
  ...(needsAllFields(shownColumnsOf(resource, [])) ? { meta: { allFields: true } } : {}),
})

/** Returns the query in a location; what the address does not say is as on a new page. */
export const queryOfLocation = (resource: Resource, location: LinkLocation): AddressedQuery => {
  const search = new URLSearchParams(location.search)
  return {
    pagination: { page: pageOf(search.get(parameters.page)), perPage: sizeOf(search.get(parameters.size)) },
    sort: sortOf(resource, search.get(parameters.sort)),
    filter: linkQuery(resource, location) ?? initialFilters(resource, selectedAgreement()),
  }
}

/** Checks whether a location says anything about the query. */
export const hasQuery = (resource: Resource, location: LinkLocation): boolean => {
  const search = new URLSearchParams(location.search)
  return (
    Object.values({ ...parameters, filterParameter, viewParameter }).some((name) => search.has(name)) ||
    filtersOfLink(resource, location) !== undefined
  )
}

/**
 * Returns the part of an address with a query, empty for the query of a new page, and the state of its entry in the
 * history, which refers to the filters that an address may not have.
 * The view of the former address is kept: the query is one that the user has made from it.
 */
export const addressOfQuery = (
  resource: Resource,
  { pagination, sort, filter }: AddressedQuery,
  former: LinkLocation,
) => {
  const view = viewIdIn(former.search)
  // An address with a view alone opens the view as it is saved.
  const isInitial = view === null && isSameQuery(filter, initialFilters(resource, selectedAgreement()))
  const { search, state } = isInitial ? { search: new URLSearchParams(), state: {} } : queryAddress(resource, filter)
  if (!isSameQuery(sort, initialSort(resource))) search.set(parameters.sort, sortText(sort))
  if (pagination.page > 1) search.set(parameters.page, String(pagination.page))
  if (pagination.perPage !== defaultSize) search.set(parameters.size, String(pagination.perPage))
  if (view !== null) search.set(viewParameter, view)
  const text = search.toString()
  return { search: text === '' ? '' : `?${text}`, state }
}

/** Checks whether two queries, or parts of them, are the same. */
export const isSameQuery = (left: object, right: object): boolean => ordered(left) === ordered(right)

const ordered = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

const initialSort = (resource: Resource): AddressedQuery['sort'] => openingView(resource)?.sort ?? resource.list.sort

const pageOf = (text: string | null): number => (/^[1-9][0-9]{0,6}$/.test(text ?? '') ? Number(text) : 1)

const sizeOf = (text: string | null): number => pageSizes.find((size) => String(size) === text) ?? defaultSize

const sortOf = (resource: Resource, text: string | null): AddressedQuery['sort'] => {
  const name = (text ?? '').replace(/^-/, '')
  const field = listColumnsOf(resource).find((column) => column.name === name)
  if (!field || !isSortable(resource, field)) return { ...initialSort(resource) }
  return { field: name, order: text?.startsWith('-') ? 'DESC' : 'ASC' }
}

// As on the server, a default applies where the link says nothing about its filter.
const linkQuery = (resource: Resource, location: LinkLocation) => {
  const filters = filtersOfLink(resource, location)
  return filters && { ...defaultFilters(resource), ...filters }
}
