import {
  type AccountRule,
  type AmountAndDueDate,
  composeAccount,
  hasAmountCheck,
  hasDueDate,
  isAccount,
} from '../accounts/virtual-account'
import { dayInBothCalendars } from '../dates/meant-dates'
import { dayCode } from '../dates/roc-date'
import { enums } from '../enums'
import { type Currency, formatMoney } from '../money/money'
import { Refusal } from '../refusal'
import { deadlineYears, latestDeadline } from './bill'
import { maxAmount } from './bill-upload'
import type {
  BillAgreement,
  BillCategory,
  BillField,
  BillItem,
  BillProblemReporter,
  BillReferences,
  BillTerm,
  BillValues,
  EnteredBill,
  EnteredFee,
  StoredBill,
} from './entered-bill'

/** The data from which a bill's account is computed. */
interface AccountSource extends AmountAndDueDate {
  readonly term: BillTerm
  readonly payerNo: string
}

/**
 * Returns the bill's virtual account: the computed account, or the account that the company has entered if its
 * agreement allows own accounts.
 */
export const accountOf = (
  entered: string | null,
  source: AccountSource,
  agreement: BillAgreement,
  report: BillProblemReporter,
): string | null => {
  if (entered === null) return computedAccount(source, agreement, report)
  return agreement.AllowOwnVAC
    ? ownAccount(entered, source, agreement, report)
    : matchingAccount(entered, source, agreement, report)
}

/**
 * Checks whether the account of a stored bill is the account computed from its values.
 * Such an account is recomputed when the values change.
 */
export const isComputedAccount = (
  { VACAccount, PayerNo, ShouldPayAmount, PaymentEndDate }: StoredBill,
  term: BillTerm,
  agreement: BillAgreement,
): boolean =>
  computedAccount(
    { term, payerNo: PayerNo ?? '', amount: ShouldPayAmount, dueDate: PaymentEndDate },
    agreement,
    () => null,
  ) === VACAccount

const computedAccount = (
  { term, payerNo, amount, dueDate }: AccountSource,
  { TermNoLen, rule }: BillAgreement,
  report: BillProblemReporter,
): string | null => {
  const termNo = TermNoLen === 0 ? '' : (term.BillTermNo ?? '')
  if (termNo.length !== TermNoLen)
    return report(
      'BillTermId',
      'length',
      `期別「${term.BillTermId}」的期別編號應為 ${TermNoLen} 碼，請先在代收期別維護更正。`,
    )
  try {
    return composeAccount({ ...rule, termNo, payerNo, amount, dueDate })
  } catch (error) {
    // Only a missing value has the code 2001.
    if (error instanceof Refusal)
      return report(fieldOfRefusal(error), error.code === '2001' ? 'missing' : 'format', error.message)
    throw error
  }
}

const ownAccount = (
  entered: string,
  { amount, dueDate }: AccountSource,
  { rule }: BillAgreement,
  report: BillProblemReporter,
): string | null => {
  const { length, applyCode } = rule
  if (entered.length !== length)
    return report('VACAccount', 'length', `銷帳編號應為 ${length} 碼，目前 ${entered.length} 碼。`)
  if (!entered.startsWith(applyCode))
    return report('VACAccount', 'format', `銷帳編號須以委託單位代號 ${applyCode} 開頭。`)
  if (isAccount(entered, { ...rule, amount, dueDate })) return entered
  return report('VACAccount', 'checkDigit', `銷帳編號的${failedCheckText(entered, rule, dueDate)}，請核對後更正。`)
}

/** Returns the part of the message that says why a company's own account is invalid. */
const failedCheckText = (entered: string, { applyCode, checkType }: AccountRule, dueDate: string | null): string => {
  if (hasDueDate(checkType) && dueDate && !entered.startsWith(dayCode(dueDate), applyCode.length))
    return `日期碼應為 ${dayCode(dueDate)}，與繳款截止日 ${slashDate(dueDate)} 不符`
  return hasAmountCheck(checkType) ? '檢查碼與帳號、應繳金額不符' : '檢查碼與帳號不符'
}

const matchingAccount = (
  entered: string,
  source: AccountSource,
  agreement: BillAgreement,
  report: BillProblemReporter,
): string | null => {
  const account = computedAccount(source, agreement, report)
  return account === null || account === entered
    ? account
    : report('VACAccount', 'format', '代收約定未開放自編銷帳編號，請留空由系統計算。')
}

const fieldOfRefusal = (refusal: Refusal): BillField => {
  const [field = ''] = Object.keys(refusal.fields)
  return fieldsOfRefusals[field] ?? 'VACAccount'
}

