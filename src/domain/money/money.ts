import type { EnumCode } from '../enums'
import { foldText } from '../text-folding'

/** Code of a currency of bills. */
export type Currency = EnumCode<'Currency'>

/** Number of decimal places of each currency. An amount is a whole number of the smallest unit. */
export const exponents = { TWD: 0, USD: 2, CNY: 2, JPY: 0, EUR: 2 } as const satisfies Record<Currency, number>

/**
 * Formats an amount in the smallest unit of its currency: 1000 is 1,000 in TWD and 10.00 in USD.
 * An unknown currency has no decimal places.
 */
export const formatMoney = (amount: number, currency: string = 'TWD'): string => {
  const { sign, whole, fraction } = partsOf(amount, currency)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${sign}${grouped}.${fraction}` : sign + grouped
}

/** Formats a number with two decimal places: 1,000.25. */
export const formatDecimal = (value: number): string => {
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(2).split('.')
  return `${value < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** Returns the number of decimal places of a currency; 0 for an unknown currency. */
export const exponentOf = (currency: string): number =>
  Object.hasOwn(exponents, currency) ? ((exponents as Record<string, number>)[currency] ?? 0) : 0

/** Returns an amount in formal numerals (大寫), which banks use because they are hard to alter: 1,050 is 壹仟零伍拾元整. */
export const amountInWords = (amount: number, currency: string = 'TWD'): string => {
  const { sign, whole, fraction } = partsOf(amount, currency)
  const cents = centsInWords(fraction)
  return `${sign ? '負' : ''}${wholeInWords(whole)}元${cents || '整'}`
}

const partsOf = (amount: number, currency: string) => {
  const exponent = exponentOf(currency)
  const digits = String(Math.abs(Math.trunc(amount))).padStart(exponent + 1, '0')
  const pointIndex = digits.length - exponent
  return { sign: amount < 0 ? '-' : '', whole: digits.slice(0, pointIndex), fraction: digits.slice(pointIndex) }
}

const numerals = ['零', '壹', '貳', '參', '肆', '伍', '陸', '柒', '捌', '玖']
const powerNames = ['', '拾', '佰', '仟']
const groupNames = ['', '萬', '億', '兆']

/**
 * Returns a whole number in words: each digit with its power of ten, and each group of four digits with its unit.
 * Consecutive zeros become one 零; zeros at the end of the number or of a group are omitted.
 */
const wholeInWords = (whole: string): string => {
  const words = [...whole].map((digit, index) => {
    const power = whole.length - 1 - index
    const group =
      power % 4 === 0 && Number(whole.slice(Math.max(0, index - 3), index + 1)) > 0 ? groupNames[power / 4] : ''
    return (digit === '0' ? '零' : `${numerals[Number(digit)]}${powerNames[power % 4]}`) + group
  })
  return (
    words
      .join('')
      .replace(/零+/g, '零')
      .replace(/零(?=[萬億兆])/g, '')
      .replace(/零$/, '') || '零'
  )
}

const centsInWords = (fraction: string): string => {
  const [tenth = '0', hundredth = '0'] = fraction
  if (tenth === '0' && hundredth === '0') return ''
  const tenthText = tenth === '0' ? '零' : `${numerals[Number(tenth)]}角`
  return hundredth === '0' ? `${tenthText}整` : `${tenthText}${numerals[Number(hundredth)]}分`
}

/** Parses a percentage in any of its usual forms (1.5, 1.5%, １.５％); returns null for any other text. */
export const parsePercent = (value: number | string): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  const text = foldText(value)
  return /^-?\d{1,9}(\.\d{1,6})?\s*%?$/.test(text) ? Number(text.replace(/\s*%$/, '')) : null
}

/** Formats a percentage: 1.5%. */
export const formatPercent = (value: number): string => `${value}%`
