import { isEmpty } from './condition'
import { currencyOf } from './currency'
import { facetsOf } from './field-types'
import type { Field, Row } from './types'

/** A value of a record in words, for files and prints of either side: texts for codes, labels for references, days with slashes. */
export const valueText = (field: Field, row: Row): string => {
  const value = row[field.name]
  if (isEmpty(value)) return ''
  const { words, number } = facetsOf(field)
  if (words) return words(value, field, row)
  return number && typeof value === 'number' ? number.text(value, currencyOf(row)) : String(value)
}

/** The value as a number where people calculate with it; null for words. */
export const valueNumber = (field: Field, row: Row): number | null => {
  const value = row[field.name]
  return typeof value === 'number' && isNumeric(field) ? value : null
}

/** Whether people calculate with a field, so that it stands at the right. */
export const isNumeric = (field: Field): boolean => facetsOf(field).number !== undefined

/** Whether a field is an amount, which means something together with its currency alone. */
export const isMoney = (field: Field): boolean => facetsOf(field).number?.amount === true
