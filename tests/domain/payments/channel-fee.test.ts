import { describe, expect, test } from 'vitest'
import {
  bracketFee,
  type FeeBearType,
  lineFee,
  matchedAmount,
  postFeeBrackets,
} from '../../../src/domain/payments/channel-fee'
import vectors from '../vectors/channel-fee.json'

const storeBrackets = vectors.brackets
  .filter(({ channel }) => channel === 'CVS')
  .map(({ min, max, fee }) => ({ MinAmount: min, MaxAmount: max, ChannelFee: fee }))
const accepted = vectors.vectors.filter((vector) => vector.fee !== undefined)

describe('the fee of a channel', () => {
  test.each(accepted)(
    '$channel, $amount, $bear: $fee',
    ({ channel, amount, bear, fee = 0, payerPays = 0, companyGets }) => {
      const isStore = channel === 'CVS'
      const item = isStore
        ? { ChannelFee: bracketFee(storeBrackets, amount) ?? 0, FeeBearType: bear as FeeBearType }
        : null
      const line = { ChannelId: isStore ? '01' : '05', Amount: payerPays }
      const charged = lineFee(line, item)
      expect(charged).toEqual({ ChannelFee: fee, TableFee: null, FeeBearType: bear, NetAmount: companyGets })
      expect(matchedAmount({ ...line, ...charged })).toBe(amount)
    },
  )

  test('no bracket of the stores includes 60,001', () => expect(bracketFee(storeBrackets, 60_001)).toBeNull())

  test.each(vectors.brackets.filter(({ channel }) => channel === 'Post'))(
    'the post office charges $fee from $min',
    ({ min, fee }) => {
      expect(bracketFee(postFeeBrackets, min)).toBe(fee)
      expect(lineFee({ ChannelId: 'A1', Amount: min }, null).ChannelFee).toBe(fee)
    },
  )

  test.each([
    ['a channel of the bank', '06', 10],
    ['what the company collected itself', 'A0', 0],
    ['a store whose item is unknown', '01', 0],
  ])('%s', (_, ChannelId, fee) =>
    expect(lineFee({ ChannelId, Amount: 1000 }, null)).toEqual({
      ChannelFee: fee,
      TableFee: null,
      FeeBearType: 'Deduct',
      NetAmount: 1000 - fee,
    }),
  )

  test('farmers’ associations read barcodes as stores do, so the fee of the item applies', () =>
    expect(lineFee({ ChannelId: '12', Amount: 1020 }, { ChannelFee: 20, FeeBearType: 'Increase' })).toEqual({
      ChannelFee: 20,
      TableFee: null,
      FeeBearType: 'Increase',
      NetAmount: 1000,
    }))

  test('a fee that the payer bears at the store is not added at an ATM', () =>
    expect(lineFee({ ChannelId: '06', Amount: 1000 }, { ChannelFee: 20, FeeBearType: 'Increase' })).toEqual({
      ChannelFee: 10,
      TableFee: null,
      FeeBearType: 'Deduct',
      NetAmount: 990,
    }))

  test.each([
    ['another fee', 15, { ChannelFee: 15, TableFee: 10, NetAmount: 985 }],
    ['none, as a reported 0', 0, { ChannelFee: 0, TableFee: 10, NetAmount: 1000 }],
    ['the fee of the table', 10, { ChannelFee: 10, TableFee: null, NetAmount: 990 }],
  ])('a fee that the channel reported counts: %s', (_, reportedFee, expected) =>
    expect(lineFee({ ChannelId: '06', Amount: 1000, reportedFee }, null)).toEqual({
      FeeBearType: 'Deduct',
      ...expected,
    }),
  )

  test('a fee that the payer bears was printed on the slip, so it is matched without regard to the reported one', () => {
    const line = { ChannelId: '01', Amount: 1010 }
    const charged = lineFee({ ...line, reportedFee: 12 }, { ChannelFee: 10, FeeBearType: 'Increase' })
    expect(charged).toEqual({ ChannelFee: 12, TableFee: 10, FeeBearType: 'Increase', NetAmount: 998 })
    expect(matchedAmount({ ...line, ...charged })).toBe(1000)
  })
})
