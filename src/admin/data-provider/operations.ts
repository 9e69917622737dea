import { type Endpoint, endpoints } from '../../contract/endpoints'
import { resourceEndpoints } from '../../schema/calls/endpoints'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'

/** Returns the endpoint of an operation: that of the contract if the contract has the id, otherwise the generated one. Throws if the resource does not have the operation. */
export const operationEndpoint = (resource: Resource, operation: Operation): Endpoint => {
  const generated = resourceEndpoints(resource)[operation]
  if (!generated) throw new Error(`The resource '${resource.name}' has no operation '${operation}'.`)
  return contractEndpoint(generated.id) ?? generated.endpoint
}

/** Returns whether the endpoints of a resource have an operation. */
export const hasOperation = (resource: Resource, operation: Operation): boolean => resource.endpoints.operations.includes(operation)

/** Returns the path parameters of a call for a key. Parts are matched by position, because paths may name them differently. */
export const pathParams = ({ path }: Endpoint, { key }: Pick<Resource, 'key'>, values: Readonly<Record<string, string>>): Record<string, string> => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return Object.fromEntries(names.map((name, index) => [name, values[key[index] ?? ''] ?? '']))
}

const contractEndpoint = (id: string): Endpoint | undefined => Object.entries(endpoints).find(([name]) => name === id)?.[1]
