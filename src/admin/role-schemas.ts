import { companySession } from '../browser/session'
import { resourceFor } from '../schema/access/resource-for'
import type { RoleView } from '../schema/resource'
import { type SchemaSet, schemaSet } from '../schema/schema-set'

/** The schemas as far as they exist for a role: what a file hides from it is nowhere on screen. The server hides it first. */
export type RoleSchemas = (role: string) => SchemaSet<RoleView>

/** Returns the views of all roles; each is made when it is first asked for. */
export const roleSchemas = ({ resources }: SchemaSet): RoleSchemas => {
  const views = new Map<string, SchemaSet<RoleView>>()
  return (role) => {
    const view = views.get(role) ?? schemaSet(resources.map((resource) => resourceFor(resource, role)))
    views.set(role, view)
    return view
  }
}

/** Returns the view of whoever is signed in at the moment of each question. */
export const schemasOfSession = (schemasFor: RoleSchemas): SchemaSet<RoleView> => {
  const now = () => schemasFor(companySession()?.data.RoleId ?? '')
  return {
    get resources() {
      return now().resources
    },
    get: (name) => now().get(name),
    has: (name) => now().has(name),
  }
}
