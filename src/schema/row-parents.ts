import { parentFields } from './condition'
import { expressionConditions } from './expression'
import type { Condition, Field } from './types'

/** The fields of the record that the conditions of its rows look at. */
export const rowParents = (columns: readonly Field[]): readonly string[] => {
  const known = parents.get(columns) ?? [...new Set(columns.flatMap(conditionsOf).flatMap(parentFields))]
  parents.set(columns, known)
  return known
}

const parents = new WeakMap<readonly Field[], readonly string[]>()

/** Every condition of a field, those of its value included. */
export const conditionsOf = (field: Field): readonly Condition[] => [
  ...[field.shownWhen, field.requiredWhen, field.readOnlyWhen].filter((one) => one !== undefined),
  ...('optionsWhen' in field ? Object.values(field.optionsWhen ?? {}) : []),
  ...(field.type === 'computed' ? expressionConditions(field.value) : []),
]
