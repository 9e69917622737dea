import { isObject, type Path } from '../shape/shape'
import { actionsOf } from './action-view'
import { allFields } from './field-checks'
import { type FieldView, fieldViews, part, type SchemaView } from './view'

/** A condition in a file: what it says, where, and among which fields. */
export interface ConditionView {
  /** Whose condition it is: a field, an action or an operation. */
  readonly field: FieldView
  /** `shownWhen`, `requiredWhen`, `readOnlyWhen`, `allowedWhen`, or the code of an option. */
  readonly purpose: string
  readonly condition: unknown
  readonly path: Path
  readonly around: Around
}

/** The fields that a condition can look at: those of the record, or of the same row. */
export type Around = Pick<SchemaView, 'fields' | 'name'>

/** One question of a condition, about one field. */
export interface Leaf {
  readonly field: string
  readonly said: Readonly<Record<string, unknown>>
  readonly path: Path
}

/** Every condition of a file. */
export const conditionsOf = (schema: SchemaView): ConditionView[] =>
  schema.declared.flatMap((field) =>
    allFields(field).flatMap((one) =>
      ofField(one, one === field ? schema : { name: field.name, fields: fieldViews(field.raw.fields, [...field.path, 'fields']) }),
    ),
  )

/** The conditions of actions and of operations: which records they are for. */
export const allowancesOf = (schema: SchemaView): ConditionView[] => [
  ...actionsOf(schema).flatMap(({ name, path, raw }) =>
    raw.allowedWhen === undefined ? [] : [viewAt({ name, path, raw, type: undefined }, schema, raw.allowedWhen, ['allowedWhen'])],
  ),
  ...Object.entries(part(schema.raw, 'allowedWhen')).map(([operation, condition]) => ({
    ...viewAt({ name: operation, path: [], raw: {}, type: undefined }, schema, condition, ['allowedWhen', operation]),
    purpose: 'allowedWhen',
  })),
]

/** The parts of a condition that look at a field, through all, any and not. */
export const leavesOf = (condition: unknown, path: Path): Leaf[] => {
  if (!isObject(condition)) return []
  if (typeof condition.field === 'string') return [{ field: condition.field, said: condition, path }]
  return ['all', 'any', 'not'].flatMap((word) => {
    const inner = condition[word]
    return Array.isArray(inner) ? inner.flatMap((one: unknown, index) => leavesOf(one, [...path, word, index])) : leavesOf(inner, [...path, word])
  })
}

const ofField = (field: FieldView, around: Around): ConditionView[] => [
  ...['shownWhen', 'requiredWhen', 'readOnlyWhen'].flatMap((key) => (field.raw[key] === undefined ? [] : [viewAt(field, around, field.raw[key], [key])])),
  ...Object.entries(part(field.raw, 'optionsWhen')).map(([code, condition]) => viewAt(field, around, condition, ['optionsWhen', code])),
  ...whensOf(field.raw.value, ['value']).map(({ condition, path }) => viewAt(field, around, condition, path)),
]

const viewAt = (field: FieldView, around: Around, condition: unknown, path: Path): ConditionView => ({
  field,
  purpose: String(path.at(-1)),
  condition,
  path: [...field.path, ...path],
  around,
})

/** The conditions of an expression. */
export const whensOf = (expression: unknown, path: Path): { readonly condition: unknown; readonly path: Path }[] => {
  if (Array.isArray(expression)) return expression.flatMap((one: unknown, index) => whensOf(one, [...path, index]))
  if (!isObject(expression)) return []
  const own = expression.when === undefined ? [] : [{ condition: expression.when, path: [...path, 'when'] }]
  return [...own, ...Object.entries(expression).flatMap(([key, one]) => (key === 'when' ? [] : whensOf(one, [...path, key])))]
}
