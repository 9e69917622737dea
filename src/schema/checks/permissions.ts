import { isTenantField, pageNames, rightsOf } from '../../domain/access/roles'
import { itemFieldPath } from '../access/permissions'
import { rightForOperation } from '../calls/endpoints'
import type { Finding } from '../language/shapes/shape'
import { fieldNamed, operations } from '../language/types'
import { expressionLeaves } from '../rules/expression'
import { placeholdersIn } from '../text/interpolate'
import type { Check } from './check'
import { placeOf } from './check-messages'
import { conditionFieldNames, conditionParentFieldNames, conditionsOf } from './declared/declared-conditions'
import {
  type DeclaredFieldAccess,
  type DeclaredPermission,
  operationsOf,
  permissionsOf,
} from './declared/declared-permissions'
import {
  type DeclaredField,
  type DeclaredSchema,
  isUserEntered,
  itemFieldsIn,
  keyNames,
} from './declared/declared-schema'
import { isExpression } from './declared/expression-kinds'
import { cannotFinding, missingFieldFindings } from './findings'

/**
 * S331, S332, S333: field permissions name existing fields, do not hide fields that every role needs, and do not
 * contradict each other.
 */
export const checkFieldAccess: Check = (schema) =>
  permissionsOf(schema).flatMap(({ fields }) =>
    fields.flatMap((access) => {
      const { field, list, missing } = resolveAccess(access, schema)
      const listAccess = list && fieldNamed(fields, list.name)
      return field
        ? [
            ...hiddenFindings(access, schema),
            ...contradictionFindings(access, field),
            ...(listAccess ? itemFieldFindings(access, listAccess) : []),
          ]
        : missing
    }),
  )

interface ResolvedAccess {
  readonly field: DeclaredField | undefined
  /** The list field whose items contain the field. */
  readonly list?: DeclaredField
  /**
   * The finding for a name that does not exist, or for a path whose first field is no list.
   * Empty if the field exists.
   */
  readonly missing: Finding[]
}

/** Resolves the name in a permission: a field, or the path of a field of list items. */
const resolveAccess = (
  { name, path }: Pick<DeclaredFieldAccess, 'name' | 'path'>,
  schema: DeclaredSchema,
): ResolvedAccess => {
  const [first = '', itemName] = name.split('.')
  const field = fieldNamed(schema.fields, first)
  if (!field || itemName === undefined) return { field, missing: missingFieldFindings('S331', first, path, schema) }
  if (field.type !== 'rows')
    return {
      field: undefined,
      missing: [
        cannotFinding('S331', path, `be a field in '${first}': it is of type '${field.type}', which has no items`),
      ],
    }
  const fields = itemFieldsIn(field)
  return {
    field: fieldNamed(fields, itemName),
    list: field,
    missing: missingFieldFindings('S331', itemName, path, { fields, name: first }),
  }
}

/** Returns the findings for a field of list items with wider permissions than its list. */
const itemFieldFindings = (
  { name, path, levelFor, declares }: DeclaredFieldAccess,
  list: DeclaredFieldAccess,
): Finding[] => {
  if (list.levelFor('get') === 'hidden')
    return [cannotFinding('S333', path, `set the access to '${name}': the list '${list.name}' is hidden`)]
  const isWider = (['create', 'update'] as const).some(
    (operation) => declares(operation) && levelFor(operation) === 'editable' && list.levelFor(operation) !== 'editable',
  )
  return isWider ? [cannotFinding('S333', path, `make '${name}' editable: the list '${list.name}' is not`)] : []
}

const hiddenFindings = ({ name, path, levelFor }: DeclaredFieldAccess, schema: DeclaredSchema): Finding[] => {
  const reason = reasonToShow(name, schema)
  return reason && (levelFor('list') === 'hidden' || levelFor('get') === 'hidden')
    ? [cannotFinding('S332', path, `hide '${name}': ${reason}`)]
    : []
}

/** Returns why every role must see a field; undefined if it can be hidden. */
const reasonToShow = (name: string, { raw }: DeclaredSchema): string | undefined => {
  if (keyNames(raw).includes(name)) return 'it identifies the record'
  if (isTenantField(name)) return 'it is the tenant of the record'
  if (name === 'UpdateTime') return 'every change of a record sends it'
  return typeof raw.display === 'string' && placeholdersIn(raw.display).includes(name)
    ? 'the display text contains it'
    : undefined
}

const contradictionFindings = ({ name, path, levelFor }: DeclaredFieldAccess, { raw }: DeclaredField): Finding[] => {
  const finding = (reason: string, hint?: string): Finding => cannotFinding('S333', path, reason, hint)
  const readLevels = [levelFor('list'), levelFor('get')]
  return [
    ...(readLevels.includes('masked') && raw.personal === undefined
      ? [finding(`mask '${name}': it has no class of personal data`, "Set 'personal' in the field, or hide it.")]
      : []),
    ...(levelFor('get') === 'hidden' && levelFor('list') !== 'hidden'
      ? [finding(`hide '${name}' on detail pages and show it in lists`)]
      : []),
    ...(levelFor('update') === 'editable' && levelFor('create') !== 'editable'
      ? [finding(`make '${name}' editable in update but not in create`)]
      : []),
    ...(levelFor('update') === 'editable' && levelFor('get') !== 'editable' && levelFor('get') !== 'readOnly'
      ? [finding(`make '${name}' editable for a role that does not see it in full`)]
      : []),
  ]
}

