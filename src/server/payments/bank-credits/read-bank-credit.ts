import type { BankCredit } from '../../../contract/bank-credits'
import { maxAmount } from '../../../domain/bills/bill-upload'
import { addDays, isIsoDate } from '../../../domain/dates/dates'
import { enums } from '../../../domain/enums'
import { creditChannels, creditPatterns, maxPayerRemark } from '../../../domain/payments/bank-credit'
import { Refusal } from '../../../domain/refusal'

/**
 * Reads the body of the call Ext/BankCredits, by which the bank reports one payment or reversal when it happens.
 * `reportedOn` is the day of the report in Taiwan.
 * Throws a refusal with a message for each field that is missing, unknown or wrong.
 */
export const readBankCredit = (body: unknown, reportedOn: string): BankCredit => {
  const rules = rulesOn(reportedOn)
  const values: Readonly<Record<string, unknown>> =
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {}
  const unknown = Object.keys(values).filter((name) => !Object.hasOwn(rules, name))
  const errors = Object.fromEntries([
    ...Object.entries(rules).flatMap(([name, rule]) => problemOf(name, rule, values[name])),
    ...unknown.map((name) => [name, '沒有這個欄位，請移除後再送。']),
  ])
  if (Object.keys(errors).length > 0)
    throw new Refusal('2002', '入帳資料有誤，未受理，請依欄位的說明修正後再送。', errors)
  // The rules have checked every field.
  const credit = values as unknown as BankCredit
  return { ...credit, TxnSeq: paddedTxnSeq(credit.TxnSeq) }
}

/**
 * Pads a numeric transaction number with zeros to six digits as the bank's files do, because a payment that is also in
 * a file must have the same number.
 */
const paddedTxnSeq = (txnSeq: string): string => (/^\d+$/.test(txnSeq) ? txnSeq.padStart(6, '0') : txnSeq)

interface Rule {
  readonly label: string
  readonly isValid: (value: unknown) => boolean
  /** Describes a valid value, in zh-TW. */
  readonly expected: string
  readonly optional?: true
}

const problemOf = (
  name: string,
  { label, isValid, expected, optional }: Rule,
  value: unknown,
): readonly (readonly [string, string])[] => {
  if (value === undefined) return optional ? [] : [[name, `缺少${label}。`]]
  return isValid(value) ? [] : [[name, `${label}應為${expected}。`]]
}

const isTextWith =
  (condition: (text: string) => boolean) =>
  (value: unknown): boolean =>
    typeof value === 'string' && condition(value)

const matches = (pattern: RegExp) => isTextWith((text) => pattern.test(text))
const dateRule = (from: string, to: string): Pick<Rule, 'isValid' | 'expected'> => ({
  isValid: isTextWith((date) => isIsoDate(date) && date >= from && date <= to),
  expected: `${from} 到 ${to} 之間存在的日期，格式為 YYYY-MM-DD`,
})
const isOneOf = (codes: readonly string[]) => isTextWith((code) => codes.includes(code))
const enumRule = (name: 'Currency' | 'AmountSign'): Pick<Rule, 'isValid' | 'expected'> => {
  const codes = Object.keys(enums[name])
  return { isValid: isOneOf(codes), expected: `${codes.join('、')}之一` }
}

/**
 * Maximum number of days by which a payment may be reported late, and by which its account date may differ from the day
 * of the report.
 */
const maxDays = 60

const rulesOn = (reportedOn: string): Readonly<Record<keyof BankCredit, Rule>> => ({
  TradeDate: { label: '交易日期', ...dateRule(addDays(reportedOn, -maxDays), reportedOn) },
  TradeTime: { label: '交易時間', isValid: matches(creditPatterns.TradeTime), expected: '6 位數字的時間 HHmmss' },
  AccountDate: { label: '帳務日期', ...dateRule(addDays(reportedOn, -maxDays), addDays(reportedOn, maxDays)) },
  TxnSeq: { label: '交易序號', isValid: matches(creditPatterns.TxnSeq), expected: '1 到 20 個半形字元，不含空白' },
  VACAccount: {
    label: '虛擬帳號',
    isValid: matches(creditPatterns.VACAccount),
    expected: '1 到 16 位數字，且不全為零',
  },
  ChannelId: {
    label: '繳款通路',
    isValid: isOneOf(creditChannels),
    expected: `即時入帳的通路 ${creditChannels.join('、')} 之一`,
  },
  CurrencyType: { label: '幣別', ...enumRule('Currency') },
  AmountSign: { label: '正負號', ...enumRule('AmountSign') },
  Amount: {
    label: '交易金額',
    isValid: (value) => typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= maxAmount,
    expected: `1 到 ${maxAmount.toLocaleString('en')} 的整數，沖正也用正數`,
  },
  PayBankCode: {
    label: '轉出行代碼',
    isValid: matches(creditPatterns.PayBankCode),
    expected: '3 位數字',
    optional: true,
  },
  PayAccountTail: {
    label: '轉出帳號末五碼',
    isValid: matches(creditPatterns.PayAccountTail),
    expected: '5 位數字',
    optional: true,
  },
  PayerRemark: {
    label: '存繳人／附言',
    isValid: isTextWith((remark) => remark.length <= maxPayerRemark),
    expected: `最多 ${maxPayerRemark} 個字的文字`,
    optional: true,
  },
})
