import { describe, expect, test } from 'vitest'
import { handleLine } from '../../../src/domain/payments/handle-line'
import type { HandlingAction } from '../../../src/domain/payments/handling-request'
import { matchLines } from '../../../src/domain/payments/match-lines'
import {
  entries,
  exception,
  handle,
  handled,
  handling,
  known,
  refusalOf,
  secondBill,
  states,
  toAccount,
  toBill,
  twoBills,
  waiting,
} from './support/handlings'
import { accounts, agreement, bill, listed, paidLine } from './support/samples'

describe('dividing a line (分拆)', () => {
  test('makes a written-off part for each chosen bill; the divided line itself pays nothing', () => {
    const change = handle(twoBills)
    expect(states(change)).toEqual({ 11001: 'Divided', 11101: 'WrittenOff', 11102: 'WrittenOff' })
    expect(entries(change)).toEqual([
      [11101, 7001, 600, 600],
      [11102, 7002, 400, 400],
    ])
    expect(change.lines.map(({ ParentSerialId, VACAccount }) => [ParentSerialId, VACAccount])).toEqual([
      [11001, accounts[0]],
      [11001, accounts[1]],
      [null, accounts[3]],
    ])
  })

  test('a part for an account is matched, and may be an exception itself', () => {
    const change = handle({
      action: 'Divide',
      parts: [
        { BillSerialId: 7001, Amount: 600 },
        { VACAccount: accounts[1], Amount: 300 },
        { VACAccount: accounts[2], Amount: 100 },
      ],
    })
    expect(states(change)).toEqual({ 11001: 'Divided', 11101: 'WrittenOff', 11102: 'Exception', 11103: 'Exception' })
    expect(change.lines.map(({ state }) => ('ExceptionType' in state ? state.ExceptionType : null))).toEqual([
      null,
      'UnderPaid',
      'BillNotFound',
      null,
    ])
  })

  test('parts share the fee in proportion, so that amounts and fees add up to those of the line', () => {
    const paidByPayer = exception('BillNotFound', { Amount: 1010, FeeBearType: 'Increase' })
    const { lines } = handle(twoBills, paidByPayer)
    expect(lines.map(({ Amount, ChannelFee }) => [Amount, ChannelFee])).toEqual([
      [606, 6],
      [404, 4],
      [1010, 10],
    ])
  })

  test('a fee that the channel charged otherwise than the table is shared like that of the table', () => {
    const paidByPayer = exception('BillNotFound', {
      Amount: 1011,
      ChannelFee: 8,
      TableFee: 11,
      FeeBearType: 'Increase',
    })
    const { lines, postings } = handle(twoBills, paidByPayer)
    expect(lines.map(({ Amount, ChannelFee, TableFee }) => [Amount, ChannelFee, TableFee])).toEqual([
      [607, 5, 7],
      [404, 3, 4],
      [1011, 8, 11],
    ])
    expect(postings.map(({ Amount }) => Amount)).toEqual([600, 400])
  })

  const divided = (...parts: readonly (readonly [number | string, number])[]): HandlingAction => ({
    action: 'Divide',
    parts: parts.map(([target, Amount]) =>
      typeof target === 'number' ? { BillSerialId: target, Amount } : { VACAccount: target, Amount },
    ),
  })

  test.each([
    ['one part', divided([7001, 1000]), '2002 請分拆為 2 到 20 筆，目前 1 筆。'],
    [
      '21 parts',
      divided(...Array.from({ length: 21 }, () => [accounts[2], 1] as const)),
      '2002 請分拆為 2 到 20 筆，目前 21 筆。',
    ],
    ['a wrong sum', divided([7001, 600], [7002, 300]), '2002 分拆金額合計 900 元，須等於 1,000 元，請調整後再試。'],
    ['nothing', divided([7001, 1000], [7002, 0]), '2002 第 2 筆：金額須為 1 以上的整數，請更正後再試。'],
    ['a fraction', divided([7001, 999.5], [7002, 0.5]), '2002 第 1 筆：金額須為 1 以上的整數，請更正後再試。'],
    [
      'a bill twice',
      divided([7001, 300], [7001, 300], [7002, 400]),
      '2002 第 2 筆：與第 1 筆是同一張帳單，請合併為一筆。',
    ],
    [
      'a bill and its account',
      divided([7001, 600], [7002, 200], [accounts[1], 200]),
      '2002 第 3 筆：與第 2 筆是同一張帳單，請合併為一筆。',
    ],
    [
      'an unknown bill',
      divided([7001, 600], [7999, 400]),
      '2004 第 2 筆：查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。',
    ],
    [
      'more than the bill',
      divided([7001, 500], [7002, 500]),
      '2007 第 2 筆：帳單尚欠 400 元，分拆金額不可超過，請調整後再試。',
    ],
    [
      'an account of no agreement',
      divided([7001, 600], ['88001260001235', 400]),
      '2002 第 2 筆：查無虛擬帳號 88001260001235 的代收約定，請核對後更正。',
    ],
    [
      'wrong check digits',
      divided([7001, 600], ['77001260001236', 400]),
      '2002 第 2 筆：虛擬帳號 77001260001236 的長度或檢查碼不符，請核對後更正。',
    ],
  ])('is refused with %s', (_, request, message) => expect(refusalOf(() => handle(request))).toBe(message))

  test.each([
    [
      'a bill of another agreement',
      { ...secondBill, ApplyCode: '77003' },
      '2004 第 2 筆：查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。',
    ],
    ['a void bill', { ...secondBill, BillState: 'Void' }, '2006 第 2 筆：帳單已作廢，請改選其他帳單。'],
    ['a paid bill', { ...secondBill, PaidAmount: 400 }, '2006 第 2 筆：帳單已繳清，請改選其他帳單。'],
    [
      'a bill in another currency',
      { ...secondBill, CurrencyType: 'USD' },
      '2006 第 2 筆：帳單的幣別與交易不同，請改選其他帳單。',
    ],
  ] as const)('is refused with %s', (_, other, message) => {
    const otherAgreement = { ...agreement, rule: { ...agreement.rule, applyCode: '77003' }, UniformNo: '90000022' }
    const on = { ...known, agreements: [agreement, otherAgreement], bills: [{ ...bill, ShouldPayAmount: 600 }, other] }
    expect(refusalOf(() => handle(twoBills, waiting, on))).toBe(message)
  })

  test('says how a fee that the payer bore reduces the sum', () =>
    expect(
      refusalOf(() => handle(twoBills, exception('BillNotFound', { Amount: 1100, FeeBearType: 'Increase' }))),
    ).toBe('2002 分拆金額合計 1,000 元，須等於 1,090 元（交易金額扣除繳款人負擔的手續費 10 元），請調整後再試。'))
})

