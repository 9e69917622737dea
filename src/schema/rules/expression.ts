import { addDays, isIsoDate } from '../../domain/dates/dates'
import { isObject } from '../language/shapes/shape'
import type { Condition, ConditionContext, Expression, Field, RecordValues } from '../language/types'
import { conditionFields, conditionHolds, isEmpty } from './condition'

/**
 * Returns the value of an expression for a record; null if it has none, for example because a number to add is missing.
 * Browser and server use this function.
 */
export const evaluateExpression = (
  expression: Expression,
  record: RecordValues,
  parent?: RecordValues,
): string | number | null => {
  if (typeof expression !== 'object') return expression
  if ('field' in expression) return scalarOf(record[expression.field])
  if ('when' in expression)
    return evaluateExpression(
      conditionHolds(expression.when, record, storedContext(parent)) ? expression.value : expression.otherwise,
      record,
      parent,
    )
  if ('sum' in expression) return sumOf(expression.sum, record)
  if ('count' in expression) return listOf(record[expression.count]).length
  if ('join' in expression)
    return joinTexts(expression.join.map((operand) => evaluateExpression(operand, record, parent)))
  if ('daysAfter' in expression)
    return daysAfter(
      evaluateExpression(expression.daysAfter[0], record, parent),
      evaluateExpression(expression.daysAfter[1], record, parent),
    )
  return calculateNumber(expression, record, parent)
}

// A stored value cannot depend on the role or the day, so the schema checks reject expressions that do.
const storedContext = (parent: RecordValues | undefined): ConditionContext => ({
  today: '',
  role: '',
  ...(parent && { parent }),
})

/** Returns the fields to which an expression refers outside of its conditions. */
export const expressionFields = (expression: Expression): readonly string[] =>
  expressionLeaves(expression).map(({ name }) => name.split('.')[0] ?? name)

/** Returns the fields to which an expression and its conditions refer. */
export const allExpressionFields = (expression: Expression): readonly string[] => [
  ...expressionFields(expression),
  ...expressionConditions(expression).flatMap(conditionFields),
]

/** Returns the conditions that an expression contains. */
export const expressionConditions = (expression: Expression): readonly Condition[] => {
  if (typeof expression !== 'object' || 'field' in expression || 'sum' in expression || 'count' in expression) return []
  if ('when' in expression)
    return [expression.when, ...[expression.value, expression.otherwise].flatMap(expressionConditions)]
  return operandsOf(expression).flatMap(expressionConditions)
}

/** Returns every condition of a field, including conditions in its computed value. */
export const fieldConditions = (field: Field): readonly Condition[] => [
  ...[field.shownWhen, field.requiredWhen, field.readOnlyWhen].filter((condition) => condition !== undefined),
  ...('optionsWhen' in field ? Object.values(field.optionsWhen ?? {}) : []),
  ...(field.type === 'computed' ? expressionConditions(field.value) : []),
]

/** Returns the fields in an expression and how the expression uses each of them. */
export const expressionLeaves = (
  expression: Expression,
): readonly { readonly name: string; readonly use: 'field' | 'sum' | 'count' }[] => {
  if (typeof expression !== 'object') return []
  if ('field' in expression) return [{ name: expression.field, use: 'field' }]
  if ('sum' in expression) return [{ name: expression.sum, use: 'sum' }]
  if ('count' in expression) return [{ name: expression.count, use: 'count' }]
  if ('when' in expression) return [expression.value, expression.otherwise].flatMap(expressionLeaves)
  return operandsOf(expression).flatMap(expressionLeaves)
}

// The name of the operation is not used, because it may be misspelled: a report or a view compiles the file of its
// records even if that file has mistakes.
const operandsOf = (expression: object): readonly Expression[] => Object.values(expression).flat()

type ArithmeticExpression = Extract<
  Expression,
  | { add: unknown }
  | { subtract: unknown }
  | { multiply: unknown }
  | { divide: unknown }
  | { least: unknown }
  | { greatest: unknown }
>

const calculateNumber = (
  expression: ArithmeticExpression,
  record: RecordValues,
  parent: RecordValues | undefined,
): number | null => {
  const [operands = []] = Object.values(expression) as (readonly Expression[])[]
  const numbers = operands
    .map((operand) => evaluateExpression(operand, record, parent))
    .filter((value) => typeof value === 'number')
  if (numbers.length < operands.length) return null
  const [first = 0, second = 0] = numbers
  if ('add' in expression) return numbers.reduce((sum, number) => sum + number, 0)
  if ('subtract' in expression) return first - second
  if ('multiply' in expression) return numbers.reduce((product, number) => product * number, 1)
  if ('divide' in expression) return second === 0 ? null : first / second
  return 'least' in expression ? Math.min(...numbers) : Math.max(...numbers)
}

const sumOf = (path: string, record: RecordValues): number => {
  const [name = '', itemField = ''] = path.split('.')
  return listOf(record[name]).reduce<number>((sum, item) => {
    const value = isObject(item) ? item[itemField] : undefined
    return sum + (typeof value === 'number' ? value : 0)
  }, 0)
}

// If all parts are missing, the joined text is missing too.
const joinTexts = (parts: readonly (string | number | null)[]): string | null => {
  const text = parts.filter((part) => part !== null).join('')
  return text.trim() === '' ? null : text
}

const daysAfter = (date: string | number | null, days: string | number | null): string | null =>
  typeof date === 'string' && isIsoDate(date) && typeof days === 'number' && Number.isInteger(days)
    ? addDays(date, days)
    : null

const scalarOf = (value: unknown): string | number | null =>
  !isEmpty(value) && (typeof value === 'string' || typeof value === 'number') ? value : null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
