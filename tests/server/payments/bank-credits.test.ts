import { afterEach, beforeEach, expect, test } from 'vitest'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { bankCredit, sendSigned } from '../../support/payments/bank-credit'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { atBank, bookFile, fileOf } from './support/files'

let here: Portal

/** An account of the committee's agreement with right check digits. */
const account = '77001260001235'

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
})

afterEach(async () => expect(await verifyLedger(here.db)).toEqual([]))

const credit = bankCredit({ VACAccount: account })

const lines = () => here.db.selectFrom('transaction_line').selectAll().orderBy('serial_id').execute()
const entries = () =>
  here.db
    .selectFrom('payment')
    .select(['bill_serial_id', 'amount', 'channel_id', 'paid_time'])
    .orderBy('payment_id')
    .execute()
const paidAmount = async (bill: Readonly<Record<string, unknown>>) =>
  (
    await here.db
      .selectFrom('bill')
      .select('paid_amount')
      .where('serial_id', '=', Number(bill.SerialId))
      .executeTakeFirstOrThrow()
  ).paid_amount

test('a credit is written off at once, and the payer sees the bill paid', async () => {
  const bill = await here.given.bill({ VACAccount: account })
  const answer = await sendSigned(here, {
    ...credit,
    PayBankCode: '008',
    PayAccountTail: '89012',
    PayerRemark: '管理費',
  })
  expect(answer).toMatchObject({ code: '0000', data: { WriteOffStatus: 'WrittenOff', ExceptionType: null } })
  expect(await lines()).toMatchObject([
    {
      serial_id: answer.data.SerialId,
      apply_code: '77001',
      trade_time: '095959',
      account_date: '2026-11-20',
      trans_date: '2026-11-20',
      channel_fee: 10,
      net_amount: 990,
      create_user: 'bank',
      bill_serial_id: bill.SerialId,
    },
  ])
  const payer = await here.asPayer({ payers: [], billIds: [Number(bill.SerialId)] })
  const { data } = await payer.get('/Ext/PayerArea/GetPaymentData')
  expect(data.DataLists1).toMatchObject([{ BillStatus: 'Paid', PaidAmount: 1000 }])
  expect(data.DataLists2).toMatchObject([
    { PaidAmount: 1000, ChannelId: '06', PaidTime: expect.stringContaining('2026-11-20T09:59:59') },
  ])
})

test('a credit that is sent again gets the same answer and has no second effect', async () => {
  const bill = await here.given.bill({ VACAccount: account })
  const first = await sendSigned(here, credit)
  for (const later of [0, 60]) expect((await sendSigned(here, credit, { later })).data).toEqual(first.data)
  // Padding with zeros is no other account.
  expect((await sendSigned(here, { ...credit, VACAccount: `00${account}` })).data).toEqual(first.data)
  expect([(await lines()).length, (await entries()).length, await paidAmount(bill)]).toEqual([1, 1, 1000])
})

test('a signed body with a repeated key is refused, because another program on its way may have read the other value', async () => {
  const bill = await here.given.bill({ VACAccount: account })
  const text = JSON.stringify(credit)
  for (const body of [
    text.replace('"Amount":1000', '"Amount":1,"Amount":1000'),
    text.replace('"TxnSeq"', '"VACAccount":"77001260001245","TxnSeq"'),
  ])
    expect(await sendSigned(here, body)).toMatchObject({
      status: 400,
      message: expect.stringContaining('同一個欄位出現了兩次以上'),
    })
  expect(await sendSigned(here, text.replace('"000123"', '"00\\ud800"'))).toMatchObject({ status: 400 })
  expect([await lines(), await paidAmount(bill)]).toEqual([[], 0])
})

test('the same credit in ten calls at once is booked once', async () => {
  const bill = await here.given.bill({ VACAccount: account })
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendSigned(here, credit)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect([(await lines()).length, (await entries()).length, await paidAmount(bill)]).toEqual([1, 1, 1000])
})

