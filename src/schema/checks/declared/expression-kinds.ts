import { isIsoDate } from '../../../domain/dates/dates'
import { rulesOf } from '../../field-types'
import { expression as expressionShape } from '../../language/shapes/condition-shape'
import type { Finding, Path } from '../../language/shapes/shape'
import { type Expression, fieldNamed } from '../../language/types'
import { cannotFinding } from '../findings'
import type { DeclaredField } from './declared-schema'

/** Checks whether a value of a file is an expression. */
export const isExpression = (value: unknown): value is Expression =>
  value !== undefined && expressionShape.check(value, []).length === 0

/** The kinds of values that expressions distinguish. */
export type ValueKind = 'number' | 'date' | 'text'

/**
 * S313: an expression calculates only with numbers, adds days only to dates, and has a result of the kind that its
 * field declares.
 */
export const wrongKindFindings = (
  { raw, path }: DeclaredField,
  expression: Expression,
  fields: readonly DeclaredField[],
): Finding[] => kindFindings(expression, expectedKind(raw.as), { fields, path: [...path, 'value'] })

/** Returns the kind of a field's values; undefined for an unknown type. */
export const kindOf = ({ type, raw }: DeclaredField): ValueKind | undefined => {
  if (!type) return undefined
  if (type === 'computed') return expectedKind(raw.as) ?? 'text'
  const { comparedAs } = rulesOf(type)
  return comparedAs === 'number' || comparedAs === 'date' ? comparedAs : 'text'
}

interface ExpressionContext {
  readonly fields: readonly DeclaredField[]
  readonly path: Path
}

// Returns undefined for a text, which may be composed of values of any kind.
const expectedKind = (as: unknown): ValueKind | undefined => {
  if (as === 'string') return undefined
  return as === 'date' ? 'date' : 'number'
}

const kindFindings = (
  expression: Expression,
  expected: ValueKind | undefined,
  context: ExpressionContext,
): Finding[] => {
  if (typeof expression !== 'object')
    return mismatchFindings(expected, { name: String(expression), kind: literalKind(expression) }, context)
  if ('field' in expression) return fieldFindings(expression.field, expected, context)
  if ('when' in expression)
    return [expression.value, expression.otherwise].flatMap((branch) => kindFindings(branch, expected, context))
  const [operation = '', operands] = Object.entries(expression)[0] ?? []
  const [result, operandKind] = operationKinds(operation)
  return [
    ...mismatchFindings(expected, { name: operation, kind: result }, context),
    ...(Array.isArray(operands) ? operands : []).flatMap((operand: Expression, index) =>
      kindFindings(operand, operandKind(index), context),
    ),
  ]
}

/** Returns the kind of an operation's result, and a function that returns the kind of its operand at an index. */
const operationKinds = (operation: string): readonly [ValueKind, (index: number) => ValueKind | undefined] => {
  if (operation === 'join') return ['text', () => undefined]
  if (operation === 'daysAfter') return ['date', (index) => (index === 0 ? 'date' : 'number')]
  return ['number', () => 'number']
}

const fieldFindings = (name: string, expected: ValueKind | undefined, context: ExpressionContext): Finding[] => {
  const field = fieldNamed(context.fields, name)
  if (!field) return []
  const type = field.type === 'computed' ? `computed as ${String(field.raw.as)}` : field.type
  return mismatchFindings(expected, { name, kind: kindOf(field), reason: `it is of type '${type}'` }, context)
}

const literalKind = (value: string | number): ValueKind => {
  if (typeof value === 'number') return 'number'
  return isIsoDate(value) ? 'date' : 'text'
}

interface ActualValue {
  readonly name: string
  readonly kind: ValueKind | undefined
  readonly reason?: string
}

const mismatchFindings = (
  expected: ValueKind | undefined,
  { name, kind, reason }: ActualValue,
  { path }: ExpressionContext,
): Finding[] => {
  if (expected === undefined || kind === undefined || expected === kind) return []
  // `expected` is never 'text'.
  const use = expected === 'number' ? `calculate with '${name}'` : `use '${name}' as a date`
  return [cannotFinding('S313', path, `${use}: ${reason ?? `it is a ${kind}`}`)]
}
