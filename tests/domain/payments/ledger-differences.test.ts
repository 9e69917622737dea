import { describe, expect, test } from 'vitest'
import { handleLine } from '../../../src/domain/payments/handle-line'
import type { ExceptionType, Line, LineState } from '../../../src/domain/payments/line'
import { matchLines } from '../../../src/domain/payments/match-lines'
import type { Invariant } from '../../../src/server/payments/verification/ledger-checks'
import { applied, type Ledger } from './support/ledger'
import { type LedgerRecords, ledgerDifferences } from './support/ledger-differences'
import { accounts, agreement, anyAgreement, bill, line } from './support/samples'

const bills = accounts.map((VACAccount, index) => ({
  ...bill,
  SerialId: 7001 + index,
  VACAccount,
  PayStatus: 'Unpaid' as const,
}))
const empty: Ledger = { agreements: [agreement], bills, whiteList: [], lines: [], entries: [] }
const arrivals = [
  line,
  { ...line, SerialId: 11002, TxnSeq: '2', VACAccount: accounts[1] },
  { ...line, SerialId: 11003, TxnSeq: '2', VACAccount: accounts[1], AmountSign: 'Minus' },
  { ...line, SerialId: 11004, TxnSeq: '4', VACAccount: accounts[2], Amount: 1500 },
] as const

const matched = applied(empty, matchLines(arrivals, empty).change)
const division = {
  request: {
    action: 'Divide',
    parts: [
      { BillSerialId: 7003, Amount: 1000 },
      { BillSerialId: 7004, Amount: 500 },
    ],
  },
  Reason: '一次繳兩張帳單',
  by: 'maker01',
} as const
const lineOf = (SerialId: number): Line =>
  matched.lines.find((found) => found.SerialId === SerialId) ?? { ...line, state: { WriteOffStatus: 'NotWrittenOff' } }
/** One line paid a bill, two lines are a reversed pair, and one is divided into two parts. */
const ledger = applied(
  matched,
  handleLine(lineOf(11004), division, { ...matched, newSerialIds: [11005, 11006], canUse: anyAgreement }),
)
const correct: LedgerRecords = { ...ledger, accepted: { count: 4, sum: 2500 } }

const withLine = (SerialId: number, differences: Partial<Line>): Partial<LedgerRecords> => ({
  lines: correct.lines.map((found) => (found.SerialId === SerialId ? { ...found, ...differences } : found)),
})
const withState = (SerialId: number, state: LineState) => withLine(SerialId, { state })
const withStates = (states: Readonly<Record<number, LineState>>): Partial<LedgerRecords> => ({
  lines: correct.lines.map((found) => ({ ...found, state: states[found.SerialId] ?? found.state })),
})
const exceptionOf = (ExceptionType: ExceptionType): LineState => ({
  WriteOffStatus: 'Exception',
  ExceptionType,
  BillSerialId: null,
})
const withEntry = (
  SerialId: number,
  differences: Partial<LedgerRecords['entries'][number]>,
): Partial<LedgerRecords> => ({
  entries: correct.entries.map((found) => (found.SerialId === SerialId ? { ...found, ...differences } : found)),
})
const withBill = (differences: Partial<LedgerRecords['bills'][number]>): Partial<LedgerRecords> => ({
  bills: correct.bills.map((found) => (found.SerialId === 7001 ? { ...found, ...differences } : found)),
})
const unmatched = exceptionOf('OverPaid')

/** Returns the differences as "invariant serial: expected, actual". */
const differencesOf = (records: Partial<LedgerRecords>) =>
  ledgerDifferences({ ...correct, ...records }).map(
    ({ invariant, SerialId, expected, actual }) => `${invariant} ${SerialId ?? 'all'}: ${expected}, ${actual}`,
  )

test('a ledger with a payment, a reversed pair and a divided line agrees with itself', () =>
  expect(differencesOf({})).toEqual([]))

