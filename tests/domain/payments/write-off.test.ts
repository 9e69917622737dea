import { describe, expect, test } from 'vitest'
import { payStatus } from '../../../src/domain/bills/bill'
import type { ExceptionType, Line } from '../../../src/domain/payments/line'
import { matchLines } from '../../../src/domain/payments/match-lines'
import type { MatchingFacts } from '../../../src/domain/payments/matching-facts'
import { decideWriteOff, writeOffTable } from '../../../src/domain/payments/write-off'
import vectors from '../vectors/write-off.json'
import { accounts, agreement, bill, facts, line, listed, paidLine } from './support/samples'

const known: MatchingFacts = { line, isRepeat: false, pair: null, agreement, bill, whiteListEntries: [] }
const reversal = { ...line, AmountSign: 'Minus' } as const
const atStore = { ...line, ChannelId: '01', MarketItemCode: '7A1' }
const exceptionState = (ExceptionType: ExceptionType) =>
  ({ WriteOffStatus: 'Exception', ExceptionType, BillSerialId: null }) as const
const waitingLine: Line = { ...paidLine, state: exceptionState('BillNotFound') }
const waitingReversal: Line = { ...reversal, SerialId: 11000, state: exceptionState('Reversal') }
const exception = (ExceptionType: string) => ({ kind: 'Exception', ExceptionType })
const writtenOff = (Amount: number, WhiteListSerialId: number | null = null) => ({
  kind: 'WrittenOff',
  payment: { BillSerialId: 7001, Amount, WhiteListSerialId },
})
const withListed = { agreement: { ...agreement, UseWhiteList: true }, whiteListEntries: [listed] }

