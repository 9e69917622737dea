import type { MenuInfo } from '../../contract/session'
import { type MenuGroup, menuGroups, type Resource } from '../../schema/resource'
import type { SchemaSet } from '../../schema/schema-set'
import { pageRights } from '../access/operations'

/** The admin menu of a role: the pages it has a right on, and the groups that hold them. */
export const menuOf = (role: string, schemas: SchemaSet): readonly MenuInfo[] => {
  const pages = schemas.resources.flatMap((resource) => pageEntry(role, resource))
  const used = new Set(pages.map((page) => page.ParentId))
  const groups = Object.keys(menuGroups).filter((group): group is MenuGroup => used.has(group))
  return [...groups.map(groupEntry), ...pages.toSorted((a, b) => a.Sort - b.Sort)]
}

const groupOrder = Object.keys(menuGroups)

const groupEntry = (group: MenuGroup): MenuInfo => ({
  MenuId: group,
  MenuName: menuGroups[group],
  Path: '',
  ParentId: '',
  Sort: sortOf(group, 0),
  Rights: [],
})

const pageEntry = (role: string, resource: Resource): readonly MenuInfo[] => {
  const { page, menu, name, label } = resource
  const rights = pageRights(role, resource)
  if (!page || menu === undefined || rights.length === 0) return []
  return [{ MenuId: name, MenuName: label, Path: `/admin/${name}`, ParentId: menu.group, Sort: sortOf(menu.group, menu.order), Rights: rights }]
}

const sortOf = (group: MenuGroup, order: number): number => (groupOrder.indexOf(group) + 1) * 1000 + order
