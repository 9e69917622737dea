import { allEndpoints, declaredEndpoints } from '../../contract/all-endpoints'
import { type Endpoint, endpoints } from '../../contract/endpoints'
import { type Capabilities, extensions } from '../../contract/extensions'
import { takesRequestId } from '../../contract/request-id'
import {
  actionCalls,
  bulkPreviewCalls,
  callIdOf,
  hasHistory,
  historyCallId,
  listWorkbookCallId,
  tabsCallId,
  unmaskedListId,
} from '../../schema/calls/endpoints'
import { hasList, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { hasUnmaskedList } from '../access/fields'
import type { Handler } from '../call'
import { importHandler } from '../imports/records/handler'
import type { Modules, PortalParts } from '../module'
import type { Settings } from '../ports'
import {
  actionHandler,
  bulkPreviewHandler,
  historyHandler,
  recordsHandler,
  tabsHandler,
  unmaskedListHandler,
} from '../records/handler'
import { listFile } from '../records/list/list-file'
import { reportHandler } from '../reports/handler'

/**
 * Returns the handler of a call: the one in a module, otherwise the generic one for what a schema file declares.
 * Returns undefined if the portal does not serve the call.
 */
export const handlerFor = (id: string, schemas: SchemaSet, modules: Modules): Handler | undefined => {
  const [controller = '', name = ''] = id.split('.')
  return (
    ownHandler(controller, name, { schemas, modules }) ??
    reportHandler(id, schemas) ??
    schemas.resources.filter(hasList).flatMap((resource) => recordsHandlerOf(id, resource) ?? [])[0] ??
    importHandler(controller, name, { schemas, modules })
  )
}

/** Returns the handler that a module has for a call. */
const ownHandler = (
  controller: string,
  name: string,
  { schemas, modules }: Pick<PortalParts, 'schemas' | 'modules'>,
): Handler | undefined => {
  const resources = schemas.resources.filter(({ endpoints }) => endpoints.controller === controller)
  const calls = [modules.controller(controller), ...resources.map((resource) => modules.get(resource.name).calls ?? {})]
  return calls.find((candidate) => Object.hasOwn(candidate, name))?.[name]
}

/** Returns the function that checks whether the call with an id has a handler. */
export const isCallServed =
  (schemas: SchemaSet, modules: Modules) =>
  (id: string): boolean =>
    handlerFor(id, schemas, modules) !== undefined

/**
 * Returns the calls that the portal serves, as Ext/GetCapabilities lists them.
 * Without a secret for signatures of the bank's system, its calls are not served.
 */
export const capabilitiesOf = (
  { schemas, modules }: Pick<PortalParts, 'schemas' | 'modules'>,
  { bankCreditSecrets }: Pick<Settings, 'bankCreditSecrets'>,
): Capabilities => {
  const isServed = isCallServed(schemas, modules)
  const canBeCalled = ([id, { session }]: readonly [string, Endpoint]) =>
    isServed(id) && (session !== 'bankSystem' || bankCreditSecrets.length > 0)
  return {
    Calls: Object.entries({ ...extensions, ...declaredEndpoints(schemas) })
      .filter(canBeCalled)
      .map(([id]) => id),
    Missing: Object.keys(endpoints).filter((id) => !isServed(id)),
    RequestIdCalls: Object.keys(allEndpoints(schemas)).filter((id) => takesRequestId(id) && isServed(id)),
  }
}

/**
 * Returns the generic handler of a call for the records of a resource: an operation, a declared action or its preview,
 * or a download of the list.
 */
const recordsHandlerOf = (id: string, resource: Resource): Handler | undefined => {
  const operation = resource.endpoints.operations.find((candidate) => callIdOf(resource, candidate) === id)
  if (operation) return recordsHandler(resource, operation)
  const action = actionCalls(resource).find((call) => call.id === id)
  if (action) return actionHandler(resource, action)
  const preview = bulkPreviewCalls(resource).find((call) => call.id === id)
  if (preview) return bulkPreviewHandler(resource, preview)
  if (listWorkbookCallId(resource) === id) return (call) => listFile(call, resource)
  if (resource.list.tabs.length > 0 && tabsCallId(resource) === id) return tabsHandler(resource)
  if (hasHistory(resource) && historyCallId(resource) === id) return historyHandler(resource)
  return hasUnmaskedList(resource) && unmaskedListId(resource) === id ? unmaskedListHandler(resource) : undefined
}
