import type { MenuInfo } from '../../contract/call-responses'
import type { Right } from '../../domain/access/roles'
import { hasRecords, type Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'

/** What a user may do on a page: the actions of react-admin, and the import. */
const abilities = ['list', 'show', 'create', 'edit', 'delete', 'import'] as const
export type Ability = (typeof abilities)[number]

/**
 * Returns whether the signed-in user may do something on a page: the menu contains the page with the right, and the
 * resource has the operation.
 */
export const isPermitted = (resource: Resource, menu: readonly MenuInfo[], ability: Ability): boolean => {
  const menuEntry = menu.find(({ MenuId }) => MenuId === resource.name)
  if (!menuEntry) return false
  // A page without records has no list call, so its entry in the menu is sufficient.
  if (ability === 'list' && !hasRecords(resource)) return true
  const hasDetailCall = resource.endpoints.operations.includes('get')
  if (ability === 'show' && resource.kind !== 'records' && !hasDetailCall) return false
  if (ability === 'import' && !resource.import) return false
  if (ability === 'import' && resource.import?.action) return menuEntry.Rights.includes('Update')
  const { operation, right } = requirements[ability]
  return resource.endpoints.operations.includes(operation) && menuEntry.Rights.includes(right)
}

/** Returns whether a name is one of the abilities. */
export const isAbility = (name: string): name is Ability => abilities.some((ability) => ability === name)

// `show` requires the list call and not `get`, because details are read from the list if there is no call for a single
// record. A view has a detail page only with that call, and a report has none.
const requirements: Record<Ability, { readonly operation: Operation; readonly right: Right }> = {
  list: { operation: 'list', right: 'Query' },
  show: { operation: 'list', right: 'Query' },
  create: { operation: 'create', right: 'Create' },
  edit: { operation: 'update', right: 'Update' },
  delete: { operation: 'delete', right: 'Delete' },
  import: { operation: 'create', right: 'Create' },
}
