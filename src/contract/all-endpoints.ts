import { hasUnmaskedList } from '../schema/access/unmasked-list'
import {
  actionCalls,
  bulkPreviewCalls,
  hasHistory,
  historyCallId,
  historyEndpoint,
  importEndpoints,
  isExtensionOfView,
  reportFileEndpoints,
  resourceEndpoints,
  tabsCallId,
  tabsEndpoint,
  unmaskedListEndpoint,
  unmaskedListId,
} from '../schema/calls/endpoints'
import { hasList, hasRecords, type Resource } from '../schema/language/resource'
import type { SchemaSet } from '../schema/load/schema-set'
import { type Endpoint, endpoints } from './endpoints'
import { extensions } from './extensions'

/**
 * Returns every call by id: the calls of the specification, the extensions, and the calls that schemas declare.
 * A call of the contract replaces a schema's call with the same id.
 */
export const allEndpoints = ({ resources }: Pick<SchemaSet, 'resources'>): Readonly<Record<string, Endpoint>> => ({
  ...recordEndpoints(resources),
  ...declaredEndpoints({ resources }),
  ...endpoints,
  ...extensions,
})

/**
 * Returns, by id, the declared calls that not every backend serves (GetCapabilities lists those that a backend serves):
 * the calls of resources without a page, of single records of views, of actions that set fields, of previews of bulk
 * actions, of unmasked lists, of tabs, of the history of records, of imports and of files of reports.
 */
export const declaredEndpoints = ({ resources }: Pick<SchemaSet, 'resources'>): Readonly<Record<string, Endpoint>> => ({
  ...recordEndpoints(resources.filter(({ page }) => !page)),
  ...Object.fromEntries(resources.filter(hasRecords).flatMap(viewExtensions)),
  ...Object.fromEntries(
    resources
      .filter(hasRecords)
      .flatMap((resource) =>
        [...actionCalls(resource), ...bulkPreviewCalls(resource)].map(({ id, endpoint }) => [id, endpoint]),
      ),
  ),
  ...Object.fromEntries(
    resources.filter(hasUnmaskedList).map((resource) => [unmaskedListId(resource), unmaskedListEndpoint(resource)]),
  ),
  ...Object.fromEntries(
    resources
      .filter(({ list }) => list.tabs.length > 0)
      .map((resource) => [tabsCallId(resource), tabsEndpoint(resource)]),
  ),
  ...Object.fromEntries(
    resources.filter(hasHistory).map((resource) => [historyCallId(resource), historyEndpoint(resource)]),
  ),
  ...Object.fromEntries(
    resources.flatMap((resource) => [
      ...Object.entries(importEndpoints(resource)),
      ...Object.entries(reportFileEndpoints(resource)),
    ]),
  ),
})

const viewExtensions = (resource: Resource): readonly (readonly [string, Endpoint])[] =>
  resource.endpoints.operations.flatMap((operation) => {
    const { id, endpoint } = resourceEndpoints(resource)[operation] ?? {}
    return id && endpoint && isExtensionOfView(resource, operation) && !(id in endpoints) ? [[id, endpoint]] : []
  })

const recordEndpoints = (resources: SchemaSet['resources']): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(
    resources
      .filter(hasList)
      .flatMap((resource) => Object.values(resourceEndpoints(resource)).map(({ id, endpoint }) => [id, endpoint])),
  )
