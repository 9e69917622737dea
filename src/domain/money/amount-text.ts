import { foldText } from '../text-folding'
import { type Currency, exponentOf } from './money'

/**
 * What a written number means: its amount in the smallest unit, the numbers that it may mean if its separators are
 * ambiguous, or the reason why it cannot be read.
 */
export type AmountReading =
  | { readonly amount: number }
  | { readonly readings: readonly string[] }
  | { readonly problem: 'notANumber' | 'tooManyDecimals' | 'tooLarge' }

/**
 * Reads an amount as people write it: 1000, 1,000, NT$1,000, 1,000元 or, in USD, 10.5.
 * Negative amounts can be written as -500, 500- or (500), and a single hyphen is zero, as in accounting formats.
 */
export const readAmount = (text: string, currency: string = 'TWD'): AmountReading =>
  readNumber(
    text,
    Object.hasOwn(notations, currency) ? notations[currency as Currency] : plainNotation,
    exponentOf(currency),
  )

/** Reads a whole number as people write it, in the same notations as amounts but without a currency. */
export const readWholeNumber = (text: string): AmountReading => readNumber(text, plainNotation, 0)

/** The patterns of numbers with the words of a currency. */
interface Notation {
  readonly zero: RegExp
  readonly inParentheses: RegExp
  /**
   * The groups are the sign before the currency, the sign after it, the digits with their separators, and the sign at
   * the end.
   */
  readonly number: RegExp
}

/**
 * Returns the patterns for the names and signs of a currency before or after an amount; `words` is a regular
 * expression.
 */
const notationWith = (words: string): Notation => ({
  zero: new RegExp(`^(?:${words})? ?-$`, 'i'),
  inParentheses: new RegExp(`^(?:${words})? ?\\((.+)\\) ?(?:${words})?$`, 'i'),
  number: new RegExp(`^([-+]?) ?(?:${words})? ?([-+]?)(\\d[\\d., ]*?) ?(?:${words})? ?(-?)$`, 'i'),
})

const notations: Readonly<Record<Currency, Notation>> = {
  TWD: notationWith('NT\\$|\\$|TWD|NTD|新[臺台]幣|元整?'),
  USD: notationWith('US\\$|\\$|USD|美[元金]'),
  CNY: notationWith('[¥￥]|CNY|RMB|人民幣|元'),
  JPY: notationWith('[¥￥]|JPY|日[圓幣]'),
  EUR: notationWith('€|EUR|歐元'),
}

// The words match nothing.
const plainNotation = notationWith('(?!)')

const readNumber = (written: string, { zero, inParentheses, number }: Notation, decimals: number): AmountReading => {
  const text = plainSigns(written)
  if (zero.test(text)) return { amount: 0 }
  const inner = inParentheses.exec(text)?.[1]
  const [, first = '', second = '', digits, last = ''] = number.exec(inner?.trim() ?? text) ?? []
  const signs = [first, second, last, inner === undefined ? '' : '-'].filter(Boolean)
  if (digits === undefined || signs.length > 1) return { problem: 'notANumber' }
  const sign = signs[0] === '-' ? '-' : ''
  // 1000.- is a price without cents, or a negative amount.
  if (last !== '' && digits.endsWith('.')) return readingsOf(['', '-'], digits.slice(0, -1).replace(/[, ]/g, ''))
  const parts = partsOf(digits)
  return parts
    ? amountOf(`${sign}${parts.whole}`, parts.fraction.replace(/0+$/, ''), decimals)
    : misplacedSeparators(sign, digits)
}

/**
 * Returns a text with plain signs and single blanks, and without the apostrophe with which spreadsheets mark a text.
 */
const plainSigns = (text: string): string => foldText(text).replace(/ +/g, ' ').replace(/^'/, '')

/**
 * Splits a number whose separators have one meaning only; undefined for other numbers.
 * A point before three digits may be a thousands separator, except after 0 or more than three digits.
 */
const partsOf = (digits: string): { readonly whole: string; readonly fraction: string } | undefined => {
  if (/^[1-9]\d{0,2}\.\d{3}$/.test(digits)) return undefined
  const [, whole, fraction = ''] = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+)(?:\.(\d*))?$/.exec(digits) ?? []
  return whole === undefined ? undefined : { whole: whole.replace(/[, ]/g, ''), fraction }
}

/** Returns what a number with separators in unusual places may mean. */
const misplacedSeparators = (sign: string, digits: string): AmountReading => {
  const [, whole = '', fraction] = /^(\d+)[.,](\d+)$/.exec(digits) ?? []
  if (fraction !== undefined)
    return { readings: [numberText(sign, whole, fraction), numberText(sign, whole + fraction)] }
  // Points between groups of digits, as in other countries, perhaps with a comma before the decimals: 1.234,50.
  const [, groups, decimals] = /^(\d{1,3}(?:\.\d{3})+)(?:,(\d+))?$/.exec(digits) ?? []
  if (groups !== undefined) return { readings: [numberText(sign, groups.replaceAll('.', ''), decimals)] }
  return /^\d+(,\d+)+$/.test(digits)
    ? { readings: [numberText(sign, digits.replaceAll(',', ''))] }
    : { problem: 'notANumber' }
}

const readingsOf = (signs: readonly string[], whole: string): AmountReading =>
  /^\d+$/.test(whole) ? { readings: signs.map((sign) => numberText(sign, whole)) } : { problem: 'notANumber' }

/** Returns a number with thousands separators, and without zeros at the end of its decimals. */
const numberText = (sign: string, whole: string, fraction = ''): string => {
  const decimals = fraction.replace(/0+$/, '')
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, ',')
  return sign + grouped + (decimals && `.${decimals}`)
}

// Numbers of more than 13 digits are not exact in JavaScript once they are in cents.
const amountOf = (signedWhole: string, fraction: string, decimals: number): AmountReading => {
  if (fraction.length > decimals) return { problem: 'tooManyDecimals' }
  if (!/^-?0*\d{1,13}$/.test(signedWhole)) return { problem: 'tooLarge' }
  // Adding 0 turns -0 into 0.
  return { amount: Number(signedWhole + fraction.padEnd(decimals, '0')) + 0 }
}
