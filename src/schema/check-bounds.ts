import { addYears } from './add-years'
import { isEmpty } from './condition'
import { rulesOf } from './field-types'
import { grouped } from './field-types/number-rules'
import { tooBig, tooEarly, tooLate, tooSmall } from './sentences'
import type { Bound, DateField, Field, IntegerField, PercentField, Row } from './types'
import { valueText } from './value-text'

/** The sentence for a value outside a bound that another field holds; fixed bounds are judged with the value itself. */
export const checkBounds = (field: Field, row: Row, fields: readonly Field[]): string | undefined => {
  const value = row[field.name]
  if (isEmpty(value)) return undefined
  if (!isBounded(field)) return undefined
  const bounds = { min: boundOf(field.min, row, fields), max: boundOf(field.max, row, fields) }
  if (typeof value === 'number') return numberProblem(field, value, bounds)
  return typeof value === 'string' ? textProblem(field, value, bounds) : undefined
}

const isBounded = (field: Field): field is IntegerField | DateField | PercentField =>
  rulesOf(field.type).compares !== undefined && ('min' in field || 'max' in field)

interface Limit {
  readonly label: string
  readonly value: unknown
}

interface Limits {
  readonly min: Limit | undefined
  readonly max: Limit | undefined
}

const numberProblem = ({ label }: Field, value: number, { min, max }: Limits): string | undefined => {
  if (min && typeof min.value === 'number' && value < min.value) return tooSmall(label, `${min.label}（${grouped(min.value)}）`)
  if (max && typeof max.value === 'number' && value > max.value) return tooBig(label, `${max.label}（${grouped(max.value)}）`)
  return undefined
}

// Days, months and times of day compare as they sort.
const textProblem = (field: Field, value: string, { min, max }: Limits): string | undefined => {
  const { label } = field
  if (typeof min?.value === 'string' && value < min.value) return tooEarly(label, `${min.label}（${slashed(min.value, field)}）`)
  if (typeof max?.value === 'string' && value > max.value) return tooLate(label, `${max.label}（${slashed(max.value, field)}）`)
  if ('maxYears' in field && field.maxYears !== undefined && typeof min?.value === 'string' && value > addYears(min.value, field.maxYears))
    return tooLate(label, `${min.label}後 ${field.maxYears} 年（${slashed(addYears(min.value, field.maxYears), field)}）`)
  return undefined
}

const boundOf = (bound: Bound<unknown> | undefined, row: Row, fields: readonly Field[]): Limit | undefined => {
  if (typeof bound !== 'object' || bound === null || !('field' in bound)) return undefined
  const name = String(bound.field)
  return isEmpty(row[name]) ? undefined : { label: fields.find((field) => field.name === name)?.label ?? name, value: row[name] }
}

const slashed = (date: string, field: Field): string => valueText(field, { [field.name]: date })
