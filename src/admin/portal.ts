import { createContext, useContext } from 'react'
import { useResourceContext } from 'react-admin'
import { useSession } from '../browser/session'
import type { Resource, RoleView } from '../schema/resource'
import type { SchemaSet } from '../schema/schema-set'
import { type Action, mayDo } from './auth-provider/access'
import type { ScreenLoaders } from './screens'

/** What the whole admin area reads: the schemas and the hand-written screens. */
export interface Portal {
  readonly schemas: SchemaSet
  readonly screens: ScreenLoaders
}

/** The portal as it is for a role: the schemas as far as they exist for it. */
export interface RolePortal extends Portal {
  readonly schemas: SchemaSet<RoleView>
  readonly role: string
}

export const PortalContext = createContext<RolePortal | null>(null)

/** The schemas and screens of this portal, and who looks at them. */
export const usePortal = (): RolePortal => {
  const portal = useContext(PortalContext)
  if (!portal) throw new Error('usePortal works inside the admin area only.')
  return portal
}

/** The resource of the page at hand, or of that name. */
export const useSchema = (name?: string): RoleView => {
  const current = useResourceContext()
  return usePortal().schemas.get(name ?? current ?? '')
}

/** Says whether the signed-in user may do something on a page. */
export type Abilities = (action: Action) => boolean

/** What the signed-in user may do on a page. */
export const useAbilities = (resource: Resource): Abilities => {
  const session = useSession()
  const menu = session?.kind === 'company' ? session.menu : []
  return (action) => mayDo(resource, menu, action)
}
