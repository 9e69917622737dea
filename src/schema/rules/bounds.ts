import { addYears } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import { rulesOf } from '../field-types'
import type { Bound, Field, NumberField, RecordValues, TimeField } from '../language/types'
import { valueText } from '../text/value-text'
import { isEmpty } from './condition'
import { tooBig, tooEarly, tooLate, tooSmall } from './messages'

/** Returns the message for a value outside a bound that another field holds; fixed bounds are validated by the type of the field. */
export const checkBounds = (field: Field, row: RecordValues, fields: readonly Field[]): string | undefined => {
  const value = row[field.name]
  if (isEmpty(value)) return undefined
  if (!isBounded(field)) return undefined
  const [min, max] = [boundOf(field.min, row, fields), boundOf(field.max, row, fields)]
  const isNumber = typeof value === 'number'
  if (min && isLess(value, min.value)) return (isNumber ? tooSmall : tooEarly)(field.label, limitText(min, field))
  if (max && isLess(max.value, value)) return (isNumber ? tooBig : tooLate)(field.label, limitText(max, field))
  return typeof value === 'string' ? yearsProblem(field, value, row, fields) : undefined
}

const isBounded = (field: Field): field is NumberField | TimeField => rulesOf(field.type).compares !== undefined && ('min' in field || 'max' in field)

interface Limit {
  readonly label: string
  readonly value: unknown
}

// Days, months and times of day compare as they sort.
const isLess = (one: unknown, other: unknown): boolean =>
  (typeof one === 'number' && typeof other === 'number' && one < other) || (typeof one === 'string' && typeof other === 'string' && one < other)

const limitText = ({ label, value }: Limit, field: Field): string =>
  `${label}（${typeof value === 'number' ? formatMoney(value) : slashed(String(value), field)}）`

const yearsProblem = (field: Field, value: string, row: RecordValues, fields: readonly Field[]): string | undefined => {
  if (!('maxYears' in field) || field.maxYears === undefined) return undefined
  const { years, from } =
    typeof field.maxYears === 'number' ? { years: field.maxYears, from: field.min } : { years: field.maxYears.years, from: field.maxYears }
  const start = boundOf(from, row, fields)
  if (typeof start?.value !== 'string') return undefined
  const latest = addYears(start.value, years)
  return value > latest ? tooLate(field.label, `${start.label}後 ${years} 年（${slashed(latest, field)}）`) : undefined
}

const boundOf = (bound: Bound<unknown> | undefined, row: RecordValues, fields: readonly Field[]): Limit | undefined => {
  if (typeof bound !== 'object' || bound === null || !('field' in bound)) return undefined
  const name = String(bound.field)
  return isEmpty(row[name]) ? undefined : { label: fields.find((field) => field.name === name)?.label ?? name, value: row[name] }
}

const slashed = (date: string, field: Field): string => valueText(field, { [field.name]: date })
