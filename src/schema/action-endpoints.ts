import type { Action } from './action-types'
import type { ResourceEndpoint } from './endpoints'
import type { Resource } from './resource'

/** A call of an action that its file describes whole: on one record, or on several. */
export interface ActionCall {
  readonly id: string
  readonly action: Action
  readonly several: boolean
  readonly endpoint: ResourceEndpoint
}

/** The calls of the changes that a file declares: `POST /Coupon/{key}/Stop`, for several `POST /Coupon/MultiStop`. */
export const actionCalls = (resource: Resource): readonly ActionCall[] =>
  resource.actions
    .filter(({ set }) => set)
    .flatMap((action) => [
      ...(action.on.includes('row') ? [callOf(resource, action, false)] : []),
      ...(action.on.includes('bulk') ? [callOf(resource, action, true)] : []),
    ])

/** Id of an action's own call. */
export const actionId = ({ endpoints }: Pick<Resource, 'endpoints'>, { name }: Pick<Action, 'name'>, several: boolean): string =>
  `${endpoints.controller}.${several ? `Multi${name}` : name}`

const callOf = (resource: Resource, action: Action, several: boolean): ActionCall => {
  const { endpoints, key, page, name } = resource
  const record = key.map((part) => `/:${part}`).join('')
  return {
    id: actionId(resource, action, several),
    action,
    several,
    endpoint: {
      method: 'POST',
      path: `${endpoints.base}${several ? `/Multi${action.name}` : `${record}/${action.name}`}`,
      session: 'company',
      body: 'json',
      answer: 'data',
      // Who may is the file's to say; without a word of it, whoever may change records.
      ...(page ? { page: name, right: action.roles ? 'Query' : 'Update' } : {}),
    },
  }
}
