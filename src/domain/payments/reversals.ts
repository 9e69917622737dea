import { plainAccount } from '../accounts/virtual-account'
import { isOpen, isPaid, isProposed, type Line, type LineFacts, reportedAccount } from './line'

/**
 * Returns the line that a reversal takes back, of lines in the order of their arrival; null if there is none. If the line with the serial of the reversal is on
 * record, it can only be that one. Otherwise it is the last one that is written off, else the last one that waits.
 */
export const originalOf = (reversal: LineFacts, lines: readonly Line[]): Line | null => {
  const possible = lines.filter((line) => isPossibleOriginal(line, reversal))
  const exact = possible.filter(({ TradeDate, TxnSeq }) => TradeDate === reversal.TradeDate && TxnSeq === reversal.TxnSeq)
  const reversible = (exact.length > 0 ? exact : possible).filter(isReversible)
  // A channel can report a reversal on a later day with the serial of its original.
  return reversible.findLast(({ TxnSeq }) => TxnSeq === reversal.TxnSeq) ?? reversible.findLast(isPaid) ?? reversible.at(-1) ?? null
}

/** Returns the reversal on record that takes back a payment which arrives after it, or becomes reversible later; null if there is none. */
export const waitingReversalOf = (payment: LineFacts, lines: readonly Line[]): Line | null => {
  const arrived: Line = { ...payment, state: { WriteOffStatus: 'NotWrittenOff' } }
  const known = [...lines.filter(({ SerialId }) => SerialId !== payment.SerialId), arrived]
  return lines.find((line) => isWaitingReversal(line) && originalOf(line, known) === arrived) ?? null
}

/** Whether a line is a reversal for which there was nothing to take back. */
export const isWaitingReversal = ({ AmountSign, state }: Line): boolean =>
  AmountSign === 'Minus' && 'ExceptionType' in state && state.ExceptionType === 'Reversal'

/** Returns what a payment and its reversal have in common, as texts: one for the account that the channel reported, and one for that which a person corrected. */
export const pairKeys = (line: LineFacts): readonly string[] => [...new Set([line.VACAccount, reportedAccount(line)])].map((account) => pairKey(line, account))

const pairKey = ({ ChannelId, Amount }: LineFacts, account: string): string => [ChannelId, plainAccount(account), Amount].join('|')

/** Whether a line is a whole payment of the same channel, account and amount, which was not paid after the day of the reversal. */
const isPossibleOriginal = (line: Line, reversal: LineFacts): boolean =>
  line.AmountSign === 'Plus' &&
  line.ParentSerialId === null &&
  line.TradeDate <= reversal.TradeDate &&
  pairKeys(line).includes(pairKey(reversal, reversal.VACAccount))

/** Whether a line can be taken back: it is written off, waits, or waits for a release. Money of a divided or invalidated line went elsewhere, which must be undone first. */
const isReversible = (line: Line): boolean => isPaid(line) || isOpen(line) || isProposed(line)
