import { facetsOf } from '../field-types'
import type { Field, RecordValues } from '../language/types'
import { isEmpty } from '../rules/condition'

/**
 * Returns a value of a record as text for screens, files and printed documents: labels for codes and references, dates
 * with slashes.
 */
export const valueText = (field: Field, record: RecordValues): string => {
  const value = record[field.name]
  if (isEmpty(value)) return ''
  const { display, numberKind } = facetsOf(field)
  if (display) return display(value, field, record)
  return numberKind && typeof value === 'number' ? numberKind.format(value, currencyOf(record)) : String(value)
}

/** Checks whether the values of a field are numbers for calculations. Screens and files align them to the right. */
export const isNumeric = (field: Field): boolean => facetsOf(field).numberKind !== undefined

/** Checks whether a field is an amount of money, which needs a currency. */
export const isMoney = (field: Field): boolean => facetsOf(field).numberKind?.isAmount === true

/** The name of the field with the currency of a record's amounts. All generic code uses this constant. */
export const currencyField = 'CurrencyType'

/**
 * Returns the currency of a record's amounts.
 * Amounts are whole numbers of its smallest unit: 1050 is 1,050 in TWD and 10.50 in USD.
 */
export const currencyOf = ({ [currencyField]: currency }: RecordValues): string =>
  typeof currency === 'string' && currency !== '' ? currency : 'TWD'