/**
 * S334: the operations of a role exist in the resource, are covered by the role's rights on the page, and include the
 * operations that they depend on.
 */
export const checkRoleOperations: Check = (schema) =>
  permissionsOf(schema).flatMap(({ role, path, operations: roleOperations }) => {
    if (!roleOperations) return []
    const keyPath = [...path, 'operations']
    const offered = operationsOf(schema)
    const finding = (reason: string): Finding => cannotFinding('S334', keyPath, reason)
    return [
      ...roleOperations
        // Other checks report an operation that does not exist.
        .filter((operation) => operations.some((known) => known === operation) && !offered.includes(operation))
        .map((operation) => finding(`allow '${operation}': '${schema.name}' does not have it`)),
      ...operationsBeyondRights(role, roleOperations, schema).map((operation) =>
        finding(`allow '${operation}': '${role}' has no such right on '${schema.name}'`),
      ),
      ...(roleOperations.length > 0 && offered.includes('list') && !roleOperations.includes('list')
        ? [finding("omit 'list' and allow other operations: users find records in the list")]
        : []),
      ...(roleOperations.includes('update') && offered.includes('get') && !roleOperations.includes('get')
        ? [finding("allow 'update' without 'get': the form loads the record with it")]
        : []),
    ]
  })

const operationsBeyondRights = (
  role: string,
  roleOperations: readonly string[],
  { name }: DeclaredSchema,
): readonly string[] =>
  pageNames.some((page) => page === name)
    ? operations.filter(
        (operation) =>
          roleOperations.includes(operation) && !rightsOf(role, name).includes(rightForOperation(operation)),
      )
    : []

/** S335: a role that may create records can enter every required field. */
export const checkRequiredWritable: Check = (schema) =>
  permissionsOf(schema)
    .filter(({ operations: roleOperations }) => (roleOperations ?? operationsOf(schema)).includes('create'))
    .flatMap(({ role, fields }) =>
      fields
        .filter((access) => access.levelFor('create') !== 'editable' && isRequired(access, fields, schema))
        .map(
          ({ name, path }): Finding =>
            cannotFinding(
              'S335',
              path,
              `exclude '${role}' from '${name}': it is required, and the role may create records`,
            ),
        ),
    )

// A required field of list items does not matter to a role that cannot create items.
const isRequired = (
  access: DeclaredFieldAccess,
  fields: readonly DeclaredFieldAccess[],
  schema: DeclaredSchema,
): boolean => {
  const { field, list } = resolveAccess(access, schema)
  const isInUneditableList = fields.some(
    ({ name, levelFor }) => name === list?.name && levelFor('create') !== 'editable',
  )
  return !isInUneditableList && field?.raw.required === true && field.raw.default === undefined && isUserEntered(field)
}

/**
 * S336: a visible field does not depend on a hidden field, because the visible field would reveal the hidden value, or
 * be wrong on a screen without that value.
 */
export const checkHiddenFieldLeaks: Check = (schema) => {
  const dependents = [
    ...schema.declared.map((field) => ({ name: field.name, dependsOn: dependenciesOf(field, schema) })),
    ...itemFieldDependencies(schema),
  ]
  return permissionsOf(schema).flatMap((permission) => leakFindings(permission, dependents))
}

/**
 * A field, and the fields on which it depends.
 * Fields of list items are named by their paths, such as `FeeItems.Amount`.
 */
interface DependentField {
  readonly name: string
  readonly dependsOn: readonly string[]
}

const leakFindings = ({ role, fields }: DeclaredPermission, dependents: readonly DependentField[]): Finding[] => {
  const isHidden = (name: string) =>
    fields.some((access) => access.name === name && access.levelFor('get') === 'hidden')
  return dependents
    .filter(({ name }) => !isHidden(name) && !isHidden(name.split('.')[0] ?? ''))
    .flatMap(({ name: dependent, dependsOn }) =>
      [...new Set(dependsOn)].filter(isHidden).map((name): Finding => {
        const path = ['permissions', role, 'fields', name]
        return cannotFinding(
          'S336',
          path,
          `hide '${name}': '${dependent}' depends on it`,
          `Hide '${dependent}' as well.`,
        )
      }),
    )
}

/**
 * Returns the fields of list items, each with the fields on which it depends: fields of the same item, and fields of
 * the record (`parent`).
 */
const itemFieldDependencies = (schema: DeclaredSchema): DependentField[] =>
  schema.declared
    .filter(({ type }) => type === 'rows')
    .flatMap((list) =>
      itemFieldsIn(list).map((itemField) => ({
        name: itemFieldPath(list.name, itemField.name),
        dependsOn: [
          ...dependenciesOf(itemField, schema).map((name) => itemFieldPath(list.name, name)),
          ...conditionsOfField(itemField, schema).flatMap(conditionParentFieldNames),
        ],
      })),
    )

const dependenciesOf = (field: DeclaredField, schema: DeclaredSchema): readonly string[] => [
  ...conditionsOfField(field, schema).flatMap(conditionFieldNames),
  ...(field.type === 'computed' && isExpression(field.raw.value)
    ? expressionLeaves(field.raw.value).flatMap(({ name }) => [name, name.split('.')[0] ?? name])
    : []),
]

const conditionsOfField = (field: DeclaredField, schema: DeclaredSchema): readonly unknown[] =>
  conditionsOf(schema).flatMap(({ owner, condition }) =>
    placeOf(owner.path) === placeOf(field.path) ? [condition] : [],
  )
