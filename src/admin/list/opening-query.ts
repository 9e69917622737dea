import type { Resource } from '../../schema/language/resource'
import { filtersOfLink } from '../hooks/link-state'
import { selectedAgreement } from '../hooks/working-agreement'
import { needsAllFields, shownColumnsOf } from './columns'
import { initialFilters } from './query-values'

/**
 * Returns the query with which a list opens, as react-admin's parameters of a list call.
 * `state` is the state of the link that leads to the list.
 */
export const openingQuery = (resource: Resource, state: unknown) => ({
  pagination: { page: 1, perPage: 20 },
  sort: { ...resource.list.sort },
  filter: filtersOfLink(resource, state) ?? initialFilters(resource, selectedAgreement()),
  ...(needsAllFields(shownColumnsOf(resource, {})) ? { meta: { allFields: true } } : {}),
})
