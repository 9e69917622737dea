import { hasUnmaskedList } from '../schema/access/unmasked-list'
import { actionCalls, importEndpoints, reportEndpoints, resourceEndpoints, unmaskedListEndpoint, unmaskedListId } from '../schema/calls/endpoints'
import { hasRecords } from '../schema/language/resource'
import type { SchemaSet } from '../schema/load/schema-set'
import { type Endpoint, endpoints } from './endpoints'
import { extensions } from './extensions'

/** Returns every call by id: those of the specification, the extensions and those of schemas. A call of the contract takes precedence over a schema's call of the same name. */
export const allEndpoints = ({ resources }: Pick<SchemaSet, 'resources'>): Readonly<Record<string, Endpoint>> => ({
  ...recordEndpoints(resources),
  ...declaredEndpoints({ resources }),
  ...endpoints,
  ...extensions,
})

/** Returns, by id, the calls that schema files declare in addition to those of record pages: resources without a page, actions that write, unmasked lists, imports and reports. A backend may lack any of them. */
export const declaredEndpoints = ({ resources }: Pick<SchemaSet, 'resources'>): Readonly<Record<string, Endpoint>> => ({
  ...recordEndpoints(resources.filter(({ page }) => !page)),
  ...Object.fromEntries(resources.filter(hasRecords).flatMap((resource) => actionCalls(resource).map(({ id, endpoint }) => [id, endpoint]))),
  ...Object.fromEntries(resources.filter(hasUnmaskedList).map((resource) => [unmaskedListId(resource), unmaskedListEndpoint(resource)])),
  ...Object.fromEntries(resources.flatMap((resource) => [...Object.entries(importEndpoints(resource)), ...Object.entries(reportEndpoints(resource))])),
})

const recordEndpoints = (resources: SchemaSet['resources']): Readonly<Record<string, Endpoint>> =>
  Object.fromEntries(resources.filter(hasRecords).flatMap((resource) => Object.values(resourceEndpoints(resource)).map(({ id, endpoint }) => [id, endpoint])))