test.each([
  ['another amount', { Amount: 999 }],
  ['another account', { VACAccount: '77001260001242' }],
  ['another currency', { CurrencyType: 'USD' }],
  ['another time, as of a second payment', { TradeTime: '100001' }],
])('a transaction number with %s is refused and books nothing', async (_, other) => {
  await here.given.bill({ VACAccount: account })
  await sendSigned(here, credit)
  expect(await sendSigned(here, { ...credit, ...other })).toMatchObject({
    code: '2003',
    errors: { TxnSeq: expect.stringContaining('另一筆交易') },
  })
  expect(await lines()).toHaveLength(1)
})

test('of two payments with one transaction number that arrive at once, one is booked and the other refused', async () => {
  const answers = await Promise.all([sendSigned(here, credit), sendSigned(here, { ...credit, Amount: 999 })])
  expect(answers.map(({ code }) => code).sort()).toEqual(['0000', '2003'])
  expect(await lines()).toHaveLength(1)
})

test.each([
  ['23:58', 'the clock of the bank is ahead', 3, '2026-11-21'],
  ['00:02', 'the call took its time', -4, '2026-11-20'],
])('at %s, when %s, a credit is reported on the day of its signature', async (time, _, minutes, day) => {
  here.clock.advance({ minutes: time === '23:58' ? 838 : 842 })
  const atMidnight = { ...credit, TradeDate: day, AccountDate: day, TradeTime: minutes > 0 ? '000030' : '235730' }
  expect(await sendSigned(here, atMidnight, { later: minutes * 60 })).toMatchObject({ code: '0000' })
  expect(await lines()).toMatchObject([{ trade_date: day, trans_date: day }])
})

test('money in another currency passes without a fee', async () => {
  await sendSigned(here, { ...credit, CurrencyType: 'USD', Amount: 5 })
  expect(await lines()).toMatchObject([{ channel_fee: 0, net_amount: 5 }])
})

test('the same transaction number of another channel or day is another payment', async () => {
  for (const other of [{}, { ChannelId: '00' }, { TradeDate: '2026-11-19' }])
    expect((await sendSigned(here, { ...credit, ...other })).code).toBe('0000')
  expect(await lines()).toHaveLength(3)
})

test('a reversal takes the payment back; sent again it has no second effect', async () => {
  const bill = await here.given.bill({ VACAccount: account })
  await sendSigned(here, credit)
  const reversal = { ...credit, AmountSign: 'Minus' }
  const reversed = await sendSigned(here, reversal)
  expect(reversed.data).toMatchObject({ WriteOffStatus: 'Reversed', ExceptionType: null })
  expect((await sendSigned(here, reversal)).data).toEqual(reversed.data)
  expect([(await entries()).map(({ amount }) => amount), await paidAmount(bill)]).toEqual([[1000, -1000], 0])
  // The payment is now reversed, and its report says so.
  expect((await sendSigned(here, credit)).data).toMatchObject({ WriteOffStatus: 'Reversed' })
})

test.each([
  ['an account of no agreement', { VACAccount: '99999123456789' }, 'VACInvalid'],
  ['wrong check digits', { VACAccount: '77001260001234' }, 'VACInvalid'],
  ['an account without a bill', { VACAccount: '77001260001242' }, 'BillNotFound'],
  ['a reversal of nothing', { AmountSign: 'Minus' }, 'Reversal'],
  ['a channel that the agreement has not opened', { ChannelId: '16' }, 'ChannelDisabled'],
  ['too much', { Amount: 1001 }, 'OverPaid'],
  ['too little', { Amount: 999 }, 'UnderPaid'],
  ['another currency', { CurrencyType: 'USD' }, 'BillNotFound'],
])('%s is accepted as an exception, because the money has arrived', async (_, other, ExceptionType) => {
  const bill = await here.given.bill({ VACAccount: account })
  expect(await sendSigned(here, { ...credit, ...other })).toMatchObject({
    code: '0000',
    data: { WriteOffStatus: 'Exception', ExceptionType },
  })
  expect([(await lines()).length, (await entries()).length, await paidAmount(bill)]).toEqual([1, 0, 0])
})

