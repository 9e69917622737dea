import type { Operation } from './types'

/**
 * The permissions of a role in a schema file.
 * They only restrict: everything else is decided by the role's rights on the page.
 */
export interface RolePermission {
  /** The operations to which the role is restricted; absent = all operations that its rights on the page allow. */
  readonly operations?: readonly Operation[]
  /** The permissions by field, or by field of a list item such as `FeeItems.Amount`. */
  readonly fields: Readonly<Record<string, FieldPermission>>
}

/**
 * How a role can view a field in lists and on detail pages, and whether it may write the field.
 * An absent value means that the file has no restriction.
 */
export interface FieldPermission {
  readonly list?: Visibility
  readonly get?: Visibility
  readonly create?: boolean
  readonly update?: boolean
}

/** The form in which a role can view a value. */
export type Visibility = 'hidden' | 'masked' | 'full'

/** The levels of access to a field that a file can give to a role. */
export const accessLevels = ['hidden', 'masked', 'readOnly', 'editable'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** The operations for which a file can give different levels of access to a field. */
export const fieldOperations = ['list', 'get', 'create', 'update'] as const
export type FieldOperation = (typeof fieldOperations)[number]

/** The operations that a condition on the record can forbid. */
export const conditionalOperations = ['update', 'delete'] as const
export type ConditionalOperation = (typeof conditionalOperations)[number]
