import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { rematchLines } from '../../../src/server/payments/rematch'
import { verifyLedger } from '../../../src/server/payments/verification/ledger-verify'
import { type Portal, portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { expectCorrectLedger, person } from './support/persons'

let place: Portal | undefined

const opened = async (): Promise<Portal> => {
  place = await portal()
  await givenAgreements(place)
  return place
}

afterEach(async () => {
  if (place) await expectCorrectLedger(place)
})

const rematched = ({ ports }: Portal) => rematchLines(ports, { confirm: async () => {} })

test('a payment whose bill is created later is written off at night', async () => {
  const here = await opened()
  const VACAccount = newAccount()
  const { serialIds } = await book(here, reported({ VACAccount }))
  expect(await rematched(here)).toBe(0)
  const bill = await givenBill(here, { VACAccount })
  here.clock.advance({ days: 1 })
  expect(await rematched(here)).toBe(1)
  expect(await lineOnRecord(here, serialIds[0])).toMatchObject({
    write_off_status: 'WrittenOff',
    bill_serial_id: bill.SerialId,
    exception_type: null,
  })
  expect(await paidOn(here, bill)).toMatchObject({
    paid_amount: 1000,
    pay_status: 'Paid',
    paid_time: '2026-11-19T02:15:30.000000Z',
    entries: 1000,
  })
  expect(await rematched(here)).toBe(0)
})

test('a payment that still has no bill stays as it is', async () => {
  const here = await opened()
  const { serialIds } = await book(here, reported({ VACAccount: newAccount() }))
  const before = await lineOnRecord(here, serialIds[0])
  here.clock.advance({ days: 1 })
  await rematched(here)
  expect(await lineOnRecord(here, serialIds[0])).toEqual(before)
})

describe('a payment whose account a person has corrected', () => {
  const Reason = '繳款人誤植帳號'

  test('is, with the bill that is created later, written off by the correction; another person can undo it', async () => {
    const here = await opened()
    await here.given.agreement({ ApplyCode: '77004', DualControl: true })
    await here.given.billCategory({ ApplyCode: '77004' })
    const [maker, checker, other] = [person(here, 'maker01'), person(here, 'checker01'), person(here, 'checker02')]
    const [wrong, account] = [newAccount('77004'), newAccount('77004')]
    const line = (await book(here, reported({ VACAccount: wrong }))).serialIds[0] ?? 0
    await maker.handle(line, { action: 'ChangeVACAccount', VACAccount: newAccount('77004') })
    await checker.release(line)
    await maker.handle(line, { action: 'ChangeVACAccount', VACAccount: account })
    here.clock.advance({ minutes: 30 })
    await checker.release(line)
    const bill = await givenBill(here, { ApplyCode: '77004', VACAccount: account })
    here.clock.advance({ days: 1 })
    expect(await rematched(here)).toBe(1)
    expect(await lineOnRecord(here, line)).toMatchObject({
      write_off_status: 'ChangedVAC',
      vac_account: account,
      original_vac_account: wrong,
      bill_serial_id: bill.SerialId,
      handle_user: 'maker01',
      handle_reason: Reason,
      handle_time: '2026-11-20T02:30:00.000000Z',
      write_off_time: '2026-11-21T02:30:00.000000Z',
    })
    const handlings = async () =>
      (
        await sql<{
          state: string
        }>`select state from line_handling where line_serial_id = ${line} order by handling_id`.execute(here.db)
      ).rows
    expect(await handlings()).toEqual([{ state: 'Unmatched' }, { state: 'Done' }])
    await expectCorrectLedger(here)
    await expect(maker.undo(line)).rejects.toMatchObject({ code: '2006' })
    expect(await other.undo(line)).toMatchObject({
      WriteOffStatus: 'Exception',
      ExceptionType: 'BillNotFound',
      OriginalVACAccount: wrong,
    })
    expect([await handlings(), await paidOn(here, bill)]).toEqual([
      [{ state: 'Unmatched' }, { state: 'Undone' }],
      expect.objectContaining({ paid_amount: 0, entries: 0 }),
    ])
  })

  test('keeps its handler when the bill that is created later does not fit', async () => {
    const here = await opened()
    const [maker, account] = [person(here, 'maker01'), newAccount()]
    const line = (await book(here, reported({ VACAccount: newAccount() }))).serialIds[0] ?? 0
    await maker.handle(line, { action: 'ChangeVACAccount', VACAccount: account })
    await givenBill(here, { VACAccount: account, ShouldPayAmount: 900 })
    here.clock.advance({ days: 1 })
    expect(await rematched(here)).toBe(0)
    expect(await lineOnRecord(here, line)).toMatchObject({
      write_off_status: 'Exception',
      exception_type: 'OverPaid',
      handle_user: 'maker01',
      handle_reason: Reason,
      handle_time: '2026-11-20T02:00:00.000000Z',
    })
    const proposal = { action: 'Invalid' } as const
    await maker.handle(line, proposal)
    expect(await person(here, 'checker01').undo(line)).toMatchObject({
      WriteOffStatus: 'Exception',
      ExceptionType: 'OverPaid',
      VACAccount: account,
    })
  })
})

test('who undid the handling of a payment remains on record when it is matched again', async () => {
  const here = await opened()
  const VACAccount = newAccount()
  const line = (await book(here, reported({ VACAccount }))).serialIds[0] ?? 0
  await person(here, 'maker01').handle(line, { action: 'Invalid' })
  await person(here, 'checker01').undo(line)
  await givenBill(here, { VACAccount, ShouldPayAmount: 900 })
  expect(await rematched(here)).toBe(0)
  expect(await lineOnRecord(here, line)).toMatchObject({
    exception_type: 'OverPaid',
    handle_user: 'checker01',
    handle_reason: '處理錯誤',
  })
})

test('a payment is matched again for 60 days after its arrival', async () => {
  const here = await opened()
  const accounts = [newAccount(), newAccount()]
  await book(here, reported({ VACAccount: String(accounts[0]) }))
  here.clock.advance({ days: 1 })
  await book(here, reported({ VACAccount: String(accounts[1]) }))
  here.clock.advance({ days: 60 })
  for (const VACAccount of accounts) await givenBill(here, { VACAccount })
  expect(await rematched(here)).toBe(1)
  const { rows } = await sql`select vac_account from transaction_line where write_off_status = 'WrittenOff'`.execute(
    here.db,
  )
  expect(rows).toEqual([{ vac_account: accounts[1] }])
})

test('a payment that was reversed while it waited is not written off when its bill is created', async () => {
  const here = await opened()
  const VACAccount = newAccount()
  const payment = reported({ VACAccount })
  const { serialIds } = await book(here, payment)
  await book(here, { ...payment, AmountSign: 'Minus' })
  const bill = await givenBill(here, { VACAccount })
  here.clock.advance({ days: 1 })
  expect(await rematched(here)).toBe(0)
  expect(await lineOnRecord(here, serialIds[0])).toMatchObject({ write_off_status: 'Reversed' })
  expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0, entries: 0 })
})