test('a late payment is accepted as an exception', async () => {
  await here.given.bill({ VACAccount: account })
  here.clock.advance({ days: 11 })
  expect(await sendSigned(here, { ...credit, TradeDate: '2026-12-01' })).toMatchObject({
    code: '0000',
    data: { ExceptionType: 'Overdue' },
  })
})

test('a transaction number without its leading zeros is that of the file that has reported the payment', async () => {
  await here.given.bill({ VACAccount: account })
  await bookFile(here, {
    layout: 'bank',
    bytes: fileOf('bank', [atBank(account, { TradeDate: '2026-11-20', TradeTime: '095959', TxnSeq: '000123' })]),
  })
  expect(await sendSigned(here, { ...credit, TxnSeq: '123' })).toMatchObject({
    code: '0000',
    data: { WriteOffStatus: 'WrittenOff' },
  })
  expect([(await lines()).length, (await entries()).length]).toEqual([1, 1])
})

test('a transaction number of letters is kept as it is', async () => {
  await sendSigned(here, { ...credit, TxnSeq: 'A12' })
  expect(await lines()).toMatchObject([{ txn_seq: 'A12' }])
})

test.each([
  ['TradeDate', '2026-09-21', '2026-09-20'],
  ['TradeDate', '2026-11-20', '2026-11-21'],
  ['AccountDate', '2026-09-21', '2026-09-20'],
  ['AccountDate', '2027-01-19', '2027-01-20'],
])('%s may be %s, but %s is refused with the days that it may be', async (name, last, tooFar) => {
  expect(await sendSigned(here, { ...credit, [name]: tooFar })).toMatchObject({
    code: '2002',
    errors: { [name]: expect.stringContaining(last) },
  })
  expect(await lines()).toEqual([])
  expect(await sendSigned(here, { ...credit, [name]: last })).toMatchObject({ code: '0000' })
})

test.each([
  ['TradeDate', [undefined, null, '', '20261120', '2026-02-30', 20261120]],
  ['TradeTime', [undefined, '9959', '246000', '235960', 95959]],
  ['AccountDate', [undefined, '2026/11/20']],
  ['TxnSeq', [undefined, '', '1'.repeat(21), '一', 'A 1', 123]],
  ['VACAccount', [undefined, '', '0000', '7700126000123x', '1'.repeat(17), 77001260001235]],
  ['ChannelId', [undefined, '', '99', '01', '05', 'A0', '__proto__']],
  ['CurrencyType', [undefined, 'twd', 'XXX', 'constructor']],
  ['AmountSign', [undefined, '-', 'minus']],
  ['Amount', [undefined, null, 0, -1, -1000, 1000.5, 100_000_000, 1e21, '1000']],
  ['PayBankCode', [null, '8', '0081']],
  ['PayAccountTail', [null, '8901', '890123']],
  ['PayerRemark', [null, 'x'.repeat(41), 5]],
  ['Remark', ['an unknown field']],
  ['constructor', ['an unknown field']],
])('a wrong %s is refused at its field and books nothing', async (name, values) => {
  for (const value of values) {
    const answer = await sendSigned(here, { ...credit, [name]: value })
    expect([value, answer.code, Object.keys(answer.errors)]).toEqual([value, '2002', [name]])
  }
  expect(await lines()).toEqual([])
})

test('a body that is no object is refused at every required field', async () => {
  for (const body of ['[]', '"text"', 'null', '1']) {
    const answer = await sendSigned(here, body)
    expect([body, answer.code, Object.keys(answer.errors).length]).toEqual([body, '2002', 9])
  }
})

test('more credits in a minute than the limit are 429, until the minute is over', async () => {
  expect((await sendSigned(here, credit)).code).toBe('0000')
  await here.db.updateTable('rate_limit').set({ hits: 3000 }).execute()
  expect(await sendSigned(here, credit)).toMatchObject({ status: 429, code: '1002' })
  here.clock.advance({ minutes: 1 })
  expect((await sendSigned(here, credit)).code).toBe('0000')
})
