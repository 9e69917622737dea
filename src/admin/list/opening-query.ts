import type { Resource } from '../../schema/language/resource'
import { filtersOfLink, type LinkLocation } from '../hooks/link-state'
import { selectedAgreement } from '../hooks/working-agreement'
import { needsAllFields, shownColumnsOf } from './columns'
import { defaultFilters, initialFilters } from './query-values'

/**
 * Returns the query with which a list opens, as react-admin's parameters of a list call.
 * The location is that to which a link has led.
 */
export const openingQuery = (resource: Resource, location: LinkLocation) => ({
  pagination: { page: 1, perPage: 20 },
  sort: { ...resource.list.sort },
  filter: linkQuery(resource, location) ?? initialFilters(resource, selectedAgreement()),
  ...(needsAllFields(shownColumnsOf(resource, {})) ? { meta: { allFields: true } } : {}),
})

// As on the server, a default applies where the link says nothing about its filter.
const linkQuery = (resource: Resource, location: LinkLocation) => {
  const filters = filtersOfLink(resource, location)
  return filters && { ...defaultFilters(resource), ...filters }
}
