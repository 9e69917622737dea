import type { Resource } from '../../schema/language/resource'
import { filtersOfLink } from '../hooks/link-state'
import { selectedAgreement } from '../hooks/working-agreement'
import { needsAllFields, shownColumnsOf } from './columns'
import { defaultFilters, initialFilters } from './query-values'

/**
 * Returns the query with which a list opens, as react-admin's parameters of a list call.
 * `state` is the state of the link that leads to the list.
 */
export const openingQuery = (resource: Resource, state: unknown) => ({
  pagination: { page: 1, perPage: 20 },
  sort: { ...resource.list.sort },
  filter: linkQuery(resource, state) ?? initialFilters(resource, selectedAgreement()),
  ...(needsAllFields(shownColumnsOf(resource, {})) ? { meta: { allFields: true } } : {}),
})

// As on the server, a default applies where the link says nothing about its filter.
const linkQuery = (resource: Resource, state: unknown) => {
  const filters = filtersOfLink(resource, state)
  return filters && { ...defaultFilters(resource), ...filters }
}
