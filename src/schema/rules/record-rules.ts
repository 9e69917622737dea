import { mask } from '../../domain/access/mask'
import { hasStateRules, type StateChangeResult, validateStateChange } from '../../domain/bills/state-changes'
import { isList } from '../field-types'
import { optionText } from '../field-types/choices'
import type { RecordRule, Resource } from '../language/resource'
import type { Condition, ConditionContext, EnumField, Field, RecordValues } from '../language/types'
import { comparedWith, conditionFields, conditionLeaves, holds, isEmpty } from './condition'
import { isMask, lockedByCondition, stateNotFirst, stateNotNext, stateTooLate, writeOnce } from './messages'

/** Returns the message for a change of a field that cannot be changed; the unchanged value is accepted. */
export const frozenError = (
  field: Field,
  row: RecordValues,
  { previous, around }: { readonly previous: RecordValues | undefined; readonly around: ConditionContext },
): string | undefined => {
  if (!previous || sameValue(row[field.name], previous[field.name])) return undefined
  if (field.writeOnce) return writeOnce(field.label)
  return field.readOnlyWhen && holds(field.readOnlyWhen, previous, around) ? lockedByCondition(field.label) : undefined
}

/** Returns the message for a value that is only the mask of what is stored: it came from a list, not from a person. */
export const maskError = (field: Field, row: RecordValues, previous: RecordValues | undefined): string | undefined => {
  const [value, stored] = [row[field.name], previous?.[field.name]]
  if (!field.personal || typeof value !== 'string' || typeof stored !== 'string' || value === stored) return undefined
  return value === mask(field.personal, stored) ? isMask(field.label) : undefined
}

/** Whether two values of a field are the same; nothing, blank and an empty list are. */
export const sameValue = (left: unknown, right: unknown): boolean => (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right)

/** A parsed record with what its rules depend on. */
export interface RuleContext {
  /** As it would be: without what it hides, with what follows. */
  readonly row: RecordValues
  readonly previous: RecordValues | undefined
  readonly hidden: readonly Field[]
  readonly around: ConditionContext
  /** Whether a field has an error of its own. */
  readonly isWrong: (field: string) => boolean
}

/** Returns the message of each rule that a record breaks, at its field. A stored record stays valid until one of the fields of the rule changes. */
export const ruleErrors = ({ rules = [] }: Partial<Pick<Resource, 'rules'>>, context: RuleContext): Record<string, string> =>
  // The first rule of a field has the word.
  Object.fromEntries(
    rules
      .filter((rule) => isAsked(rule, context) && !holds(rule.require, context.row, context.around))
      .map(({ at, message }) => [at, message] as const)
      .toReversed(),
  )

/** Returns the fields that a rule depends on. */
export const ruleFields = ({ require, when }: RecordRule): readonly string[] => [require, ...(when ? [when] : [])].flatMap(conditionFields)

/** Whether the record says enough for a condition to compare: a limit is no question while one of its sides is empty. */
export const isComparable = (condition: Condition, row: RecordValues): boolean =>
  conditionLeaves(condition).every((leaf) => {
    if (!('atLeast' in leaf || 'atMost' in leaf)) return true
    return [leaf, comparedWith(leaf)].every((one) => !one || !('field' in one) || !isEmpty(row[one.field]))
  })

const isAsked = (rule: RecordRule, { row, previous, hidden, around, isWrong }: RuleContext): boolean => {
  const { require, when, at } = rule
  const names = ruleFields(rule)
  if (hidden.some(({ name }) => name === at) || names.some(isWrong)) return false
  if (previous && [at, ...names].every((name) => sameValue(row[name], previous[name]))) return false
  return isComparable(require, row) && (when === undefined || holds(when, row, around))
}

interface Change {
  /** The record as it would be. */
  readonly row: RecordValues
  /** The record before; undefined = a new one. */
  readonly previous: RecordValues | undefined
  readonly today: string
}

/** Returns a message for each state that may not follow the previous one. */
export const stateErrors = (fields: readonly Field[], { row, previous, today }: Change): Record<string, string> => {
  const errors: Record<string, string> = {}
  for (const field of fields.filter(isState)) {
    const [from, to] = [previous?.[field.name], row[field.name]]
    if (typeof to !== 'string') continue
    const verdict = validateStateChange(field.enum, { from: typeof from === 'string' ? from : undefined, to, row, today })
    const sentence = sentenceOf(verdict, field, { from, to, fields })
    if (sentence) errors[field.name] = sentence
  }
  return errors
}

type StateField = EnumField & { readonly enum: NonNullable<EnumField['enum']> }

const isState = (field: Field): field is StateField => 'options' in field && !isList(field) && !field.readOnly && hasStateRules(field.enum)

interface Step {
  readonly from: unknown
  readonly to: string
  readonly fields: readonly Field[]
}

const sentenceOf = (verdict: StateChangeResult, field: EnumField, { from, to, fields }: Step): string | undefined => {
  const { label } = field
  const text = (code: unknown) => optionText(field, code)
  if (verdict.kind === 'allowed') return undefined
  if (verdict.kind === 'tooLate') return stateTooLate(label, text(to), fields.find(({ name }) => name === verdict.field)?.label ?? verdict.field)
  const instead = verdict.instead.map(text)
  return from === undefined || from === null ? stateNotFirst(label, instead) : stateNotNext(label, { from: text(from), to: text(to), instead })
}
