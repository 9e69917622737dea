import type { Right } from '../domain/rights'
import { isBankRole, pages, rightsOf } from '../domain/roles'
import { rightOf } from '../schema/endpoints'
import type { Operation, Resource } from '../schema/types'

/** What a role may do on a page: by the bank's table for its pages, by a plain rule for a page that a new schema file adds; the bank's group of the menu is the bank's alone. A file narrows the table, and on its own page it decides. */
export const pageRights = (role: string, page: Pick<Resource, 'name' | 'tenant' | 'menu' | 'permissions'>): readonly Right[] => {
  const said = page.permissions[role]?.operations
  if (pages.some((name) => name === page.name)) return said ? narrowed(rightsOf(role, page.name), said) : rightsOf(role, page.name)
  if (page.menu?.group === 'bank' && !isBankRole(role)) return []
  if (said) return grantedBy(said)
  return page.tenant === 'shared' ? sharedRights(role) : rightsOf(role, likeBasicData)
}

const grantedBy = (said: readonly Operation[]): readonly Right[] => (said.length === 0 ? [] : [...new Set<Right>(['Use', ...said.map(rightOf)])])

// Rights that no operation stands for, such as Approve, are not the file's to take.
const narrowed = (rights: readonly Right[], said: readonly Operation[]): readonly Right[] => {
  const granted = grantedBy(said)
  return rights.filter((right) => granted.includes(right) || !ofOperations.includes(right))
}

const ofOperations: readonly Right[] = ['Use', 'Query', 'Create', 'Update', 'Delete']

/** A new page of a company's own records is basic data, as the payment items are. */
const likeBasicData = 'fee'

/** Reference data are everybody's to read and the bank's to write. */
const sharedRights = (role: string): readonly Right[] => {
  if (role === 'BankOperator') return ['Use', 'Query', 'Create', 'Update', 'Delete']
  return isBankRole(role) || rightsOf(role, likeBasicData).length > 0 ? ['Use', 'Query'] : []
}
