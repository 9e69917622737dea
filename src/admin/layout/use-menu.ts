import { useSession } from '../../browser/session/session'
import type { MenuInfo } from '../../contract/session'
import type { Resource } from '../../schema/language/resource'
import { usePortal } from '../portal'

export interface MenuPage {
  readonly entry: MenuInfo
  readonly icon: string | undefined
  /** Not served yet: the page only says so. */
  readonly planned: boolean
}

/** A group of the menu with its pages. */
interface MenuSection {
  readonly group: MenuInfo
  readonly pages: readonly MenuPage[]
}

/** The signed-in user's menu: groups in their order, and the way from a page to its group. */
export const useMenu = (): { readonly groups: readonly MenuSection[]; readonly groupOf: (page: string) => MenuInfo | undefined } => {
  const { schemas } = usePortal()
  const session = useSession()
  const entries = (session?.kind === 'company' ? session.menu : []).toSorted((one, other) => one.Sort - other.Sort)
  const known = entries.filter(({ MenuId }) => schemas.has(MenuId))
  const groups = entries
    .filter(({ Path }) => Path === '')
    .map((group) => ({
      group,
      pages: known.filter(({ ParentId }) => ParentId === group.MenuId).map((entry) => pageOf(entry, schemas.get(entry.MenuId))),
    }))
    .filter(({ pages }) => pages.length > 0)
  return { groups, groupOf: (page) => groups.find(({ pages }) => pages.some(({ entry }) => entry.MenuId === page))?.group }
}

const pageOf = (entry: MenuInfo, { menu, kind }: Resource): MenuPage => ({ entry, icon: menu?.icon, planned: kind === 'planned' })
