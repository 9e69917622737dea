import type { AccessLevel, FieldOperation, FieldPermission, Permission, Visibility } from './access/permission-types'
import { fieldOperations } from './access/permission-types'
import type { RawAccess, RawResource } from './raw-resource'

/** Returns what a file says of each role, field by field. */
export const completePermissions = ({ permissions = {} }: RawResource): Readonly<Record<string, Permission>> =>
  mapValues(permissions, ({ operations, fields = {} }) => ({ ...(operations && { operations }), fields: mapValues(fields, permissionOf) }))

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Returns the level of a field for an operation; a single word counts for each. */
export const levelOf = (said: RawAccess, operation: FieldOperation): AccessLevel => (typeof said === 'string' ? said : (said[operation] ?? 'editable'))

// What is not said is as it would be without the file.
const permissionOf = (said: RawAccess): FieldPermission =>
  Object.fromEntries(
    fieldOperations
      .filter((operation) => typeof said === 'string' || said[operation] !== undefined)
      .map((operation) => [operation, wordOf(levelOf(said, operation), operation)]),
  )

const wordOf = (level: AccessLevel, operation: FieldOperation): Visibility | boolean =>
  operation === 'list' || operation === 'get' ? visibilityOf(level) : level === 'editable'

const visibilityOf = (level: AccessLevel): Visibility => (level === 'hidden' || level === 'masked' ? level : 'full')