const fieldsOfRefusals: Readonly<Record<string, BillField>> = {
  BillTermNo: 'BillTermId',
  PayerNo: 'PayerNo',
  PaymentEndDate: 'PaymentEndDate',
  ShouldPayAmount: 'ShouldPayAmount',
}

/** The items of a bill and their sum. */
interface BillFees {
  readonly amount: number
  readonly items: readonly BillItem[]
}

interface FeeSource {
  readonly term: BillTerm
  readonly category: BillCategory
  readonly before: StoredBill | undefined
}

/**
 * Returns the entered items.
 * If none were entered, returns the items of the term, or a single item if the entered amount differs from their sum.
 */
export const feesOf = (
  entered: EnteredBill,
  source: FeeSource,
  records: BillReferences,
  report: BillProblemReporter,
): BillFees | null => {
  // The invalid item or amount has already been reported.
  if (entered.FeeItems === null) return null
  const items =
    entered.FeeItems.length > 0
      ? enteredItems(entered.FeeItems, source, records, report)
      : defaultItems(entered, source, records)
  if (items === null) return null
  if (items.length === 0) return report('ShouldPayAmount', 'missing', missingAmountText(entered.CurrencyType))
  return validFees(entered, items, report)
}

const missingAmountText = (currency: Currency): string =>
  canUseTermItems(currency)
    ? '請填寫應繳金額或繳費項目：期別沒有預設繳費項目。'
    : `請填寫應繳金額或繳費項目：期別的預設金額是新臺幣，不適用於${enums.Currency[currency]}帳單。`

/** Checks whether a bill in this currency can have the items of its term, whose amounts are in TWD. */
const canUseTermItems = (currency: Currency): boolean => currency === 'TWD'

const validFees = (
  { CurrencyType, ShouldPayAmount }: EnteredBill,
  items: readonly BillItem[],
  report: BillProblemReporter,
): BillFees | null => {
  const sum = sumOf(items)
  const moneyText = (amount: number) => formatMoney(amount, CurrencyType)
  if (ShouldPayAmount !== null && ShouldPayAmount !== sum)
    return report(
      'ShouldPayAmount',
      'sum',
      `應繳金額 ${moneyText(ShouldPayAmount)} 與繳費項目合計 ${moneyText(sum)} 不符，請更正。`,
    )
  if (sum < 1 || sum > maxAmount)
    return report(
      'ShouldPayAmount',
      'format',
      `應繳金額須介於 ${moneyText(1)} 與 ${moneyText(maxAmount)} 之間，目前為 ${moneyText(sum)}。`,
    )
  return { amount: sum, items }
}

const sumOf = (items: readonly Pick<BillItem, 'Amount'>[]): number =>
  items.reduce((total, { Amount }) => total + Amount, 0)

const enteredItems = (
  enteredFees: readonly EnteredFee[],
  { before }: FeeSource,
  { fees }: BillReferences,
  report: BillProblemReporter,
): readonly BillItem[] | null => {
  const items = enteredFees.flatMap(({ SortNo, FeeCode, FeeName, Amount, text }, index) => {
    const fee = FeeCode === null ? undefined : fees.get(FeeCode)
    const isInStoredBill = before?.FeeItems.some((item) => item.FeeCode === FeeCode)
    if (fee && fee.FeeStatus !== 'Active' && !isInStoredBill) {
      report(
        `FeeItems.${index}.FeeCode`,
        'state',
        `繳費項目「${text}」已停用，請改用其他項目，或先在繳費項目設定改為啟用。`,
      )
      return []
    }
    const name = FeeName ?? fee?.FeeName
    if (name === undefined)
      report(`FeeItems.${index}.FeeName`, 'missing', `第 ${index + 1} 列：請選擇繳費項目，或填寫項目名稱。`)
    return name === undefined ? [] : [{ SortNo, FeeCode, FeeName: name, Amount }]
  })
  return items.length === enteredFees.length ? items : null
}

const defaultItems = (
  { CurrencyType, ShouldPayAmount }: EnteredBill,
  { term, category }: FeeSource,
  { fees }: BillReferences,
): readonly BillItem[] => {
  const termItems = canUseTermItems(CurrencyType) ? (term.FeeItems ?? []) : []
  const items = termItems.map(({ FeeCode, Amount }, index) => ({
    SortNo: index + 1,
    FeeCode,
    FeeName: fees.get(FeeCode)?.FeeName ?? FeeCode,
    Amount,
  }))
  if (ShouldPayAmount === null || (items.length > 0 && ShouldPayAmount === sumOf(items))) return items
  // An item name has at most 20 characters.
  return [
    {
      SortNo: 1,
      FeeCode: null,
      FeeName: [...category.BillCategoryName].slice(0, 20).join(''),
      Amount: ShouldPayAmount,
    },
  ]
}

