import { foldFullWidth } from '../../../domain/full-width'
import { type Currency, parseMoney } from '../../../domain/money'

/** An amount as files write it (1000, 1,000, -50, 10.5) in the currency's smallest unit; null when it is none, or finer than the currency. */
export const readAmount = (text: string, currency: Currency): number | null => {
  const plain = foldFullWidth(text).trim()
  // Nobody corrects a file while typing: 1,00 is no slip on the way to 1,000 but may be meant as 1.00.
  return /^-?(\d{1,3}(,\d{3})+|\d{1,9})(\.\d+)?$/.test(plain) ? parseMoney(plain, currency) : null
}
