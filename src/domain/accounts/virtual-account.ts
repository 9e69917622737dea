import { dayCode } from '../dates/roc-date'
import type { EnumCode } from '../enums'
import { Refusal } from '../refusal'
import { computeCheckDigits, schemeRules, type VACCheckScheme } from './check-digits'

/** The data that a virtual account contains or protects by check digits. */
export type VACCheckType = EnumCode<'VACCheckType'>

/** The rule by which an agreement builds its accounts. */
export interface AccountRule {
  readonly applyCode: string
  readonly checkType: VACCheckType
  readonly scheme: VACCheckScheme
  /** Number of digits, including check digits: 14 or 16. */
  readonly length: number
}

/** The amount and the due date of the bill that an account identifies; null if they are not known. */
export interface AmountAndDueDate {
  readonly amount: number | null
  readonly dueDate: string | null
}

/**
 * The rule and the values from which an account is built.
 * A number is empty if accounts of the agreement do not contain it.
 */
export interface AccountParts extends AccountRule, AmountAndDueDate {
  readonly termNo: string
  readonly payerNo: string
}

/**
 * Builds a virtual account (虛擬帳號) from ApplyCode, day code, term number, payer number and check digits.
 * Throws a refusal for parts that do not fit the rule.
 */
export const composeAccount = (parts: AccountParts): string => {
  requireValidParts(parts)
  const dueDay = hasDueDate(parts.checkType) && parts.dueDate ? dayCode(parts.dueDate) : ''
  const body = parts.applyCode + dueDay + parts.termNo + parts.payerNo
  const account = body + checkDigitsOf(parts, body, parts.amount)
  if (account.length !== parts.length)
    throw new Refusal('2002', lengthMessage(parts, account.length), { VACAccount: '各部分的長度與約定不符。' })
  return account
}

/**
 * Checks whether an entered or received account follows the rule.
 * Parts of the account that depend on an unknown amount or due date are not checked.
 */
export const isAccount = (account: string, rule: AccountRule & AmountAndDueDate): boolean => {
  if (!/^\d+$/.test(account) || account.length !== rule.length || !account.startsWith(rule.applyCode)) return false
  if (hasDueDate(rule.checkType) && rule.dueDate && !account.startsWith(dayCode(rule.dueDate), rule.applyCode.length))
    return false
  if (hasAmountCheck(rule.checkType) && rule.amount === null) return true
  const body = account.slice(0, account.length - checkDigitCount(rule))
  return account === body + checkDigitsOf(rule, body, rule.amount)
}

/**
 * The lengths that an agreement sets for its accounts.
 * The lengths of the parts must add up to the length of the account.
 */
export interface AccountLengths extends AccountRule {
  readonly termNoLength: number
  readonly payerNoLength: number
}

/** Returns the problems of the lengths that an agreement sets for its accounts; none if they are valid. */
export const accountLengthProblems = (agreement: AccountLengths): readonly string[] => {
  const digitCount = checkDigitCount(agreement)
  const bodyLength =
    agreement.applyCode.length +
    agreement.termNoLength +
    agreement.payerNoLength +
    (hasDueDate(agreement.checkType) ? dayCodeLength : 0)
  const partsLength = bodyLength + digitCount
  const { bodyLengths } = schemeRules[agreement.scheme]
  const hasWrongBodyLength =
    digitCount > 0 && bodyLengths !== null && !bodyLengths.some((length) => length === agreement.length - digitCount)
  return [
    ...(agreement.length === 14 || agreement.length === 16
      ? []
      : [`虛擬帳號長度須為 14 或 16 碼，目前是 ${agreement.length} 碼。`]),
    ...(partsLength === agreement.length
      ? []
      : [
          `各部分合計 ${partsLength} 碼，與虛擬帳號長度 ${agreement.length} 碼不符，請調整期別編號或繳款人編號的長度。`,
        ]),
    ...(hasWrongBodyLength
      ? [`檢碼演算法 ${agreement.scheme} 不適用於 ${agreement.length} 碼的虛擬帳號，請改選其他演算法。`]
      : []),
  ]
}

