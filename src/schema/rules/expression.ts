import { addDays, isIsoDate } from '../../domain/dates/dates'
import { isObject } from '../language/shapes/shape'
import type { Condition, ConditionContext, Expression, Field, RecordValues } from '../language/types'
import { conditionFields, holds, isEmpty } from './condition'

/** Returns the value of an expression for a record, in browser and server alike; null where a part of it is missing. */
export const evaluate = (expression: Expression, row: RecordValues, parent?: RecordValues): string | number | null => {
  if (typeof expression !== 'object') return expression
  if ('field' in expression) return scalarOf(row[expression.field])
  if ('when' in expression) return evaluate(holds(expression.when, row, lasting(parent)) ? expression.value : expression.otherwise, row, parent)
  if ('sum' in expression) return sumOf(expression.sum, row)
  if ('count' in expression) return listOf(row[expression.count]).length
  if ('join' in expression) return joined(expression.join.map((part) => evaluate(part, row, parent)))
  if ('daysAfter' in expression) return daysAfter(evaluate(expression.daysAfter[0], row, parent), evaluate(expression.daysAfter[1], row, parent))
  return calculate(expression, row, parent)
}

// A stored value cannot depend on the role or the day; the schema checks reject such expressions.
const lasting = (parent: RecordValues | undefined): ConditionContext => ({ today: '', role: '', ...(parent && { parent }) })

/** Returns the fields that an expression names. */
export const expressionFields = (expression: Expression): readonly string[] => expressionLeaves(expression).map(({ name }) => name.split('.')[0] ?? name)

/** Those, and the fields that its conditions ask. */
export const allExpressionFields = (expression: Expression): readonly string[] => [
  ...expressionFields(expression),
  ...expressionConditions(expression).flatMap(conditionFields),
]

/** Returns the conditions in an expression. */
export const expressionConditions = (expression: Expression): readonly Condition[] => {
  if (typeof expression !== 'object' || 'field' in expression || 'sum' in expression || 'count' in expression) return []
  if ('when' in expression) return [expression.when, ...[expression.value, expression.otherwise].flatMap(expressionConditions)]
  return partsOf(expression).flatMap(expressionConditions)
}

/** Returns every condition of a field, those of its value included. */
export const fieldConditions = (field: Field): readonly Condition[] => [
  ...[field.shownWhen, field.requiredWhen, field.readOnlyWhen].filter((one) => one !== undefined),
  ...('optionsWhen' in field ? Object.values(field.optionsWhen ?? {}) : []),
  ...(field.type === 'computed' ? expressionConditions(field.value) : []),
]

/** Returns the places where an expression names a field, with the way that it is asked. */
export const expressionLeaves = (expression: Expression): readonly { readonly name: string; readonly asked: 'field' | 'sum' | 'count' | 'when' }[] => {
  if (typeof expression !== 'object') return []
  if ('field' in expression) return [{ name: expression.field, asked: 'field' }]
  if ('sum' in expression) return [{ name: expression.sum, asked: 'sum' }]
  if ('count' in expression) return [{ name: expression.count, asked: 'count' }]
  if ('when' in expression) return [expression.value, expression.otherwise].flatMap(expressionLeaves)
  return partsOf(expression).flatMap(expressionLeaves)
}

// A file with a misspelled key is compiled too, for the files that refer to it.
const partsOf = (expression: object): readonly Expression[] => Object.values(expression).flat()

type Arithmetic = Extract<
  Expression,
  { add: unknown } | { subtract: unknown } | { multiply: unknown } | { divide: unknown } | { least: unknown } | { greatest: unknown }
>

const calculate = (expression: Arithmetic, row: RecordValues, parent: RecordValues | undefined): number | null => {
  const [parts = []] = Object.values(expression) as (readonly Expression[])[]
  const numbers = parts.map((part) => evaluate(part, row, parent)).filter((value) => typeof value === 'number')
  if (numbers.length < parts.length) return null
  const [first = 0, second = 0] = numbers
  if ('add' in expression) return numbers.reduce((sum, one) => sum + one, 0)
  if ('subtract' in expression) return first - second
  if ('multiply' in expression) return numbers.reduce((product, one) => product * one, 1)
  if ('divide' in expression) return second === 0 ? null : first / second
  return 'least' in expression ? Math.min(...numbers) : Math.max(...numbers)
}

const sumOf = (path: string, row: RecordValues): number => {
  const [name = '', column = ''] = path.split('.')
  return listOf(row[name]).reduce<number>((sum, one) => {
    const value = isObject(one) ? one[column] : undefined
    return sum + (typeof value === 'number' ? value : 0)
  }, 0)
}

// A text without its parts is no text; a missing part among others leaves no gap.
const joined = (parts: readonly (string | number | null)[]): string | null => {
  const text = parts.filter((part) => part !== null).join('')
  return text.trim() === '' ? null : text
}

const daysAfter = (date: string | number | null, days: string | number | null): string | null =>
  typeof date === 'string' && isIsoDate(date) && typeof days === 'number' && Number.isInteger(days) ? addDays(date, days) : null

const scalarOf = (value: unknown): string | number | null => (!isEmpty(value) && (typeof value === 'string' || typeof value === 'number') ? value : null)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
