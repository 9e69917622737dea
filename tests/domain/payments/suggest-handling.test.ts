import { describe, expect, test } from 'vitest'
import type { ExceptionType } from '../../../src/domain/payments/line'
import {
  type SuggestedBill,
  type SuggestionFacts,
  similarAccounts,
  suggestHandling,
} from '../../../src/domain/payments/suggest-handling'
import { exception } from './support/handlings'

const billWith = (SerialId: number, RemainAmount: number, differences: Partial<SuggestedBill> = {}): SuggestedBill => ({
  SerialId,
  BillNo: `B${SerialId}`,
  PayerId: 'A1-0501',
  VACAccount: `7700126000${SerialId}`,
  CurrencyType: 'TWD',
  RemainAmount,
  ...differences,
})
const none = { ownBill: null, payerBills: [], equalBills: [], similarBills: [] }
const suggested = (type: ExceptionType | null, facts: Partial<SuggestionFacts> = {}, Amount = 1000) =>
  suggestHandling(exception(type ?? 'BillNotFound', { Amount }), { ExceptionType: type, ...none, ...facts })

describe('what would solve an exception', () => {
  test('a late payment goes to its own bill', () =>
    expect(suggested('Overdue', { ownBill: billWith(7001, 1000) })).toMatchObject({
      text: '逾期繳：原帳單 B7001 尚欠 1,000，可銷回原帳單',
      action: { name: 'ChangeBill', bill: { SerialId: 7001 } },
    }))

  test('a short payment goes to its own bill, with what stays unpaid', () =>
    expect(suggested('UnderPaid', { ownBill: billWith(7001, 1400) })).toMatchObject({
      text: '短繳：原帳單 B7001 尚欠 1,400，銷回後仍欠 400',
      action: { name: 'ChangeBill' },
    }))

  test('a repeated payment goes to the only bill of the same payer with its amount', () =>
    expect(
      suggested('Duplicate', { ownBill: billWith(7001, 0), payerBills: [billWith(7002, 4800)] }, 4800),
    ).toMatchObject({
      text: '同一繳款人有一張應繳 4,800 的帳單',
      action: { name: 'ChangeBill', bill: { SerialId: 7002 } },
      reason: '同一繳款人，改銷帳單 B7002',
    }))

  test('of several equal bills of the payer the first one is named, with their number', () =>
    expect(suggested('Duplicate', { payerBills: [billWith(7002, 1000), billWith(7003, 1000)] })).toMatchObject({
      text: '同一繳款人有 2 張應繳 1,000 的帳單',
      action: { bill: { SerialId: 7002 } },
    }))

  test('one transfer for several bills is divided, the own bill first', () =>
    expect(
      suggested('OverPaid', {
        ownBill: billWith(7001, 300),
        payerBills: [billWith(7002, 500), billWith(7003, 200), billWith(7001, 300), billWith(7004, 700)],
      }),
    ).toMatchObject({
      text: '同一繳款人有 2 張帳單，合計 1,000',
      action: {
        name: 'Divide',
        parts: [
          { bill: { SerialId: 7001 }, Amount: 300 },
          { bill: { SerialId: 7004 }, Amount: 700 },
        ],
      },
    }))

  test('a division has at most five bills', () => {
    const payerBills = Array.from({ length: 6 }, (_, index) => billWith(7002 + index, 100))
    expect(suggested('Duplicate', { payerBills }, 500).action).toMatchObject({ name: 'Divide', parts: { length: 5 } })
    expect(suggested('Duplicate', { payerBills }, 600).action).toEqual({ name: 'Invalid' })
  })

  test('an account that differs by one digit from that of a bill with the amount is corrected', () =>
    expect(suggested('VACInvalid', { similarBills: [billWith(7002, 1000)] })).toMatchObject({
      action: { name: 'ChangeVACAccount', VACAccount: '77001260007002' },
    }))

  test('two such bills, or one with another amount, suggest no account', () => {
    const twice = { similarBills: [billWith(7002, 1000), billWith(7003, 1000)] }
    for (const facts of [twice, { similarBills: [billWith(7002, 900)] }])
      expect(suggested('VACInvalid', facts).action).toBeNull()
  })

  test('the only bill of the agreement with the amount is suggested, one of two is not', () => {
    expect(suggested('BillNotFound', { equalBills: [billWith(7002, 1000)] })).toMatchObject({
      text: '只有一張尚欠 1,000 的帳單：B7002',
      action: { name: 'ChangeBill' },
    })
    expect(suggested('BillNotFound', { equalBills: [billWith(7002, 1000), billWith(7003, 1000)] }).action).toBeNull()
  })

  test.each<ExceptionType>(['Duplicate', 'OverPaid', 'BillVoided', 'UnderPaid', 'Overdue', 'ChannelDisabled'])(
    'the money of a known payer (%s) is never suggested for the bill of another payer',
    (type) => expect(suggested(type, { equalBills: [billWith(7002, 1000)] }).action?.name).not.toBe('ChangeBill'),
  )

  test('the text says how a similar account differs', () => {
    const swapped = { similarBills: [billWith(7002, 1000, { VACAccount: '77001260070001' })] }
    expect(suggested('VACInvalid', swapped).text).toContain('只有相鄰兩碼對調')
  })

  test.each<ExceptionType>(['Duplicate', 'OverPaid', 'BillVoided', 'Incident'])(
    'the money of %s without any bill is given back',
    (type) =>
      expect(suggested(type)).toMatchObject({
        text: expect.stringContaining('於系統外退還'),
        action: { name: 'Invalid' },
      }),
  )

  test('a reversal waits for its payment, and so does a payment for its bill', () => {
    const reversal = exception('Reversal', { AmountSign: 'Minus' })
    expect(suggestHandling(reversal, { ExceptionType: 'Reversal', ...none })).toMatchObject({
      text: expect.stringContaining('自動沖正'),
      action: null,
    })
    expect(suggested('BillNotFound')).toMatchObject({ action: null, reason: null })
    expect(suggested(null)).toMatchObject({ action: null })
  })

  test('bills in another currency and closed bills are never suggested', () => {
    const payerBills = [billWith(7002, 1000, { CurrencyType: 'USD' }), billWith(7003, 0)]
    expect(suggested('Duplicate', { payerBills }).action).toEqual({ name: 'Invalid' })
  })

  test('a payment that its fee uses up is given back', () => {
    const line = exception('BillNotFound', { Amount: 10, ChannelFee: 10, FeeBearType: 'Increase' })
    expect(suggestHandling(line, { ExceptionType: 'BillNotFound', ...none }).action).toEqual({ name: 'Invalid' })
  })
})

test('similar accounts have one other digit, or two neighbouring digits that changed places', () => {
  expect(similarAccounts('12')).toHaveLength(9 + 9 + 1)
  expect(similarAccounts('12')).toEqual(expect.arrayContaining(['21', '02', '92', '10', '19']))
  expect(similarAccounts('11')).toHaveLength(18)
})
