import type { GuardedOperation } from './permission-types'
import type { Condition, Resource, Row, Scalar } from './types'

/** Whether the condition holds for the record at hand. The one evaluator of browser and server; a missing field counts as empty. */
export const holds = (condition: Condition, row: Row): boolean => {
  if ('all' in condition) return condition.all.every((part) => holds(part, row))
  if ('any' in condition) return condition.any.some((part) => holds(part, row))
  if ('not' in condition) return !holds(condition.not, row)
  const value = row[condition.field] ?? null
  if ('is' in condition) return same(value, condition.is)
  if ('in' in condition) return condition.in.some((one) => same(value, one))
  if ('has' in condition) return Array.isArray(value) && wanted(condition.has).some((one) => value.includes(one))
  if ('empty' in condition) return isEmpty(value) === condition.empty
  if ('atLeast' in condition) return compares(value, condition.atLeast) && value >= condition.atLeast
  return compares(value, condition.atMost) && value <= condition.atMost
}

/** Whether a record may be changed or deleted, as far as its file says so. */
export const isAllowed = ({ allowedWhen }: Pick<Resource, 'allowedWhen'>, operation: GuardedOperation, row: Row): boolean => {
  const condition = allowedWhen[operation]
  return condition === undefined || holds(condition, row)
}

/** Nothing, a blank text or an empty list. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)

/** The fields that a condition looks at. */
export const conditionFields = (condition: Condition): string[] => {
  if ('all' in condition) return condition.all.flatMap(conditionFields)
  if ('any' in condition) return condition.any.flatMap(conditionFields)
  return 'not' in condition ? conditionFields(condition.not) : [condition.field]
}

const same = (value: unknown, wish: Scalar): boolean => value === wish || (wish === null && isEmpty(value))

const wanted = (has: Scalar | readonly Scalar[]): readonly Scalar[] => (Array.isArray(has) ? has : [has as Scalar])

// Dates are ISO text, so text compares as it sorts; text and number never compare.
const compares = <T extends string | number>(value: unknown, bound: T): value is T => typeof value === typeof bound && value !== ''
