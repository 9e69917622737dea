import { createContext, use, useContext } from 'react'
import { useResourceContext } from 'react-admin'
import { useIsServed } from '../browser/http/capabilities'
import { companySession, useCompanySession } from '../browser/session/session'
import { extensions } from '../contract/extensions'
import type { Right } from '../domain/access/roles'
import { resourceForRole } from '../schema/access/resource-for-role'
import { callIdOf } from '../schema/calls/endpoints'
import type { Resource, RoleView } from '../schema/language/resource'
import { type SchemaSet, schemaSet } from '../schema/load/schema-set'
import { type Ability, isPermitted } from './auth-provider/access'
import { defineScreens, type ScreenLoaders, type Screens } from './screens'

/** The schemas and the hand-written screens of the admin area. */
export interface Portal {
  readonly schemas: SchemaSet
  readonly screens: ScreenLoaders
}

/** The portal for a role; the schemas do not contain the parts that are hidden from the role. */
interface RolePortal extends Portal {
  readonly schemas: SchemaSet<RoleView>
  readonly role: string
}

/** The portal for the role of the signed-in user. */
export const PortalContext = createContext<RolePortal | null>(null)

/** Returns the schemas and screens of the portal, and the role of the user. */
export const usePortal = (): RolePortal => {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('usePortal works only inside the admin area.')
  return portal
}

/** Returns the resource with this name; without a name, the resource of the current page. */
export const useSchema = (name?: string): RoleView => {
  const currentName = useResourceContext()
  return usePortal().schemas.get(name ?? currentName ?? '')
}

/** Returns whether the signed-in user may do something on a page. */
export type AbilityCheck = (ability: Ability) => boolean

/** Returns the function that tells whether the menu of the user has a page with a right. */
export const useRights = (): ((page: string, right?: Right) => boolean) => {
  const menu = useCompanySession()?.menu ?? []
  return (page, right = 'Query') => menu.some(({ MenuId, Rights }) => MenuId === page && Rights.includes(right))
}

/** Returns the function that checks what the signed-in user may do on the page of a resource. */
export const useAbilities = (resource: Resource): AbilityCheck => {
  const can = useAbilitiesOfPages()
  return (ability) => can(resource, ability)
}

/** Returns whether the call of the detail page is an extension, or belongs to a view, whose calls may be extensions. */
const isGetExtension = (resource: Resource): boolean =>
  resource.kind === 'view' || callIdOf(resource, 'get') in extensions

/** Returns the function that checks what the signed-in user may do on the page of any resource. */
export const useAbilitiesOfPages = (): ((resource: Resource, ability: Ability) => boolean) => {
  const menu = useCompanySession()?.menu ?? []
  const isServed = useIsServed()
  return (resource, ability) =>
    isPermitted(resource, menu, ability) &&
    // A detail page may need an extension that the backend does not have.
    !(ability === 'show' && isGetExtension(resource) && isServed?.(callIdOf(resource, 'get')) === false)
}

/**
 * Returns the schemas without the parts that are hidden from a role.
 * The server does not send data of these parts either.
 */
export type SchemasForRole = (role: string) => SchemaSet<RoleView>

/** Returns a function that creates the schemas for a role once and then returns them from a cache. */
export const createSchemasForRole = ({ resources }: SchemaSet): SchemasForRole => {
  const schemasByRole = new Map<string, SchemaSet<RoleView>>()
  return (role) => {
    const schemas = schemasByRole.get(role) ?? schemaSet(resources.map((resource) => resourceForRole(resource, role)))
    schemasByRole.set(role, schemas)
    return schemas
  }
}

/** Returns a set of schemas that reads the role of the current session at each access, so it always fits that role. */
export const schemasOfSession = (schemasForRole: SchemasForRole): SchemaSet<RoleView> => {
  const currentSchemas = () => schemasForRole(companySession()?.data.RoleId ?? '')
  return {
    get resources() {
      return currentSchemas().resources
    },
    get: (name) => currentSchemas().get(name),
    has: (name) => currentSchemas().has(name),
  }
}

const noScreens = defineScreens({})

/** Returns the hand-written screens of a resource; suspends the component until they are loaded. */
export const useScreens = (name: string): Screens => {
  const load = usePortal().screens[name]
  if (!load) return noScreens
  const loaded = loadedScreens.get(load) ?? load().then(({ default: screens }) => screens)
  loadedScreens.set(load, loaded)
  return loaded instanceof Promise ? use(loaded) : loaded
}

/** Loads the hand-written screens of a resource, if it has any, so that its page is rendered without a placeholder. */
export const preloadScreens = async (screens: ScreenLoaders, name: string): Promise<void> => {
  const load = screens[name]
  // A failure is reported when the page is rendered, which loads the screens again.
  const loaded = await load?.().catch(() => undefined)
  if (load && loaded && !loadedScreens.has(load)) loadedScreens.set(load, loaded.default)
}

/**
 * The screens that were loaded before a component needed them, and promises of the others.
 * A promise stays: React repeats the rendering of a component that suspended, and counts on `use` being called again.
 */
const loadedScreens = new WeakMap<ScreenLoaders[string], Screens | Promise<Screens>>()
