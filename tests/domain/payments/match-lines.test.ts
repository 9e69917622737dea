import { describe, expect, test } from 'vitest'
import type { ExceptionState, ExceptionType, Line, LineFacts, LineState } from '../../../src/domain/payments/line'
import { isMatchedAgain, matchLines } from '../../../src/domain/payments/match-lines'
import type { BatchFacts } from '../../../src/domain/payments/working-ledger'
import { handling } from './support/handlings'
import { accounts, agreement, bill, facts, line, listed, paidLine } from './support/samples'

const second = { ...line, SerialId: 11002, TxnSeq: '000124' }
const reversal = { ...line, SerialId: 11003, AmountSign: 'Minus' } as const
const parts = { ...bill, AllowPartial: true }
const exceptionOf = (ExceptionType: ExceptionType, BillSerialId: number | null = null): ExceptionState => ({
  WriteOffStatus: 'Exception',
  ExceptionType,
  BillSerialId,
})
const invalid: LineState = {
  WriteOffStatus: 'Invalid',
  handled: {
    ...handling({ action: 'Invalid' }),
    checker: null,
    before: { ...line, state: exceptionOf('BillNotFound') },
  },
}

/** Returns the states of the lines, in their order, and the amounts that the bill had after each entry. */
const outcomes = (lines: readonly LineFacts[], known: BatchFacts = facts) => {
  const { decisions, change } = matchLines(lines, known)
  return {
    decisions: decisions.map(({ decision }) =>
      decision.kind === 'Exception' ? decision.ExceptionType : decision.kind,
    ),
    paid: change.postings.map(({ PaidAmount, PayStatus }) => [PaidAmount, PayStatus]),
  }
}

describe('lines of one batch', () => {
  test('two payments of one bill: the second is a duplicate', () =>
    expect(outcomes([line, second])).toEqual({ decisions: ['WrittenOff', 'Duplicate'], paid: [[1000, 'Paid']] }))

  test('two parts of one bill: the second pays what the first left', () =>
    expect(
      outcomes(
        [
          { ...line, Amount: 400 },
          { ...second, Amount: 600 },
        ],
        { ...facts, bills: [parts] },
      ),
    ).toEqual({
      decisions: ['WrittenOff', 'WrittenOff'],
      paid: [
        [400, 'PartialPaid'],
        [1000, 'Paid'],
      ],
    }))

  test('the same line twice is written off once', () =>
    expect(outcomes([line, { ...line, SerialId: 11002 }])).toEqual({
      decisions: ['WrittenOff', 'Ignored'],
      paid: [[1000, 'Paid']],
    }))

  test('a payment, its reversal and a second payment', () =>
    expect(outcomes([line, reversal, second])).toEqual({
      decisions: ['WrittenOff', 'Reversed', 'WrittenOff'],
      paid: [
        [1000, 'Paid'],
        [0, 'Unpaid'],
        [1000, 'Paid'],
      ],
    }))

  test('a payment is reversed only once', () =>
    expect(outcomes([line, reversal, { ...reversal, SerialId: 11004, TxnSeq: '000125' }]).decisions).toEqual([
      'WrittenOff',
      'Reversed',
      'Reversal',
    ]))

  test('a reversal before its payment: both are a pair, and nothing is paid', () => {
    const { change } = matchLines([reversal, line], facts)
    expect(outcomes([reversal, line])).toEqual({ decisions: ['Reversal', 'Reversed'], paid: [] })
    expect(change.lines.map(({ SerialId, state }) => [SerialId, state])).toEqual([
      [11003, { WriteOffStatus: 'Reversed', PairSerialId: 11001, BillSerialId: 7001 }],
      [11001, { WriteOffStatus: 'Reversed', PairSerialId: 11003, BillSerialId: 7001 }],
    ])
  })

  test('a reversal before its payment does not take back another one', () =>
    expect(
      outcomes([reversal, second, line], { ...facts, lines: [{ ...line, SerialId: 11000, state: invalid }] }).decisions,
    ).toEqual(['Reversal', 'WrittenOff', 'Ignored']))

  test('an entry of the white list is used once, and a reversal gives the use back', () => {
    const known = { ...facts, agreements: [{ ...agreement, UseWhiteList: true }], whiteList: [listed] }
    expect(outcomes([line, second, reversal, { ...line, SerialId: 11004, TxnSeq: '000125' }], known).decisions).toEqual(
      ['WrittenOff', 'Incident', 'Reversed', 'WrittenOff'],
    )
  })

  test('a payment that the white list rejects is recorded as an incident', () => {
    const { change } = matchLines([line], { ...facts, agreements: [{ ...agreement, UseWhiteList: true }] })
    expect(change.incidents).toEqual([
      {
        LineSerialId: 11001,
        LoadingType: 'Reject',
        IncidentReason: 'NotInWhiteList',
        ResultStatus: 'Success',
        ResultMessage: '特殊檢核未通過（查無檢核資料），未銷帳，已列入例外處理',
      },
    ])
  })
})

