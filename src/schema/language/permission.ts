import type { Operation } from './types'

/** The permissions of a role. What they leave out is decided by the role's rights on the page. */
export interface Permission {
  /** All that the role may do; absent = what its rights on the page allow. */
  readonly operations?: readonly Operation[]
  /** By field, or by column of a list of rows: `FeeItems.Amount`. */
  readonly fields: Readonly<Record<string, FieldPermission>>
}

/** What a role reads of a field in lists and in one record, and whether it may write it; absent = not restricted by the file. */
export interface FieldPermission {
  readonly list?: Visibility
  readonly get?: Visibility
  readonly create?: boolean
  readonly update?: boolean
}

/** How much of a value a role sees. */
export type Visibility = 'hidden' | 'masked' | 'full'

/** The words of a file for a field and a role. */
export const accessLevels = ['hidden', 'masked', 'readOnly', 'editable'] as const
export type AccessLevel = (typeof accessLevels)[number]

/** The operations for which a file can set the access to a field. */
export const fieldOperations = ['list', 'get', 'create', 'update'] as const
export type FieldOperation = (typeof fieldOperations)[number]

/** The operations that a condition on the record can forbid. */
export const conditionalOperations = ['update', 'delete'] as const
export type ConditionalOperation = (typeof conditionalOperations)[number]
