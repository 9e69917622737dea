import type { FieldPermission, Visibility } from '../language/permission'
import type { Resource } from '../language/resource'
import type { Field, Operation } from '../language/types'

/**
 * The role that reads records, and whether the bank allows the role to view the personal data of a single record
 * unmasked.
 */
export interface RecordViewer {
  readonly role: string
  readonly canUnmask: boolean
}

type WithPermissions = Pick<Resource, 'permissions'>

/**
 * Returns whether a field is hidden, masked or visible in full.
 * `hidden` and `masked` in the schema file always apply.
 * Otherwise lists mask personal data.
 * Detail pages mask them, too, unless the file grants full access or the viewer can unmask them.
 */
export const fieldVisibility = (
  resource: WithPermissions,
  field: Pick<Field, 'name' | 'personal'>,
  operation: 'list' | 'get',
  { role, canUnmask }: RecordViewer,
): Visibility => {
  const visibility = fieldPermission(resource, role, field.name)[operation]
  if (visibility === 'hidden' || visibility === 'masked') return visibility
  if (!field.personal || (operation === 'get' && (visibility === 'full' || canUnmask))) return 'full'
  return 'masked'
}

/** Checks whether the schema file allows a role to write a field. By default it does. */
export const isWritable = (
  resource: WithPermissions,
  name: string,
  operation: 'create' | 'update',
  role: string,
): boolean => fieldPermission(resource, role, name)[operation] ?? true

/**
 * Checks whether the schema file allows a role to perform an operation.
 * The rights of the role on the page are checked separately.
 */
export const canOperate = ({ permissions }: WithPermissions, role: string, operation: Operation): boolean => {
  const operations = permissions[role]?.operations
  // A role that reads the list may read its select options.
  return operations === undefined || operations.includes(operation === 'selectList' ? 'list' : operation)
}

/** Returns the path of a field of list items in `permissions`, such as `FeeItems.Amount`. */
export const itemFieldPath = (list: string, field: string): string => `${list}.${field}`

/**
 * Checks whether the schema file restricts the access of a role to fields of a list's items.
 * If so, the server sends each item with an `id`, its position in the stored list, and recognizes changed items by it.
 */
export const hasItemFieldPermissions = ({ permissions }: WithPermissions, role: string, list: string): boolean =>
  Object.keys(permissions[role]?.fields ?? {}).some((name) => name.startsWith(itemFieldPath(list, '')))

/** Returns the permissions of a role for a field, or for a field of list items by its path. */
export const fieldPermission = ({ permissions }: WithPermissions, role: string, field: string): FieldPermission =>
  permissions[role]?.fields[field] ?? {}
