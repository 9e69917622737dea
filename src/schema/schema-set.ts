import type { Resource } from './types'

/** All resources of a portal by name; made once at start from the files in `schemas/`. */
export interface SchemaSet {
  readonly resources: readonly Resource[]
  /** The resource of that name; throws for a name that no file declares. */
  get(name: string): Resource
  has(name: string): boolean
}

/** Makes a set of resources that are already complete. */
export const schemaSet = (resources: readonly Resource[]): SchemaSet => {
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
