import type { Right } from '../../domain/access/roles'
import type { Action } from '../language/action'
import type { Resource } from '../language/resource'
import { type Operation, operations } from '../language/types'

/** A call generated from a schema; it has the form of a call of the contract. */
export interface ResourceEndpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the base path of the API, parameters with a colon. */
  readonly path: string
  readonly session: 'company'
  readonly body?: 'json' | 'multipart'
  readonly answer: 'data' | 'list' | 'file'
  readonly page?: string
  readonly right?: Right
}

/** Returns id and endpoint of each generated call of a resource; a call of the contract with the same id has precedence. */
export const resourceEndpoints = (resource: Resource): Partial<Record<Operation, { readonly id: string; readonly endpoint: ResourceEndpoint }>> =>
  Object.fromEntries(
    operations
      .filter((operation) => resource.endpoints.operations.includes(operation))
      .map((operation) => [operation, { id: endpointId(resource.endpoints.controller, operation), endpoint: endpointOf(resource, operation) }]),
  )

/** Returns the right on its page that an operation needs. */
export const rightOf = (operation: Operation): Right => operationCalls[operation].right

/** Returns the id of an operation's call, such as `fee.GetAllSelectList`. */
export const endpointId = (controller: string, operation: Operation): string => `${controller}.${operation === 'selectList' ? 'GetAllSelectList' : operation}`

const endpointOf = (resource: Resource, operation: Operation): ResourceEndpoint => {
  const { method, path, right, body } = operationCalls[operation]
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

const operationCalls: Record<Operation, { method: ResourceEndpoint['method']; path: string; right: Right; body?: true }> = {
  list: { method: 'GET', path: '{list}', right: 'Query' },
  get: { method: 'GET', path: '{record}', right: 'Query' },
  create: { method: 'POST', path: '', right: 'Create', body: true },
  update: { method: 'PUT', path: '{record}', right: 'Update', body: true },
  delete: { method: 'DELETE', path: '{record}', right: 'Delete' },
  multiDelete: { method: 'DELETE', path: '/MultiDelete', right: 'Delete', body: true },
  selectList: { method: 'GET', path: '/GetAllSelectList', right: 'Use' },
}

/** A call of an action with `set`, on one record or on several. */
export interface ActionCall {
  readonly id: string
  readonly action: Action
  readonly several: boolean
  readonly endpoint: ResourceEndpoint
}

/** Returns the calls of the actions with `set`: `POST /Coupon/{key}/Stop`, for several `POST /Coupon/MultiStop`. */
export const actionCalls = (resource: Resource): readonly ActionCall[] =>
  resource.actions
    .filter(({ set }) => set)
    .flatMap((action) => [
      ...(action.on.includes('row') ? [callOf(resource, action, false)] : []),
      ...(action.on.includes('bulk') ? [callOf(resource, action, true)] : []),
    ])

/** Returns the id of the call of an action with `set`. */
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
      // Without declared roles, the right to change records decides.
      ...(page ? { page: name, right: action.roles ? 'Query' : 'Update' } : {}),
    },
  }
}

export const importCalls = ['ImportTemplate', 'PreviewImport', 'CheckImport', 'Import'] as const
export type ImportCall = (typeof importCalls)[number]

/** Returns the calls of an import by name. They are not part of the specification. */
export const importEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>, call: ImportCall): ResourceEndpoint => ({
  path: `/Ext${endpoints.base}/${call}`,
  session: 'company',
  page: name,
  right: 'Create',
  ...(call === 'ImportTemplate' ? { method: 'GET', answer: 'file' } : { method: 'POST', body: 'multipart', answer: 'data' }),
})

/** Returns the calls of an import by id, such as `Coupon.CheckImport`; none where the schema declares no import. */
export const importEndpoints = (resource: Resource): Readonly<Record<string, ResourceEndpoint>> =>
  resource.import ? Object.fromEntries(importCalls.map((call) => [`${resource.endpoints.controller}.${call}`, importEndpoint(resource, call)])) : {}

export const reportCalls = ['QueryReport', 'DownloadReportFile'] as const
export type ReportCall = (typeof reportCalls)[number]

/** Parameters of the call besides those of the report. */
export const reportParams = { page: 'PageNo', pageSize: 'PageSize', format: 'FileFormat' } as const

/** Returns the calls of a report by name. */
export const reportEndpoint = ({ name, endpoints }: Pick<Resource, 'name' | 'endpoints'>, call: ReportCall): ResourceEndpoint => ({
  method: 'GET',
  path: `/Ext/${endpoints.controller}/${call}`,
  session: 'company',
  answer: call === 'QueryReport' ? 'data' : 'file',
  page: name,
  right: 'Query',
})

/** Returns the calls of a report by id; none where the page is no report. */
export const reportEndpoints = (resource: Resource): Readonly<Record<string, ResourceEndpoint>> =>
  resource.report ? Object.fromEntries(reportCalls.map((call) => [`${resource.endpoints.controller}.${call}`, reportEndpoint(resource, call)])) : {}
