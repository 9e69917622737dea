import { formatMoney } from '../money/money'
import { type BarcodeData, marketRefusal, payerFee, storeChannels } from './bill-codes'
import { accountOf, type BillDates, datesOf, feesOf, isComputedAccount } from './bill-values'
import type {
  BillCategory,
  BillPayer,
  BillPayers,
  BillProblemReporter,
  BillReferences,
  BillTerm,
  BillValues,
  copiedFields,
  EnteredBill,
  StoredBill,
} from './entered-bill'

/**
 * The records that an entered bill is checked against.
 * `before` is the stored bill that is changed; absent for a new bill.
 */
export interface BillSources {
  readonly records: BillReferences
  readonly payers: BillPayers
  readonly before?: StoredBill
}

/**
 * Builds a bill from values that were entered in a form or a file, and from the company's records.
 * Returns null if a value could not be determined.
 * Problems may be reported even if a bill is returned.
 */
export const buildBill = (typed: EnteredBill, sources: BillSources, report: BillProblemReporter): BillValues | null => {
  const { records, before } = sources
  const payer = payerOf(typed, sources, report)
  // A file may have the code in other letters than the payer's record.
  const entered = payer ? { ...typed, PayerId: payer.PayerId } : typed
  const term = termOf(entered, sources, report)
  const category = term && categoryOf(entered, term, sources, report)
  const payerData = payerDataOf(entered, payer)
  const isUnitValid = validateUnit(payerData.PayerUnitId, entered, sources, report)
  const payerNo = payerNoOf(payerData.PayerNo ?? '', entered, { payer, sources, report })
  if (!term || !category) return null
  const dates = datesOf(entered, term, records, before, report)
  const fees = feesOf(entered, { term, category, before }, records, report)
  const DebitFlag = directDebitOf(entered, payer, sources, report)
  if (!dates || !fees || payerNo === null || !isUnitValid || DebitFlag === null) return null
  const accountSource = { term, payerNo, amount: fees.amount, dueDate: dates.PaymentEndDate }
  const account = accountOf(enteredAccount(entered, sources), accountSource, records.agreement, report)
  if (!account) return null
  const storeValues = { amount: fees.amount, account, currency: entered.CurrencyType, ...dates }
  const refusal = storesOnlyRefusal(storeValues, category, records)
  if (refusal) {
    const [field, problem, message] = problemsByRefusal(category)[refusal]
    return report(field, problem, message)
  }
  return {
    BillTermId: term.BillTermId,
    BillCategoryCode: category.BillCategoryCode,
    PayerId: entered.PayerId,
    ...payerData,
    PayerNo: payerNo || null,
    CurrencyType: entered.CurrencyType,
    FeeItems: fees.items,
    ShouldPayAmount: fees.amount,
    VACAccount: account,
    ...dates,
    DebitFlag,
  }
}

/** The values of a bill that has just been created. */
export const initialBill = {
  PaidAmount: 0,
  PayStatus: 'Unpaid',
  BillState: 'Active',
  AccountState: 'InUse',
  PrintCount: 0,
} as const

const payerOf = (
  { PayerId }: EnteredBill,
  { payers, before }: BillSources,
  report: BillProblemReporter,
): BillPayer | undefined => {
  const payer = payers.byId.get(PayerId ?? '')
  if (payer && payer.PayerStatus !== 'Active' && before?.PayerId !== PayerId)
    report('PayerId', 'state', `繳款人「${payer.PayerId}」已停用，請先在繳款人設定改為啟用。`)
  return payer
}

const termOf = (
  { BillTermId: id }: EnteredBill,
  { records, before }: BillSources,
  report: BillProblemReporter,
): BillTerm | null => {
  if (!id) return report('BillTermId', 'missing', '請選擇代收期別。')
  const term = records.terms.get(id)
  if (!term) return report('BillTermId', 'state', `查無期別代號「${id}」，請先在代收期別維護新增。`)
  return term.TermStatus === 'Closed' && before?.BillTermId !== id
    ? report('BillTermId', 'state', `期別「${id}」已結案，不可再新增帳單。`)
    : term
}

const categoryOf = (
  { BillCategoryCode }: EnteredBill,
  term: BillTerm,
  { records, before }: BillSources,
  report: BillProblemReporter,
): BillCategory | null => {
  const code = BillCategoryCode ?? term.BillCategoryCode
  const category = records.categories.get(code)
  if (category && (category.CategoryStatus === 'Active' || before?.BillCategoryCode === code)) return category
  return report('BillCategoryCode', 'state', `代收類別「${code}」不存在或已停用，請先在代收類別設定啟用。`)
}

/**
 * Returns the payer's data for the bill: the entered values, and for all others the values of the payer's record.
 * A payer without a record exists only in this bill.
 */
const payerDataOf = (
  entered: EnteredBill,
  payer: BillPayer | undefined,
): Pick<BillValues, (typeof copiedFields)[number]> => {
  const enteredOrPayerValue = (name: (typeof copiedFields)[number]) =>
    entered[name] === undefined ? (payer?.[name] ?? null) : entered[name]
  return {
    PayerUnitId: enteredOrPayerValue('PayerUnitId'),
    PayerNo: enteredOrPayerValue('PayerNo'),
    IdNo: enteredOrPayerValue('IdNo'),
    Mobile: enteredOrPayerValue('Mobile'),
    Email: enteredOrPayerValue('Email'),
    ZipCode: enteredOrPayerValue('ZipCode'),
    Address: enteredOrPayerValue('Address'),
  }
}

