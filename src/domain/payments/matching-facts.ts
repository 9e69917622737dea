import { type AccountRule, isAccount, plainAccount } from '../accounts/virtual-account'
import { type WhiteListEntry, type WhiteListRefusal, whiteListRefusal } from '../accounts/white-list'
import { type BillFacts, closedReason } from '../bills/bill'
import type { EnumCode } from '../enums'
import { marketItemChannels, matchedAmount } from './channel-fee'
import { type Line, type LineFacts, type Payment, paysBill } from './line'

/** An agreement with the settings that decide how its lines are matched and handled. */
export interface CollectingAgreement {
  readonly rule: AccountRule
  readonly UniformNo: string
  readonly AgreementStatus: EnumCode<'AgreementStatus'>
  readonly Channels: readonly string[]
  readonly MarketItems: readonly string[]
  readonly UseWhiteList: boolean
  /** Whether a second person must release the handling of a line. */
  readonly DualControl: boolean
}

/** A bill with the values that decide whether a payment is accepted. */
export interface PayableBill extends BillFacts {
  readonly SerialId: number
  readonly ApplyCode: string
  readonly VACAccount: string
  /** Whether the account still belongs to the bill, or was released when the term of the bill was closed. */
  readonly AccountState: 'InUse' | 'Released'
  readonly CurrencyType: string
  /** The deadline for payments in stores; null if the deadline of the bill applies. */
  readonly MarketEndDate: string | null
  /** Whether the category of the bill accepts partial payments. */
  readonly AllowPartial: boolean
  /** Whether the category of the bill accepts late payments. */
  readonly AllowOverdue: boolean
}

/** An entry of the white list with its serial id. */
export interface StoredWhiteListEntry extends WhiteListEntry {
  readonly SerialId: number
}

/** The facts that decide how a line is matched. */
export interface MatchingFacts {
  readonly line: LineFacts
  /** Whether an earlier accepted line is identical to this line. */
  readonly isRepeat: boolean
  /**
   * The stored line with which this line makes a pair: the payment that a reversal reverses, or the reversal that
   * arrived before its payment.
   */
  readonly pair: Line | null
  /** The agreement that owns the account. */
  readonly agreement: CollectingAgreement | null
  /** The bill that has the account. */
  readonly bill: PayableBill | null
  /** The white-list entries of the account. */
  readonly whiteListEntries: readonly StoredWhiteListEntry[]
}

/**
 * A condition of `writeOffTable`.
 * It returns a value for the decision, or false or null if the condition does not hold.
 */
type MatchingCondition<T = true> = (facts: MatchingFacts) => T | false | null

/** Checks whether an identical line was accepted earlier. */
export const isRepeat: MatchingCondition<boolean> = (facts) => facts.isRepeat

/** Checks whether the line is a reversal. */
export const isReversal: MatchingCondition<boolean> = ({ line }) => line.AmountSign === 'Minus'

/** Returns the written-off payment that the reversal reverses. */
export const reversedPaidLine: MatchingCondition<Line> = (facts) =>
  isReversal(facts) && facts.pair !== null && paysBill(facts.pair) && facts.pair

/** Returns the payment that the reversal reverses, whether it was written off or not. */
export const reversedLine: MatchingCondition<Line> = (facts) => isReversal(facts) && facts.pair

/** Returns the reversal of the payment, if the reversal arrived first. */
export const earlierReversal: MatchingCondition<Line> = (facts) => !isReversal(facts) && facts.pair

/** Checks whether no agreement owns the account. */
export const hasNoAgreement: MatchingCondition<boolean> = ({ agreement }) => agreement === null

/**
 * Checks whether the length or a check digit of the account is wrong.
 * Check digits are verified with the amount and the deadline of the bill, so that a payment of another amount does not
 * make the account invalid.
 * If there is no bill, they are verified with the amount of the line.
 */
