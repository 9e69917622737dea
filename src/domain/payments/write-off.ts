import {
  always,
  earlierReversal,
  exactPayment,
  hasNoAgreement,
  hasNoBill,
  hasWrongDigits,
  incidentReason,
  isAgreementStopped,
  isBillPaid,
  isBillVoid,
  isChannelClosed,
  isItemClosed,
  isRepeat,
  isReversal,
  isTooLate,
  isTooLittle,
  type MatchingFacts,
  partialPayment,
  reversedPaidLine,
  reversedUnpaidLine,
} from './matching-facts'
import { exception, ignored, incident, reversed, row, type WriteOffDecision, type WriteOffRow, writtenOff } from './write-off-row'

/** How an incoming line is written off (銷帳): the first row that applies decides. Decision 0093 has the cases in which the bank's rules leave a choice. */
export const writeOffTable: readonly WriteOffRow[] = [
  row(1, 'the same line again is ignored', { when: isRepeat, result: ignored }),
  row(2, 'a reversal takes back the line that it reverses', { when: reversedPaidLine, result: reversed }),
  row(2, 'a reversal of a line that waits makes a pair with it', { when: reversedUnpaidLine, result: reversed }),
  row(2, 'a reversal that finds nothing to take back is an exception', { when: isReversal, result: exception('Reversal') }),
  row(2, 'a payment whose reversal arrived before it makes a pair with that', { when: earlierReversal, result: reversed }),
  row(3, 'an account of no agreement is invalid', { when: hasNoAgreement, result: exception('VACInvalid') }),
  row(3, 'an account with wrong check digits is invalid', { when: hasWrongDigits, result: exception('VACInvalid') }),
  row(4, 'a stopped agreement accepts no channel', { when: isAgreementStopped, result: exception('ChannelDisabled') }),
  row(4, 'a channel must be enabled', { when: isChannelClosed, result: exception('ChannelDisabled') }),
  row(4, 'the item of a store must be enabled', { when: isItemClosed, result: exception('ChannelDisabled') }),
  row(5, 'the white list must let the payment in', { when: incidentReason, result: incident }),
  row(6, 'an account without a bill waits', { when: hasNoBill, result: exception('BillNotFound') }),
  row(7, 'a void bill is not paid', { when: isBillVoid, result: exception('BillVoided') }),
  row(8, 'a paid bill is not paid again', { when: isBillPaid, result: exception('Duplicate') }),
  row(9, 'a late payment needs a category that allows it', { when: isTooLate, result: exception('Overdue') }),
  row(10, 'the amount that remains is written off', { when: exactPayment, result: writtenOff }),
  row(10, 'less is written off where the category allows parts', { when: partialPayment, result: writtenOff }),
  row(10, 'less is an exception elsewhere', { when: isTooLittle, result: exception('UnderPaid') }),
  row(10, 'more is an exception', { when: always, result: exception('OverPaid') }),
]

/** Returns the decision about a line. */
export const decideWriteOff = (facts: MatchingFacts): WriteOffDecision => {
  for (const { decide } of writeOffTable) {
    const decision = decide(facts)
    if (decision !== null) return decision
  }
  throw new Error('The last row of the table applies to every line')
}
