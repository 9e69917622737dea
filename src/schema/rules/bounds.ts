import { addYears } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import { rulesOf } from '../field-types'
import {
  type Bound,
  type Field,
  fieldNamed,
  type NumberField,
  type RecordValues,
  type TimeField,
} from '../language/types'
import { valueText } from '../text/value-text'
import { isEmpty } from './condition'
import { aboveMaximum, belowMinimum, tooEarly, tooLate } from './messages'

/**
 * Returns the message for a value outside a bound that is the value of another field.
 * Fixed bounds are validated by the field type.
 */
export const boundError = (field: Field, record: RecordValues, fields: readonly Field[]): string | undefined => {
  const value = record[field.name]
  if (isEmpty(value)) return undefined
  if (!isBounded(field)) return undefined
  const [min, max] = [boundOf(field.min, record, fields), boundOf(field.max, record, fields)]
  const isNumber = typeof value === 'number'
  if (min && isLess(value, min.value)) return (isNumber ? belowMinimum : tooEarly)(field.label, boundText(min, field))
  if (max && isLess(max.value, value)) return (isNumber ? aboveMaximum : tooLate)(field.label, boundText(max, field))
  return typeof value === 'string' ? yearsError(field, value, record, fields) : undefined
}

const isBounded = (field: Field): field is NumberField | TimeField =>
  rulesOf(field.type).comparedAs !== undefined && ('min' in field || 'max' in field)

interface FieldBound {
  readonly label: string
  readonly value: unknown
}

// Dates, months, times and datetimes are ISO strings, so they can be compared as text.
const isLess = (left: unknown, right: unknown): boolean =>
  (typeof left === 'number' && typeof right === 'number' && left < right) ||
  (typeof left === 'string' && typeof right === 'string' && left < right)

const boundText = ({ label, value }: FieldBound, field: Field): string =>
  `${label}（${typeof value === 'number' ? formatMoney(value) : dateText(String(value), field)}）`

/**
 * Returns the message for a date that is later than `maxYears` allows, counted from the value of another field: the
 * field in `maxYears` or, if that is only a number, the field in `min`.
 */
const yearsError = (
  field: Field,
  value: string,
  record: RecordValues,
  fields: readonly Field[],
): string | undefined => {
  if (!('maxYears' in field) || field.maxYears === undefined) return undefined
  const { years, from } =
    typeof field.maxYears === 'number'
      ? { years: field.maxYears, from: field.min }
      : { years: field.maxYears.years, from: field.maxYears }
  const start = boundOf(from, record, fields)
  if (typeof start?.value !== 'string') return undefined
  const latest = addYears(start.value, years)
  return value > latest ? tooLate(field.label, `${start.label}後 ${years} 年（${dateText(latest, field)}）`) : undefined
}

const boundOf = (
  bound: Bound<unknown> | undefined,
  record: RecordValues,
  fields: readonly Field[],
): FieldBound | undefined => {
  if (typeof bound !== 'object' || bound === null || !('field' in bound)) return undefined
  const name = String(bound.field)
  return isEmpty(record[name]) ? undefined : { label: fieldNamed(fields, name)?.label ?? name, value: record[name] }
}

const dateText = (date: string, field: Field): string => valueText(field, { [field.name]: date })
