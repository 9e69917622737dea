import type { Resource } from '../language/resource'

/**
 * All resources of a portal, or a role's view of them.
 * The resources are compiled from the files in `schemas/` once, when the portal starts.
 */
export interface SchemaSet<R extends Resource = Resource> {
  readonly resources: readonly R[]
  /** Returns the resource with this name; throws an error if no file declares it. */
  get(name: string): R
  has(name: string): boolean
}

/** Returns a set of compiled resources. */
export const schemaSet = <R extends Resource>(resources: readonly R[]): SchemaSet<R> => {
  const byName = new Map(resources.map((resource) => [resource.name, resource]))
  return {
    resources,
    has: (name) => byName.has(name),
    get: (name) => {
      const resource = byName.get(name)
      if (!resource) throw new Error(`No schema file declares '${name}'.`)
      return resource
    },
  }
}
