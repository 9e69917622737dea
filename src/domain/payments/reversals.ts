import { plainAccount } from '../accounts/virtual-account'
import { isOpen, isPaid, isProposed, type Line, type LineFacts, reportedAccount } from './line'

/**
 * Returns the line that a reversal takes back; null if there is none. `lines` are in the order of their arrival. If a line with the serial of the reversal is on
 * record, only that line is possible. Otherwise it is the last line that is written off, or else the last line that waits.
 */
export const originalOf = (reversal: LineFacts, lines: readonly Line[]): Line | null => {
  const possible = lines.filter((line) => isPossibleOriginal(line, reversal))
  const exact = possible.filter(({ TradeDate, TxnSeq }) => TradeDate === reversal.TradeDate && TxnSeq === reversal.TxnSeq)
  const reversible = (exact.length > 0 ? exact : possible).filter(isReversible)
  // A channel can report a reversal on a later day with the serial of its original.
  return reversible.findLast(({ TxnSeq }) => TxnSeq === reversal.TxnSeq) ?? reversible.findLast(isPaid) ?? reversible.at(-1) ?? null
}

/** Returns the reversal on record that takes back a payment that arrived or became reversible after it; null if there is none. */
export const waitingReversalOf = (payment: LineFacts, lines: readonly Line[]): Line | null => {
  const arrived: Line = { ...payment, state: { WriteOffStatus: 'NotWrittenOff' } }
  const known = [...lines.filter(({ SerialId }) => SerialId !== payment.SerialId), arrived]
  return lines.find((line) => isWaitingReversal(line) && originalOf(line, known) === arrived) ?? null
}

/** Checks whether a line is a reversal that found nothing to take back. */
export const isWaitingReversal = ({ AmountSign, state }: Line): boolean =>
  AmountSign === 'Minus' && 'ExceptionType' in state && state.ExceptionType === 'Reversal'

/** Returns the keys that a payment and its reversal share: one for the account that the channel reported, and one for the corrected account. */
export const pairKeys = (line: LineFacts): readonly string[] => [...new Set([line.VACAccount, reportedAccount(line)])].map((account) => pairKey(line, account))

const pairKey = ({ ChannelId, Amount }: LineFacts, account: string): string => [ChannelId, plainAccount(account), Amount].join('|')

/** Checks whether a line is a whole payment with the channel, account and amount of the reversal, and not later than its day. */
const isPossibleOriginal = (line: Line, reversal: LineFacts): boolean =>
  line.AmountSign === 'Plus' &&
  line.ParentSerialId === null &&
  line.TradeDate <= reversal.TradeDate &&
  pairKeys(line).includes(pairKey(reversal, reversal.VACAccount))

/** Checks whether a line can be taken back: it is written off, open, or waits for a release. The handling of a divided or invalidated line must be undone first. */
const isReversible = (line: Line): boolean => isPaid(line) || isOpen(line) || isProposed(line)
