import { optionCodes, optionText } from '../field-types/options'
import type { Condition, ConditionContext, EnumField, Field, RecordValues } from '../language/types'
import { conditionFields, conditionHolds } from './condition'
import { optionUnavailable } from './messages'
import { mergedRecords } from './record-values'

/**
 * Returns the fields that are hidden in a record.
 * A hidden field counts as empty, which may hide other fields, so the conditions are evaluated until no further field
 * is hidden.
 */
export const hiddenFields = (
  fields: readonly Field[],
  record: RecordValues,
  context: ConditionContext,
): readonly Field[] => {
  let hidden: readonly Field[] = []
  for (;;) {
    const visible = withoutHidden(record, hidden)
    const next = fields.filter(
      (field) => field.shownWhen && (hidden.includes(field) || !conditionHolds(field.shownWhen, visible, context)),
    )
    if (next.length === hidden.length) return hidden
    hidden = next
  }
}

/** Returns the record with its hidden fields empty. Conditions are evaluated for this record. */
export const visibleValues = (
  fields: readonly Field[],
  record: RecordValues,
  context: ConditionContext,
): RecordValues => withoutHidden(record, hiddenFields(fields, record, context))

/** Checks whether a field must be filled in; `visibleRecord` is the record with its hidden fields empty. */
export const isRequiredNow = (
  { required, requiredWhen }: Field,
  visibleRecord: RecordValues,
  context: ConditionContext,
): boolean => required || (requiredWhen !== undefined && conditionHolds(requiredWhen, visibleRecord, context))

/** Returns the names of all fields on which these conditions depend, including fields that can hide one of them. */
export const conditionDependencies = (fields: readonly Field[], conditions: readonly Condition[]): readonly string[] =>
  visibilityDependencies(fields, conditions.flatMap(conditionFields))

/** Returns these field names and the names of all fields that can hide one of these fields. */
export const visibilityDependencies = (
  fields: readonly Field[],
  names: readonly string[],
  visited: readonly string[] = [],
): readonly string[] => {
  const newNames = [...new Set(names)].filter((name) => !visited.includes(name))
  if (newNames.length === 0) return visited
  const conditionNames = fields.flatMap(({ name, shownWhen }) =>
    shownWhen && newNames.includes(name) ? conditionFields(shownWhen) : [],
  )
  return visibilityDependencies(fields, conditionNames, [...visited, ...newNames])
}

/** Returns the record with these fields empty. */
export const withoutHidden = (record: RecordValues, hidden: readonly Field[]): RecordValues => {
  if (hidden.every(({ name }) => record[name] === null)) return record
  // A copy of the record.
  const visible = mergedRecords(record)
  for (const { name } of hidden) visible[name] = null
  return visible
}

/** Returns the codes that can be selected in a record, in the order of the options. */
export const availableOptions = (
  field: EnumField,
  record: RecordValues,
  context: ConditionContext,
): readonly string[] =>
  optionCodes(field).filter((code) => {
    const condition = field.optionsWhen?.[code]
    return condition === undefined || conditionHolds(condition, record, context)
  })

/** The values that the validation of a changed field needs in addition to the record. */
export interface ChangeContext {
  /** The stored record; undefined for a new record. */
  readonly previous: RecordValues | undefined
  readonly context: ConditionContext
}

/** Returns the message for a selected option whose condition does not hold. An unchanged value is accepted. */
export const unavailableOptionError = (
  field: Field,
  record: RecordValues,
  { previous, context }: ChangeContext,
): string | undefined => {
  if (!('options' in field) || !field.optionsWhen) return undefined
  const value = record[field.name]
  if (previous && JSON.stringify(previous[field.name]) === JSON.stringify(value)) return undefined
  const available = availableOptions(field, record, context)
  const unavailable = [value ?? []].flat().find((code) => typeof code === 'string' && !available.includes(code))
  return typeof unavailable === 'string' ? optionUnavailable(field.label, optionText(field, unavailable)) : undefined
}
