import { facetsOf } from '../field-types'
import type { Field, RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/** Returns a value of a record as text for screens, files and prints: labels for codes and references, dates with slashes. */
export const valueText = (field: Field, record: RecordValues): string => {
  const value = record[field.name]
  if (isEmpty(value)) return ''
  const { display, number } = facetsOf(field)
  if (display) return display(value, field, record)
  return number && typeof value === 'number' ? number.format(value, currencyOf(record)) : String(value)
}

/** Returns the value where the field is numeric; null otherwise. */
export const valueNumber = (field: Field, record: RecordValues): number | null => {
  const value = record[field.name]
  return typeof value === 'number' && isNumeric(field) ? value : null
}

/** Whether the values of a field are numbers to calculate with; they are aligned to the right. */
export const isNumeric = (field: Field): boolean => facetsOf(field).number !== undefined

/** Whether a field is an amount of money, which needs a currency. */
export const isMoney = (field: Field): boolean => facetsOf(field).number?.amount === true

/** The field with the currency of a record's amounts; generic code names it only here. */
export const currencyField = 'CurrencyType'

/** Returns the currency of a record's amounts: an amount of 10.50 is 1,050 in USD. */
export const currencyOf = ({ [currencyField]: currency }: RecordValues): string => (typeof currency === 'string' && currency !== '' ? currency : 'TWD')