describe('which line a reversal takes back', () => {
  const earlier: Line = { ...paidLine, SerialId: 10999, TxnSeq: '000121' }
  const reversedBy = (lines: readonly Line[], of: LineFacts = reversal) => {
    const { change } = matchLines([of], {
      ...facts,
      bills: [{ ...bill, ShouldPayAmount: 2000, PaidAmount: 2000 }],
      lines,
    })
    return change.lines.flatMap(({ SerialId, state }) =>
      state.WriteOffStatus === 'Reversed' && SerialId !== of.SerialId ? [SerialId] : [],
    )
  }

  const duplicate: Line = { ...paidLine, SerialId: 11002, TxnSeq: '000124', state: exceptionOf('Duplicate', 7001) }

  test('the last one', () => expect(reversedBy([paidLine, earlier])).toEqual([11000]))
  test('the one with its transaction number', () =>
    expect(reversedBy([earlier, paidLine], { ...reversal, TxnSeq: '000121' })).toEqual([10999]))
  test('the one with its transaction number, even if the reversal is of a later day', () =>
    expect(reversedBy([paidLine, duplicate], { ...reversal, TxnSeq: '000124', TradeDate: '2026-11-28' })).toEqual([
      11002,
    ]))
  test('the duplicate with its transaction number, not the payment that was written off', () =>
    expect(reversedBy([paidLine, duplicate], { ...reversal, TxnSeq: '000124' })).toEqual([11002]))
  test('the one that is written off before one that waits', () =>
    expect(reversedBy([paidLine, duplicate])).toEqual([11000]))
  test('none, if the line with its transaction number was invalidated', () =>
    expect(reversedBy([paidLine, { ...duplicate, state: invalid }], { ...reversal, TxnSeq: '000124' })).toEqual([]))
  test('none, if the line with its transaction number was reversed before', () =>
    expect(
      reversedBy(
        [paidLine, { ...duplicate, state: { WriteOffStatus: 'Reversed', PairSerialId: 10001, BillSerialId: 7001 } }],
        {
          ...reversal,
          TxnSeq: '000124',
        },
      ),
    ).toEqual([]))
  test.each([
    ['one that found no bill', exceptionOf('BillNotFound')],
    ['one that was never matched', { WriteOffStatus: 'NotWrittenOff' }],
    [
      'one that waits for a release',
      {
        WriteOffStatus: 'PendingRelease',
        proposal: handling({ action: 'Invalid' }),
        before: exceptionOf('BillNotFound'),
      },
    ],
  ] as const)('%s', (_, state) => expect(reversedBy([{ ...paidLine, state }])).toEqual([11000]))
  test.each([
    ['another channel', { ChannelId: '05' }],
    ['another amount', { Amount: 999 }],
    ['paid after the reversal', { TradeDate: '2026-11-28' }],
    ['a part of a divided line', { ParentSerialId: 10000 }],
    ['already reversed', { state: { WriteOffStatus: 'Reversed', PairSerialId: 10001, BillSerialId: null } }],
  ] as const)('none: %s', (_, differences) => expect(reversedBy([{ ...paidLine, ...differences }])).toEqual([]))

  test('one whose account a person corrected, because the channel still knows the former account', () => {
    const corrected = { ...paidLine, VACAccount: accounts[1], OriginalVACAccount: accounts[0] }
    expect(reversedBy([corrected])).toEqual([11000])
    expect(reversedBy([corrected], { ...reversal, VACAccount: `00${accounts[1]}` })).toEqual([11000])
  })

  test('both lines know each other, and the entry is countered', () => {
    const { change } = matchLines([reversal], { ...facts, bills: [{ ...bill, PaidAmount: 1000 }], lines: [paidLine] })
    expect(change.lines.map(({ SerialId, state }) => [SerialId, state])).toEqual([
      [11000, { WriteOffStatus: 'Reversed', PairSerialId: 11003, BillSerialId: 7001 }],
      [11003, { WriteOffStatus: 'Reversed', PairSerialId: 11000, BillSerialId: 7001 }],
    ])
    expect(change.postings).toEqual([
      {
        LineSerialId: 11000,
        BillSerialId: 7001,
        Amount: -1000,
        WhiteListSerialId: null,
        PaidAmount: 0,
        PayStatus: 'Unpaid',
      },
    ])
  })
})

