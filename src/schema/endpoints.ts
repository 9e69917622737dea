import type { Right } from '../domain/access/roles'
import type { Resource } from './resource'
import { type Operation, operations } from './types'

/** A call that a schema gives; the same form as a call of the contract. */
export interface ResourceEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path of the API, parameters with a colon. */
  readonly path: string
  readonly session: 'company'
  readonly body?: 'json'
  readonly answer: 'data' | 'list' | 'file'
  readonly page?: string
  readonly right?: Right
}

/** Name and shape of each generated call of a resource; where the contract has a call of that id, the contract's word counts. */
export const resourceEndpoints = (resource: Resource): Partial<Record<Operation, { readonly id: string; readonly endpoint: ResourceEndpoint }>> =>
  Object.fromEntries(
    operations
      .filter((operation) => resource.endpoints.operations.includes(operation))
      .map((operation) => [operation, { id: endpointId(resource.endpoints.controller, operation), endpoint: endpointOf(resource, operation) }]),
  )

/** The right on its page that an operation needs. */
export const rightOf = (operation: Operation): Right => calls[operation].right

/** Name of an operation's call in the contract, such as `fee.GetAllSelectList`. */
export const endpointId = (controller: string, operation: Operation): string => `${controller}.${operation === 'selectList' ? 'GetAllSelectList' : operation}`

const endpointOf = (resource: Resource, operation: Operation): ResourceEndpoint => {
  const { method, path, right, body } = calls[operation]
  const record = resource.key.map((name) => `/:${name}`).join('')
  return {
    method,
    path: resource.endpoints.base + path.replace('{list}', resource.endpoints.list).replace('{record}', record),
    session: 'company',
    answer: operation === 'list' ? 'list' : 'data',
    ...(body ? { body: 'json' } : {}),
    ...(resource.page ? { page: resource.name, right } : {}),
  }
}

const calls: Record<Operation, { method: ResourceEndpoint['method']; path: string; right: Right; body?: true }> = {
  list: { method: 'GET', path: '{list}', right: 'Query' },
  get: { method: 'GET', path: '{record}', right: 'Query' },
  create: { method: 'POST', path: '', right: 'Create', body: true },
  update: { method: 'PUT', path: '{record}', right: 'Update', body: true },
  delete: { method: 'DELETE', path: '{record}', right: 'Delete' },
  multiDelete: { method: 'DELETE', path: '/MultiDelete', right: 'Delete', body: true },
  selectList: { method: 'GET', path: '/GetAllSelectList', right: 'Use' },
}
