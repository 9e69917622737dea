import { useIsServed } from '../../browser/http/capabilities'
import { useCompanySession } from '../../browser/session/session'
import { allEndpoints } from '../../contract/all-endpoints'
import type { MenuInfo } from '../../contract/call-responses'
import type { Endpoint } from '../../contract/endpoints'
import { actionCallId, bulkPreviewId } from '../../schema/calls/endpoints'
import type { Action, ActionPlace } from '../../schema/language/action'
import type { ConditionContext, RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { conditionHolds } from '../../schema/rules/condition'

/**
 * Returns the actions that the signed-in user may run at a place and that the backend serves, in the order of the
 * schema.
 * Until the capabilities of the backend are loaded, it returns none.
 */
export const useActions = (resource: Resource, place: ActionPlace): readonly Action[] => {
  const isServed = useIsServed()
  return usePermittedActions(resource, place).filter((action) => isServed?.(callOf(resource, action, place)))
}

/**
 * Returns the actions that the signed-in user may run at a place if the backend serves them, in the order of the
 * schema.
 */
export const usePermittedActions = (resource: Resource, place: ActionPlace): readonly Action[] => {
  const menu = useCompanySession()?.menu ?? []
  return resource.actions.filter((action) => canRun(resource, action, { place, menu }))
}

/** Returns the actions whose condition `allowedWhen` the record meets. */
export const actionsAllowedFor = (
  actions: readonly Action[],
  record: RecordValues,
  context: ConditionContext,
): readonly Action[] =>
  actions.filter(({ allowedWhen }) => allowedWhen === undefined || conditionHolds(allowedWhen, record, context))

/** Returns the endpoint of an action at a place: one of the contract, or one generated for the action. */
export const actionEndpoint = (resource: Resource, action: Action, place: ActionPlace): Endpoint | undefined =>
  endpointsOf(resource)[callOf(resource, action, place)]

const callOf = (resource: Resource, action: Action, place: ActionPlace): string =>
  action.call ?? actionCallId(resource, action, place === 'bulk')

/** Returns the endpoint that previews a bulk action; undefined if the contract has none. */
export const bulkPreviewEndpoint = (resource: Resource, action: Action): Endpoint | undefined =>
  endpointsOf(resource)[bulkPreviewId(resource, action)]

// A list looks up the endpoints of all its actions several times while it is rendered.
const endpointsOf = (resource: Resource): Readonly<Record<string, Endpoint>> => {
  const endpoints = endpointsByResource.get(resource) ?? allEndpoints({ resources: [resource] })
  endpointsByResource.set(resource, endpoints)
  return endpoints
}

const endpointsByResource = new WeakMap<Resource, Readonly<Record<string, Endpoint>>>()

/**
 * Returns whether the user may run the action at a place: the schema offers the action there, and the menu grants the
 * right that its call needs.
 */
const canRun = (
  resource: Resource,
  action: Action,
  { place, menu }: { readonly place: ActionPlace; readonly menu: readonly MenuInfo[] },
): boolean => {
  if (!action.on.includes(place)) return false
  const endpoint = actionEndpoint(resource, action, place)
  if (!endpoint) return false
  const { page, right } = endpoint
  // An action with `set` but without roles is allowed only if the resource has the operation `update`, which a view
  // never has.
  // The right that it needs is that of its endpoint.
  const requiresUpdate = action.set !== undefined && action.roles === undefined && resource.kind !== 'view'
  if (requiresUpdate && !resource.endpoints.operations.includes('update')) return false
  return !page || !right || menu.some(({ MenuId, Rights }) => MenuId === page && Rights.includes(right))
}
