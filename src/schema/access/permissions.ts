import type { FieldPermission, Visibility } from '../language/permission'
import type { Resource } from '../language/resource'
import type { Field, Operation } from '../language/types'

/** A role that reads records, and whether the bank lets it see personal data of one record unmasked. */
export interface Viewer {
  readonly role: string
  readonly canUnmask: boolean
}

type Ruled = Pick<Resource, 'permissions'>

/** Returns whether a field is hidden, masked or visible in full. What the file says of the role comes first; personal data are masked in every list, and on detail pages for those who may not see them. */
export const visibilityOf = (resource: Ruled, field: Pick<Field, 'name' | 'personal'>, operation: 'list' | 'get', { role, canUnmask }: Viewer): Visibility => {
  const said = fieldPermission(resource, role, field.name)[operation]
  if (said === 'hidden' || said === 'masked') return said
  if (!field.personal || (operation === 'get' && (said === 'full' || canUnmask))) return 'full'
  return 'masked'
}

/** Whether a role may write a field: one that may change records may unless the file says otherwise. */
export const isWritable = (resource: Ruled, name: string, operation: 'create' | 'update', role: string): boolean =>
  fieldPermission(resource, role, name)[operation] ?? true

/** Whether the file lets a role do this at all; its rights on the page are another question. */
export const canOperate = ({ permissions }: Ruled, role: string, operation: Operation): boolean => {
  const said = permissions[role]?.operations
  // A role that reads the list may read its select options.
  return said === undefined || said.includes(operation === 'selectList' ? 'list' : operation)
}

/** Returns what `permissions` call a column of a list of rows: `FeeItems.Amount`. */
export const itemFieldPath = (list: string, column: string): string => `${list}.${column}`

/** Whether the file has permissions for columns of a list for a role. Only then do its rows carry an `id`: the place of each when it was read, by which the server knows it again. */
export const hasItemFieldPermissions = ({ permissions }: Ruled, role: string, list: string): boolean =>
  Object.keys(permissions[role]?.fields ?? {}).some((name) => name.startsWith(itemFieldPath(list, '')))

/** Returns what the file says of a role and a field, or a column of a list of rows by its path. */
export const fieldPermission = ({ permissions }: Ruled, role: string, field: string): FieldPermission => permissions[role]?.fields[field] ?? {}
