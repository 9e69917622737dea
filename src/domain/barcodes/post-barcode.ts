import { formatRoc7, parseDate } from '../dates/roc-date'
import { Refusal } from '../refusal'
import type { Barcodes } from './market-barcode'

/** The values encoded in the post office barcodes. */
export interface PostBarcodeData {
  /** 劃撥帳號, 8 digits. */
  readonly giroAccount: string
  readonly deadline: string
  readonly account: string
  /** Whole NTD, at most 8 digits. */
  readonly amount: number
}

/**
 * Returns the three segments that a post office scans.
 * Throws a refusal for values that the barcodes cannot express.
 */
export const postBarcodes = (data: PostBarcodeData): Barcodes => {
  requireValidData(data)
  const second = formatRoc7(data.deadline) + data.account.padStart(16, '0')
  const amount = String(data.amount).padStart(8, '0')
  return [data.giroAccount, second + postCheckDigit(data.giroAccount, second, amount), amount]
}

/** Checks whether a scanner decodes this date of a post barcode correctly. */
export const isPostBarcodeDate = (date: string): boolean => parseDate(formatRoc7(date)) === date

/** Checks whether three scanned segments have the right lengths and check digit. */
export const isPostBarcodes = ([giro, second, amount]: Barcodes): boolean =>
  /^\d{8},\d{24},\d{8}$/.test([giro, second, amount].join()) &&
  second.slice(23) === postCheckDigit(giro, second.slice(0, 23), amount)

/** Returns the check digit of the segments: the sum of every second digit of each segment, modulo 11. */
const postCheckDigit = (...segments: readonly string[]): string => {
  const sum = segments
    .flatMap((segment) => Array.from(segment, Number).filter((_, index) => index % 2 === 0))
    .reduce((total, digit) => total + digit, 0)
  // A remainder of 10 becomes 0.
  return String((sum % 11) % 10)
}

const requireValidData = ({ giroAccount, account, amount, deadline }: PostBarcodeData): void => {
  if (!isPostBarcodeDate(deadline)) throw refusal('PaymentEndDate', `繳款截止日 ${deadline} 無法印成郵局條碼。`)
  if (!/^\d{8}$/.test(giroAccount)) throw refusal('PostGiroAccount', `劃撥帳號「${giroAccount}」須為 8 碼數字。`)
  if (!/^\d{1,16}$/.test(account))
    throw refusal('VACAccount', `虛擬帳號「${account}」須為 16 碼以內的數字，才能印成郵局條碼。`)
  if (!Number.isInteger(amount) || amount < 1 || amount > 99_999_999)
    throw refusal('ShouldPayAmount', `應繳金額 ${amount} 無法印成郵局條碼。`)
}

const refusal = (field: string, message: string): Refusal => new Refusal('2002', message, { [field]: message })
