import type { SvgIconComponent } from '@mui/icons-material'
import { useCompanySession } from '../../browser/session/session'
import type { MenuInfo } from '../../contract/call-responses'
import { menuGroups, type Resource } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import { iconOf } from '../components/icon-of'
import { usePortal } from '../portal'

/** A page in the menu. */
export interface MenuPage {
  readonly entry: MenuInfo
  readonly Icon: SvgIconComponent
}

/** A group of the menu with its pages. */
export interface MenuSection {
  readonly group: MenuInfo
  readonly pages: readonly MenuPage[]
}

/** Returns the groups of the signed-in user's menu, sorted, and the function that returns the group of a page. */
export const useMenu = (): {
  readonly groups: readonly MenuSection[]
  readonly groupOf: (page: string) => MenuInfo | undefined
} => {
  const { schemas } = usePortal()
  const entries = withSchemaMenu(useCompanySession()?.menu ?? [], schemas).toSorted((a, b) => a.Sort - b.Sort)
  const pageEntries = entries.filter(({ MenuId }) => schemas.has(MenuId))
  // An entry without a path is a group.
  const groups = entries
    .filter(({ Path }) => Path === '')
    .map((group) => ({
      group,
      pages: pageEntries
        .filter(({ ParentId }) => ParentId === group.MenuId)
        .map((entry) => menuPageOf(entry, schemas.get(entry.MenuId))),
    }))
    .filter(({ pages }) => pages.length > 0)
  return {
    groups,
    groupOf: (page) => groups.find(({ pages }) => pages.some(({ entry }) => entry.MenuId === page))?.group,
  }
}

/**
 * Returns the menu with the names and groups of the schemas where the backend names none.
 * A page belongs to the group of its schema if the menu does not have its group.
 */
const withSchemaMenu = (menu: readonly MenuInfo[], schemas: SchemaSet): readonly MenuInfo[] => {
  const groupIds = new Set(menu.filter(({ Path }) => Path === '').map(({ MenuId }) => MenuId))
  const entries = menu.map((entry) => {
    const schema = schemas.has(entry.MenuId) ? schemas.get(entry.MenuId) : undefined
    const ParentId = groupIds.has(entry.ParentId) ? entry.ParentId : (schema?.menu?.group ?? '')
    return { ...entry, MenuName: entry.MenuName || (schema?.label ?? ''), ParentId }
  })
  const missingGroups = Object.entries(menuGroups).filter(
    ([group]) => !groupIds.has(group) && entries.some(({ ParentId }) => ParentId === group),
  )
  return [...entries, ...missingGroups.map(([MenuId, MenuName]) => groupEntry(MenuId, MenuName))]
}

const groupEntry = (MenuId: string, MenuName: string): MenuInfo => ({
  MenuId,
  MenuName,
  Path: '',
  ParentId: '',
  Sort: Object.keys(menuGroups).indexOf(MenuId),
  Rights: [],
})

const menuPageOf = (entry: MenuInfo, { menu }: Resource): MenuPage => ({
  entry,
  Icon: iconOf(menu?.icon),
})
