import { type ActionCall, actionCalls } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import { type Operation, operations } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Endpoint } from '../endpoint'

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

/** Names of the path's parameters. */
export const pathParameters = ({ path }: Endpoint): readonly string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
