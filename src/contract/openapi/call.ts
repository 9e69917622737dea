import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import { hasList, type Resource } from '../../schema/language/resource'
import { type Operation, operations } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Endpoint } from '../endpoint'
import type { EndpointId } from '../endpoints'
import type { ExtensionId } from '../extensions'
import { requestId, requestIdHours } from '../request-id'
import { type JsonSchema, text } from './json'
import type { QueryParameter } from './list-parameters'

/** A call with everything from which its documentation is derived. */
export interface DocumentedCall {
  readonly id: string
  readonly endpoint: Endpoint
  readonly controller: string
  /** The generic operation that the call performs; undefined for other calls. */
  readonly operation: Operation | undefined
  /** The resource to which the call belongs; undefined if no schema file declares the fields of its records. */
  readonly resource: Resource | undefined
  /** The call as an action of a schema file, if it is generated from one. */
  readonly actionCall: ActionCall | undefined
  readonly schemas: SchemaSet
  /** Whether this server implements the call. */
  readonly isServed: boolean
}

/** Returns a call with the resource, operation and action that the schemas declare for it. */
export const documentedCall = (
  id: string,
  endpoint: Endpoint,
  { schemas, isServed }: Pick<DocumentedCall, 'schemas' | 'isServed'>,
): DocumentedCall => {
  const [controller = '', name = ''] = id.split('.')
  const resources = schemas.resources.filter((candidate) => hasList(candidate) && candidate.fields.length > 0)
  // A schema may use a call of any controller as its list call.
  const listResource = resources.find(({ endpoints }) => endpoints.listCall === id)
  const resource = listResource ?? resources.find(({ endpoints }) => endpoints.controller === controller)
  return {
    id,
    endpoint,
    controller,
    operation: listResource ? 'list' : operationNamed(name),
    resource,
    actionCall: resource && actionCalls(resource).find((call) => call.id === id),
    schemas,
    isServed,
  }
}

const operationNamed = (name: string): Operation | undefined =>
  name === 'GetAllSelectList' ? 'selectList' : operations.find((operation) => operation === name)

/** Returns the names of the parameters in the path of a call. */
export const pathParameters = ({ path }: Endpoint): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The description of a call that is not generic. */
export interface CallDescription {
  /** The purpose of the call, in a few words. */
  readonly title: string
  /** Details, as sentences after the title. */
  readonly text?: string
  readonly query?: readonly QueryParameter[]
  /** The call requires the ticket of a captcha in the header VCode. */
  readonly captcha?: true
  readonly body?: JsonSchema
  /** OutData; absent for downloads, and for other calls until they are implemented. */
  readonly data?: JsonSchema
  /** Media type of a download; several if it depends on the input. */
  readonly file?: string | readonly string[]
}

/** Ids of the generic calls, which need no description of their own. */
type GenericCall = `${string}.${'list' | 'get' | 'create' | 'update' | 'delete' | 'multiDelete' | 'GetAllSelectList'}`

/** Calls that need a description of their own. */
export type SpecificCall = Exclude<EndpointId | ExtensionId, GenericCall>

/** The descriptions of one controller's calls. */
export type CallsOf<Controller extends string> = Readonly<
  Record<Extract<SpecificCall, `${Controller}.${string}`>, CallDescription>
>

// Media types of downloads.
export const pdfType = 'application/pdf'
export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
export const csvType = 'text/csv'
export const zipType = 'application/zip'
export const anyFileType = 'application/octet-stream'

/** The parameter that identifies a bill. */
export const billParameter: QueryParameter = {
  name: 'SerialId',
  schema: { type: 'integer', minimum: 1, description: '帳單的序號' },
  required: true,
}

/** The RequestId in the body of a creation. */
export const requestIdProperty = {
  [requestId]: text(
    `這次新增的識別碼；沒有收到回覆時以相同內容重送，不會重複新增，而是回覆第一次的結果。保留 ${requestIdHours} 小時；內容不同時回覆 2009`,
    {
      format: 'uuid',
    },
  ),
}