/** The dates between which a bill may be paid. */
export type BillDates = Pick<BillValues, 'PaymentStartDate' | 'PaymentEndDate' | 'MarketEndDate'>

/**
 * Returns the dates of a bill.
 * Entered dates take precedence over the dates of the term.
 * A deadline in the past is accepted only if the stored bill has the same deadline.
 */
export const datesOf = (
  entered: EnteredBill,
  term: BillTerm,
  { today }: Pick<BillReferences, 'today'>,
  before: StoredBill | undefined,
  report: BillProblemReporter,
): BillDates | null => {
  const PaymentStartDate = entered.PaymentStartDate ?? term.PaymentStartDate
  const PaymentEndDate = entered.PaymentEndDate ?? term.PaymentEndDate
  if (PaymentEndDate < PaymentStartDate)
    return report('PaymentEndDate', 'date', `繳款截止日 ${PaymentEndDate} 早於繳款起日 ${PaymentStartDate}，請更正。`)
  if (PaymentEndDate < today && PaymentEndDate !== before?.PaymentEndDate)
    return report('PaymentEndDate', 'date', `繳款截止日 ${PaymentEndDate} 已過，請改為今天或之後的日期。`)
  const latest = latestDeadline(term.PaymentStartDate)
  if (PaymentEndDate > latest) return report('PaymentEndDate', 'date', lateDeadlineMessage(term.BillTermId, latest))
  if (PaymentEndDate > latestDeadline(PaymentStartDate) && PaymentEndDate !== before?.PaymentEndDate)
    return report('PaymentStartDate', 'date', earlyStartMessage({ PaymentStartDate, PaymentEndDate }))
  // A bill with a deadline of its own does not use the deadline of the term for stores: null means that the bill's
  // deadline applies.
  const defaultMarketEndDate = PaymentEndDate === term.PaymentEndDate ? term.MarketEndDate : null
  const MarketEndDate = entered.MarketEndDate === undefined ? defaultMarketEndDate : entered.MarketEndDate
  if (MarketEndDate !== null && MarketEndDate > latest)
    return report(
      'MarketEndDate',
      'date',
      lateMarketDateMessage(term.BillTermId, latest, entered.MarketEndDate === undefined),
    )
  if (MarketEndDate !== null && MarketEndDate < PaymentEndDate)
    return report(
      'MarketEndDate',
      'date',
      earlyMarketDateMessage(term.BillTermId, { MarketEndDate, PaymentEndDate }, entered.MarketEndDate === undefined),
    )
  return { PaymentStartDate, PaymentEndDate, MarketEndDate }
}

// A spreadsheet converts the ROC year in 15/12/01 to 2015, a year that the field accepts.
const earlyStartMessage = ({
  PaymentStartDate,
  PaymentEndDate,
}: Pick<BillDates, 'PaymentStartDate' | 'PaymentEndDate'>): string =>
  `繳款起日 ${dayInBothCalendars(PaymentStartDate)}比繳款截止日 ${dayInBothCalendars(PaymentEndDate)}早 ${deadlineYears} 年以上，請核對兩個日期的年份。`

/** Returns the message for a deadline that is too late for its term. */
export const lateDeadlineMessage = (termId: string, latest: string): string =>
  `繳款截止日最晚為 ${slashDate(latest)}（期別「${termId}」的繳款起日後 ${deadlineYears} 年），請更正。`

const lateMarketDateMessage = (termId: string, latest: string, isOfTerm: boolean): string =>
  isOfTerm
    ? `期別「${termId}」的超商代收期限最晚為 ${slashDate(latest)}（繳款起日後 ${deadlineYears} 年），請先在代收期別維護更正。`
    : `超商代收期限最晚為 ${slashDate(latest)}（期別「${termId}」的繳款起日後 ${deadlineYears} 年），請更正。`

const earlyMarketDateMessage = (
  termId: string,
  { MarketEndDate, PaymentEndDate }: Record<'MarketEndDate' | 'PaymentEndDate', string>,
  isOfTerm: boolean,
): string => {
  const problem = `超商代收期限 ${slashDate(MarketEndDate)} 早於繳款截止日 ${slashDate(PaymentEndDate)}`
  return isOfTerm ? `期別「${termId}」的${problem}，請先在代收期別維護更正。` : `${problem}，請更正或留空。`
}

const slashDate = (date: string): string => date.replaceAll('-', '/')
