import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type BookedPayment,
  type FileComparison,
  fileComparison,
  type PaymentFacts,
} from '../../../src/domain/payments/compare-files'

const facts = (differences: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ChannelId: '01',
  MarketItemCode: '7A1',
  StoreNo: '100001',
  TradeDate: '2026-11-18',
  TradeTime: null,
  AccountDate: '2026-11-19',
  VACAccount: '77001260001235',
  AmountSign: 'Plus',
  Amount: 1000,
  Barcode1: null,
  Barcode2: null,
  Barcode3: null,
  ...differences,
})

const booked = (...payments: readonly PaymentFacts[]): readonly BookedPayment[] =>
  payments.map((payment, index) => ({ ...payment, SerialId: index + 1 }))

const compared = (before: readonly PaymentFacts[], after: readonly PaymentFacts[]): FileComparison => {
  const { add, result } = fileComparison(booked(...before))
  for (const [index, payment] of after.entries()) add({ ...payment, lineNo: index + 2 })
  return result()
}

const figuresOf = ({ equalCount, added, corrected, missing }: FileComparison) => [
  equalCount,
  added.length,
  corrected.length,
  missing.length,
]

describe('of the lines of a file and the booked ones', () => {
  const [a, b] = [facts(), facts({ VACAccount: '77001260001244' })]

  test.each([
    ['the same lines in another order are equal', [a, b], [b, a], [2, 0, 0, 0]],
    ['one line more is added', [a], [a, b], [1, 1, 0, 0]],
    ['a second equal line is added', [a], [a, a], [1, 1, 0, 0]],
    ['one of two equal lines is missing', [a, a], [a], [1, 0, 0, 1]],
    ['another store of the same payment is a correction', [a], [facts({ StoreNo: '200002' })], [0, 0, 1, 0]],
    [
      'two equal payments at another store are two corrections',
      [a, a],
      [facts({ StoreNo: '2' }), facts({ StoreNo: '3' })],
      [0, 0, 2, 0],
    ],
    ['another account is another payment', [a], [b], [0, 1, 0, 1]],
    ['another amount is another payment', [a], [facts({ Amount: 1001 })], [0, 1, 0, 1]],
    ['another day is another payment', [a], [facts({ TradeDate: '2026-11-17' })], [0, 1, 0, 1]],
    ['a payment and its reversal are two lines', [a], [facts({ AmountSign: 'Minus' })], [0, 1, 0, 1]],
  ] as const)('%s', (_, before, after, figures) => {
    expect(figuresOf(compared(before, after))).toEqual(figures)
  })

  test('the first of equal lines counts as booked, and corrections are paired in the order of the file', () => {
    const [moved, movedAgain] = [facts({ StoreNo: '2' }), facts({ StoreNo: '3' })]
    const { added, corrected } = compared([a, a, b], [b, b, moved, movedAgain])
    expect(added.map(({ lineNo }) => lineNo)).toEqual([3])
    expect(corrected.map(({ booked: { SerialId }, payment: { lineNo } }) => [SerialId, lineNo])).toEqual([
      [1, 4],
      [2, 5],
    ])
  })

  test('each is counted once, whatever the files contain', () => {
    const payment = fc
      .record({
        StoreNo: fc.constantFrom('1', '2'),
        Amount: fc.constantFrom(1, 2),
        VACAccount: fc.constantFrom('1', '2'),
      })
      .map(facts)
    fc.assert(
      fc.property(fc.array(payment), fc.array(payment), (before, after) => {
        const [equal = 0, added = 0, corrected = 0, missing = 0] = figuresOf(compared(before, after))
        expect([equal + added + corrected, equal + corrected + missing]).toEqual([after.length, before.length])
      }),
    )
  })
})
