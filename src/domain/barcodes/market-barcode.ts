import { plainAccount } from '../accounts/virtual-account'
import { formatRoc6, parseRoc6 } from '../dates/roc-date'
import { Refusal } from '../refusal'

/** The three Code 39 texts of a slip, from top to bottom. */
export type Barcodes = readonly [string, string, string]

/** The format of the four date characters of the third segment: the day or the month in which payment is due. */
export type Segment3Date = 'MMDD' | 'YYMM'

/** The side on which an account of fewer than 16 characters is padded with zeros. */
export type AccountPadding = 'Left' | 'Right'

/** The values encoded in the store barcodes. */
export interface MarketBarcodeData {
  /** Last day on which stores accept the slip. */
  readonly deadline: string
  /**
   * The day that is printed as due.
   * It differs from the deadline if the company gives more time for payments in stores.
   */
  readonly dueDate: string
  /** 代收項目, three characters assigned by the stores. */
  readonly itemCode: string
  readonly account: string
  /** Whole NTD. */
  readonly amount: number
  readonly segment3Date?: Segment3Date
  readonly padding?: AccountPadding
  /**
   * The current day.
   * Two-digit years repeat every century, so a scanner chooses the matching day that is nearest to the current day.
   */
  readonly today: string
}

/**
 * Returns the three segments that a convenience store scans.
 * Throws a refusal for values that the barcodes cannot express.
 */
export const marketBarcodes = (data: MarketBarcodeData): Barcodes => {
  requireValidData(data)
  const first = formatRoc6(data.deadline) + data.itemCode
  const second = data.padding === 'Right' ? data.account.padEnd(16, '0') : data.account.padStart(16, '0')
  const dueDate = formatRoc6(data.dueDate)
  const date = data.segment3Date === 'YYMM' ? dueDate.slice(0, 4) : dueDate.slice(2)
  const amount = String(data.amount).padStart(9, '0')
  return [first, second, date + marketCheckCharacters(first, second, date + amount) + amount]
}

/**
 * Returns the account in a scanned second segment, without padding.
 * `length` is the length of the agreement's accounts.
 */
export const accountOfSegment2 = (
  second: string,
  { padding, length }: { readonly padding: AccountPadding; readonly length: number },
): string => plainAccount(padding === 'Right' ? second.slice(0, length) : second)

/** Checks whether a scanner decodes this date of a store barcode correctly. A scanner assumes the nearest century. */
export const isMarketBarcodeDate = (date: string, today: string): boolean =>
  // An import checks four dates of each row. Almost all are less than 49 years from today and need no parsing.
  Math.abs(Number(date.slice(0, 4)) - Number(today.slice(0, 4))) < 49 || parseRoc6(formatRoc6(date), today) === date

/** Checks whether three scanned segments have the right lengths and check characters. */
export const isMarketBarcodes = ([first, second, third]: Barcodes): boolean =>
  [first.length, second.length, third.length].join() === '9,16,15' &&
  [first, second, third].every((segment) => /^[0-9A-Z+%\-. $/]+$/.test(segment)) &&
  third.slice(4, 6) === marketCheckCharacters(first, second, third.slice(0, 4) + third.slice(6))

/**
 * Returns the two check characters of the segments.
 * The third segment is passed without its own two check characters, which does not change whether the position of
 * another character is odd or even.
 */
const marketCheckCharacters = (...segments: readonly string[]): string => {
  const odd = segments.reduce((sum, segment) => sum + sumOfEverySecond(segment, 0), 0) % 11
  const even = segments.reduce((sum, segment) => sum + sumOfEverySecond(segment, 1), 0) % 11
  return checkCharacter(odd, 'A', 'B') + checkCharacter(even, 'X', 'Y')
}

const checkCharacter = (remainder: number, characterForZero: string, characterForTen: string): string =>
  ({ 0: characterForZero, 10: characterForTen })[remainder] ?? String(remainder)

/** Returns the sum of the values of every second character, starting at index 0 or 1. */
const sumOfEverySecond = (segment: string, start: 0 | 1): number =>
  [...segment]
    .filter((_, index) => index % 2 === start)
    .reduce((sum, character) => sum + (characterValues.get(character) ?? 0), 0)

// The letters A-I and J-R have the values 1-9, and S-Z the values 2-9.
// The table contains the value of the first character of each sequence.
const characterValues = new Map(
  Object.entries({
    '0123456789': 0,
    ABCDEFGHI: 1,
    JKLMNOPQR: 1,
    STUVWXYZ: 2,
    '+': 1,
    '%': 2,
    '-': 6,
    '.': 7,
    ' ': 8,
    $: 9,
    '/': 0,
  }).flatMap(([characters, first]) =>
    Array.from(characters, (character, index) => [character, first + index] as const),
  ),
)

const requireValidData = ({ itemCode, account, amount, deadline, dueDate, today }: MarketBarcodeData): void => {
  if (!isMarketBarcodeDate(deadline, today))
    throw refusal('MarketEndDate', `超商代收期限 ${deadline} 無法印成超商條碼。`)
  if (!isMarketBarcodeDate(dueDate, today)) throw refusal('PaymentEndDate', `繳款截止日 ${dueDate} 無法印成超商條碼。`)
  if (!/^[0-9A-Z]{3}$/.test(itemCode))
    throw refusal('MarketItemCode', `超商代收項目代碼「${itemCode}」須為 3 碼大寫英數字。`)
  if (!/^[0-9A-Z]{1,16}$/.test(account))
    throw refusal('VACAccount', `虛擬帳號「${account}」須為 16 碼以內的英數字，才能印成超商條碼。`)
  if (!Number.isInteger(amount) || amount < 1 || amount > 999_999_999)
    throw refusal('ShouldPayAmount', `應繳金額 ${amount} 無法印成超商條碼。`)
}

const refusal = (field: string, message: string): Refusal => new Refusal('2002', message, { [field]: message })
