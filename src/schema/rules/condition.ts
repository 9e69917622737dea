import type { ConditionalOperation } from '../language/permission'
import type { Resource } from '../language/resource'
import type {
  Condition,
  ConditionContext,
  ConditionLeaf,
  ConditionSubject,
  RecordValues,
  Scalar,
} from '../language/types'

/**
 * Checks whether a condition holds for a record.
 * Browser and server use this function.
 * A missing field counts as empty.
 */
export const conditionHolds = (condition: Condition, record: RecordValues, context: ConditionContext): boolean => {
  if ('all' in condition) return condition.all.every((part) => conditionHolds(part, record, context))
  if ('any' in condition) return condition.any.some((part) => conditionHolds(part, record, context))
  if ('not' in condition) return !conditionHolds(condition.not, record, context)
  return 'role' in condition ? condition.role.includes(context.role) : leafHolds(condition, record, context)
}

/**
 * Checks whether `allowedWhen` allows a record to be changed or deleted.
 * Without a condition, every record is allowed.
 */
export const isAllowed = (
  { allowedWhen }: Pick<Resource, 'allowedWhen'>,
  operation: ConditionalOperation,
  record: RecordValues,
  context: ConditionContext,
): boolean => {
  const condition = allowedWhen[operation]
  return condition === undefined || conditionHolds(condition, record, context)
}

/** Checks whether a value is missing, an empty list, or a text that is empty or contains only white space. */
export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/**
 * Returns the fields to which a condition refers, on both sides of comparisons.
 * Fields of a record that contains the list item (`parent`) are not included.
 */
export const conditionFields = (condition: Condition): string[] =>
  subjectsOf(condition).flatMap((subject) => ('field' in subject ? [subject.field] : []))

/** Returns the fields of the containing record to which a condition of a list item refers. */
export const parentFields = (condition: Condition): string[] =>
  subjectsOf(condition).flatMap((subject) => ('parent' in subject ? [subject.parent] : []))

/** Returns the leaves of a condition, including those inside all, any and not. */
export const conditionLeaves = (condition: Condition): readonly ConditionLeaf[] => {
  if ('all' in condition) return condition.all.flatMap(conditionLeaves)
  if ('any' in condition) return condition.any.flatMap(conditionLeaves)
  if ('not' in condition) return conditionLeaves(condition.not)
  return 'role' in condition ? [] : [condition]
}

/** Returns the field on the other side of a comparison; undefined if the leaf compares with a fixed value. */
export const comparedWith = (leaf: ConditionLeaf): ConditionSubject | undefined => {
  const other = otherSideOf(leaf)
  return isSubject(other) ? other : undefined
}

const otherSideOf = (leaf: ConditionLeaf): unknown => {
  if ('is' in leaf) return leaf.is
  if ('atLeast' in leaf) return leaf.atLeast
  return 'atMost' in leaf ? leaf.atMost : undefined
}

const subjectsOf = (condition: Condition): readonly ConditionSubject[] =>
  conditionLeaves(condition).flatMap((leaf) => {
    const other = comparedWith(leaf)
    return other ? [leaf, other] : [leaf]
  })

const leafHolds = (leaf: ConditionLeaf, record: RecordValues, context: ConditionContext): boolean => {
  const value = valueAt(leaf, record, context)
  if ('is' in leaf) return isSame(value, isSubject(leaf.is) ? valueAt(leaf.is, record, context) : leaf.is)
  if ('in' in leaf) return leaf.in.some((expected) => isSame(value, expected))
  if ('has' in leaf) return Array.isArray(value) && listOf(leaf.has).some((expected) => value.includes(expected))
  if ('empty' in leaf) return isEmpty(value) === leaf.empty
  if ('user' in leaf) return isUser(value, context) === (leaf.user === 'is')
  const limit = 'atLeast' in leaf ? leaf.atLeast : leaf.atMost
  const [comparedValue, limitValue] =
    limit === 'today'
      ? comparableWithToday(value, context.today)
      : [value, isSubject(limit) ? valueAt(limit, record, context) : limit]
  return 'atLeast' in leaf ? isAtMost(limitValue, comparedValue) : isAtMost(comparedValue, limitValue)
}

const valueAt = (subject: ConditionSubject, record: RecordValues, { parent }: ConditionContext): unknown =>
  ('parent' in subject ? parent?.[subject.parent] : record[subject.field]) ?? null

// An empty field contains no user, and nobody is signed in without an id.
const isUser = (value: unknown, { user }: ConditionContext): boolean => !isEmpty(value) && value === user

const isSubject = (value: unknown): value is ConditionSubject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSame = (value: unknown, expected: unknown): boolean =>
  value === expected || (isEmpty(expected) && isEmpty(value))

const listOf = (has: Scalar | readonly Scalar[]): readonly Scalar[] => (Array.isArray(has) ? has : [has as Scalar])

// Shortens the longer text: a month is compared with the current month, and a datetime is compared by its date.
const comparableWithToday = (value: unknown, today: string): readonly [unknown, string] =>
  typeof value === 'string' ? [value.slice(0, today.length), today.slice(0, value.length)] : [value, today]

// Dates are ISO strings, so they can be compared as text.
// The result is false for a text and a number, and for an empty value.
const isAtMost = (low: unknown, high: unknown): boolean =>
  (typeof low === 'number' && typeof high === 'number' && low <= high) ||
  (typeof low === 'string' && typeof high === 'string' && low !== '' && high !== '' && low <= high)
