import {
  type AccessLevel,
  type FieldOperation,
  type FieldPermission,
  fieldOperations,
  type RolePermission,
  type Visibility,
} from '../language/permission'
import type { RawAccess, RawResource } from '../language/raw-resource'
import type { Resource } from '../language/resource'

/** Returns the permissions of each role: its operations, if they are restricted, and its permissions for fields. */
export const compilePermissions = ({ permissions = {} }: RawResource): Readonly<Record<string, RolePermission>> =>
  mapValues(permissions, ({ operations, fields = {} }) => ({
    ...(operations && { operations }),
    fields: mapValues(fields, fieldPermissionOf),
  }))

/** A field, and a field of a file whose permissions also apply to it. */
export interface FieldOrigin {
  readonly name: string
  readonly field: string
  readonly raw: RawResource
  /** The file's records are others than those of the field, so the field is hidden from roles that cannot list them. */
  readonly isReferenced?: boolean
}

/** Returns the permissions of a file, restricted by those that its fields have in the files from which they come. */
export const withInheritedAccess = (
  permissions: Resource['permissions'],
  origins: readonly FieldOrigin[],
): Resource['permissions'] => {
  const inherited = origins.flatMap(inheritedAccess).filter(({ access }) => access.list || access.get)
  const roles = new Set([...Object.keys(permissions), ...inherited.map(({ role }) => role)])
  return Object.fromEntries(
    [...roles].map((role) => {
      const { fields: ownFields = {}, ...rest } = permissions[role] ?? {}
      const fields = { ...ownFields }
      for (const { name, access } of inherited.filter((other) => other.role === role))
        fields[name] = restrictedAccess(fields[name], access)
      return [role, { ...rest, fields }]
    }),
  )
}

const inheritedAccess = ({ name, field, raw, isReferenced = false }: FieldOrigin) =>
  Object.entries(compilePermissions(raw)).map(([role, { operations, fields }]) => {
    const isHidden = isReferenced && operations?.includes('list') === false
    return { role, name, access: isHidden ? ({ list: 'hidden', get: 'hidden' } as const) : (fields[field] ?? {}) }
  })

const restrictedAccess = (own: FieldPermission = {}, inherited: FieldPermission): FieldPermission => {
  const [list, get] = [stricter(own.list, inherited.list), stricter(own.get, inherited.get)]
  return { ...own, ...(list && { list }), ...(get && { get }) }
}

const stricter = (own: Visibility | undefined, inherited: Visibility | undefined): Visibility | undefined => {
  if (own === 'hidden' || inherited === 'hidden') return 'hidden'
  return inherited === 'masked' ? inherited : own
}

const mapValues = <T, U>(values: Readonly<Record<string, T>>, map: (value: T) => U): Readonly<Record<string, U>> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

/** Returns the level of access to a field for an operation. */
export const accessLevelFor = (access: RawAccess, operation: FieldOperation): AccessLevel =>
  typeof access === 'string' ? access : (access[operation] ?? 'editable')

// Returns the permission of a field for each operation. An operation without a declared level has no restriction.
const fieldPermissionOf = (access: RawAccess): FieldPermission =>
  Object.fromEntries(
    fieldOperations
      .filter((operation) => typeof access === 'string' || access[operation] !== undefined)
      .map((operation) => [operation, operationPermission(accessLevelFor(access, operation), operation)]),
  )

const operationPermission = (level: AccessLevel, operation: FieldOperation): Visibility | boolean =>
  operation === 'list' || operation === 'get' ? visibilityAtLevel(level) : level === 'editable'

const visibilityAtLevel = (level: AccessLevel): Visibility =>
  level === 'hidden' || level === 'masked' ? level : 'full'
