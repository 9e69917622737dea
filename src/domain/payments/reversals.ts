import { plainAccount } from '../accounts/virtual-account'
import { isOpen, isProposed, type Line, type LineFacts, paysBill } from './line'

/**
 * Returns the payment that a reversal reverses; null if there is none.
 * `lines` are in the order of their arrival.
 * If payments have the day and the transaction number of the reversal, only these are candidates, even if none of them
 * can be reversed.
 * Of the candidates that can be reversed, returns the last one with the transaction number of the reversal, else the
 * last written-off payment, else the last open or proposed payment.
 */
export const originalOf = (reversal: LineFacts, lines: readonly Line[]): Line | null => {
  const candidates = lines.filter((line) => isPossibleOriginal(line, reversal))
  const exactMatches = candidates.filter(
    ({ TradeDate, TxnSeq }) => TradeDate === reversal.TradeDate && TxnSeq === reversal.TxnSeq,
  )
  const reversible = (exactMatches.length > 0 ? exactMatches : candidates).filter(isReversible)
  // A channel can report a reversal on a later day with the transaction number of its original.
  return (
    reversible.findLast(({ TxnSeq }) => TxnSeq === reversal.TxnSeq) ??
    reversible.findLast(paysBill) ??
    reversible.at(-1) ??
    null
  )
}

/**
 * Returns the reversal that waits for this payment, because the payment arrived or became reversible after it; null if
 * there is none.
 */
export const waitingReversalOf = (payment: LineFacts, lines: readonly Line[]): Line | null => {
  const openPayment: Line = { ...payment, state: { WriteOffStatus: 'NotWrittenOff' } }
  const linesWithPayment = [...lines.filter(({ SerialId }) => SerialId !== payment.SerialId), openPayment]
  return lines.find((line) => isWaitingReversal(line) && originalOf(line, linesWithPayment) === openPayment) ?? null
}

/** Checks whether a line is a reversal for which no payment was found. */
export const isWaitingReversal = ({ AmountSign, state }: Line): boolean =>
  AmountSign === 'Minus' && 'ExceptionType' in state && state.ExceptionType === 'Reversal'

/**
 * Returns the keys that a payment and its reversal share: one for the account that the channel reported, and one for
 * the corrected account.
 */
export const pairKeys = (line: LineFacts): readonly string[] =>
  [line.VACAccount, ...(line.OriginalVACAccount === null ? [] : [line.OriginalVACAccount])].map((account) =>
    pairKey(line, account),
  )

const pairKey = ({ ChannelId, Amount }: LineFacts, account: string): string =>
  `${ChannelId}|${plainAccount(account)}|${Amount}`

/**
 * Checks whether a line is a reported payment (not a part of one) with the channel, account and amount of the reversal,
 * made on the day of the reversal or earlier.
 */
const isPossibleOriginal = (line: Line, reversal: LineFacts): boolean =>
  line.AmountSign === 'Plus' &&
  line.ParentSerialId === null &&
  line.TradeDate <= reversal.TradeDate &&
  pairKeys(line).includes(pairKey(reversal, reversal.VACAccount))

/**
 * Checks whether a payment can be reversed: it pays a bill, is open, or waits for a release.
 * The handling of a divided or invalidated payment must be undone first.
 */
const isReversible = (line: Line): boolean => paysBill(line) || isOpen(line) || isProposed(line)
