import {
  always,
  earlierReversal,
  exactPayment,
  hasNoAgreement,
  hasNoBill,
  incidentReason,
  isAccountInvalid,
  isAgreementStopped,
  isBillPaid,
  isBillVoid,
  isChannelDisabled,
  isItemDisabled,
  isRepeat,
  isReversal,
  isTooLate,
  isTooLittle,
  type MatchingFacts,
  partialPayment,
  reversedLine,
  reversedPaidLine,
} from './matching-facts'
import {
  exception,
  ignored,
  incident,
  reversed,
  row,
  type WriteOffDecision,
  type WriteOffRow,
  writtenOff,
} from './write-off-row'

/**
 * The rules by which an incoming line is written off (銷帳).
 * The first row that applies decides.
 * Decision 0093 explains the cases in which the bank's rules leave a choice.
 */
export const writeOffTable: readonly WriteOffRow[] = [
  row(1, 'a line that was already accepted is ignored', { when: isRepeat, result: ignored }),
  row(2, 'a reversal reverses a written-off payment', { when: reversedPaidLine, result: reversed }),
  row(2, 'a reversal reverses a payment that is not written off', { when: reversedLine, result: reversed }),
  row(2, 'a reversal without a payment to reverse is an exception', {
    when: isReversal,
    result: exception('Reversal'),
  }),
  row(2, 'a payment whose reversal arrived first is reversed', { when: earlierReversal, result: reversed }),
  row(3, 'an account that belongs to no agreement is invalid', {
    when: hasNoAgreement,
    result: exception('VACInvalid'),
  }),
  row(3, 'an account with a wrong length or wrong check digits is invalid', {
    when: isAccountInvalid,
    result: exception('VACInvalid'),
  }),
  row(4, 'an agreement that is not active allows no channel', {
    when: isAgreementStopped,
    result: exception('ChannelDisabled'),
  }),
  row(4, 'the agreement must allow the channel', { when: isChannelDisabled, result: exception('ChannelDisabled') }),
  row(4, 'the agreement must allow the market item of a store', {
    when: isItemDisabled,
    result: exception('ChannelDisabled'),
  }),
  row(5, 'a payment that the white list rejects is an incident', { when: incidentReason, result: incident }),
  row(6, 'a payment without a bill is an exception', { when: hasNoBill, result: exception('BillNotFound') }),
  row(7, 'a payment of a void bill is an exception', { when: isBillVoid, result: exception('BillVoided') }),
  row(8, 'a payment of a paid bill is a duplicate', { when: isBillPaid, result: exception('Duplicate') }),
  row(9, 'a late payment is an exception unless the category accepts it', {
    when: isTooLate,
    result: exception('Overdue'),
  }),
  row(10, 'a payment of the outstanding amount is written off', { when: exactPayment, result: writtenOff }),
  row(10, 'a smaller payment is written off if the category accepts partial payments', {
    when: partialPayment,
    result: writtenOff,
  }),
  row(10, 'any other smaller payment is an exception', { when: isTooLittle, result: exception('UnderPaid') }),
  row(10, 'a larger payment is an exception', { when: always, result: exception('OverPaid') }),
]

/** Returns the decision about a line. */
export const decideWriteOff = (facts: MatchingFacts): WriteOffDecision => {
  for (const { decide } of writeOffTable) {
    const decision = decide(facts)
    if (decision !== null) return decision
  }
  throw new Error(`No row of the write-off table applies to line ${facts.line.SerialId}`)
}
