import type { MenuInfo } from '../../contract/session'
import type { Right } from '../../domain/access/roles'
import type { Resource } from '../../schema/language/resource'
import type { Operation } from '../../schema/language/types'

/** What react-admin asks about, and what only our own buttons do. */
const actions = ['list', 'show', 'create', 'edit', 'delete', 'import'] as const
export type Action = (typeof actions)[number]

/** Checks whether the signed-in user may do it: the page stands in the company's menu with the right, and its endpoints have the call. */
export const mayDo = (resource: Resource, menu: readonly MenuInfo[], action: Action): boolean => {
  const entry = menu.find(({ MenuId }) => MenuId === resource.name)
  if (!entry) return false
  // A page that is written by hand or not open yet has no list call; being in the menu is enough.
  if (action === 'list' && resource.kind !== 'records') return true
  if (action === 'import' && !resource.import) return false
  const { operation, right } = requirements[action]
  return resource.endpoints.operations.includes(operation) && entry.Rights.includes(right)
}

/** Checks whether react-admin's word is one of ours. */
export const isAction = (name: string): name is Action => actions.some((action) => action === name)

// Details without a call of their own are read from the list.
const requirements: Record<Action, { readonly operation: Operation; readonly right: Right }> = {
  list: { operation: 'list', right: 'Query' },
  show: { operation: 'list', right: 'Query' },
  create: { operation: 'create', right: 'Create' },
  edit: { operation: 'update', right: 'Update' },
  delete: { operation: 'delete', right: 'Delete' },
  import: { operation: 'create', right: 'Create' },
}
