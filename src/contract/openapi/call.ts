import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { type Operation, operations } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Endpoint } from '../endpoint'
import type { EndpointId } from '../endpoints'
import type { ExtensionId } from '../extensions'
import type { JsonSchema } from './json'
import type { QueryParameter } from './list-parameters'

/** A call with what the schemas say of it. */
export interface DocumentedCall {
  readonly id: string
  readonly endpoint: Endpoint
  readonly controller: string
  /** The generic operation that it is; undefined for a call of its own. */
  readonly operation: Operation | undefined
  /** The resource whose records it works on, where a schema describes them. */
  readonly resource: Resource | undefined
  /** The action that it is, where a schema file describes it whole. */
  readonly action: ActionCall | undefined
  readonly schemas: SchemaSet
  readonly served: boolean
}

/** Looks up what a call works on. */
export const documentedCall = (id: string, endpoint: Endpoint, { schemas, served }: Pick<DocumentedCall, 'schemas' | 'served'>): DocumentedCall => {
  const [controller = '', name = ''] = id.split('.')
  const resource = schemas.resources.find((one) => one.kind === 'records' && one.endpoints.controller === controller && one.fields.length > 0)
  return {
    id,
    endpoint,
    controller,
    operation: name === 'GetAllSelectList' ? 'selectList' : operations.find((one) => one === name),
    resource,
    action: resource && actionCalls(resource).find((one) => one.id === id),
    schemas,
    served,
  }
}

/** Returns names of the path's parameters. */
export const pathParameters = ({ path }: Endpoint): readonly string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** What the endpoint table does not say of a call that is not generic. */
export interface CallShape {
  /** What it does, in a few words. */
  readonly title: string
  readonly text?: string
  readonly query?: readonly QueryParameter[]
  /** Takes the ticket of a captcha in the header VCode. */
  readonly captcha?: true
  readonly body?: JsonSchema
  /** OutData; absent = not fixed before the call is served. */
  readonly data?: JsonSchema
  /** Media type of a download. */
  readonly file?: string
}

/** Calls whose name says what they do: the generic ones. */
type Generic = `${string}.${'list' | 'get' | 'create' | 'update' | 'delete' | 'multiDelete' | 'GetAllSelectList'}`

/** Calls that need a description of their own. */
export type OwnCall = Exclude<EndpointId | ExtensionId, Generic>

/** Those of one controller. */
export type CallsOf<Controller extends string> = Readonly<Record<Extract<OwnCall, `${Controller}.${string}`>, CallShape>>

export const pdf = 'application/pdf'
export const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const anyFile = 'application/octet-stream'

/** The parameter that names a bill. */
export const billNo: QueryParameter = { name: 'SerialId', schema: { type: 'integer', minimum: 1, description: '帳單的序號' }, required: true }
