import { facetsOf } from '../field-types'
import type { Field, RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/** Returns a value of a record in words, for files and prints of either side: texts for codes, labels for references, days with slashes. */
export const valueText = (field: Field, row: RecordValues): string => {
  const value = row[field.name]
  if (isEmpty(value)) return ''
  const { display: words, number } = facetsOf(field)
  if (words) return words(value, field, row)
  return number && typeof value === 'number' ? number.text(value, currencyOf(row)) : String(value)
}

/** Returns the value as a number where people calculate with it; null for words. */
export const valueNumber = (field: Field, row: RecordValues): number | null => {
  const value = row[field.name]
  return typeof value === 'number' && isNumeric(field) ? value : null
}

/** Whether people calculate with a field, so that it stands at the right. */
export const isNumeric = (field: Field): boolean => facetsOf(field).number !== undefined

/** Whether a field is an amount, which means something together with its currency alone. */
export const isMoney = (field: Field): boolean => facetsOf(field).number?.amount === true

/** The field that says in what currency the amounts of a record are; the one place where generic code names it. */
export const currencyField = 'CurrencyType'

/** Returns the currency of a record's amounts: an amount of 10.50 is 1,050 in USD. */
export const currencyOf = ({ [currencyField]: currency }: RecordValues): string => (typeof currency === 'string' && currency !== '' ? currency : 'TWD')
