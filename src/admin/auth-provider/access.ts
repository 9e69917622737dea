import type { MenuInfo } from '../../contract/call-responses'
import type { Right } from '../../domain/access/roles'
import { hasRecords, type Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'

/** The actions that a user may be permitted on a page: those of react-admin, and the import. */
const abilities = ['list', 'show', 'create', 'edit', 'delete', 'import'] as const
export type Ability = (typeof abilities)[number]

/** Returns whether the signed-in user may do something on a page: the menu has the page with the right, and the resource has the call. */
export const isPermitted = (resource: Resource, menu: readonly MenuInfo[], ability: Ability): boolean => {
  const entry = menu.find(({ MenuId }) => MenuId === resource.name)
  if (!entry) return false
  // A hand-written or planned page has no list call; an entry in the menu is enough.
  if (ability === 'list' && !hasRecords(resource)) return true
  // A view has no detail page.
  if (ability === 'show' && resource.kind === 'view') return false
  if (ability === 'import' && !resource.import) return false
  const { operation, right } = requirements[ability]
  return resource.endpoints.operations.includes(operation) && entry.Rights.includes(right)
}

/** Returns whether a name is one of the abilities. */
export const isAbility = (name: string): name is Ability => abilities.some((ability) => ability === name)

// `show` needs the list call, because details are read from the list if there is no call for a single record.
const requirements: Record<Ability, { readonly operation: Operation; readonly right: Right }> = {
  list: { operation: 'list', right: 'Query' },
  show: { operation: 'list', right: 'Query' },
  create: { operation: 'create', right: 'Create' },
  edit: { operation: 'update', right: 'Update' },
  delete: { operation: 'delete', right: 'Delete' },
  import: { operation: 'create', right: 'Create' },
}
