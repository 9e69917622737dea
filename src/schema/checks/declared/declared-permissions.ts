import { type AccessLevel, accessLevels, type FieldOperation, fieldOperations } from '../../language/permission'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import { operations } from '../../language/types'
import { accessLevelFor } from '../../load/compile-permissions'
import { type DeclaredSchema, objectUnder } from './declared-schema'

/** The permissions that a file declares for a role. */
export interface DeclaredPermission {
  readonly role: string
  readonly path: Path
  readonly raw: RawObject
  readonly operations: readonly string[] | undefined
  readonly fields: readonly DeclaredFieldAccess[]
}

/** The access of a role to a field, or to a field of list items, as a file declares it. */
export interface DeclaredFieldAccess {
  /** The name of the field; for a field of list items its path, such as `FeeItems.Amount`. */
  readonly name: string
  readonly path: Path
  readonly levelFor: (operation: FieldOperation) => AccessLevel
  /** Whether the file declares a level for the operation, so that no default applies. */
  readonly declares: (operation: FieldOperation) => boolean
}

/** Returns the valid permissions of a file. */
export const permissionsOf = ({ raw }: Pick<DeclaredSchema, 'raw'>): DeclaredPermission[] =>
  Object.entries(objectUnder(raw, 'permissions')).flatMap(([role, permission]) => {
    if (!isObject(permission)) return []
    const path = ['permissions', role]
    const fields = Object.entries(objectUnder(permission, 'fields')).flatMap(([name, access]): DeclaredFieldAccess[] =>
      isAccess(access)
        ? [
            {
              name,
              path: [...path, 'fields', name],
              levelFor: (operation) => accessLevelFor(access, operation),
              declares: (operation) => typeof access === 'string' || access[operation] !== undefined,
            },
          ]
        : [],
    )
    const { operations: roleOperations } = permission
    return [
      {
        role,
        path,
        raw: permission,
        operations: Array.isArray(roleOperations) ? roleOperations.map(String) : undefined,
        fields,
      },
    ]
  })

/** Returns the operations that a file declares, or the default operations. */
export const operationsOf = ({ raw, hasPage, kind }: DeclaredSchema): readonly string[] => {
  const declared = objectUnder(raw, 'endpoints').operations
  const defaults =
    kind === 'view' ? ['list'] : hasPage ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
  return Array.isArray(declared) ? operations.filter((operation) => declared.includes(operation)) : defaults
}

const isAccess = (value: unknown): value is AccessLevel | Readonly<Partial<Record<FieldOperation, AccessLevel>>> =>
  isObject(value)
    ? fieldOperations.every((operation) => value[operation] === undefined || isLevel(value[operation]))
    : isLevel(value)

const isLevel = (value: unknown): value is AccessLevel => accessLevels.some((level) => level === value)