describe('paying another bill (改銷)', () => {
  const rest = { ...known, bills: [bill, secondBill] }

  test('the chosen bill is paid, even after its deadline', () => {
    const change = handle(toBill(7001), exception('Overdue', { TradeDate: '2026-12-05' }), rest)
    expect(states(change)).toEqual({ 11001: 'ChangedBill' })
    expect(entries(change)).toEqual([[11001, 7001, 1000, 1000]])
  })

  test('less than the bill is a part of it', () =>
    expect(handle(toBill(7001), exception('UnderPaid', { Amount: 300 }), rest).postings[0]?.PayStatus).toBe(
      'PartialPaid',
    ))

  test('more than the bill must be confirmed', () => {
    expect(refusalOf(() => handle(toBill(7002), waiting, rest))).toBe(
      '2007 帳單尚欠 400 元，交易金額超過；請改選其他帳單、改用分拆，或確認溢繳。',
    )
    expect(handle(toBill(7002, true), waiting, rest).postings[0]).toMatchObject({
      PaidAmount: 1000,
      PayStatus: 'OverPaid',
    })
  })

  test.each([
    ['an unknown bill', {}, 7999, '2004 查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。'],
    [
      'a bill of another agreement',
      { ApplyCode: '77003' },
      7001,
      '2004 查無這張帳單，或帳單不屬於同一代收約定，請重新選擇。',
    ],
    ['a void bill', { BillState: 'Void' }, 7001, '2006 帳單已作廢，請改選其他帳單。'],
    ['a paid bill, even if the excess is confirmed', { PaidAmount: 1000 }, 7001, '2006 帳單已繳清，請改選其他帳單。'],
  ] as const)('is refused for %s', (_, differences, chosen, message) =>
    expect(
      refusalOf(() => handle(toBill(chosen, true), waiting, { ...known, bills: [{ ...bill, ...differences }] })),
    ).toBe(message),
  )
})

