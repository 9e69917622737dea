import { describe, expect, test } from 'vitest'
import { isMarketBarcodes } from '../../../src/domain/barcodes/market-barcode'
import { composeSlip, type SlipSource } from '../../../src/domain/bills/slip'
import { slipSource } from '../../support/slips/slip-source'

const slip = (bill: Partial<SlipSource['bill']> = {}, rest: Partial<SlipSource> = {}) =>
  composeSlip({ ...slipSource, ...rest, bill: { ...slipSource.bill, ...bill } })

describe('the slip of a bill', () => {
  test('contains the name as its reader may see it, with dates and amount written out', () => {
    expect(slip()).toMatchObject({
      title: '社區管理費繳款單',
      payerName: '王大明',
      amount: 1050,
      amountInWords: '壹仟零伍拾元整',
      dueDate: '民國115年11月30日',
      printedOn: '民國115年11月21日',
      company: { name: '示範社區管理委員會', fax: '', address: '100006 臺北市中正區重慶南路一段１２２號' },
    })
  })
  test('prints the notices of the bill, or those of the term if it has none', () => {
    expect(slip().notices).toEqual(['請於期限內繳納。', '繳款後請保留收執聯備查。'])
    expect(slip({ Notices: null }).notices).toEqual(['期別的注意事項'])
  })
  test('contains the name of the bank, and no text about stores in a foreign currency', () => {
    expect(slip()).toMatchObject({ bankCode: '999', bankName: '示範商業銀行' })
    expect(slip({ CurrencyType: 'USD' })).toMatchObject({ market: null, paymentNotices: [] })
  })
  test('has the three store barcodes and the three of the post', () => {
    expect(slip().market).toEqual({
      barcodes: ['1511307A1', '0077001260001235', expect.stringMatching(/^1130..000001050$/)],
      amount: 1050,
      fee: 0,
    })
    expect(slip().post).toEqual({
      barcodes: ['50012345', expect.stringMatching(/^11511300077001260001235.$/), '00001050'],
    })
  })
  test('has store barcodes with the date and the zeros of its agreement', () => {
    const agreement = { ...slipSource.agreement, CvsThirdSegmentDate: 'YYMM', CvsAccountPadding: 'Right' } as const
    expect(slip({}, { agreement }).market).toMatchObject({
      barcodes: ['1511307A1', '7700126000123500', expect.stringMatching(/^1511..000001050$/)],
    })
    expect(
      slip({}, { agreement: { ...slipSource.agreement, CvsThirdSegmentDate: null, CvsAccountPadding: null } }),
    ).toEqual(slip())
  })
  test('names the ways of payment whose codes it has', () => {
    const open = { agreement: { Channels: ['00', '01', '05', '07', '16'], PostGiroAccount: '50012345' } }
    expect(slip({}, open).paymentWays).toBe('銀行臨櫃、超商、郵局臨櫃、TWQR／台灣Pay')
    expect(slip({ CurrencyType: 'USD' }, open)).toMatchObject({ paymentWays: '銀行臨櫃', twqr: '' })
    expect(
      slip({ ShouldPayAmount: 20_001 }, { agreement: { ...open.agreement, PostGiroAccount: null } }).paymentWays,
    ).toBe('銀行臨櫃、TWQR／台灣Pay')
  })
  test('has the template of its import, else of its term, else of its category', () => {
    expect(slip({}, { templates: ['A4Tuition', 'A4Community', 'FoldedMailer'] }).template).toBe('A4Tuition')
    expect(slip({}, { templates: [null, 'A4Community', 'FoldedMailer'] }).template).toBe('A4Community')
    expect(slip({}, { templates: [null, null, 'FoldedMailer'] }).template).toBe('FoldedMailer')
  })
  test('of a partly paid bill requests the rest', () => {
    const rest = slip({ PaidAmount: 400 })
    expect(rest).toMatchObject({
      amount: 650,
      amountInWords: '陸佰伍拾元整',
      market: { barcodes: [expect.anything(), expect.anything(), expect.stringContaining('000000650')] },
    })
    expect(rest.items.reduce((sum, { amount }) => sum + amount, 0)).toBe(650)
  })
  test('adds the fee that the payer bears to the amount that stores collect, and explains it', () => {
    const { market, paymentNotices } = slip({}, { marketItem: { ...slipSource.marketItem, FeeBearType: 'Increase' } })
    expect(market).toMatchObject({
      barcodes: [expect.anything(), expect.anything(), expect.stringContaining('000001060')],
      amount: 1060,
      fee: 10,
    })
    expect(paymentNotices).toContain('至超商繳款另加手續費 10 元，合計 1,060 元。')
    expect(market && 'barcodes' in market && isMarketBarcodes(market.barcodes)).toBe(true)
  })
  test('tells payers when stores accept it longer', () => {
    const { market, paymentNotices } = slip({ MarketEndDate: '2026-12-05' })
    expect(market).toMatchObject({ barcodes: ['1512057A1', expect.anything(), expect.stringMatching(/^1130/)] })
    expect(paymentNotices).toContain('超商代收至民國115年12月05日止。')
  })
  test.each([
    ['no way', {}, {}, '本單已逾繳費期限，各通路均不再受理，請洽收款單位。'],
    ['the stores until their own deadline', { MarketEndDate: '2026-12-05' }, {}, '本單已逾繳費期限，仍可使用：超商。'],
    ['the open ways without barcodes', {}, { allowOverdue: true }, '本單已逾繳費期限，仍可使用：銀行臨櫃、ATM轉帳。'],
    [
      'both',
      { MarketEndDate: '2026-12-05' },
      { allowOverdue: true },
      '本單已逾繳費期限，仍可使用：超商、銀行臨櫃、ATM轉帳。',
    ],
  ] as const)(
    'of an overdue bill begins with the notice that it can still be paid by %s',
    (_, bill, rest, sentence) => {
      const overdue = slip(bill, {
        today: '2026-12-01',
        agreement: { Channels: ['00', '01', '05', '06', '07', '09'], PostGiroAccount: '50012345' },
        ...rest,
      })
      expect(overdue.paymentNotices[0]).toBe(sentence)
      expect(overdue.market).toHaveProperty('MarketEndDate' in bill ? 'barcodes' : 'refusal')
    },
  )
  test('contains no notice about the deadline on its last day', () =>
    expect(slip({}, { today: '2026-11-30' }).paymentNotices).toEqual([]))
})

