import { type AmountReading, readAmount, readWholeNumber } from '../../domain/money/amount-text'
import { exponentOf, formatDecimal, formatMoney, formatPercent, parsePercent } from '../../domain/money/money'
import { foldText } from '../../domain/text-folding'
import type { Bound, FieldBase } from '../language/language'
import { integer, integerBetween, type JsonSchema, type SchemaKeys } from '../language/shapes/shape'
import {
  aboveMaximum,
  ambiguousNumber,
  belowMinimum,
  notInteger,
  notPercent,
  tooManyDecimals,
  unsupportedNumber,
} from '../rules/messages'
import {
  type CellContext,
  type CellResult,
  type FieldTypeRules,
  type NumberKind,
  numberLiteral,
  type ParseResult,
  wholeLiteral,
} from './field-type'
import { boundShape, minAboveMaxFindings } from './shared-keys'

/** Fields with numbers for calculations. */
export type NumberField = IntegerField | PercentField

/** A field with a whole number, or with an amount in the smallest unit of the record's currency. */
export interface IntegerField extends FieldBase {
  readonly type: 'integer' | 'money'
  readonly min?: Bound<number>
  readonly max?: Bound<number>
}

/** A field with a percentage; 1.5 means 1.5 %. */
export interface PercentField extends FieldBase {
  readonly type: 'percent'
  readonly min?: Bound<number>
  readonly max?: Bound<number>
  /** The number of digits after the decimal point. */
  readonly decimals: number
}

// Whole numbers have the same format as amounts without decimals.
const formatWhole = (value: number): string => formatMoney(value)

/** The kinds of numbers, with their formats. */
export const numberKinds = {
  integer: {
    isWhole: true,
    decimals: 0,
    format: formatWhole,
  },
  decimal: {
    isWhole: false,
    decimals: 2,
    sheetFormat: '#,##0.00',
    format: formatDecimal,
  },
  money: {
    isWhole: true,
    isAmount: true,
    decimals: 0,
    format: formatMoney,
  },
  percent: {
    isWhole: false,
    decimals: 4,
    sheetFormat: '0.00"%"',
    format: formatPercent,
  },
} satisfies Readonly<Record<string, NumberKind>>

const boundKeys: SchemaKeys = {
  min: { shape: boundShape(integer), doc: 'Minimum value, or {"field": "…"}.' },
  max: { shape: boundShape(integer), doc: 'Maximum value, or {"field": "…"}.' },
}

/** Returns the rules that integer and money fields share. */
const numberRules = (type: 'integer' | 'money', doc: string): FieldTypeRules<IntegerField> => ({
  group: 'number',
  doc,
  keys: boundKeys,
  matches: ['range', 'exact', 'in'],
  isSortable: true,
  comparedAs: 'number',
  numberKind: numberKinds[type],
  literal: wholeLiteral,
  checkSettings: minAboveMaxFindings,
  columnType: () => 'bigint',
  jsonSchema: (field) => ({ type: 'integer', ...jsonBounds(field) }),
  parse: parseInteger,
  sample: ({ min, max }, seed) =>
    Math.min(
      typeof max === 'number' ? max : Number.MAX_SAFE_INTEGER,
      Math.max(typeof min === 'number' ? min : 0, seed),
    ),
})

const parseInteger = (value: unknown, field: IntegerField): ParseResult => {
  const number = typeof value === 'number' ? value : wholeNumber(value)
  if (number === undefined || !Number.isInteger(number))
    return { error: ambiguityError(field.label, value) ?? notInteger(field.label) }
  if (!Number.isSafeInteger(number)) return { error: unsupportedNumber(field.label) }
  // Turns -0 into 0.
  return checkBounds(number === 0 ? 0 : number, field, formatWhole)
}