describe('correcting the account (更正虛擬帳號)', () => {
  const rest = { ...known, bills: [bill, secondBill] }

  test('the line is matched again, and keeps the account that the channel reported', () => {
    const change = handle(toAccount(accounts[0]), waiting, rest)
    expect(handled(change)).toMatchObject({
      VACAccount: accounts[0],
      OriginalVACAccount: accounts[3],
      state: { WriteOffStatus: 'ChangedVAC' },
    })
    expect(entries(change)).toEqual([[11001, 7001, 1000, 1000]])
  })

  test('where matching fails, the line is an exception of the corrected account', () => {
    const change = handle(toAccount(accounts[1]), waiting, rest)
    expect(handled(change)).toMatchObject({
      VACAccount: accounts[1],
      OriginalVACAccount: accounts[3],
      state: { WriteOffStatus: 'Exception', ExceptionType: 'OverPaid' },
    })
    const again = handle(toAccount(accounts[0]), handled(change), rest)
    expect(handled(again)).toMatchObject({
      VACAccount: accounts[0],
      OriginalVACAccount: accounts[3],
      state: { WriteOffStatus: 'ChangedVAC' },
    })
  })

  test('a corrected account whose bill comes later is written off by the correction, as it was asked for', () => {
    const corrected = handled(handle(toAccount(accounts[1]), waiting, { ...rest, bills: [bill] }))
    expect(corrected.state).toMatchObject({
      ExceptionType: 'BillNotFound',
      correction: { by: 'maker01', before: { VACAccount: accounts[3] } },
    })
    const tooMuch = matchLines([corrected], { ...rest, bills: [secondBill] }).change
    expect(handled(tooMuch).state).toMatchObject({ ExceptionType: 'OverPaid', correction: { by: 'maker01' } })
    const change = matchLines([corrected], { ...rest, bills: [{ ...secondBill, ShouldPayAmount: 1000 }] }).change
    expect(handled(change).state).toMatchObject({
      WriteOffStatus: 'ChangedVAC',
      handled: { by: 'maker01', request: toAccount(accounts[1]) },
    })
  })

  test('a reversal with a corrected account finds its original', () => {
    const reversal = exception('Reversal', { VACAccount: accounts[3], AmountSign: 'Minus' })
    const change = handle(toAccount(accounts[0]), reversal, {
      ...rest,
      bills: [{ ...bill, PaidAmount: 1000 }],
      lines: [paidLine],
    })
    expect(states(change)).toEqual({ 11000: 'Reversed', 11001: 'Reversed' })
  })

  test('a payment that the white list rejects is recorded as an incident', () => {
    const on = { ...rest, agreements: [{ ...agreement, UseWhiteList: true }], whiteList: [{ ...listed, MaxTimes: 0 }] }
    expect(handle(toAccount(accounts[0]), waiting, on).incidents.map(({ IncidentReason }) => IncidentReason)).toEqual([
      'DuplicatePay',
    ])
  })

  test.each([
    ['the present account', `00${accounts[3]}`, '2002 更正後的虛擬帳號與目前相同，請填寫正確的虛擬帳號。'],
    ['an account of no agreement', '88001260001235', '2008 查無虛擬帳號 88001260001235 的代收約定，請核對後更正。'],
    ['wrong check digits', '77001260001236', '2008 虛擬帳號 77001260001236 的長度或檢查碼不符，請核對後更正。'],
    ['letters', '7700126000123A', '2008 虛擬帳號 7700126000123A 的長度或檢查碼不符，請核對後更正。'],
  ])('is refused with %s', (_, account, message) => expect(refusalOf(() => handle(toAccount(account)))).toBe(message))

  test('is refused with an account of another company', () => {
    const otherAgreement = { ...agreement, rule: { ...agreement.rule, applyCode: '77003' }, UniformNo: '90000022' }
    expect(
      refusalOf(() =>
        handle(toAccount('77003260001235'), waiting, { ...known, agreements: [agreement, otherAgreement] }),
      ),
    ).toBe('2008 虛擬帳號 77003260001235 不屬於同一公司，請核對後更正。')
  })
})

describe('handling a line', () => {
  test('an invalidated line (作廢) pays nothing', () => {
    const change = handle({ action: 'Invalid' })
    expect([states(change), entries(change)]).toEqual([{ 11001: 'Invalid' }, []])
  })

  test('a line that was never matched can be handled too', () =>
    expect(states(handle({ action: 'Invalid' }, { ...waiting, state: { WriteOffStatus: 'NotWrittenOff' } }))).toEqual({
      11001: 'Invalid',
    }))

  test.each(['Divide', 'ChangeBill'] as const)('a reversal has no money to %s', (action) => {
    const request = action === 'Divide' ? twoBills : toBill(7001)
    expect(refusalOf(() => handle(request, exception('Reversal', { AmountSign: 'Minus' })))).toMatch(
      /^2006 沖正交易不能(分拆|改銷)，請更正虛擬帳號，或改為作廢。$/,
    )
  })

  test('a line of no agreement needs a correct account first', () =>
    expect(refusalOf(() => handle(toBill(7001), exception('VACInvalid', { ApplyCode: null })))).toBe(
      '2006 這筆交易的虛擬帳號不屬於任何代收約定，請先更正虛擬帳號，再改銷。',
    ))

  test('a fee that uses up the payment leaves nothing for bills', () =>
    expect(refusalOf(() => handle(toBill(7001), exception('UnderPaid', { Amount: 10, FeeBearType: 'Increase' })))).toBe(
      '2007 交易金額扣除繳款人負擔的手續費後沒有餘額，不能改銷，請改為作廢。',
    ))

  test.each([
    ['written off', paidLine.state, '已銷帳'],
    ['reversed', { WriteOffStatus: 'Reversed', PairSerialId: 11002, BillSerialId: null }, '已沖正'],
  ] as const)('a line that is %s cannot be handled', (_, state, text) =>
    expect(refusalOf(() => handle({ action: 'Invalid' }, { ...waiting, state }))).toBe(
      `2006 這筆交易目前是「${text}」，只有例外或未銷帳的交易可以處理；請重新查詢後再試。`,
    ),
  )

  test.each([
    ['', '2001'],
    [' 退 ', '2002'],
    ['退'.repeat(201), '2002'],
  ])('needs a reason of 2 to 200 characters: %s', (Reason, code) =>
    expect(refusalOf(() => handleLine(waiting, { ...handling({ action: 'Invalid' }), Reason }, known))).toBe(
      `${code} 請填寫處理說明，長度為 2 到 200 字。`,
    ),
  )
})
