import type { Resource } from '../language/resource'

/** All resources of a portal by name, or a role's view of them; compiled once at start from the files in `schemas/`. */
export interface SchemaSet<R extends Resource = Resource> {
  readonly resources: readonly R[]
  /** Returns the resource with the given name; throws for a name that no file declares. */
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
      const found = byName.get(name)
      if (!found) throw new Error(`No schema file declares '${name}'.`)
      return found
    },
  }
}
