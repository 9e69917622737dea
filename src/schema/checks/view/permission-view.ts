import { type AccessLevel, accessLevels, type FieldOperation, fieldOperations } from '../../language/permission'
import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import { operations } from '../../language/types'
import { levelOf } from '../../load/compile-resource'
import { part, type SchemaView } from './schema-view'

/** What a file says of a role. */
export interface PermissionView {
  readonly role: string
  readonly path: Path
  readonly raw: RawObject
  readonly operations: readonly string[] | undefined
  readonly fields: readonly FieldAccessView[]
}

/** What a file says of a role and a field, or a column of a list of rows. */
export interface FieldAccessView {
  /** The field, or `Rows.Column`. */
  readonly name: string
  readonly path: Path
  readonly level: (operation: FieldOperation) => AccessLevel
  /** Whether the file says it, rather than leaves it as it is without. */
  readonly declares: (operation: FieldOperation) => boolean
}

/** Returns the permissions of a file, as far as they have the right form. */
export const permissionsOf = ({ raw }: Pick<SchemaView, 'raw'>): PermissionView[] =>
  Object.entries(part(raw, 'permissions')).flatMap(([role, raw]) => {
    if (!isObject(raw)) return []
    const path = ['permissions', role]
    const fields = Object.entries(part(raw, 'fields')).flatMap(([name, access]): FieldAccessView[] =>
      isAccess(access)
        ? [
            {
              name,
              path: [...path, 'fields', name],
              level: (operation) => levelOf(access, operation),
              declares: (operation) => typeof access === 'string' || access[operation] !== undefined,
            },
          ]
        : [],
    )
    return [{ role, path, raw, operations: Array.isArray(raw.operations) ? raw.operations.map(String) : undefined, fields }]
  })

/** Returns the operations of a resource, as its file says them. */
export const operationsOf = ({ raw, page }: SchemaView): readonly string[] => {
  const declared = part(raw, 'endpoints').operations
  const defaults = page ? ['list', 'get', 'create', 'update', 'delete'] : ['list', 'get']
  return Array.isArray(declared) ? operations.filter((operation) => declared.includes(operation)) : defaults
}

const isAccess = (value: unknown): value is AccessLevel | Readonly<Partial<Record<FieldOperation, AccessLevel>>> =>
  isObject(value) ? fieldOperations.every((one) => value[one] === undefined || isLevel(value[one])) : isLevel(value)

const isLevel = (value: unknown): value is AccessLevel => accessLevels.some((one) => one === value)