const dayCodeLength = 4

/**
 * Returns an account without leading zeros.
 * Bank files pad accounts with zeros.
 * The accounts of lines are stored without them, while bills and white list entries keep the zeros with which an
 * ApplyCode begins, so accounts must be compared without leading zeros.
 */
export const plainAccount = (account: string): string => account.replace(/^0+/, '')

/**
 * Returns the ApplyCode of the agreement that owns an account: the longest of `applyCodes` with which the account
 * begins, or null if there is none.
 */
export const applyCodeOf = (account: string, applyCodes: readonly string[]): string | null => {
  const plain = plainAccount(account)
  return (
    applyCodes.filter((code) => plain.startsWith(plainAccount(code))).sort((a, b) => b.length - a.length)[0] ?? null
  )
}

/** Checks whether the account contains the day code of the due date. */
export const hasDueDate = (type: VACCheckType): boolean => type === 'AccountDue' || type === 'AccountAmountDue'

/** Checks whether the check digits depend on the amount. */
export const hasAmountCheck = (type: VACCheckType): boolean => type === 'AccountAmount' || type === 'AccountAmountDue'

/** Returns the number of check digits at the end of an account. */
export const checkDigitCount = ({ checkType, scheme }: Pick<AccountRule, 'checkType' | 'scheme'>): number =>
  checkType === 'None' ? 0 : schemeRules[scheme].checkDigitCount

const checkDigitsOf = (rule: AccountRule, body: string, amount: number | null): string =>
  rule.checkType === 'None' ? '' : computeCheckDigits(rule.scheme, body, hasAmountCheck(rule.checkType) ? amount : null)

const requireValidParts = (parts: AccountParts): void => {
  const numbers = {
    ApplyCode: ['委託單位代號', parts.applyCode],
    BillTermNo: ['期別編號', parts.termNo],
    PayerNo: ['繳款人編號', parts.payerNo],
  } as const
  for (const [field, [label, value]] of Object.entries(numbers)) {
    if (!/^\d*$/.test(value)) throw refusal('2002', field, `${label}「${value}」只能是數字，請更正後再試。`)
  }
  if (parts.applyCode === '') throw refusal('2001', 'ApplyCode', '委託單位代號不可空白。')
  if (hasDueDate(parts.checkType) && !parts.dueDate)
    throw refusal('2001', 'PaymentEndDate', '虛擬帳號含繳款截止日，請先填寫繳款截止日。')
  if (hasAmountCheck(parts.checkType)) requireValidAmount(parts)
  const { bodyLengths } = schemeRules[parts.scheme]
  const bodyLength = parts.length - checkDigitCount(parts)
  if (parts.checkType !== 'None' && bodyLengths !== null && !bodyLengths.some((length) => length === bodyLength))
    throw refusal(
      '2002',
      'VACAccount',
      `檢碼演算法 ${parts.scheme} 不適用於 ${parts.length} 碼的虛擬帳號，請洽本行調整約定。`,
    )
}

const requireValidAmount = ({ amount, scheme }: AccountParts): void => {
  if (amount === null) throw refusal('2001', 'ShouldPayAmount', '虛擬帳號的檢碼含金額，請先填寫應繳金額。')
  const maxAmount = 10 ** schemeRules[scheme].amountLength - 1
  if (!Number.isInteger(amount) || amount < 0 || amount > maxAmount)
    throw refusal(
      '2007',
      'ShouldPayAmount',
      `應繳金額 ${amount} 無法計入虛擬帳號的檢碼，金額須為 0 到 ${maxAmount} 的整數。`,
    )
}

const refusal = (code: '2001' | '2002' | '2007', field: string, message: string): Refusal =>
  new Refusal(code, message, { [field]: message })

const lengthMessage = (parts: AccountParts, length: number): string =>
  `虛擬帳號應為 ${parts.length} 碼，但委託單位代號「${parts.applyCode}」、期別編號「${parts.termNo}」、繳款人編號「${parts.payerNo}」組成 ${length} 碼，請核對各編號的長度。`