/** Checks whether the bill has no unit or a unit that may be used. Reports an unknown unit. */
const validateUnit = (
  id: string | null,
  entered: EnteredBill,
  { records, before }: BillSources,
  report: BillProblemReporter,
): boolean => {
  // A unit that comes from the payer's record or the stored bill is valid even if it was deactivated.
  if (id === null || entered.PayerUnitId === undefined || id === before?.PayerUnitId || records.units.has(id))
    return true
  report('PayerUnitId', 'state', `查無代收單位代號「${id}」，請先在代收單位設定新增。`)
  return false
}

interface PayerContext {
  readonly payer: BillPayer | undefined
  readonly sources: BillSources
  readonly report: BillProblemReporter
}

/**
 * Returns the payer's number in the account: empty if accounts of the agreement contain no payer number, null if the
 * number is invalid, which is reported.
 */
const payerNoOf = (no: string, { PayerId }: EnteredBill, { payer, sources, report }: PayerContext): string | null => {
  const { PayerNoLen } = sources.records.agreement
  const owner = sources.payers.byNo.get(no)
  if (PayerNoLen === 0) return no === '' ? '' : report('PayerNo', 'length', '依代收約定，繳款人編號不需填寫，請留空。')
  if (no === '')
    return report('PayerNo', 'missing', '請填寫繳款人編號：虛擬帳號需要它，且繳款人設定沒有這位繳款人的編號。')
  if (no.length !== PayerNoLen)
    return report('PayerNo', 'length', `繳款人編號應為 ${PayerNoLen} 碼，目前 ${no.length} 碼。`)
  if (sources.before?.PayerNo === no && sources.before.PayerId === PayerId) return no
  if (payer?.PayerNo && payer.PayerNo !== no)
    return report('PayerNo', 'format', `繳款人編號與繳款人設定的「${payer.PayerNo}」不同，請改為一致或留空。`)
  return owner && owner.PayerId !== PayerId
    ? report('PayerNo', 'repeated', `繳款人編號「${no}」已由繳款人「${owner.PayerId}」使用，請改用其他編號。`)
    : no
}

/**
 * Returns whether the bill is collected by direct debit; null if direct debit was requested but the payer has not
 * authorized it.
 * A stored bill of the same payer keeps its direct debit.
 */
const directDebitOf = (
  { DebitFlag, PayerId }: EnteredBill,
  payer: BillPayer | undefined,
  { before }: BillSources,
  report: BillProblemReporter,
): boolean | null => {
  const isAuthorized = payer?.isDebitAuthorized ?? false
  if (DebitFlag === undefined) return isAuthorized
  const hadDebit = before?.DebitFlag && before.PayerId === PayerId
  if (!DebitFlag || isAuthorized || hadDebit) return DebitFlag
  return report('DebitFlag', 'state', '這位繳款人沒有已授權的約定扣款，請改選「否」，或先在繳款人設定完成授權。')
}

/**
 * Returns the entered account; null if it is the computed account of the stored bill, which is recomputed from the new
 * values.
 */
const enteredAccount = ({ VACAccount }: EnteredBill, { records, before }: BillSources): string | null => {
  if (VACAccount === null || VACAccount !== before?.VACAccount) return VACAccount
  const term = records.terms.get(before.BillTermId)
  return term && isComputedAccount(before, term, records.agreement) ? null : VACAccount
}

/** The values of a bill that decide whether stores accept it. */
interface StoreValues extends BillDates, Pick<BarcodeData, 'amount' | 'account' | 'currency'> {}

/**
 * Returns the reason why nobody could pay the bill: stores are its only channels, and they do not accept it.
 * Returns null otherwise.
 */
const storesOnlyRefusal = (
  storeValues: StoreValues,
  { Channels, marketItem }: BillCategory,
  { today }: BillReferences,
) => {
  const hasOnlyStores = Channels.length > 0 && Channels.every((channel) => storeChannels.includes(channel))
  return hasOnlyStores ? marketRefusal(barcodeDataOf(storeValues, Channels), marketItem, today) : null
}

const problemsByRefusal = ({ marketItem }: BillCategory) =>
  ({
    notOffered: ['BillCategoryCode', 'state', '這個代收類別只開放超商，但沒有可用的超商代收項目，請改用其他代收類別。'],
    currency: ['CurrencyType', 'state', '這個代收類別只開放超商，而超商不代收外幣，請改用新臺幣或其他代收類別。'],
    aboveMaximum: [
      'ShouldPayAmount',
      'amount',
      `應繳金額${feeText(marketItem)}超過所有開放通路的收款上限，請改用其他代收類別或拆成數筆。`,
    ],
    belowMinimum: ['ShouldPayAmount', 'amount', '應繳金額未達所有開放通路的收款下限，請更正金額或改用其他代收類別。'],
    deadlinePassed: [
      'PaymentEndDate',
      'date',
      '這個代收類別只開放超商，而超商代收期限已過，請延後期限或改用其他代收類別。',
    ],
    deadlineNotPrintable: [
      'PaymentEndDate',
      'date',
      '這個代收類別只開放超商，而這個期限無法印成超商條碼，請更正期限或改用其他代收類別。',
    ],
  }) as const satisfies Record<string, Parameters<BillProblemReporter>>

const feeText = (item: BillCategory['marketItem']): string => {
  const fee = item ? payerFee(item) : 0
  return fee > 0 ? `加上繳款人負擔的手續費 ${formatMoney(fee)} 元後` : ''
}

const barcodeDataOf = (
  { PaymentEndDate, MarketEndDate, ...values }: StoreValues,
  channels: readonly string[],
): BarcodeData => ({
  ...values,
  dueDate: PaymentEndDate,
  marketEndDate: MarketEndDate,
  channels,
})
