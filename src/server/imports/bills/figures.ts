import { type AccountFigures, type AccountRule, composeAccount, hasAmountCheck, hasDueDate, isAccount } from '../../../domain/accounts/virtual-account'
import { deadlineYears, latestDeadline } from '../../../domain/bills/bill'
import { type Column, maxAmount } from '../../../domain/bills/bill-upload'
import { dayCode } from '../../../domain/dates/roc-date'
import { enums } from '../../../domain/enums'
import { formatMoney } from '../../../domain/money/money'
import { Refusal } from '../../../domain/refusal'
import type { Fail } from '../row-error'
import { type Category, type Fee, type ImportContext, plainFee, type Term } from './context'
import type { ParsedRow } from './parsed-row'

/** The data from which a bill's account is computed. */
interface AccountSource extends AccountFigures {
  readonly parsed: ParsedRow
  readonly term: Term
  readonly payerNo: string
}

/** Returns the bill's virtual account: computed, or the company's own where its agreement allows that. */
export const accountOf = (source: AccountSource, context: ImportContext, fail: Fail): string | null => {
  const entered = source.parsed.values.VACAccount
  if (entered === null) return computedAccount(source, context, fail)
  return context.agreement.AllowOwnVAC ? ownAccount(entered, source, context, fail) : matchingAccount(entered, source, context, fail)
}

const computedAccount = ({ term, payerNo, amount, dueDate }: AccountSource, { agreement }: ImportContext, fail: Fail): string | null => {
  const termNo = agreement.TermNoLen === 0 ? '' : (term.BillTermNo ?? '')
  if (termNo.length !== agreement.TermNoLen)
    return fail('BillTermId', 'E104', `期別「${term.BillTermId}」的期別編號應為 ${agreement.TermNoLen} 碼，請先在代收期別維護更正。`)
  try {
    return composeAccount({ ...agreement.rule, termNo, payerNo, amount, dueDate })
  } catch (error) {
    if (error instanceof Refusal) return fail(columnOfRefusal(error), error.code === '2001' ? 'E101' : 'E102', error.message)
    throw error
  }
}

const ownAccount = (entered: string, { amount, dueDate }: AccountSource, { agreement }: ImportContext, fail: Fail): string | null => {
  const { length, applyCode } = agreement.rule
  if (entered.length !== length) return fail('VACAccount', 'E104', `銷帳編號應為 ${length} 碼，目前 ${entered.length} 碼。`)
  if (!entered.startsWith(applyCode)) return fail('VACAccount', 'E102', `銷帳編號須以委託單位代號 ${applyCode} 開頭。`)
  if (isAccount(entered, { ...agreement.rule, amount, dueDate })) return entered
  return fail('VACAccount', 'E103', `銷帳編號的${failedCheck(entered, agreement.rule, dueDate)}，請核對後更正。`)
}

/** Returns which check of a company's own account fails. */
const failedCheck = (entered: string, { applyCode, checkType }: AccountRule, dueDate: string | null): string => {
  if (hasDueDate(checkType) && dueDate && !entered.startsWith(dayCode(dueDate), applyCode.length))
    return `日期碼應為 ${dayCode(dueDate)}，與繳款截止日 ${slashDate(dueDate)} 不符`
  return hasAmountCheck(checkType) ? '檢查碼與帳號、應繳金額不符' : '檢查碼與帳號不符'
}

const matchingAccount = (entered: string, source: AccountSource, context: ImportContext, fail: Fail): string | null => {
  const account = computedAccount(source, context, fail)
  return account === null || account === entered ? account : fail('VACAccount', 'E102', '代收約定未開放自編銷帳編號，請留空由系統計算。')
}

const columnOfRefusal = (refusal: Refusal): Column => {
  const [field = ''] = Object.keys(refusal.fields)
  return fieldColumns[field] ?? 'VACAccount'
}

const fieldColumns: Readonly<Record<string, Column>> = {
  BillTermNo: 'BillTermId',
  PayerNo: 'PayerNo',
  PaymentEndDate: 'PaymentEndDate',
  ShouldPayAmount: 'ShouldPayAmount',
}

/** The lines of a bill and their sum. */
interface BillFees {
  readonly amount: number
  readonly items: readonly { readonly SortNo: number; readonly FeeCode: string | null; readonly FeeName: string; readonly Amount: number }[]
}

type Items = BillFees['items']

/** Returns the items of the row; if it has none, those of the term, or one item of the whole amount if the row has another amount than the term. */
export const feesOf = (parsed: ParsedRow, term: Term, category: Category, context: ImportContext, fail: Fail): BillFees | null => {
  // With an unreadable amount every sum would be wrong.
  if (parsed.errors.some(({ ColumnName }) => /^(繳費項目|金額|應繳金額)/.test(ColumnName))) return null
  const items = parsed.fees.length > 0 ? rowItems(parsed, context, fail) : termItems(parsed, term, category, context)
  if (items === null) return null
  if (items.length === 0) return fail('ShouldPayAmount', 'E101', missingAmountText(context))
  return validFees(parsed, items, context, fail)
}

