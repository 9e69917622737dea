import { optionCodes, optionText } from '../field-types/choices'
import type { Condition, ConditionContext, EnumField, Field, RecordValues } from '../language/types'
import { conditionFields, holds } from './condition'
import { optionUnavailable } from './messages'

/** Returns the fields that a record hides. A field is hidden when its condition fails; what it then no longer says may hide others, so it is asked until nothing changes. */
export const hiddenFields = (fields: readonly Field[], row: RecordValues, around: ConditionContext): readonly Field[] => {
  let hidden: readonly Field[] = []
  for (;;) {
    const seen = withoutHidden(row, hidden)
    const next = fields.filter((field) => field.shownWhen && (hidden.includes(field) || !holds(field.shownWhen, seen, around)))
    if (next.length === hidden.length) return hidden
    hidden = next
  }
}

/** Returns the record as its conditions see it: what is hidden says nothing. */
export const visibleValues = (fields: readonly Field[], row: RecordValues, around: ConditionContext): RecordValues =>
  withoutHidden(row, hiddenFields(fields, row, around))

/** Whether a field must be filled in, for a record without what it hides. */
export const isRequiredNow = ({ required, requiredWhen }: Field, seen: RecordValues, around: ConditionContext): boolean =>
  required || (requiredWhen !== undefined && holds(requiredWhen, seen, around))

/** Returns the names of all fields that decide over these conditions, also by hiding one another. */
export const conditionDependencies = (fields: readonly Field[], conditions: readonly Condition[]): readonly string[] =>
  visibilityDependencies(fields, conditions.flatMap(conditionFields))

/** These fields, and all that could hide one of them. */
export const visibilityDependencies = (fields: readonly Field[], names: readonly string[], known: readonly string[] = []): readonly string[] => {
  const found = [...new Set(names)].filter((name) => !known.includes(name))
  if (found.length === 0) return known
  const further = fields.flatMap(({ name, shownWhen }) => (shownWhen && found.includes(name) ? conditionFields(shownWhen) : []))
  return visibilityDependencies(fields, further, [...known, ...found])
}

/** Returns the record where these fields say nothing. */
export const withoutHidden = (row: RecordValues, hidden: readonly Field[]): RecordValues =>
  hidden.length === 0 ? row : { ...row, ...Object.fromEntries(hidden.map(({ name }) => [name, null])) }

/** Returns the codes that can be chosen in a record, in the order of the options. */
export const availableOptions = (field: EnumField, row: RecordValues, around: ConditionContext): readonly string[] =>
  optionCodes(field).filter((code) => {
    const condition = field.optionsWhen?.[code]
    return condition === undefined || holds(condition, row, around)
  })

/** Returns the message for an option whose condition does not hold; an unchanged value is accepted. */
export const unavailableOptionError = (
  field: Field,
  row: RecordValues,
  { previous, around }: { readonly previous: RecordValues | undefined; readonly around: ConditionContext },
): string | undefined => {
  if (!('options' in field) || !field.optionsWhen) return undefined
  const value = row[field.name]
  if (previous && JSON.stringify(previous[field.name]) === JSON.stringify(value)) return undefined
  const open = availableOptions(field, row, around)
  const closed = [value ?? []].flat().find((code) => typeof code === 'string' && !open.includes(code))
  return typeof closed === 'string' ? optionUnavailable(field.label, optionText(field, closed)) : undefined
}