/** The cases of each row: what differs from a payment that is written off, and the decision. */
const cases: Readonly<Record<string, readonly (readonly [string, Partial<MatchingFacts>, object])[]>> = {
  'a line that was already accepted is ignored': [
    ['it was accepted earlier', { isRepeat: true }, { kind: 'Ignored' }],
    [
      'even for a reversal whose original is known',
      { line: reversal, pair: paidLine, isRepeat: true },
      { kind: 'Ignored' },
    ],
  ],
  'a reversal reverses a written-off payment': [
    ['the original is written off', { line: reversal, pair: paidLine }, { kind: 'Reversed', pair: paidLine }],
    [
      'even if the agreement was stopped',
      { line: reversal, pair: paidLine, agreement: { ...agreement, AgreementStatus: 'Terminated' } },
      { kind: 'Reversed', pair: paidLine },
    ],
  ],
  'a reversal reverses a payment that is not written off': [
    ['the original has found no bill', { line: reversal, pair: waitingLine }, { kind: 'Reversed', pair: waitingLine }],
    [
      'even if its account is of no agreement',
      { line: reversal, pair: waitingLine, agreement: null, bill: null },
      { kind: 'Reversed', pair: waitingLine },
    ],
  ],
  'a reversal without a payment to reverse is an exception': [
    ['no original', { line: reversal }, exception('Reversal')],
  ],
  'a payment whose reversal arrived first is reversed': [
    ['the reversal waits', { pair: waitingReversal }, { kind: 'Reversed', pair: waitingReversal }],
    [
      'even if its bill was paid',
      { pair: waitingReversal, bill: { ...bill, PaidAmount: 1000 } },
      { kind: 'Reversed', pair: waitingReversal },
    ],
  ],
  'an account that belongs to no agreement is invalid': [
    ['no agreement', { agreement: null, bill: null }, exception('VACInvalid')],
  ],
  'an account with a wrong length or wrong check digits is invalid': [
    [
      'the last digit is wrong',
      { line: { ...line, VACAccount: '77001260001236' }, bill: null },
      exception('VACInvalid'),
    ],
    ['a digit is missing', { line: { ...line, VACAccount: '7700126000123' }, bill: null }, exception('VACInvalid')],
    ['zeros before the account do not count', { line: { ...line, VACAccount: `00${accounts[0]}` } }, writtenOff(1000)],
  ],
  'an agreement that is not active allows no channel': [
    ['it is suspended', { agreement: { ...agreement, AgreementStatus: 'Suspended' } }, exception('ChannelDisabled')],
    ['it was terminated', { agreement: { ...agreement, AgreementStatus: 'Terminated' } }, exception('ChannelDisabled')],
  ],
  'the agreement must allow the channel': [
    ['the agreement lacks it', { line: { ...line, ChannelId: '15' } }, exception('ChannelDisabled')],
  ],
  'the agreement must allow the market item of a store': [
    ['the agreement lacks it', { line: { ...atStore, MarketItemCode: 'I0O' } }, exception('ChannelDisabled')],
    ['the barcode has none', { line: { ...atStore, MarketItemCode: null } }, exception('ChannelDisabled')],
    [
      'a farmers’ association has another one',
      { line: { ...atStore, ChannelId: '12', MarketItemCode: 'I0O' } },
      exception('ChannelDisabled'),
    ],
    ['it is enabled', { line: atStore }, writtenOff(1000)],
  ],
  'a payment that the white list rejects is an incident': [
    [
      'the account is not listed',
      { ...withListed, whiteListEntries: [] },
      { ...exception('Incident'), IncidentReason: 'NotInWhiteList' },
    ],
    [
      'it was paid before',
      { ...withListed, whiteListEntries: [{ ...listed, UsedTimes: 1 }] },
      { ...exception('Incident'), IncidentReason: 'DuplicatePay' },
    ],
    [
      'another amount',
      { ...withListed, line: { ...line, Amount: 999 } },
      { ...exception('Incident'), IncidentReason: 'AmountMismatch' },
    ],
    [
      'outside its days',
      { ...withListed, line: { ...line, TradeDate: '2026-12-01' } },
      { ...exception('Incident'), IncidentReason: 'OutOfDate' },
    ],
    [
      'it is disabled',
      { ...withListed, whiteListEntries: [{ ...listed, WhiteListState: 'Disabled' }] },
      { ...exception('Incident'), IncidentReason: 'ManualStop' },
    ],
    [
      'an incident comes before a missing bill',
      { ...withListed, whiteListEntries: [], bill: null },
      { ...exception('Incident'), IncidentReason: 'NotInWhiteList' },
    ],
    ['the payment is listed and uses its entry', withListed, writtenOff(1000, 9501)],
    [
      'a fee that the payer bears is not part of the listed amount',
      { ...withListed, line: { ...line, Amount: 1010, FeeBearType: 'Increase' } },
      writtenOff(1000, 9501),
    ],
    ['the agreement does not use the list', { whiteListEntries: [{ ...listed, UsedTimes: 1 }] }, writtenOff(1000)],
  ],
  'a payment without a bill is an exception': [
    ['there is no bill', { bill: null }, exception('BillNotFound')],
    ['the bill is in another currency', { bill: { ...bill, CurrencyType: 'USD' } }, exception('BillNotFound')],
  ],
  'a payment of a void bill is an exception': [
    ['it was voided', { bill: { ...bill, BillState: 'Void' } }, exception('BillVoided')],
  ],
  'a payment of a paid bill is a duplicate': [
    ['in full', { bill: { ...bill, PaidAmount: 1000 } }, exception('Duplicate')],
    ['in excess', { bill: { ...bill, PaidAmount: 1200 } }, exception('Duplicate')],
    [
      'even after its deadline',
      { bill: { ...bill, PaidAmount: 1000, PaymentEndDate: '2026-11-01' } },
      exception('Duplicate'),
    ],
  ],
  'a late payment is an exception unless the category accepts it': [
    ['the day after the deadline', { line: { ...line, TradeDate: '2026-12-01' } }, exception('Overdue')],
    ['on the last day', { line: { ...line, TradeDate: '2026-11-30' } }, writtenOff(1000)],
    [
      'a store within its own deadline',
      { line: { ...atStore, TradeDate: '2026-12-05' }, bill: { ...bill, MarketEndDate: '2026-12-05' } },
      writtenOff(1000),
    ],
    [
      'a store after its own deadline',
      { line: { ...atStore, TradeDate: '2026-12-06' }, bill: { ...bill, MarketEndDate: '2026-12-05' } },
      exception('Overdue'),
    ],
    [
      'an ATM within the deadline of the stores',
      { line: { ...line, TradeDate: '2026-12-05' }, bill: { ...bill, MarketEndDate: '2026-12-05' } },
      exception('Overdue'),
    ],
    [
      'the category allows it',
      { line: { ...line, TradeDate: '2026-12-01' }, bill: { ...bill, AllowOverdue: true } },
      writtenOff(1000),
    ],
  ],
  'a payment of the outstanding amount is written off': [
    ['all of it', {}, writtenOff(1000)],
    [
      'the rest of a bill that is paid in part',
      { line: { ...line, Amount: 600 }, bill: { ...bill, PaidAmount: 400 } },
      writtenOff(600),
    ],
    [
      'without the fee that the payer bears',
      { line: { ...line, Amount: 1010, FeeBearType: 'Increase' } },
      writtenOff(1000),
    ],
    [
      'without the printed fee',
      { line: { ...line, Amount: 1010, FeeBearType: 'Increase', ChannelFee: 12, TableFee: 10 } },
      writtenOff(1000),
    ],
  ],
  'a smaller payment is written off if the category accepts partial payments': [
    ['a part', { line: { ...line, Amount: 400 }, bill: { ...bill, AllowPartial: true } }, writtenOff(400)],
    [
      'not if the fee uses it up',
      { line: { ...line, Amount: 10, FeeBearType: 'Increase' }, bill: { ...bill, AllowPartial: true } },
      exception('UnderPaid'),
    ],
  ],
  'any other smaller payment is an exception': [
    ['a part', { line: { ...line, Amount: 999 } }, exception('UnderPaid')],
    [
      'exactly the amount where the payer should bear the fee',
      { line: { ...line, FeeBearType: 'Increase' } },
      exception('UnderPaid'),
    ],
  ],
  'a larger payment is an exception': [
    ['more than the bill', { line: { ...line, Amount: 1001 } }, exception('OverPaid')],
    [
      'more than remains',
      { line: { ...line, Amount: 601 }, bill: { ...bill, PaidAmount: 400, AllowPartial: true } },
      exception('OverPaid'),
    ],
  ],
}