const missingAmountText = (context: ImportContext): string =>
  hasProposedAmounts(context)
    ? '請填寫應繳金額或繳費項目：期別沒有預設繳費項目。'
    : `請填寫應繳金額或繳費項目：期別的預設金額是新臺幣，不適用於${enums.Currency[context.form.CurrencyType]}帳單。`

/** Whether the amounts that terms propose apply: they are in TWD. */
const hasProposedAmounts = ({ form }: ImportContext): boolean => form.CurrencyType === 'TWD'

const validFees = (parsed: ParsedRow, items: Items, { form }: ImportContext, fail: Fail): BillFees | null => {
  const sum = items.reduce((total, { Amount }) => total + Amount, 0)
  const text = (amount: number) => formatMoney(amount, form.CurrencyType)
  if (parsed.shouldPay !== null && parsed.shouldPay !== sum)
    return fail('ShouldPayAmount', 'E108', `應繳金額 ${text(parsed.shouldPay)} 與繳費項目合計 ${text(sum)} 不符，請更正。`)
  if (sum < 1 || sum > maxAmount) return fail('ShouldPayAmount', 'E102', `應繳金額須介於 ${text(1)} 與 ${text(maxAmount)} 之間，目前為 ${text(sum)}。`)
  return { amount: sum, items }
}

const rowItems = (parsed: ParsedRow, { fees }: ImportContext, fail: Fail): Items | null => {
  const items = parsed.fees.flatMap(({ no, name, amount }) => {
    const fee = fees.get(name) ?? fees.get(plainFee(name))
    if (!fee) fail(`FeeName${no}`, 'E106', `查無繳費項目「${name}」，請填寫繳費項目設定中的代碼或名稱。`)
    else if (fee.FeeStatus !== 'Active') fail(`FeeName${no}`, 'E106', `繳費項目「${name}」已停用，請改用其他項目，或先在繳費項目設定改為啟用。`)
    return fee ? [itemOf(no, fee, amount)] : []
  })
  return items.length === parsed.fees.length ? items : null
}

const termItems = (parsed: ParsedRow, term: Term, category: Category, context: ImportContext): Items => {
  const proposed = hasProposedAmounts(context) ? (term.FeeItems ?? []) : []
  const items = proposed.map(({ FeeCode, Amount }, index) => itemOf(index + 1, context.fees.get(FeeCode) ?? { FeeCode, FeeName: FeeCode }, Amount))
  const sum = items.reduce((total, { Amount }) => total + Amount, 0)
  // The amount of the row takes precedence over the term's proposal.
  if (parsed.shouldPay === null || (items.length > 0 && parsed.shouldPay === sum)) return items
  return [{ SortNo: 1, FeeCode: null, FeeName: [...category.BillCategoryName].slice(0, 20).join(''), Amount: parsed.shouldPay }]
}

const itemOf = (SortNo: number, { FeeCode, FeeName }: Pick<Fee, 'FeeCode' | 'FeeName'>, Amount: number): Items[number] => ({ SortNo, FeeCode, FeeName, Amount })

/** The period in which a bill may be paid. */
export interface BillDates {
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
}

/** Returns the dates of a bill: those of the row take precedence over those of the upload form, and these over the term's. */
export const datesOf = ({ values }: ParsedRow, term: Term, { form, today }: ImportContext, fail: Fail): BillDates | null => {
  const PaymentStartDate = values.PaymentStartDate ?? form.PaymentStartDate ?? term.PaymentStartDate
  const PaymentEndDate = values.PaymentEndDate ?? form.PaymentEndDate ?? term.PaymentEndDate
  if (PaymentEndDate < PaymentStartDate) return fail('PaymentEndDate', 'E107', `繳款截止日 ${PaymentEndDate} 早於繳款起日 ${PaymentStartDate}，請更正。`)
  if (PaymentEndDate < today) return fail('PaymentEndDate', 'E107', `繳款截止日 ${PaymentEndDate} 已過，請改為今天或之後的日期。`)
  const latest = latestDeadline(term.PaymentStartDate)
  if (PaymentEndDate > latest) return fail('PaymentEndDate', 'E107', lateDeadlineMessage(term.BillTermId, latest))
  // A bill's own deadline applies to stores as well.
  const MarketEndDate = PaymentEndDate === term.PaymentEndDate ? term.MarketEndDate : null
  if (MarketEndDate !== null && MarketEndDate > latest)
    return fail(
      'BillTermId',
      'E107',
      `期別「${term.BillTermId}」的超商代收期限最晚為 ${slashDate(latest)}（繳款起日後 ${deadlineYears} 年），請先在代收期別維護更正。`,
    )
  return { PaymentStartDate, PaymentEndDate, MarketEndDate }
}

/** Returns the message for a deadline too long after the start of its term. */
export const lateDeadlineMessage = (termId: string, latest: string): string =>
  `繳款截止日最晚為 ${slashDate(latest)}（期別「${termId}」的繳款起日後 ${deadlineYears} 年），請更正。`

const slashDate = (date: string): string => date.replaceAll('-', '/')
