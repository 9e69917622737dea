import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { writeOffTable } from '../../../src/domain/payments/write-off'
import type { RecordValues } from '../../../src/schema/language/language'
import type { ReportedLine } from '../../../src/server/payments/book-lines'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { expectCorrectLedger, person } from './support/persons'

const here = await portal()
await givenAgreements(here)

afterEach(() => expectCorrectLedger(here))

/** Books a payment for a new bill with these differences, and returns the line on record with the bill's account. */
const booked = async (differences: Partial<ReportedLine> = {}, billValues = {}) => {
  const bill = await givenBill(here, billValues)
  const { serialIds } = await book(here, reported({ VACAccount: String(bill.VACAccount), ...differences }))
  return { bill, line: await lineOnRecord(here, serialIds[0]) }
}

const unpaid = { paid_amount: 0, pay_status: 'Unpaid', paid_time: null, channel_id: null, entries: 0 }
const paid = {
  paid_amount: 1000,
  pay_status: 'Paid',
  paid_time: '2026-11-19T02:15:30.000000Z',
  channel_id: '06',
  entries: 1000,
}
const exception = (exception_type: string) => ({ write_off_status: 'Exception', exception_type, write_off_time: null })

/** Expects that a payment and its reversal are a pair, of which no money was written off. */
const expectPair = async (payment: number | undefined, reversal: number | undefined, bill: RecordValues | null) => {
  const both = {
    write_off_status: 'Reversed',
    exception_type: null,
    write_off_time: null,
    bill_serial_id: bill?.SerialId ?? null,
    bill_no: bill?.BillNo ?? null,
  }
  expect(await lineOnRecord(here, payment)).toMatchObject({ ...both, pair_serial_id: reversal })
  expect(await lineOnRecord(here, reversal)).toMatchObject({ ...both, pair_serial_id: payment })
}

