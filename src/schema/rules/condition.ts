import type { ConditionalOperation } from '../language/permission'
import type { Resource } from '../language/resource'
import type { Condition, ConditionContext, Leaf, RecordValues, Scalar, Subject } from '../language/types'

/** Whether a condition holds for a record, in browser and server alike; a missing field counts as empty. */
export const holds = (condition: Condition, row: RecordValues, around: ConditionContext): boolean => {
  if ('all' in condition) return condition.all.every((part) => holds(part, row, around))
  if ('any' in condition) return condition.any.some((part) => holds(part, row, around))
  if ('not' in condition) return !holds(condition.not, row, around)
  return 'role' in condition ? condition.role.includes(around.role) : answer(condition, row, around)
}

/** Whether a record may be changed or deleted, as far as its file says so. */
export const isAllowed = (
  { allowedWhen }: Pick<Resource, 'allowedWhen'>,
  operation: ConditionalOperation,
  row: RecordValues,
  around: ConditionContext,
): boolean => {
  const condition = allowedWhen[operation]
  return condition === undefined || holds(condition, row, around)
}

/** Nothing, a blank text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** Returns the fields that a condition names, those that it compares with included. */
export const conditionFields = (condition: Condition): string[] => subjectsOf(condition).flatMap((one) => ('field' in one ? [one.field] : []))

/** Returns the fields of the record that a condition in a list item names. */
export const parentFields = (condition: Condition): string[] => subjectsOf(condition).flatMap((one) => ('parent' in one ? [one.parent] : []))

/** Returns the questions of a condition, through all, any and not. */
export const conditionLeaves = (condition: Condition): readonly Leaf[] => {
  if ('all' in condition) return condition.all.flatMap(conditionLeaves)
  if ('any' in condition) return condition.any.flatMap(conditionLeaves)
  if ('not' in condition) return conditionLeaves(condition.not)
  return 'role' in condition ? [] : [condition]
}

/** Returns what a question compares its value with, where that is another value of the record. */
export const comparedWith = (leaf: Leaf): Subject | undefined => {
  const bound = 'is' in leaf ? leaf.is : 'atLeast' in leaf ? leaf.atLeast : 'atMost' in leaf ? leaf.atMost : undefined
  return isSubject(bound) ? bound : undefined
}

const subjectsOf = (condition: Condition): readonly Subject[] =>
  conditionLeaves(condition).flatMap((leaf) => {
    const other = comparedWith(leaf)
    return other ? [leaf, other] : [leaf]
  })

const answer = (leaf: Leaf, row: RecordValues, around: ConditionContext): boolean => {
  const value = valueAt(leaf, row, around)
  if ('is' in leaf) return same(value, isSubject(leaf.is) ? valueAt(leaf.is, row, around) : leaf.is)
  if ('in' in leaf) return leaf.in.some((one) => same(value, one))
  if ('has' in leaf) return Array.isArray(value) && wanted(leaf.has).some((one) => value.includes(one))
  if ('empty' in leaf) return isEmpty(value) === leaf.empty
  const limit = 'atLeast' in leaf ? leaf.atLeast : leaf.atMost
  const [own, bound] = limit === 'today' ? asDays(value, around.today) : [value, isSubject(limit) ? valueAt(limit, row, around) : limit]
  return 'atLeast' in leaf ? inOrder(bound, own) : inOrder(own, bound)
}

const valueAt = (subject: Subject, row: RecordValues, { parent }: ConditionContext): unknown =>
  ('parent' in subject ? parent?.[subject.parent] : row[subject.field]) ?? null

const isSubject = (value: unknown): value is Subject => typeof value === 'object' && value !== null && !Array.isArray(value)

const same = (value: unknown, wish: unknown): boolean => value === wish || (isEmpty(wish) && isEmpty(value))

const wanted = (has: Scalar | readonly Scalar[]): readonly Scalar[] => (Array.isArray(has) ? has : [has as Scalar])

/** Today beside a value: of a month its month, of a moment the day that it lies in. */
const asDays = (value: unknown, today: string): readonly [unknown, string] =>
  typeof value === 'string' ? [value.slice(0, today.length), today.slice(0, value.length)] : [value, today]

// Dates are ISO text, so text compares as it sorts; text and number never compare, nor does nothing.
const inOrder = (low: unknown, high: unknown): boolean =>
  (typeof low === 'number' && typeof high === 'number' && low <= high) ||
  (typeof low === 'string' && typeof high === 'string' && low !== '' && high !== '' && low <= high)
