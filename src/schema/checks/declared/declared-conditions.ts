import { isObject, type Path, type RawObject } from '../../language/shapes/shape'
import {
  actionsOf,
  type DeclaredField,
  type DeclaredSchema,
  itemFieldsIn,
  objectsAt,
  objectUnder,
  withItemFields,
} from './declared-schema'

/** A condition in a file, its path, and the fields that it can name. */
export interface DeclaredCondition {
  readonly condition: unknown
  readonly path: Path
  readonly scope: FieldScope
  /** The fields of the record, for a condition in a list item. */
  readonly parent?: FieldScope
  /** The information that the condition cannot use where it is evaluated. */
  readonly unavailable: readonly ('user' | 'today')[]
}

/** A condition of a field. */
export interface FieldCondition extends DeclaredCondition {
  readonly owner: DeclaredField
}

/** The fields that a condition can name: those of the record, or of the same list item. */
export type FieldScope = Pick<DeclaredSchema, 'fields' | 'name'>

/** A test of one field in a condition. */
export interface DeclaredLeaf extends FieldMention {
  readonly raw: Readonly<Record<string, unknown>>
  /** The field with which the operator compares the tested field. */
  readonly other?: FieldMention & { readonly operator: string }
}

/** A field that a condition names: of the record, of the same list item, or of the record that contains the item. */
export interface FieldMention {
  readonly name: string
  readonly kind: 'field' | 'parent'
  readonly path: Path
}

/** Returns the conditions of all declared fields. */
export const conditionsOf = (schema: DeclaredSchema): FieldCondition[] =>
  schema.declared.flatMap((field) =>
    withItemFields(field).flatMap((fieldOrItemField) =>
      conditionsOfField(
        fieldOrItemField,
        fieldOrItemField === field ? { scope: schema } : { scope: itemScope(field), parent: schema },
      ),
    ),
  )

/** Returns the conditions that restrict actions and operations to certain records. */
export const preconditionsOf = (schema: DeclaredSchema): DeclaredCondition[] => [
  ...actionsOf(schema).flatMap(({ path, raw }) => conditionUnder(raw, 'allowedWhen', path, schema)),
  ...Object.keys(objectUnder(schema.raw, 'allowedWhen')).flatMap((operation) =>
    conditionUnder(objectUnder(schema.raw, 'allowedWhen'), operation, ['allowedWhen'], schema),
  ),
]

/** Returns the conditions of rules: `require`, and `when`, which restricts a rule to certain records. */
export const ruleConditions = (schema: DeclaredSchema): DeclaredCondition[] =>
  objectsAt(schema.raw.rules, ['rules']).flatMap(({ raw, path }) =>
    ['require', 'when'].flatMap((key) => conditionUnder(raw, key, path, schema)),
  )

const conditionUnder = (raw: RawObject, key: string, path: Path, scope: FieldScope): DeclaredCondition[] =>
  raw[key] === undefined ? [] : [{ condition: raw[key], path: [...path, key], scope, unavailable: [] }]

/** Returns the parts of a condition that name a field, including those inside all, any and not. */
export const leavesOf = (condition: unknown, path: Path): DeclaredLeaf[] => {
  if (!isObject(condition)) return []
  const tested = mentionedField(condition, path)
  if (tested) {
    // An operand that is an object names another field.
    const [operator = '', operand] = Object.entries(condition).find(([, value]) => isObject(value)) ?? []
    const other = mentionedField(operand, [...path, operator])
    return [{ ...tested, raw: condition, ...(other && { other: { ...other, operator } }) }]
  }
  return partsOf(condition, path).flatMap((part) => leavesOf(part.condition, part.path))
}

/** Returns the fields of the record or of the same list item that a condition names. */
export const conditionFieldNames = (condition: unknown): readonly string[] => namesOf('field', condition)

/** Returns the fields of the parent record that a condition in a list item names. */
export const conditionParentFieldNames = (condition: unknown): readonly string[] => namesOf('parent', condition)

/** Returns the paths at which a condition tests the user's role, or who the user is. */
export const userPaths = (condition: unknown, path: Path): readonly Path[] => {
  if (!isObject(condition)) return []
  return [
    ...['role', 'user'].filter((key) => condition[key] !== undefined).map((key) => [...path, key]),
    ...partsOf(condition, path).flatMap((part) => userPaths(part.condition, part.path)),
  ]
}

const namesOf = (kind: FieldMention['kind'], condition: unknown): readonly string[] =>
  leavesOf(condition, []).flatMap((leaf) =>
    [leaf, leaf.other].flatMap((mention) => (mention?.kind === kind ? [mention.name] : [])),
  )

const mentionedField = (value: unknown, path: Path): FieldMention | undefined => {
  if (!isObject(value)) return undefined
  if (typeof value.field === 'string') return { name: value.field, kind: 'field', path }
  return typeof value.parent === 'string' ? { name: value.parent, kind: 'parent', path } : undefined
}

const partsOf = (condition: RawObject, path: Path): readonly { readonly condition: unknown; readonly path: Path }[] =>
  ['all', 'any', 'not'].flatMap((key) => {
    const inner = condition[key]
    return Array.isArray(inner)
      ? inner.map((entry: unknown, index) => ({ condition: entry, path: [...path, key, index] }))
      : [{ condition: inner, path: [...path, key] }]
  })

/** The fields that a condition can name, including those of the record that contains a list item. */
export type ConditionScopes = Pick<DeclaredCondition, 'scope' | 'parent'>

const itemScope = ({ name, raw, path }: DeclaredField): FieldScope => ({ name, fields: itemFieldsIn({ raw, path }) })

const conditionsOfField = (field: DeclaredField, scopes: ConditionScopes): FieldCondition[] => {
  const conditionAt = (
    condition: unknown,
    path: Path,
    unavailable: DeclaredCondition['unavailable'] = [],
  ): FieldCondition[] =>
    condition === undefined ? [] : [{ owner: field, condition, path: [...field.path, ...path], ...scopes, unavailable }]
  return [
    // A hidden field is cleared for all users, so its condition cannot depend on the user.
    ...conditionAt(field.raw.shownWhen, ['shownWhen'], ['user']),
    ...['requiredWhen', 'readOnlyWhen'].flatMap((key) => conditionAt(field.raw[key], [key])),
    ...Object.entries(objectUnder(field.raw, 'optionsWhen')).flatMap(([code, condition]) =>
      conditionAt(condition, ['optionsWhen', code]),
    ),
    // A stored value cannot depend on the user or on the current day.
    ...nestedConditions(field.raw.value, ['value']).flatMap(({ condition, path }) =>
      conditionAt(condition, path, ['user', 'today']),
    ),
  ]
}

/** Returns the conditions of an expression. */
export const nestedConditions = (
  expression: unknown,
  path: Path,
): { readonly condition: unknown; readonly path: Path }[] => {
  if (Array.isArray(expression))
    return expression.flatMap((operand: unknown, index) => nestedConditions(operand, [...path, index]))
  if (!isObject(expression)) return []
  const direct = expression.when === undefined ? [] : [{ condition: expression.when, path: [...path, 'when'] }]
  return [
    ...direct,
    ...Object.entries(expression).flatMap(([key, operand]) =>
      key === 'when' ? [] : nestedConditions(operand, [...path, key]),
    ),
  ]
}
