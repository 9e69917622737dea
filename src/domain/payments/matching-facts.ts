import { type AccountRule, isAccount, plainAccount } from '../accounts/virtual-account'
import { type WhiteListEntry, type WhiteListRefusal, whiteListRefusal } from '../accounts/white-list'
import { type BillFacts, closedReason } from '../bills/bill'
import type { EnumCode } from '../enums'
import { barcodeChannels, matchedAmount } from './channel-fee'
import { isPaid, type Line, type LineFacts, type Payment } from './line'

/** The conditions under which an agreement accepts payments. */
export interface CollectingAgreement {
  readonly rule: AccountRule
  readonly UniformNo: string
  readonly AgreementStatus: EnumCode<'AgreementStatus'>
  readonly Channels: readonly string[]
  readonly MarketItems: readonly string[]
  readonly UseWhiteList: boolean
  /** Whether a second person must release what is done to a line. */
  readonly DualControl: boolean
}

/** A bill with what decides whether a payment is accepted. */
export interface PayableBill extends BillFacts {
  readonly SerialId: number
  readonly ApplyCode: string
  readonly VACAccount: string
  /** Whether the bill holds the account, or released it when its term was closed. */
  readonly AccountState: 'InUse' | 'Released'
  readonly CurrencyType: string
  /** The deadline for payments in stores; null if the deadline of the bill applies. */
  readonly MarketEndDate: string | null
  /** Whether the bill's category accepts parts of the amount. */
  readonly AllowPartial: boolean
  readonly AllowOverdue: boolean
}

/** An entry of the white list with its key. */
export interface ListedAccount extends WhiteListEntry {
  readonly SerialId: number
}

/** What is known about a line when it is matched. */
export interface MatchingFacts {
  readonly line: LineFacts
  /** Whether the same line was accepted earlier. */
  readonly isRepeat: boolean
  /** The line on record with which this one makes a pair: what a reversal takes back, or the reversal that arrived before its payment. */
  readonly pair: Line | null
  /** The agreement that owns the account. */
  readonly agreement: CollectingAgreement | null
  /** The bill that has the account. */
  readonly bill: PayableBill | null
  /** The entries of the white list with the account. */
  readonly listed: readonly ListedAccount[]
}

/** A condition of the table in `write-off.ts`; it returns what it found, or false or null if it does not hold. */
type Condition<T = true> = (facts: MatchingFacts) => T | false | null

export const isRepeat: Condition<boolean> = (facts) => facts.isRepeat

export const isReversal: Condition<boolean> = ({ line }) => line.AmountSign === 'Minus'

export const reversedPaidLine: Condition<Line> = (facts) => isReversal(facts) && facts.pair !== null && isPaid(facts.pair) && facts.pair

export const reversedUnpaidLine: Condition<Line> = (facts) => isReversal(facts) && facts.pair

export const earlierReversal: Condition<Line> = (facts) => !isReversal(facts) && facts.pair

export const hasNoAgreement: Condition<boolean> = ({ agreement }) => agreement === null

/** Checks whether the length or a check digit of the account is wrong. Check digits are verified with the amount and the deadline of the bill, so that a payment of another amount does not make the account invalid. Without a bill, they are verified with the amount of the line. */
export const hasWrongDigits: Condition<boolean> = ({ line, agreement, bill }) => {
  if (agreement === null) return false
  const figures = bill ? { amount: bill.ShouldPayAmount, dueDate: bill.PaymentEndDate } : { amount: matchedAmount(line), dueDate: null }
  // If the code of the agreement begins with zeros, plainAccount has removed them together with the padding.
  const account = plainAccount(line.VACAccount).padStart(agreement.rule.length, '0')
  return !isAccount(account, { ...agreement.rule, ...figures })
}

export const isAgreementStopped: Condition<boolean> = ({ agreement }) => agreement?.AgreementStatus !== 'Active'

export const isChannelClosed: Condition<boolean> = ({ line, agreement }) => !agreement?.Channels.includes(line.ChannelId)

export const isItemClosed: Condition<boolean> = ({ line: { ChannelId, MarketItemCode }, agreement }) =>
  barcodeChannels.includes(ChannelId) && !(MarketItemCode !== null && agreement?.MarketItems.includes(MarketItemCode))

export const incidentReason: Condition<WhiteListRefusal> = ({ line, agreement, listed }) =>
  agreement?.UseWhiteList === true && whiteListRefusal(listed, { account: line.VACAccount, amount: matchedAmount(line), date: line.TradeDate })

/** Checks whether there is no bill for the payment. A bill in another currency does not count. */
export const hasNoBill: Condition<boolean> = ({ line, bill }) => bill === null || bill.CurrencyType !== line.CurrencyType

export const isBillVoid: Condition<boolean> = ({ bill }) => bill !== null && closedReason(bill) === 'void'

export const isBillPaid: Condition<boolean> = ({ bill }) => bill !== null && closedReason(bill) === 'paid'

/** Checks whether a payment comes after the deadline of its channel although the bill's category does not allow late payments. */
export const isTooLate: Condition<boolean> = ({ line, bill }) => {
  if (bill === null || bill.AllowOverdue) return false
  const deadline = barcodeChannels.includes(line.ChannelId) ? (bill.MarketEndDate ?? bill.PaymentEndDate) : bill.PaymentEndDate
  return line.TradeDate > deadline
}

export const exactPayment: Condition<Payment> = (facts) => paymentIf(facts, (amount, remaining) => amount === remaining)

export const partialPayment: Condition<Payment> = (facts) =>
  // A fee that the payer bears can use up a small payment.
  paymentIf(facts, (amount, remaining) => facts.bill?.AllowPartial === true && amount >= 1 && amount < remaining)

export const isTooLittle: Condition<boolean> = (facts) => paymentIf(facts, (amount, remaining) => amount < remaining) !== null

export const always: Condition = () => true

const paymentIf = (facts: MatchingFacts, holds: (amount: number, remaining: number) => boolean): Payment | null => {
  const { line, agreement, bill } = facts
  const amount = matchedAmount(line)
  if (bill === null || !holds(amount, bill.ShouldPayAmount - bill.PaidAmount)) return null
  const listed = agreement?.UseWhiteList ? facts.listed.find(({ WhiteListState }) => WhiteListState === 'Active') : undefined
  return { BillSerialId: bill.SerialId, Amount: amount, WhiteListSerialId: listed?.SerialId ?? null }
}