// Accepts thousands separators only in the right positions: 1,000 is valid, 1,00 is a typing error.
const wholeNumber = (value: unknown): number | undefined => {
  const text = typeof value === 'string' ? foldText(value) : ''
  return /^-?(\d+|\d{1,3}(,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : undefined
}

/** Returns the message for a text whose separators make it ambiguous as a number; undefined for other values. */
export const ambiguityError = (label: string, value: unknown): string | undefined => {
  const reading = typeof value === 'string' ? readAmount(value) : undefined
  return reading && 'readings' in reading ? ambiguousNumber(label, String(value).trim(), reading.readings) : undefined
}

/** Returns the number in a cell. Other texts are unchanged, so that `parse` rejects them. */
const cellResult = (
  text: string,
  reading: AmountReading,
  { label, decimals }: { readonly label: string; readonly decimals: number },
): CellResult => {
  if ('amount' in reading) return { value: reading.amount }
  if ('readings' in reading) return { error: ambiguousNumber(label, text, reading.readings) }
  if (reading.problem === 'notANumber') return { value: text }
  return { error: reading.problem === 'tooLarge' ? unsupportedNumber(label) : tooManyDecimals(label, decimals) }
}

const readAmountCell = (text: string, { label }: IntegerField, { currency }: CellContext): CellResult =>
  cellResult(text, readAmount(text, currency), { label, decimals: exponentOf(currency) })

const readIntegerCell = (text: string, { label }: IntegerField): CellResult =>
  cellResult(text, readWholeNumber(text), { label, decimals: 0 })

/** A percentage. Accepts 1.5 and 1.5%; stores 1.5. */
const percent: FieldTypeRules<PercentField> = {
  group: 'number',
  doc: 'A percentage: 1.5 means 1.5 %. Users may type the percent sign.',
  keys: {
    min: { shape: boundShape(integer), doc: 'Minimum value, or {"field": "…"}. Default: 0.' },
    max: { shape: boundShape(integer), doc: 'Maximum value, or {"field": "…"}. Default: 100.' },
    decimals: { shape: integerBetween(0, 4), doc: 'Digits after the decimal point. Default: 2.' },
  },
  matches: ['range', 'exact'],
  isSortable: true,
  comparedAs: 'number',
  numberKind: numberKinds.percent,
  literal: numberLiteral,
  checkSettings: minAboveMaxFindings,
  compile: ({ min = 0, max = 100, decimals = 2 }) => ({ min, max, decimals }) as Partial<PercentField>,
  columnType: () => 'numeric',
  parse: parsePercentValue,
  jsonSchema: (field) => ({ type: 'number', ...jsonBounds(field) }),
  sample: ({ min, max }, seed) =>
    Math.min(typeof max === 'number' ? max : 100, (typeof min === 'number' ? min : 0) + (seed % 100)),
}

function parsePercentValue(value: unknown, field: PercentField): ParseResult {
  const { label, decimals } = field
  const number = typeof value === 'number' || typeof value === 'string' ? parsePercent(value) : null
  if (number === null) return { error: notPercent(label) }
  if (!hasAtMostDecimals(number, decimals)) return { error: tooManyDecimals(label, decimals) }
  return checkBounds(number, field, (limit) => `${limit}%`)
}

// Checks whether the number has at most the given number of decimal places.
const hasAtMostDecimals = (number: number, decimals: number): boolean => Number(number.toFixed(decimals)) === number

function checkBounds(value: number, { label, min, max }: NumberField, textOf: (limit: number) => string): ParseResult {
  if (typeof min === 'number' && value < min) return { error: belowMinimum(label, textOf(min)) }
  return typeof max === 'number' && value > max ? { error: aboveMaximum(label, textOf(max)) } : { value }
}

function jsonBounds({ min, max }: NumberField): JsonSchema {
  return { ...(typeof min === 'number' ? { minimum: min } : {}), ...(typeof max === 'number' ? { maximum: max } : {}) }
}

/** The field types of numbers. */
export const numbers = {
  integer: {
    ...numberRules('integer', 'A whole number.'),
    fromCell: readIntegerCell,
    matchesWholeKeyword: true as const,
    referenceColumn: 'bigint' as const,
  },
  money: {
    ...numberRules('money', 'An amount: a whole number of the smallest unit of its currency.'),
    fromCell: readAmountCell,
  },
  percent,
}
