import { allEndpoints } from '../../contract/all-endpoints'
import type { Endpoint } from '../../contract/endpoints'
import type { MenuInfo } from '../../contract/session'
import { actionId } from '../../schema/action-endpoints'
import type { Action, ActionPlace } from '../../schema/action-types'
import type { Resource } from '../../schema/resource'

/** The call that an action makes at that place: one of the contract, or its own. */
export const actionEndpoint = (resource: Resource, action: Action, place: ActionPlace): Endpoint | undefined =>
  allEndpoints({ resources: [resource] })[action.call ?? actionId(resource, action, place === 'bulk')]

/** Whether the signed-in user may do it there: the file lets her role, and her menu has the right that the call needs. */
export const mayAct = (resource: Resource, action: Action, { place, menu }: { readonly place: ActionPlace; readonly menu: readonly MenuInfo[] }): boolean => {
  if (!action.on.includes(place)) return false
  const endpoint = actionEndpoint(resource, action, place)
  if (!endpoint) return false
  const { page, right } = endpoint
  const isOwn = action.set !== undefined && action.roles === undefined
  if (isOwn && !resource.endpoints.operations.includes('update')) return false
  return !page || !right || menu.some(({ MenuId, Rights }) => MenuId === page && Rights.includes(right))
}
