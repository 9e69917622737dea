import type { FieldPermission, Sight } from './permission-types'
import type { Field, Operation, Resource } from './types'

/** Who looks at records: a role, and whether the bank lets it see personal data of one record in full. */
export interface Viewer {
  readonly role: string
  readonly inFull: boolean
}

type Ruled = Pick<Resource, 'permissions'>

/** How much of a field somebody sees. What the file says of the role comes first; personal data are masked in every list, and on detail pages for those who may not see them. */
export const sightOf = (resource: Ruled, field: Pick<Field, 'name' | 'personal'>, operation: 'list' | 'get', { role, inFull }: Viewer): Sight => {
  const said = permissionFor(resource, role, field.name)[operation]
  if (said === 'hidden' || said === 'masked') return said
  if (!field.personal || (operation === 'get' && (said === 'full' || inFull))) return 'full'
  return 'masked'
}

/** Whether a role may write a field; whoever may change records may unless the file says otherwise. */
export const mayWrite = (resource: Ruled, name: string, operation: 'create' | 'update', role: string): boolean =>
  permissionFor(resource, role, name)[operation] ?? true

/** Whether the file lets a role do this at all; its rights on the page are another question. */
export const mayOperate = ({ permissions }: Ruled, role: string, operation: Operation): boolean => {
  const said = permissions[role]?.operations
  // Choices belong to whoever may look.
  return said === undefined || said.includes(operation === 'selectList' ? 'list' : operation)
}

/** What `permissions` call a column of a list of rows: `FeeItems.Amount`. */
export const columnPath = (list: string, column: string): string => `${list}.${column}`

/** Whether the file tells columns of a list apart for a role. Only then do its rows carry an `id`: the place of each when it was read, by which the server knows it again. */
export const tellsColumns = ({ permissions }: Ruled, role: string, list: string): boolean =>
  Object.keys(permissions[role]?.fields ?? {}).some((name) => name.startsWith(columnPath(list, '')))

/** What the file says of a role and a field, or a column of a list of rows by its path. */
export const permissionFor = ({ permissions }: Ruled, role: string, field: string): FieldPermission => permissions[role]?.fields[field] ?? {}