export const isAccountInvalid: MatchingCondition<boolean> = ({ line, agreement, bill }) => {
  if (agreement === null) return false
  const { applyCode, checkType, scheme, length } = agreement.rule
  const [amount, dueDate] = bill ? [bill.ShouldPayAmount, bill.PaymentEndDate] : [matchedAmount(line), null]
  // If the account begins with zeros, plainAccount has removed them together with the padding of the file.
  const account = plainAccount(line.VACAccount).padStart(length, '0')
  // A literal, because a copy of the rule for each line takes several times as long.
  return !isAccount(account, { applyCode, checkType, scheme, length, amount, dueDate })
}

/** Checks whether the agreement is suspended or terminated. */
export const isAgreementStopped: MatchingCondition<boolean> = ({ agreement }) => agreement?.AgreementStatus !== 'Active'

/** Checks whether the agreement does not allow the channel. */
export const isChannelDisabled: MatchingCondition<boolean> = ({ line, agreement }) =>
  !agreement?.Channels.includes(line.ChannelId)

/** Checks whether the channel collects by market item and the agreement does not allow the item. */
export const isItemDisabled: MatchingCondition<boolean> = ({ line: { ChannelId, MarketItemCode }, agreement }) =>
  marketItemChannels.includes(ChannelId) &&
  !(MarketItemCode !== null && agreement?.MarketItems.includes(MarketItemCode))

/** Returns why the white list rejects the payment. */
export const incidentReason: MatchingCondition<WhiteListRefusal> = ({ line, agreement, whiteListEntries }) =>
  agreement?.UseWhiteList === true &&
  whiteListRefusal(whiteListEntries, { account: line.VACAccount, amount: matchedAmount(line), date: line.TradeDate })

/** Checks whether there is no bill for the payment. A bill in another currency does not count. */
export const hasNoBill: MatchingCondition<boolean> = ({ line, bill }) =>
  bill === null || bill.CurrencyType !== line.CurrencyType

/** Checks whether the bill is void. */
export const isBillVoid: MatchingCondition<boolean> = ({ bill }) => bill !== null && closedReason(bill) === 'void'

/** Checks whether the bill is paid. */
export const isBillPaid: MatchingCondition<boolean> = ({ bill }) => bill !== null && closedReason(bill) === 'paid'

/**
 * Checks whether the payment was made after the deadline of its channel and the category of the bill does not accept
 * late payments.
 */
export const isTooLate: MatchingCondition<boolean> = ({ line, bill }) => {
  if (bill === null || bill.AllowOverdue) return false
  const deadline = marketItemChannels.includes(line.ChannelId)
    ? (bill.MarketEndDate ?? bill.PaymentEndDate)
    : bill.PaymentEndDate
  return line.TradeDate > deadline
}

/** Returns the payment of exactly the outstanding amount. */
export const exactPayment: MatchingCondition<Payment> = (facts) =>
  paymentIf(facts, (amount, outstanding) => amount === outstanding)

/** Returns the payment of a part of the outstanding amount, if the category of the bill accepts partial payments. */
export const partialPayment: MatchingCondition<Payment> = (facts) =>
  // The amount can be less than 1 because a fee that the payer bears is deducted.
  paymentIf(facts, (amount, outstanding) => facts.bill?.AllowPartial === true && amount >= 1 && amount < outstanding)

/** Checks whether the payment is less than the outstanding amount. */
export const isTooLittle: MatchingCondition<boolean> = (facts) =>
  paymentIf(facts, (amount, outstanding) => amount < outstanding) !== null

/** Holds for every line. */
export const always: MatchingCondition = () => true

const paymentIf = (
  facts: MatchingFacts,
  isAccepted: (amount: number, outstanding: number) => boolean,
): Payment | null => {
  const { line, agreement, bill } = facts
  const amount = matchedAmount(line)
  if (bill === null || !isAccepted(amount, bill.ShouldPayAmount - bill.PaidAmount)) return null
  // An account has at most one active entry.
  const entry = agreement?.UseWhiteList
    ? facts.whiteListEntries.find(({ WhiteListState }) => WhiteListState === 'Active')
    : undefined
  return { BillSerialId: bill.SerialId, Amount: amount, WhiteListSerialId: entry?.SerialId ?? null }
}
