import { mask } from '../../domain/access/mask'
import { hasStateRules, type StateChangeResult, validateStateChange } from '../../domain/bills/state-changes'
import { isMultiValued } from '../field-types'
import { optionText } from '../field-types/options'
import type { RecordRule } from '../language/resource'
import { type Condition, type EnumField, type Field, fieldNamed, type RecordValues } from '../language/types'
import { comparedWith, conditionFields, conditionHolds, conditionLeaves, isEmpty } from './condition'
import type { ChangeContext } from './conditional'
import {
  invalidInitialState,
  invalidStateChange,
  lockedByCondition,
  maskedValueEntered,
  stateChangeTooLate,
  writeOnce,
} from './messages'

/** Returns the message for a change of a field that cannot be changed. An unchanged value is accepted. */
export const immutableFieldError = (
  field: Field,
  record: RecordValues,
  { previous, context }: ChangeContext,
): string | undefined => {
  if (!previous || isSameValue(record[field.name], previous[field.name])) return undefined
  if (field.writeOnce) return writeOnce(field.label)
  return field.readOnlyWhen && conditionHolds(field.readOnlyWhen, previous, context)
    ? lockedByCondition(field.label)
    : undefined
}

/**
 * Returns the message for a value that equals the masked stored value, because the user copied it from a masked view.
 */
export const maskError = (
  field: Field,
  record: RecordValues,
  previous: RecordValues | undefined,
): string | undefined => {
  const [value, stored] = [record[field.name], previous?.[field.name]]
  if (!field.personal || typeof value !== 'string' || typeof stored !== 'string' || value === stored) return undefined
  return value === mask(field.personal, stored) ? maskedValueEntered(field.label) : undefined
}

/** Checks whether two values of a field are equal. All empty values count as equal. */
export const isSameValue = (left: unknown, right: unknown): boolean =>
  (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right)

/** A parsed record, and the other values on which its rules depend. */
export interface RuleContext extends ChangeContext {
  /** The record with hidden fields empty and computed fields filled in. */
  readonly record: RecordValues
  readonly hidden: readonly Field[]
  /** Checks whether the validation of a field has already found an error. */
  readonly hasError: (field: string) => boolean
}

/**
 * Returns the messages of the rules that a record breaks, by field.
 * A rule is not evaluated if its message belongs to a hidden field, if one of its fields already has an error, if a
 * compared value is empty, or if a change of a stored record leaves all its fields unchanged.
 */
export const ruleErrors = (rules: readonly RecordRule[], ruleContext: RuleContext): Record<string, string> =>
  // If a record breaks several rules of a field, the message of the first rule is shown.
  Object.fromEntries(
    rules
      .filter(
        (rule) =>
          isEvaluated(rule, ruleContext) && !conditionHolds(rule.require, ruleContext.record, ruleContext.context),
      )
      .map(({ at, message }) => [at, message] as const)
      .toReversed(),
  )

/** Returns the fields on which a rule depends. */
export const ruleFields = ({ require, when }: RecordRule): readonly string[] =>
  [require, ...(when ? [when] : [])].flatMap(conditionFields)

/**
 * Checks whether both values that an `atLeast` or `atMost` compares are filled in, for every such comparison of a
 * condition.
 */
export const isComparable = (condition: Condition, record: RecordValues): boolean =>
  conditionLeaves(condition).every((leaf) => {
    if (!('atLeast' in leaf || 'atMost' in leaf)) return true
    return [leaf, comparedWith(leaf)].every((side) => !side || !('field' in side) || !isEmpty(record[side.field]))
  })

const isEvaluated = (rule: RecordRule, { record, previous, hidden, context, hasError }: RuleContext): boolean => {
  const { require, when, at } = rule
  const names = ruleFields(rule)
  if (hidden.some(({ name }) => name === at) || names.some(hasError)) return false
  if (previous && [at, ...names].every((name) => isSameValue(record[name], previous[name]))) return false
  return isComparable(require, record) && (when === undefined || conditionHolds(when, record, context))
}

interface StateContext {
  /** The record after the change. */
  readonly record: RecordValues
  /** The stored record; undefined for a new record. */
  readonly previous: RecordValues | undefined
  readonly today: string
}

/** Returns a message for each field whose new state is not allowed after its previous state. */
export const stateErrors = (
  fields: readonly Field[],
  { record, previous, today }: StateContext,
): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const field of fields.filter(isStateField)) {
    const [from, to] = [previous?.[field.name], record[field.name]]
    if (typeof to !== 'string') continue
    const result = validateStateChange(field.enum, {
      from: typeof from === 'string' ? from : undefined,
      to,
      record,
      today,
    })
    const message = stateMessage(result, field, { from, to, fields })
    if (message) errors[field.name] = message
  }
  return errors
}

type StateField = EnumField & { readonly enum: NonNullable<EnumField['enum']> }

const isStateField = (field: Field): field is StateField =>
  'options' in field && !isMultiValued(field) && !field.readOnly && hasStateRules(field.enum)

interface StateTransition {
  readonly from: unknown
  readonly to: string
  readonly fields: readonly Field[]
}

const stateMessage = (
  result: StateChangeResult,
  field: EnumField,
  { from, to, fields }: StateTransition,
): string | undefined => {
  const { label } = field
  const text = (code: unknown) => optionText(field, code)
  if (result.kind === 'allowed') return undefined
  if (result.kind === 'tooLate')
    return stateChangeTooLate(label, text(to), fieldNamed(fields, result.field)?.label ?? result.field)
  const instead = result.nextStates.map(text)
  return from === undefined || from === null
    ? invalidInitialState(label, instead)
    : invalidStateChange(label, { from: text(from), to: text(to), instead })
}