describe('each broken invariant is named with its record', () => {
  const cases: Readonly<Record<Invariant, readonly [string, Partial<LedgerRecords>, readonly string[]]>> = {
    acceptedCount: [
      'a line is lost',
      { lines: correct.lines.filter(({ SerialId }) => SerialId !== 11001) },
      ['acceptedCount all: 4, 3', 'acceptedSum all: 2500, 1500', 'lineOfEntry 1: a line, no line'],
    ],
    acceptedSum: ['more was accepted', { accepted: { count: 4, sum: 2600 } }, ['acceptedSum all: 2600, 2500']],
    dividedSum: [
      'a part has another amount',
      { ...withLine(11006, { Amount: 400 }) },
      [
        'acceptedSum all: 2500, 2400',
        'dividedSum 11004: 1500, 1400',
        'entryOfLine 11006: 400 on bill 7004, 500 on bill 7004',
      ],
    ],
    dividedFee: [
      'a part has the whole fee',
      withLine(11006, { ChannelFee: line.ChannelFee }),
      ['dividedFee 11004: 10, 17'],
    ],
    countedOnce: [
      'a divided line counts beside its parts',
      withState(11004, unmatched),
      ['countedOnce 11005: Divided, Exception', 'countedOnce 11006: Divided, Exception'],
    ],
    reversedPair: [
      'a reversal points to a line that was not reversed',
      withState(11003, { WriteOffStatus: 'Reversed', PairSerialId: 11001, BillSerialId: 7002 }),
      ['reversedPair 11002: -1000, pair of another line', 'reversedPair 11003: 1000, pair of another line'],
    ],
    waitingReversal: [
      'a reversal waits beside the payment that it should take back',
      withStates({ 11002: exceptionOf('BillNotFound'), 11003: exceptionOf('Reversal') }),
      ['waitingReversal 11003: nothing to take back, a payment'],
    ],
    entryOfLine: [
      'a line that is not written off has an entry',
      withState(11001, unmatched),
      ['entryOfLine 11001: no live entry, 1000 on bill 7001'],
    ],
    lineOfEntry: [
      'an entry has no line',
      {
        entries: [
          ...correct.entries,
          { SerialId: 9, LineSerialId: 11999, BillSerialId: 7002, Amount: 100, CountersSerialId: null },
        ],
      },
      ['lineOfEntry 9: a line, no line', 'paidAmount 7002: 100, 0'],
    ],
    counterEntry: [
      'a counter-entry takes back another amount',
      withEntry(3, { Amount: -900 }),
      ['counterEntry 3: -1000 on bill 7002 for line 11002, -900 on bill 7002 for line 11002'],
    ],
    paidAmount: [
      'a bill was changed without an entry',
      withBill({ PaidAmount: 900, PayStatus: 'PartialPaid' }),
      ['paidAmount 7001: 1000, 900'],
    ],
    payStatus: [
      'the state of a bill does not follow from its amounts',
      withBill({ PayStatus: 'Unpaid' }),
      ['payStatus 7001: Paid, Unpaid'],
    ],
  }

  test.each(Object.entries(cases))('%s', (_, [, records, differences]) =>
    expect(differencesOf(records)).toEqual(differences),
  )
})

test.each([
  [
    'an entry twice',
    {
      entries: [
        ...correct.entries,
        { SerialId: 9, LineSerialId: 11001, BillSerialId: 7001, Amount: 1000, CountersSerialId: null },
      ],
    },
    'entryOfLine 11001: 1000 on bill 7001, 1000 on bill 7001, 1000 on bill 7001',
  ],
  [
    'a counter-entry twice',
    {
      entries: [
        ...correct.entries,
        { SerialId: 9, LineSerialId: 11002, BillSerialId: 7002, Amount: -1000, CountersSerialId: 2 },
      ],
    },
    'counterEntry 3: -1000 on bill 7002 for line 11002, countered repeatedly',
  ],
  [
    'a counter-entry of nothing',
    withEntry(3, { CountersSerialId: 99 }),
    'counterEntry 3: no counter-entry, -1000 on bill 7002 for line 11002',
  ],
  [
    'a reversed line without its pair',
    withState(11003, { WriteOffStatus: 'Reversed', PairSerialId: null, BillSerialId: null }),
    'reversedPair 11003: 1000, no pair',
  ],
  [
    'a part of a line that does not exist',
    withLine(11005, { ParentSerialId: 10000 }),
    'countedOnce 11005: Divided, no line',
  ],
] as const)('%s is found', (_, records, difference) => expect(differencesOf(records)).toContain(difference))

test('what a company collected itself counts on its bill', () =>
  expect(
    differencesOf({
      entries: [
        ...correct.entries,
        { SerialId: 9, LineSerialId: null, BillSerialId: 7002, Amount: 300, CountersSerialId: null },
      ],
      bills: correct.bills.map((found) =>
        found.SerialId === 7002 ? { ...found, PaidAmount: 300, PayStatus: 'PartialPaid' } : found,
      ),
    }),
  ).toEqual([]))
