import { companySession } from '../browser/session'
import { resourceFor } from '../schema/resource-for'
import { type SchemaSet, schemaSet } from '../schema/schema-set'

/** The schemas as far as they exist for a role: what its file keeps from it is nowhere on screen. The server keeps it first. */
export const schemasFor = (schemas: SchemaSet, role: string): SchemaSet => {
  const made = byRole.get(schemas) ?? new Map<string, SchemaSet>()
  byRole.set(schemas, made)
  const found = made.get(role) ?? schemaSet(schemas.resources.map((resource) => resourceFor(resource, role)))
  made.set(role, found)
  return found
}

/** The same for whoever is signed in when it is asked. */
export const schemasOfSession = (schemas: SchemaSet): SchemaSet => {
  const now = () => schemasFor(schemas, companySession()?.data.RoleId ?? '')
  return {
    get resources() {
      return now().resources
    },
    get: (name) => now().get(name),
    has: (name) => now().has(name),
  }
}

const byRole = new WeakMap<SchemaSet, Map<string, SchemaSet>>()