describe('no store barcode is printed (2.6)', () => {
  const item = slipSource.marketItem
  test.each([
    ['without an item code', {}, { marketItem: null }, '未開放超商代收'],
    ['when no store is open', {}, { agreement: { Channels: ['05', '06'], PostGiroAccount: null } }, '未開放超商代收'],
    ['above the bracket', { ShouldPayAmount: 20_001 }, {}, '本單金額逾超商代收上限，請改用其他通路繳款'],
    [
      'above 60,000 whatever the maximum of the item is',
      { ShouldPayAmount: 60_001 },
      { marketItem: { ...item, MaxAmount: 99_999 } },
      '本單金額逾超商代收上限，請改用其他通路繳款',
    ],
    [
      'above 60,000 with the fee that the payer bears',
      { ShouldPayAmount: 59_981 },
      { marketItem: { ...item, MaxAmount: 99_999, FeeBearType: 'Increase', ChannelFee: 20 } },
      '本單金額逾超商代收上限，請改用其他通路繳款',
    ],
    [
      'above the bracket with the fee that the payer bears',
      { ShouldPayAmount: 19_991 },
      { marketItem: { ...item, FeeBearType: 'Increase' } },
      '本單金額逾超商代收上限，請改用其他通路繳款',
    ],
    [
      'of nothing, although the fee is within the bracket',
      { ShouldPayAmount: 0 },
      { marketItem: { ...item, FeeBearType: 'Increase' } },
      '未達超商代收下限',
    ],
    [
      'below the bracket',
      { ShouldPayAmount: 20_000 },
      { marketItem: { ...item, MinAmount: 20_001, MaxAmount: 40_000 } },
      '未達超商代收下限',
    ],
    ['after the deadline', {}, { today: '2026-12-01' }, '本單已逾繳費期限，超商不再受理'],
    [
      'with a deadline that a store would read as another day',
      { PaymentEndDate: '2126-11-22' },
      {},
      '繳款期限無法印成超商條碼',
    ],
    [
      'with a deadline of the stores that has no place in the barcode',
      { MarketEndDate: '9999-12-31' },
      {},
      '繳款期限無法印成超商條碼',
    ],
  ] as const)('%s', (_, bill, rest, sentence) =>
    expect(slip(bill, rest).market).toEqual({ refusal: expect.stringContaining(sentence) }),
  )

  test('a store barcode is printed on the last day, and at both ends of the range of amounts', () => {
    expect(slip({}, { today: '2026-11-30' }).market).toHaveProperty('barcodes')
    expect(slip({ MarketEndDate: '2026-12-05' }, { today: '2026-12-05' }).market).toHaveProperty('barcodes')
    expect(slip({ ShouldPayAmount: 20_000 }).market).toHaveProperty('barcodes')
    expect(slip({ ShouldPayAmount: 1 }).market).toHaveProperty('barcodes')
  })
  test('the range of amounts includes the fee that the payer bears, so that one of two adjoining items always accepts a bill', () => {
    const added = { ...item, FeeBearType: 'Increase' } as const
    const [third, second] = [
      { ...added, MinAmount: 40_001, MaxAmount: 60_000, ChannelFee: 20 },
      { ...added, MinAmount: 20_001, MaxAmount: 40_000, ChannelFee: 15 },
    ]
    const collected = (amount: number, marketItem: typeof third) =>
      slip({ ShouldPayAmount: amount }, { marketItem }).market
    expect(collected(59_980, third)).toMatchObject({ amount: 60_000, fee: 20 })
    expect(collected(39_985, second)).toMatchObject({ amount: 40_000, fee: 15 })
    expect([collected(39_986, second), collected(39_980, third)]).toEqual([
      { refusal: expect.any(String) },
      { refusal: expect.any(String) },
    ])
    expect(collected(39_986, third)).toMatchObject({ amount: 40_006, fee: 20 })
  })
  test('the post office barcodes are left out without giro account, without the channel, or after the deadline', () => {
    expect(slip({}, { agreement: { Channels: ['01', '05'], PostGiroAccount: null } }).post).toBeNull()
    expect(slip({}, { agreement: { Channels: ['01'], PostGiroAccount: '50012345' } }).post).toBeNull()
    expect(slip({}, { today: '2026-12-01' }).post).toBeNull()
    expect(slip({ PaymentEndDate: '9999-12-31' }).post).toBeNull()
  })
})