describe('a reversal that was decided without its payment', () => {
  /** Books a payment and its reversal as an earlier portal did, which did not find the payment. */
  const unpaired = async (here: Portal, VACAccount: string) => {
    const payment = reported({ VACAccount })
    const original = (await book(here, payment)).serialIds[0]
    const reversal = (await book(here, { ...payment, TradeDate: '2026-11-18', AmountSign: 'Minus' })).serialIds[0]
    await sql`update transaction_line set trade_date = '2026-11-19' where serial_id = ${reversal}`.execute(here.db)
    return { original, reversal }
  }
  const waiting = [
    {
      invariant: 'waitingReversal',
      count: 1,
      first: [{ SerialId: expect.any(Number), expected: 'nothing to take back', actual: 'a payment' }],
    },
  ]

  test('takes it back at night', async () => {
    const here = await opened()
    const bill = await givenBill(here)
    const { original, reversal } = await unpaired(here, String(bill.VACAccount))
    expect(await verifyLedger(here.db)).toEqual(waiting)
    await rematched(here)
    expect(await lineOnRecord(here, original)).toMatchObject({ write_off_status: 'Reversed', pair_serial_id: reversal })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0, entries: 0 })
    await expectCorrectLedger(here)
  })

  test('takes it back before it could be written off', async () => {
    const here = await opened()
    const VACAccount = newAccount()
    const { original } = await unpaired(here, VACAccount)
    await givenBill(here, { VACAccount })
    expect(await verifyLedger(here.db)).toEqual(waiting)
    expect(await rematched(here)).toBe(0)
    expect(await lineOnRecord(here, original)).toMatchObject({ write_off_status: 'Reversed', write_off_time: null })
    await expectCorrectLedger(here)
  })

  test('is matched again for 60 days, and waits as it is if there is still no payment', async () => {
    const here = await opened()
    const { serialIds } = await book(here, reported({ VACAccount: newAccount(), AmountSign: 'Minus' }))
    const before = await lineOnRecord(here, serialIds[0])
    here.clock.advance({ days: 60 })
    await rematched(here)
    expect(await lineOnRecord(here, serialIds[0])).toEqual(before)
  })
})

test('an exception of another kind is not matched again', async () => {
  const here = await opened()
  const bill = await givenBill(here)
  const VACAccount = String(bill.VACAccount)
  await book(here, reported({ VACAccount, Amount: 999 }))
  await sql`update bill set should_pay_amount = 999 where serial_id = ${bill.SerialId}`.execute(here.db)
  expect(await rematched(here)).toBe(0)
})

test('more payments than fit in one transaction are all matched again', async () => {
  const here = await opened()
  const accounts = Array.from({ length: 501 }, () => newAccount())
  await book(here, ...accounts.map((VACAccount) => reported({ VACAccount })))
  const late = await givenBill(here, { VACAccount: accounts.at(-1) })
  expect(await rematched(here)).toBe(1)
  expect(await paidOn(here, late)).toMatchObject({ pay_status: 'Paid' })
})