/** What happens in the database for each row of the table. */
const cases: Readonly<Record<string, () => Promise<void>>> = {
  'a line that was already accepted is ignored': async () => {
    const bill = await givenBill(here)
    const line = reported({ VACAccount: String(bill.VACAccount) })
    expect(await book(here, line, line)).toMatchObject({ accepted: 1, repeated: 1, writtenOff: 1 })
    expect(await book(here, { ...line, VACAccount: `00${line.VACAccount}` })).toMatchObject({
      accepted: 0,
      repeated: 1,
      writtenOff: 0,
      serialIds: [],
    })
    expect(await paidOn(here, bill)).toEqual(paid)
  },
  'a reversal reverses a written-off payment': async () => {
    const bill = await givenBill(here)
    const line = reported({ VACAccount: String(bill.VACAccount) })
    const { serialIds } = await book(here, line)
    const reversal = await book(here, { ...line, AmountSign: 'Minus' })
    expect(reversal).toMatchObject({ accepted: 1, reversed: 1 })
    const [original, taken] = [serialIds[0], reversal.serialIds[0]]
    expect(await lineOnRecord(here, original)).toMatchObject({
      write_off_status: 'Reversed',
      pair_serial_id: taken,
      bill_serial_id: bill.SerialId,
    })
    expect(await lineOnRecord(here, taken)).toMatchObject({
      write_off_status: 'Reversed',
      pair_serial_id: original,
      bill_no: bill.BillNo,
    })
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'a reversal reverses a payment that is not written off': async () => {
    const payment = reported({ VACAccount: newAccount() })
    const original = (await book(here, payment)).serialIds[0]
    const reversal = await book(here, { ...payment, AmountSign: 'Minus' })
    expect(reversal).toMatchObject({ accepted: 1, reversed: 1 })
    await expectPair(original, reversal.serialIds[0], null)
    const { rows } = await sql`select from payment where line_serial_id = ${original}`.execute(here.db)
    expect(rows).toEqual([])
  },
  'a reversal without a payment to reverse is an exception': async () => {
    const { bill, line } = await booked({ AmountSign: 'Minus' })
    expect(line).toMatchObject({ ...exception('Reversal'), bill_serial_id: bill.SerialId })
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'a payment whose reversal arrived first is reversed': async () => {
    const { bill, line } = await booked({ AmountSign: 'Minus' })
    const payment = await book(here, reported({ VACAccount: String(bill.VACAccount), TxnSeq: String(line?.txn_seq) }))
    expect(payment).toMatchObject({ accepted: 1, writtenOff: 0, reversed: 1 })
    await expectPair(payment.serialIds[0], Number(line?.serial_id), bill)
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'an account that belongs to no agreement is invalid': async () => {
    const { line } = await booked({ VACAccount: '99999260001235' })
    expect(line).toMatchObject({ ...exception('VACInvalid'), apply_code: null, bill_serial_id: null })
  },
  'an account with a wrong length or wrong check digits is invalid': async () => {
    const { line } = await booked({ VACAccount: '77001260001236' })
    expect(line).toMatchObject({ ...exception('VACInvalid'), apply_code: '77001' })
  },
  'an agreement that is not active allows no channel': async () => {
    const { line } = await booked({}, { ApplyCode: '77003', VACAccount: newAccount('77003') })
    expect(line).toMatchObject({ ...exception('ChannelDisabled'), apply_code: '77003' })
  },
  'the agreement must allow the channel': async () => {
    const { line } = await booked({ ChannelId: '15' })
    expect(line).toMatchObject(exception('ChannelDisabled'))
  },
  'the agreement must allow the market item of a store': async () => {
    const { line } = await booked({ ChannelId: '01', MarketItemCode: 'I0O' })
    expect(line).toMatchObject(exception('ChannelDisabled'))
  },
  'a payment that the white list rejects is an incident': async () => {
    const { bill, line } = await booked({}, { ApplyCode: '77002', VACAccount: newAccount('77002') })
    expect(line).toMatchObject(exception('Incident'))
    const { rows } = await sql`select * from vac_loading where line_serial_id = ${line?.serial_id}`.execute(here.db)
    expect(rows).toMatchObject([
      {
        loading_type: 'Reject',
        incident_reason: 'NotInWhiteList',
        vac_account: bill.VACAccount,
        amount: 1000,
        apply_code: '77002',
      },
    ])
  },
  'a payment without a bill is an exception': async () => {
    const { line } = await booked({ VACAccount: newAccount() })
    expect(line).toMatchObject({
      ...exception('BillNotFound'),
      apply_code: '77001',
      bill_serial_id: null,
      bill_no: null,
    })
  },
  'a payment of a void bill is an exception': async () => {
    const { bill, line } = await booked({}, { BillState: 'Void', AccountState: 'Released' })
    expect(line).toMatchObject({ ...exception('BillVoided'), bill_serial_id: bill.SerialId })
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'a payment of a paid bill is a duplicate': async () => {
    const { bill } = await booked()
    const { serialIds } = await book(here, reported({ VACAccount: String(bill.VACAccount) }))
    expect(await lineOnRecord(here, serialIds[0])).toMatchObject({
      ...exception('Duplicate'),
      bill_serial_id: bill.SerialId,
    })
    expect(await paidOn(here, bill)).toEqual(paid)
  },
  'a late payment is an exception unless the category accepts it': async () => {
    const { bill, line } = await booked({ TradeDate: '2026-12-01' })
    expect(line).toMatchObject(exception('Overdue'))
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'a payment of the outstanding amount is written off': async () => {
    const { bill, line } = await booked()
    expect(line).toMatchObject({
      write_off_status: 'WrittenOff',
      exception_type: null,
      apply_code: '77001',
      bill_serial_id: bill.SerialId,
      bill_no: bill.BillNo,
      payer_name: '王大明',
      should_pay_amount: 1000,
      write_off_time: '2026-11-20T02:00:00.000000Z',
    })
    expect(await paidOn(here, bill)).toEqual(paid)
    const { rows } =
      await sql`select amount, channel_id, receipt_no, line_serial_id from payment where bill_serial_id = ${bill.SerialId}`.execute(
        here.db,
      )
    expect(rows).toEqual([
      {
        amount: 1000,
        channel_id: '06',
        receipt_no: expect.stringMatching(/^R202611\d{6,}$/),
        line_serial_id: line?.serial_id,
      },
    ])
  },
  'a smaller payment is written off if the category accepts partial payments': async () => {
    const { bill, line } = await booked({ Amount: 400 }, { BillCategoryCode: 'PART' })
    expect(line).toMatchObject({ write_off_status: 'WrittenOff' })
    expect(await paidOn(here, bill)).toEqual({ ...paid, paid_amount: 400, pay_status: 'PartialPaid', entries: 400 })
  },
  'any other smaller payment is an exception': async () => {
    const { bill, line } = await booked({ Amount: 999 })
    expect(line).toMatchObject(exception('UnderPaid'))
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
  'a larger payment is an exception': async () => {
    const { bill, line } = await booked({ Amount: 1001 })
    expect(line).toMatchObject(exception('OverPaid'))
    expect(await paidOn(here, bill)).toEqual(unpaid)
  },
}

test.each(writeOffTable.map(({ name }) => name))('%s', async (name) => {
  const run = cases[name]
  if (!run) throw new Error(`The row '${name}' has no case.`)
  await run()
})

test('every case is a row of the table', () =>
  expect(Object.keys(cases)).toEqual(writeOffTable.map(({ name }) => name)))

test('a listed payment uses its entry of the white list, and its reversal gives the use back', async () => {
  const account = newAccount('77002')
  const bill = await givenBill(here, { ApplyCode: '77002', VACAccount: account })
  const { SerialId } = await here.given.record('whiteList', {
    ApplyCode: '77002',
    VACAccount: account,
    CheckType: 'Account',
    MaxTimes: 1,
    UsedTimes: 0,
    WhiteListState: 'Active',
  })
  const used = async () =>
    (
      await sql<{ used: number }>`select used_times as used from white_list where serial_id = ${SerialId}`.execute(
        here.db,
      )
    ).rows[0]?.used
  const line = reported({ VACAccount: account })
  expect(await book(here, line)).toMatchObject({ writtenOff: 1 })
  expect(await used()).toBe(1)
  expect(await book(here, { ...line, AmountSign: 'Minus' })).toMatchObject({ reversed: 1 })
  expect(await used()).toBe(0)
  expect(await paidOn(here, bill)).toEqual(unpaid)
})

test('a payment, its reversal and a second payment in one batch leave one live entry', async () => {
  const bill = await givenBill(here)
  const line = reported({ VACAccount: String(bill.VACAccount) })
  const second = reported({ VACAccount: String(bill.VACAccount), ChannelId: '00', TradeTime: '111500' })
  expect(await book(here, line, { ...line, AmountSign: 'Minus' }, second)).toMatchObject({ writtenOff: 2, reversed: 1 })
  expect(await paidOn(here, bill)).toEqual({ ...paid, channel_id: '00', paid_time: '2026-11-19T03:15:00.000000Z' })
})

test('a bill in two parts has the time and the channel of the later one, and of the other one when that is reversed', async () => {
  const bill = await givenBill(here, { BillCategoryCode: 'PART' })
  const VACAccount = String(bill.VACAccount)
  const later = reported({ VACAccount, ChannelId: '00', Amount: 600, TradeTime: '120000' })
  await book(here, later)
  await book(here, reported({ VACAccount, Amount: 400 }))
  expect(await paidOn(here, bill)).toEqual({ ...paid, channel_id: '00', paid_time: '2026-11-19T04:00:00.000000Z' })
  await book(here, { ...later, AmountSign: 'Minus' })
  expect(await paidOn(here, bill)).toEqual({ ...paid, paid_amount: 400, pay_status: 'PartialPaid', entries: 400 })
})

test('if nothing of a batch is new, nothing changes', async () => {
  expect(await book(here)).toEqual({
    accepted: 0,
    repeated: 0,
    writtenOff: 0,
    exceptions: 0,
    reversed: 0,
    serialIds: [],
  })
})

test('an account belongs to the live bill, even if a void one had it before', async () => {
  const account = newAccount()
  await givenBill(here, { VACAccount: account, BillState: 'Void', AccountState: 'Released' })
  const { bill } = await booked({}, { VACAccount: account })
  expect(await paidOn(here, bill)).toEqual(paid)
})

test('a store line without a time of day is paid at the start of its day', async () => {
  const { bill } = await booked({ ChannelId: '01', MarketItemCode: '7A1', TradeTime: null })
  expect(await paidOn(here, bill)).toEqual({ ...paid, channel_id: '01', paid_time: '2026-11-18T16:00:00.000000Z' })
})

test('a payment and its reversal in one batch are on record as in two batches', async () => {
  const bill = await givenBill(here)
  const line = reported({ VACAccount: String(bill.VACAccount) })
  const { serialIds } = await book(here, line, { ...line, AmountSign: 'Minus' }, line)
  const [payment, reversal] = serialIds.toSorted((a, b) => a - b)
  const both = {
    write_off_status: 'Reversed',
    bill_serial_id: bill.SerialId,
    bill_no: bill.BillNo,
    should_pay_amount: 1000,
  }
  expect(await lineOnRecord(here, payment)).toMatchObject({
    ...both,
    pair_serial_id: reversal,
    write_off_time: expect.any(String),
  })
  expect(await lineOnRecord(here, reversal)).toMatchObject({ ...both, pair_serial_id: payment, write_off_time: null })
  expect(serialIds).toHaveLength(2)
})

describe('which line a reversal takes back', () => {
  test('the duplicate with its transaction number: the good payment stays', async () => {
    const { bill, line: good } = await booked()
    const duplicate = reported({ VACAccount: String(bill.VACAccount) })
    const { serialIds } = await book(here, duplicate)
    const reversal = await book(here, { ...duplicate, AmountSign: 'Minus' })
    await expectPair(serialIds[0], reversal.serialIds[0], bill)
    expect(await lineOnRecord(here, Number(good?.serial_id))).toMatchObject({ write_off_status: 'WrittenOff' })
    expect(await paidOn(here, bill)).toEqual(paid)
  })

  test('one that waits, where the channel has no transaction numbers', async () => {
    const VACAccount = newAccount()
    const { serialIds } = await book(here, reported({ VACAccount }))
    const reversal = await book(here, reported({ VACAccount, AmountSign: 'Minus' }))
    await expectPair(serialIds[0], reversal.serialIds[0], null)
  })

  test('one of no agreement', async () => {
    const payment = reported({ VACAccount: '99999260001235', Amount: 777 })
    const { serialIds } = await book(here, payment)
    const reversal = await book(here, { ...payment, AmountSign: 'Minus' })
    await expectPair(serialIds[0], reversal.serialIds[0], null)
  })

  test('one whose handling waits for a release, which ends', async () => {
    await here.given.agreement({ ApplyCode: '77004', DualControl: true })
    const payment = reported({ VACAccount: newAccount('77004') })
    const line = (await book(here, payment)).serialIds[0] ?? 0
    await person(here, 'maker01').handle(line, { action: 'Invalid' })
    const reversal = await book(here, { ...payment, AmountSign: 'Minus' })
    await expectPair(line, reversal.serialIds[0], null)
    const { rows } = await sql`select state, checker from line_handling where line_serial_id = ${line}`.execute(here.db)
    expect(rows).toEqual([{ state: 'Refused', checker: 'system' }])
    await expect(person(here, 'checker01').release(line)).rejects.toMatchObject({ code: '2006' })
  })

  test('one that was invalidated only when that is undone', async () => {
    const payment = reported({ VACAccount: newAccount() })
    const line = (await book(here, payment)).serialIds[0] ?? 0
    await person(here, 'maker01').handle(line, { action: 'Invalid' })
    const reversal = (await book(here, { ...payment, AmountSign: 'Minus' })).serialIds[0]
    expect(await lineOnRecord(here, reversal)).toMatchObject(exception('Reversal'))
    expect(await person(here, 'checker01').undo(line)).toMatchObject({
      WriteOffStatus: 'Reversed',
      PairSerialId: reversal,
    })
    await expectPair(line, reversal, null)
  })
})
