import { formatDecimal, formatMoney } from '../domain/money'
import { formatPercent } from '../domain/percent'
import { rocMonth, rocSlash } from '../domain/roc-date'
import { isEmpty } from './condition'
import { isObject } from './shape/shape'
import type { Calendar, ComputedKind, Field, Row } from './types'

/** A value of a record in words, for files and prints of either side: texts for codes, labels for references, days with slashes. */
export const valueText = (field: Field, row: Row): string => {
  const value = row[field.name]
  if (isEmpty(value)) return ''
  switch (field.type) {
    case 'boolean':
      return value === true ? '是' : '否'
    case 'enum':
      return field.options[String(value)] ?? String(value)
    case 'enumList':
      return [value]
        .flat()
        .map((code) => field.options[String(code)] ?? String(code))
        .join('、')
    case 'reference':
    case 'referenceList':
      return labelOf(field, row) ?? [value].flat().join('、')
    case 'date':
    case 'month':
    case 'datetime':
      return dayText(String(value), field.calendar)
    case 'computed':
      return field.as === 'date' ? dayText(String(value), field.calendar) : textAs(field.as, value, row)
    case 'money':
    case 'percent':
      return textAs(field.type, value, row)
    case 'integer':
    case 'count':
      return textAs('integer', value, row)
    default:
      return String(value)
  }
}

/** The value as a number where people calculate with it; null for words. */
export const valueNumber = (field: Field, row: Row): number | null => {
  const value = row[field.name]
  return typeof value === 'number' && isNumeric(field) ? value : null
}

/** Whether people calculate with a field, so that it stands at the right. */
export const isNumeric = (field: Field): boolean =>
  ['integer', 'money', 'percent', 'count'].includes(field.type) || (field.type === 'computed' && !['string', 'date'].includes(field.as))

/** Whether a field is an amount, which means something together with its currency alone. */
export const isMoney = (field: Field): boolean => field.type === 'money' || (field.type === 'computed' && field.as === 'money')

const textAs = (kind: ComputedKind, value: unknown, row: Row): string => {
  if (kind === 'string' || typeof value !== 'number') return String(value)
  if (kind === 'money') return formatMoney(value, typeof row.CurrencyType === 'string' ? row.CurrencyType : 'TWD')
  if (kind === 'decimal') return formatDecimal(value)
  return kind === 'percent' ? formatPercent(value) : formatMoney(value)
}

const labelOf = ({ name }: Field, { Labels }: Row): string | undefined => {
  const label = isObject(Labels) ? Labels[name] : undefined
  return typeof label === 'string' && label !== '' ? label : undefined
}

// 2026-11-30, 2026-11 and 2026-11-30T09:15:30.000000+08:00 alike.
const dayText = (value: string, calendar: Calendar | undefined): string => {
  const [day = '', time = ''] = value.split('T')
  const plain = calendar !== 'roc' ? day.replaceAll('-', '/') : day.length === 7 ? rocMonth(day) : rocSlash(day)
  return time ? `${plain} ${time.slice(0, 5)}` : plain
}