describe.each(Object.entries(cases))('%s', (_, rowCases) => {
  test.each(rowCases)('%s', (_, differences, decision) =>
    expect(decideWriteOff({ ...known, ...differences })).toEqual(decision),
  )
})

test('every row of the table has its cases, in the order of the bank’s rules', () => {
  expect(writeOffTable.map(({ name }) => name)).toEqual(Object.keys(cases))
  const steps = writeOffTable.map(({ step }) => step)
  expect([...new Set(steps)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
})

test('the first case of each row is decided by that row', () => {
  for (const { name, decide } of writeOffTable) {
    const [, differences, decision] = cases[name]?.[0] ?? []
    expect(decide({ ...known, ...differences })).toEqual(decision)
  }
})

describe('check digits that include figures of the bill', () => {
  const rule = { applyCode: '77001', checkType: 'AccountAmount', scheme: 'W371', length: 16 } as const
  const withAmount = {
    agreement: { ...agreement, rule },
    bill: { ...bill, ShouldPayAmount: 25_000 },
    line: { ...line, VACAccount: '7700126000123451' },
  }

  test.each([
    [
      'a different amount does not make the account invalid',
      { ...withAmount, line: { ...withAmount.line, Amount: 25_001 } },
      'OverPaid',
    ],
    ['without a bill, the amount of the line must fit', { ...withAmount, bill: null }, 'VACInvalid'],
    [
      'without a bill, a fitting amount waits for it',
      { ...withAmount, bill: null, line: { ...withAmount.line, Amount: 25_000 } },
      'BillNotFound',
    ],
  ] as const)('%s', (_, differences, type) =>
    expect(decideWriteOff({ ...known, ...differences })).toEqual(exception(type)),
  )
})

describe('the samples of the bank', () => {
  test.each(vectors.vectors)('%o', ({ bill: given, incoming, result }) => {
    const stored = {
      ...bill,
      ShouldPayAmount: given.shouldPay,
      PaidAmount: given.paid,
      PaymentEndDate: given.end,
      BillState: given.void ? 'Void' : 'Active',
    } as const
    const isMinus = incoming.amount < 0
    const arrived = {
      ...line,
      TradeDate: incoming.tradeDate,
      Amount: Math.abs(incoming.amount),
      AmountSign: isMinus ? 'Minus' : 'Plus',
    } as const
    const { change } = matchLines([arrived], { ...facts, bills: [stored], lines: isMinus ? [paidLine] : [] })
    const state = change.lines.find(({ SerialId }) => SerialId === line.SerialId)?.state
    expect(state?.WriteOffStatus).toBe(result.writeOffStatus)
    expect(state?.WriteOffStatus === 'Exception' ? state.ExceptionType : null).toBe(result.exceptionType)
    const paid = change.postings.at(-1)?.PaidAmount ?? given.paid
    expect([paid, payStatus(paid, given.shouldPay)]).toEqual([result.paid, result.payStatus])
    if (isMinus)
      expect(change.lines.find(({ SerialId }) => SerialId === paidLine.SerialId)?.state.WriteOffStatus).toBe('Reversed')
  })
})
