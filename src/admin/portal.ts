import { createContext, use, useContext } from 'react'
import { useResourceContext } from 'react-admin'
import { companySession, useCompanySession } from '../browser/session/session'
import { resourceFor } from '../schema/access/resource-for'
import type { Resource, RoleView } from '../schema/language/resource'
import { type SchemaSet, schemaSet } from '../schema/load/schema-set'
import { type Ability, isPermitted } from './auth-provider/access'
import type { ScreenLoaders, Screens } from './screens'

/** The schemas and the hand-written screens of the admin area. */
export interface Portal {
  readonly schemas: SchemaSet
  readonly screens: ScreenLoaders
}

/** The portal as a role sees it. */
interface RolePortal extends Portal {
  readonly schemas: SchemaSet<RoleView>
  readonly role: string
}

export const PortalContext = createContext<RolePortal | null>(null)

/** Returns the schemas and screens of this portal, and the role of the user. */
export const usePortal = (): RolePortal => {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('usePortal works inside the admin area only.')
  return portal
}

/** Returns the resource of a name; without one, that of the current page. */
export const useSchema = (name?: string): RoleView => {
  const current = useResourceContext()
  return usePortal().schemas.get(name ?? current ?? '')
}

/** Whether the signed-in user may do something on a page. */
export type Abilities = (ability: Ability) => boolean

/** Returns what the signed-in user may do on a page. */
export const useAbilities = (resource: Resource): Abilities => {
  const menu = useCompanySession()?.menu ?? []
  return (ability) => isPermitted(resource, menu, ability)
}

/** Returns the schemas without the parts that they hide from a role; the server sends no data of these parts. */
type RoleSchemas = (role: string) => SchemaSet<RoleView>

/** Returns the function that creates and caches the schemas of a role. */
export const roleSchemas = ({ resources }: SchemaSet): RoleSchemas => {
  const views = new Map<string, SchemaSet<RoleView>>()
  return (role) => {
    const view = views.get(role) ?? schemaSet(resources.map((resource) => resourceFor(resource, role)))
    views.set(role, view)
    return view
  }
}

/** Returns schemas that resolve, at each access, to those of the role that is signed in. */
export const schemasOfSession = (schemasFor: RoleSchemas): SchemaSet<RoleView> => {
  const current = () => schemasFor(companySession()?.data.RoleId ?? '')
  return {
    get resources() {
      return current().resources
    },
    get: (name) => current().get(name),
    has: (name) => current().has(name),
  }
}

const noScreens: Screens = {}
const loadedScreens = new WeakMap<ScreenLoaders[string], Promise<Screens>>()

/** Returns the hand-written screens of a resource; suspends until they are loaded. */
export const useScreens = (name: string): Screens => {
  const load = usePortal().screens[name]
  return load ? use(loadOnce(load)) : noScreens
}

const loadOnce = (load: ScreenLoaders[string]): Promise<Screens> => {
  const found = loadedScreens.get(load) ?? load().then((module) => module.default)
  loadedScreens.set(load, found)
  return found
}
