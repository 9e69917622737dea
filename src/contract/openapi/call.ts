import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { type Operation, operations } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Endpoint } from '../endpoint'
import type { EndpointId } from '../endpoints'
import type { ExtensionId } from '../extensions'
import type { JsonSchema } from './json'
import type { QueryParameter } from './list-parameters'

/** A call with the resource and action that the schemas declare for it. */
export interface DocumentedCall {
  readonly id: string
  readonly endpoint: Endpoint
  readonly controller: string
  /** Its generic operation; undefined for other calls. */
  readonly operation: Operation | undefined
  /** The resource of its records, if a schema describes them. */
  readonly resource: Resource | undefined
  /** Its action, if a schema file describes it completely. */
  readonly action: ActionCall | undefined
  readonly schemas: SchemaSet
  readonly served: boolean
}

/** Looks up the resource, operation and action of a call. */
export const documentedCall = (id: string, endpoint: Endpoint, { schemas, served }: Pick<DocumentedCall, 'schemas' | 'served'>): DocumentedCall => {
  const [controller = '', name = ''] = id.split('.')
  const resource = schemas.resources.find(({ kind, endpoints, fields }) => kind === 'records' && endpoints.controller === controller && fields.length > 0)
  return {
    id,
    endpoint,
    controller,
    operation: name === 'GetAllSelectList' ? 'selectList' : operations.find((operation) => operation === name),
    resource,
    action: resource && actionCalls(resource).find((call) => call.id === id),
    schemas,
    served,
  }
}

/** Returns the names of the path's parameters. */
export const pathParameters = ({ path }: Endpoint): readonly string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The description of a call that is not generic. */
export interface CallShape {
  /** Its purpose, in a few words. */
  readonly title: string
  readonly text?: string
  readonly query?: readonly QueryParameter[]
  /** Expects the ticket of a captcha in the header VCode. */
  readonly captcha?: true
  readonly body?: JsonSchema
  /** OutData; absent = undefined until the call is implemented. */
  readonly data?: JsonSchema
  /** Media type of a download. */
  readonly file?: string
}

/** The generic calls, which need no description of their own. */
type Generic = `${string}.${'list' | 'get' | 'create' | 'update' | 'delete' | 'multiDelete' | 'GetAllSelectList'}`

/** Calls that need a description of their own. */
export type SpecificCall = Exclude<EndpointId | ExtensionId, Generic>

/** The descriptions of one controller's calls. */
export type CallsOf<Controller extends string> = Readonly<Record<Extract<SpecificCall, `${Controller}.${string}`>, CallShape>>

export const pdf = 'application/pdf'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const anyFile = 'application/octet-stream'

/** The parameter that identifies a bill. */
export const billParameter: QueryParameter = { name: 'SerialId', schema: { type: 'integer', minimum: 1, description: '帳單的序號' }, required: true }
