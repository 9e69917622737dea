import type { Row } from './types'

/** The field that says in what currency the amounts of a record are; the one place where generic code names it. */
export const currencyField = 'CurrencyType'

/** Returns the currency of a record's amounts: an amount of 10.50 is 1,050 in USD. */
export const currencyOf = ({ [currencyField]: currency }: Row): string => (typeof currency === 'string' && currency !== '' ? currency : 'TWD')
