import { comparedWith, conditionFields, conditionLeaves, holds, isEmpty } from './condition'
import type { RecordRule, Resource } from './resource'
import type { Around, Condition, Field, Row } from './types'
import { sameValue } from './write-rules'

/** A record that was read and may be kept. */
export interface Judged {
  /** As it would be: without what it hides, with what follows. */
  readonly row: Row
  readonly previous: Row | undefined
  readonly hidden: readonly Field[]
  readonly around: Around
  /** Whether a field has a fault of its own. */
  readonly isWrong: (field: string) => boolean
}

/** The sentence of each rule that a record breaks, at its field. A record stays valid until one of the fields changes that the rule looks at. */
export const ruleErrors = ({ rules = [] }: Partial<Pick<Resource, 'rules'>>, judged: Judged): Record<string, string> =>
  // The first rule of a field has the word.
  Object.fromEntries(
    rules
      .filter((rule) => isAsked(rule, judged) && !holds(rule.require, judged.row, judged.around))
      .map(({ at, message }) => [at, message] as const)
      .toReversed(),
  )

/** The fields that a rule looks at. */
export const ruleFields = ({ require, when }: RecordRule): readonly string[] => [require, ...(when ? [when] : [])].flatMap(conditionFields)

/** Whether the record says enough for a condition to compare: a limit is no question while one of its sides is empty. */
export const isComparable = (condition: Condition, row: Row): boolean =>
  conditionLeaves(condition).every((leaf) => {
    if (!('atLeast' in leaf || 'atMost' in leaf)) return true
    return [leaf, comparedWith(leaf)].every((one) => !one || !('field' in one) || !isEmpty(row[one.field]))
  })

const isAsked = (rule: RecordRule, { row, previous, hidden, around, isWrong }: Judged): boolean => {
  const { require, when, at } = rule
  const names = ruleFields(rule)
  if (hidden.some(({ name }) => name === at) || names.some(isWrong)) return false
  if (previous && [at, ...names].every((name) => sameValue(row[name], previous[name]))) return false
  return isComparable(require, row) && (when === undefined || holds(when, row, around))
}
