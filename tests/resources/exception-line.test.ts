import { expect, test } from 'vitest'
import { type ExceptionLine, payableAmount, waitReason, waitTime } from '../../resources/TLDetailExceptionHandling/line'
import { groupedAccount } from '../../src/domain/accounts/account-text'
import { enums } from '../../src/domain/enums'

const line: ExceptionLine = {
  id: '11001',
  SerialId: 11001,
  ApplyCode: '77001',
  ChannelId: '01',
  TradeDate: '2026-11-08',
  TradeTime: '101530',
  TxnSeq: '000123',
  VACAccount: '77001260001235',
  CurrencyType: 'TWD',
  AmountSign: 'Plus',
  Amount: 4800,
  BillNo: 'B202611-000123',
  PayerName: '王○明',
  ShouldPayAmount: 4800,
  WriteOffStatus: 'Exception',
  ExceptionType: 'Duplicate',
  HandleUser: null,
  HandleTime: null,
  HandleReason: null,
  UpdateTime: '2026-11-08T06:00:00+08:00',
}

const exception = (ExceptionType: ExceptionLine['ExceptionType'], values: Partial<ExceptionLine> = {}): string =>
  waitReason({ ...line, ExceptionType, ...values })

test('each exception says in words why it waits, with its own figures', () => {
  expect(exception('Duplicate')).toBe('帳單 B202611-000123 先前已經繳清，這筆又收到 4,800 元。')
  expect(exception('OverPaid', { Amount: 5000 })).toBe(
    '帳單 B202611-000123 應繳 4,800 元，收到 5,000 元，多於還沒繳的金額。',
  )
  expect(exception('UnderPaid', { Amount: 4000 })).toBe(
    '帳單 B202611-000123 應繳 4,800 元，收到 4,000 元，不足還沒繳的金額；代收類別不收部分繳款。',
  )
  expect(exception('OverPaid', { CurrencyType: 'USD', Amount: 5000 })).toContain('收到 USD 50.00')
  expect(exception('BillNotFound', { BillNo: null })).toBe(`沒有虛擬帳號 ${groupedAccount('77001260001235')} 的帳單。`)
  expect(exception('ChannelDisabled')).toContain('「統一超商」')
})

test('no difference is named, because a part of the bill may have been paid before', () => {
  // Of the bill of 4,800, 2,000 was paid: 5,000 is 2,200 too much, and 2,500 is 300 too little.
  expect(exception('OverPaid', { Amount: 5000 })).not.toMatch(/200 元/)
  expect(exception('UnderPaid', { Amount: 2500 })).not.toMatch(/300 元/)
  expect(exception('OverPaid')).toBe('帳單 B202611-000123 應繳 4,800 元，收到 4,800 元，多於還沒繳的金額。')
})

test('a fee that the payer bears is named, because it does not pay the bill', () => {
  const fee = { ChannelFee: 25, TableFee: null, FeeBearType: 'Increase' } as const
  expect(exception('UnderPaid', { ...fee, Amount: 4810 })).toBe(
    '帳單 B202611-000123 應繳 4,800 元，收到 4,810 元（含繳款人負擔的手續費 25 元），不足還沒繳的金額；代收類別不收部分繳款。',
  )
  expect(exception('OverPaid', { ...fee, FeeBearType: 'Deduct', Amount: 5000 })).not.toContain('手續費')
})

test('every type of exception has a sentence', () => {
  for (const type of Object.keys(enums.ExceptionType))
    expect(exception(type as ExceptionLine['ExceptionType']), type).toMatch(/。$/)
})

test('a line without a bill says until when it is matched again, which is true however long it has waited', () => {
  expect(waitReason({ ...line, WriteOffStatus: 'NotWrittenOff', ExceptionType: null })).toBe(
    '還沒有這個虛擬帳號的帳單；收到交易後 60 天內，系統每晚會與新上傳的帳單再比對。',
  )
})

test('a proposal names the proposer and the reason, a handled line its handler', () => {
  const handled = { ...line, HandleUser: 'maker01', HandleReason: '繳款人誤植帳號' }
  expect(waitReason({ ...handled, WriteOffStatus: 'PendingRelease' })).toBe(
    'maker01 已提出處理，等另一人放行，說明「繳款人誤植帳號」。',
  )
  expect(waitReason({ ...handled, WriteOffStatus: 'ChangedBill' })).toBe('由 maker01 改銷，說明「繳款人誤植帳號」。')
})

test('the waiting time counts days from the trade date', () => {
  expect(waitTime(line, '2026-11-20')).toBe('已等 12 天')
  expect(waitTime(line, '2026-11-08')).toBe('今天收到')
})

test('a fee that the payer bears does not pay bills', () => {
  expect(payableAmount({ ...line, ChannelFee: 25, TableFee: null, FeeBearType: 'Increase' })).toBe(4775)
  expect(payableAmount(line)).toBe(4800)
})
