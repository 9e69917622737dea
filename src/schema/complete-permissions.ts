import { type AccessLevel, type FieldOperation, type FieldPermission, fieldOperations, type Permission, type Sight } from './permission-types'
import { isObject, type RawObject } from './shape/shape'
import type { Operation } from './types'

/** What a file says of each role, field by field. */
export const completePermissions = ({ permissions }: RawObject): Readonly<Record<string, Permission>> =>
  Object.fromEntries(
    Object.entries(isObject(permissions) ? permissions : {}).flatMap(([role, said]) =>
      isObject(said) ? [[role, { ...operationsOf(said), fields: fieldsOf(said) }]] : [],
    ),
  )

type SaidAccess = AccessLevel | Readonly<Partial<Record<FieldOperation, AccessLevel>>>

/** The levels of a field by operation; a single word counts for each. */
export const levelOf = (said: SaidAccess, operation: FieldOperation): AccessLevel => (typeof said === 'string' ? said : (said[operation] ?? 'editable'))

const operationsOf = ({ operations }: RawObject): Pick<Permission, 'operations'> =>
  Array.isArray(operations) ? { operations: operations as readonly Operation[] } : {}

const fieldsOf = ({ fields }: RawObject): Permission['fields'] =>
  Object.fromEntries(Object.entries(isObject(fields) ? fields : {}).map(([name, said]) => [name, permissionOf(said as SaidAccess)]))

// What is not said is as it would be without the file.
const permissionOf = (said: SaidAccess): FieldPermission =>
  Object.fromEntries(
    fieldOperations
      .filter((operation) => typeof said === 'string' || said[operation] !== undefined)
      .map((operation) => [operation, wordOf(levelOf(said, operation), operation)]),
  )

const wordOf = (level: AccessLevel, operation: FieldOperation): Sight | boolean =>
  operation === 'list' || operation === 'get' ? sightOf(level) : level === 'editable'

const sightOf = (level: AccessLevel): Sight => (level === 'hidden' || level === 'masked' ? level : 'full')