describe('what identifies a line', () => {
  const repeated = (differences: Partial<LineFacts>, known: Line = paidLine) =>
    outcomes([{ ...line, TxnSeq: paidLine.TxnSeq, ...differences }], { ...facts, lines: [known] }).decisions

  test('channel, day, transaction number, account and amount', () => expect(repeated({})).toEqual(['Ignored']))
  test('zeros before the account do not count', () =>
    expect(repeated({ VACAccount: `00${accounts[0]}` })).toEqual(['Ignored']))
  test.each([
    { ChannelId: '05' },
    { TradeDate: '2026-11-28' },
    { TxnSeq: '000999' },
    { VACAccount: accounts[1] },
    { Amount: 999 },
  ])('not with %o', (differences) => expect(repeated(differences)).not.toEqual(['Ignored']))
  test('a reversal with the transaction number of its original is not a repeat', () =>
    expect(repeated({ AmountSign: 'Minus' })).toEqual(['Reversed']))
  test('the account is the one that the channel reported, whatever a person made of it', () =>
    expect(repeated({}, { ...paidLine, VACAccount: accounts[1], OriginalVACAccount: accounts[0] })).toEqual([
      'Ignored',
    ]))
  test('a line that is matched again is not its own repeat', () =>
    expect(
      repeated({ SerialId: paidLine.SerialId }, { ...paidLine, state: { WriteOffStatus: 'NotWrittenOff' } }),
    ).toEqual(['WrittenOff']))
})

describe('which bill has an account', () => {
  const matched = (...bills: readonly Partial<typeof bill>[]) => {
    const { change } = matchLines([line], {
      ...facts,
      bills: bills.map((differences) => ({ ...bill, ...differences })),
    })
    return change.postings[0]?.BillSerialId
  }

  test('the live one, even if it is older', () =>
    expect(matched({ SerialId: 7002, BillState: 'Void' }, { SerialId: 7001 })).toBe(7001))
  test('the one in use before one that was released', () =>
    expect(matched({ SerialId: 7002, AccountState: 'Released' }, { SerialId: 7001 })).toBe(7001))
  test('one that was released, if it is the only one', () =>
    expect(matched({ SerialId: 7002, AccountState: 'Released' })).toBe(7002))
})

describe('the agreement of an account', () => {
  test('is that with the longest code, and zeros before the account do not count', () => {
    const short = { ...agreement, rule: { ...agreement.rule, applyCode: '770' } }
    const { change } = matchLines([{ ...line, VACAccount: `00${accounts[0]}` }], {
      ...facts,
      agreements: [short, agreement],
    })
    expect(change.lines[0]).toMatchObject({ ApplyCode: '77001', state: { WriteOffStatus: 'WrittenOff' } })
  })

  test('an exception without an agreement has no code, and one with a bill names it', () => {
    const { change } = matchLines(
      [
        { ...line, VACAccount: '88001260001235' },
        { ...second, Amount: 1001 },
      ],
      facts,
    )
    expect(change.lines.map(({ ApplyCode, state }) => [ApplyCode, state])).toEqual([
      [null, { WriteOffStatus: 'Exception', ExceptionType: 'VACInvalid', BillSerialId: null }],
      ['77001', { WriteOffStatus: 'Exception', ExceptionType: 'OverPaid', BillSerialId: 7001 }],
    ])
  })
})

describe('lines that are matched again every night', () => {
  const days = { arrivedOn: '2026-09-28', today: '2026-11-27' }
  const waiting: Line = { ...line, state: { WriteOffStatus: 'NotWrittenOff' } }
  const waitingFor = (...of: Parameters<typeof exceptionOf>): Line => ({ ...line, state: exceptionOf(...of) })

  test.each([
    ['one that was never matched', waiting, true],
    ['one without a bill', waitingFor('BillNotFound'), true],
    ['one with an invalid account and no bill', waitingFor('VACInvalid'), true],
    ['one with an invalid account of a bill', waitingFor('VACInvalid', 7001), false],
    ['another exception', waitingFor('OverPaid', 7001), false],
    ['a reversal that found nothing to take back', { ...waitingFor('Reversal', 7001), AmountSign: 'Minus' }, true],
    ['one that is written off', paidLine, false],
  ] as const)('%s: %s', (_, candidate, expected) => expect(isMatchedAgain(candidate, days)).toBe(expected))

  test('for 60 days', () => expect(isMatchedAgain(waiting, { ...days, today: '2026-11-28' })).toBe(false))
})
