import type { Operation } from './types'

/** The permissions of a role in a schema file. Whatever they do not restrict follows the role's rights on the page. */
export interface RolePermission {
  /** The only operations of the role; absent = those that its rights on the page allow. */
  readonly operations?: readonly Operation[]
  /** By field, or by field of a list item: `FeeItems.Amount`. */
  readonly fields: Readonly<Record<string, FieldPermission>>
}

/** Visibility of a field in lists and on detail pages, and whether the role may write it; absent = not restricted by the file. */
export interface FieldPermission {
  readonly list?: Visibility
  readonly get?: Visibility
  readonly create?: boolean
  readonly update?: boolean
}

/** The form in which a role can view a value. */
export type Visibility = 'hidden' | 'masked' | 'full'

/** The levels of access that a file may give to a role for a field. */
export const accessLevels = ['hidden', 'masked', 'readOnly', 'editable'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** The operations for which a file can set the access to a field. */
export const fieldOperations = ['list', 'get', 'create', 'update'] as const
export type FieldOperation = (typeof fieldOperations)[number]

/** The operations that a condition on the record can forbid. */
export const conditionalOperations = ['update', 'delete'] as const
export type ConditionalOperation = (typeof conditionalOperations)[number]
