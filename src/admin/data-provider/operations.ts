import { type Endpoint, endpoints } from '../../contract/endpoints'
import { extensions } from '../../contract/extensions'
import { resourceEndpoints } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'

/**
 * Returns the endpoint of an operation: the endpoint in the contract if the contract has a call with the same id,
 * otherwise the generated endpoint.
 * Throws if the resource does not have the operation.
 */
export const operationEndpoint = (resource: Resource, operation: Operation): Endpoint => {
  const generated = resourceEndpoints(resource)[operation]
  if (!generated) throw new Error(`The resource '${resource.name}' has no operation '${operation}'.`)
  return contractEndpoint(generated.id) ?? generated.endpoint
}

/** Returns whether a resource has an operation. */
export const hasOperation = (resource: Resource, operation: Operation): boolean =>
  resource.endpoints.operations.includes(operation)

/**
 * Returns the path parameters for the values of a key.
 * Parts of the key are matched with parameters by position, because their names may differ.
 */
export const pathParams = (
  { path }: Endpoint,
  { key }: Pick<Resource, 'key'>,
  values: Readonly<Record<string, string>>,
): Record<string, string> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name, index) => [name, values[key[index] ?? ''] ?? '']))
}

const contractEndpoint = (id: string): Endpoint | undefined =>
  Object.entries<Endpoint>({ ...endpoints, ...extensions }).find(([name]) => name === id)?.[1]
