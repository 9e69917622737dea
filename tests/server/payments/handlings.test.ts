import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import type { HandlingAction } from '../../../src/domain/payments/handling-request'
import type { RecordValues } from '../../../src/schema/language/language'
import { companies } from '../../support/builders'
import { portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { billOf, divide, entriesOf, invalid, partly, partsOf, refusal, toAccount, waiting } from './support/exceptions'
import { expectCorrectLedger, person, toBill } from './support/persons'

const here = await portal()
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
await here.given.billCategory({ ApplyCode: '77004' })
const [maker, checker] = [person(here, 'maker01'), person(here, 'checker01')]

afterEach(() => expectCorrectLedger(here))

const half = () => givenBill(here, { ShouldPayAmount: 500 })
/** An exception and a bill of an agreement whose handlings need a second person. */
const waitingDual = () => waiting(here, { VACAccount: newAccount('77004') })
const dualBill = () => billOf(here, '77004')

/** Returns the handlings of a line, oldest first. */
const handlingsOf = async (line: number) => {
  const { rows } = await sql<RecordValues>`
    select request ->> 'action' as action, state, user_id, checker, undone_by, undo_reason from line_handling where line_serial_id = ${line} order by handling_id`.execute(
    here.db,
  )
  return rows.map((row) => Object.values(row).filter((value) => value !== null))
}

describe('what a person does with an exception', () => {
  test('a division pays several bills by parts with serial ids of their own', async () => {
    const [line, first, second] = [await waiting(here), await half(), await half()]
    expect(await maker.handle(line, divide(first, second), '  一次繳兩張  ')).toMatchObject({
      WriteOffStatus: 'Divided',
      HandleUser: 'maker01',
      HandleReason: '一次繳兩張',
      HandleTime: expect.stringMatching(/^2026-11-20T10:00/),
    })
    const parts = await partsOf(here, line)
    expect(parts.map(({ status }) => status)).toEqual(['WrittenOff', 'WrittenOff'])
    expect(new Set([line, ...parts.map(({ id }) => id)]).size).toBe(3)
    for (const bill of [first, second])
      expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 500, pay_status: 'Paid', entries: 500 })
    expect(await handlingsOf(line)).toEqual([['Divide', 'Done', 'maker01']])
  })

  test('a part for an account without a bill is an exception, which can be handled like others', async () => {
    const [line, bill, other] = [await waiting(here), await half(), await half()]
    await maker.handle(line, partly(bill))
    const [, part] = await partsOf(here, line)
    expect(part?.status).toBe('Exception')
    expect(await maker.handle(part?.id ?? 0, toBill(other))).toMatchObject({
      WriteOffStatus: 'ChangedBill',
      ParentSerialId: line,
    })
    expect(await paidOn(here, other)).toMatchObject({ paid_amount: 500 })
  })

  test('another bill is paid instead', async () => {
    const [line, bill] = [await waiting(here), await givenBill(here)]
    expect(await maker.handle(line, toBill(bill))).toMatchObject({
      WriteOffStatus: 'ChangedBill',
      BillSerialId: bill.SerialId,
      BillNo: bill.BillNo,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, pay_status: 'Paid', channel_id: '06' })
  })

  test('more than a bill lacks is only accepted where the person confirms it', async () => {
    const [line, bill] = [await waiting(here), await half()]
    await expect(maker.handle(line, toBill(bill))).rejects.toEqual(refusal('2007'))
    expect(await handlingsOf(line)).toEqual([])
    await maker.handle(line, toBill(bill, true))
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, pay_status: 'OverPaid' })
  })

  test('a corrected account is matched again, and the reported one is kept', async () => {
    const [line, bill] = [await waiting(here), await givenBill(here)]
    const reportedAccount = (await lineOnRecord(here, line))?.vac_account
    expect(await maker.handle(line, toAccount(bill.VACAccount))).toMatchObject({
      WriteOffStatus: 'ChangedVAC',
      VACAccount: bill.VACAccount,
      OriginalVACAccount: reportedAccount,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000 })
  })

  test('a corrected account that matches no bill leaves an exception, which can be handled again', async () => {
    const [line, account] = [await waiting(here), newAccount()]
    expect(await maker.handle(line, toAccount(account))).toMatchObject({
      WriteOffStatus: 'Exception',
      ExceptionType: 'BillNotFound',
      VACAccount: account,
      HandleUser: 'maker01',
      HandleReason: '繳款人誤植帳號',
    })
    await maker.handle(line, invalid)
    await checker.undo(line)
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception', vac_account: account })
    expect(await handlingsOf(line)).toEqual([
      ['ChangeVACAccount', 'Unmatched', 'maker01'],
      ['Invalid', 'Undone', 'maker01', 'checker01', '處理錯誤'],
    ])
  })

  test('an invalidated line pays nothing', async () => {
    const line = await waiting(here)
    expect(await maker.handle(line, invalid, '已退回繳款人')).toMatchObject({
      WriteOffStatus: 'Invalid',
      HandleReason: '已退回繳款人',
    })
    await expect(maker.handle(line, invalid)).rejects.toEqual(refusal('2006', /已作廢/))
  })

  test('a reason is needed, and nothing happens without it', async () => {
    const line = await waiting(here)
    await expect(maker.handle(line, invalid, ' ')).rejects.toEqual(refusal('2001'))
    expect([await handlingsOf(line), (await lineOnRecord(here, line))?.write_off_status]).toEqual([[], 'Exception'])
  })

  test('the audit trail has the line before and after', async () => {
    const line = await waiting(here)
    await maker.handle(line, invalid)
    await checker.undo(line)
    const { rows } = await sql<RecordValues>`
      select user_id, uniform_no, ip, action, before ->> 'WriteOffStatus' as before, after ->> 'WriteOffStatus' as after
      from audit_log where resource = 'TLDetail' and record_key = ${String(line)} order by id`.execute(here.db)
    const by = { uniform_no: companies.committee, ip: '203.0.113.7' }
    expect(rows).toEqual([
      { ...by, user_id: 'maker01', action: 'Invalid', before: 'Exception', after: 'Invalid' },
      { ...by, user_id: 'checker01', action: 'Undo', before: 'Invalid', after: 'Exception' },
    ])
  })
})

describe('a channel reverses', () => {
  const reversed = async (act: (line: number, bill: RecordValues) => Promise<unknown>) => {
    const [payment, bill] = [reported({ VACAccount: newAccount() }), await givenBill(here)]
    const line = (await book(here, payment)).serialIds[0] ?? 0
    await act(line, bill)
    const result = await book(here, { ...payment, AmountSign: 'Minus' })
    return { line, bill, result }
  }

  test.each([
    ['a line that pays another bill', (line: number, bill: RecordValues) => maker.handle(line, toBill(bill))],
    [
      'a line with a corrected account',
      (line: number, bill: RecordValues) => maker.handle(line, toAccount(bill.VACAccount)),
    ],
  ])('%s, which is final', async (_, act) => {
    const { line, bill, result } = await reversed(act)
    expect(result.reversed).toBe(1)
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Reversed', handle_user: 'maker01' })
    expect([await entriesOf(here, line), await paidOn(here, bill)]).toEqual([
      [1000, -1000],
      expect.objectContaining({ paid_amount: 0, pay_status: 'Unpaid' }),
    ])
    await expect(checker.undo(line)).rejects.toEqual(refusal('2006'))
    await expect(maker.handle(line, invalid)).rejects.toEqual(refusal('2006'))
  })

  test('with a wrong account, which a person corrects: the payment is taken back', async () => {
    const bill = await givenBill(here)
    const payment = reported({ VACAccount: String(bill.VACAccount) })
    await book(here, payment)
    const line = (await book(here, { ...payment, AmountSign: 'Minus', VACAccount: newAccount() })).serialIds[0] ?? 0
    expect(await maker.handle(line, toAccount(bill.VACAccount))).toMatchObject({ WriteOffStatus: 'Reversed' })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
  })
})

describe('with dual control', () => {
  test.each<[string, () => Promise<HandlingAction>, string]>([
    [
      'a division',
      async () => ({
        action: 'Divide',
        parts: [
          { BillSerialId: Number((await dualBill()).SerialId), Amount: 400 },
          { VACAccount: newAccount('77004'), Amount: 600 },
        ],
      }),
      'Divided',
    ],
    ['another bill', async () => toBill(await dualBill()), 'ChangedBill'],
    ['a corrected account', async () => toAccount((await dualBill()).VACAccount), 'ChangedVAC'],
    ['an invalidation', async () => invalid, 'Invalid'],
  ])('%s is proposed, and happens when another person releases it', async (_, request, status) => {
    const [line, action] = [await waitingDual(), await request()]
    expect(await maker.handle(line, action)).toMatchObject({
      WriteOffStatus: 'PendingRelease',
      HandleUser: 'maker01',
      HandleReason: '繳款人誤植帳號',
    })
    expect([await entriesOf(here, line), await partsOf(here, line)]).toEqual([[], []])
    await expect(maker.release(line)).rejects.toEqual(refusal('2006', /須由另一人放行/))
    expect(await checker.release(line)).toMatchObject({ WriteOffStatus: status, HandleUser: 'maker01' })
    expect(await handlingsOf(line)).toEqual([[action.action, 'Done', 'maker01', 'checker01']])
  })

  test('a refused proposal leaves the exception as it was, and it can be handled again', async () => {
    const line = await waitingDual()
    const before = await lineOnRecord(here, line)
    await maker.handle(line, toBill(await dualBill()))
    await expect(maker.refuse(line)).rejects.toEqual(refusal('2006', /須由另一人退回/))
    expect(await checker.refuse(line)).toMatchObject({
      WriteOffStatus: 'Exception',
      ExceptionType: 'BillNotFound',
      HandleUser: null,
    })
    const { update_time: _, update_user: __, ...after } = (await lineOnRecord(here, line)) ?? {}
    expect(before).toMatchObject(after)
    await maker.handle(line, invalid)
    expect(await handlingsOf(line)).toEqual([
      ['ChangeBill', 'Refused', 'maker01', 'checker01'],
      ['Invalid', 'Proposed', 'maker01'],
    ])
  })

  test('a released correction that matches no bill leaves an exception', async () => {
    const line = await waitingDual()
    await maker.handle(line, toAccount(newAccount('77004')))
    expect(await checker.release(line)).toMatchObject({ WriteOffStatus: 'Exception', HandleUser: 'maker01' })
    expect(await handlingsOf(line)).toEqual([['ChangeVACAccount', 'Unmatched', 'maker01', 'checker01']])
  })

  test('a release fails if the bill was paid meanwhile; the proposal stays until it is refused', async () => {
    const [line, bill] = [await waitingDual(), await dualBill()]
    await maker.handle(line, toBill(bill))
    await book(here, reported({ VACAccount: String(bill.VACAccount) }))
    await expect(checker.release(line)).rejects.toEqual(refusal('2006', /帳單已繳清/))
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'PendingRelease' })
    await checker.refuse(line)
    expect(await entriesOf(here, line)).toEqual([])
  })

  test('a release fails if the bill was voided meanwhile', async () => {
    const [line, bill] = [await waitingDual(), await dualBill()]
    await maker.handle(line, toBill(bill))
    await sql`update bill set bill_state = 'Void' where serial_id = ${bill.SerialId}`.execute(here.db)
    await expect(checker.release(line)).rejects.toEqual(refusal('2006', /帳單已作廢/))
  })

  test('what was not proposed can be neither released nor refused', async () => {
    const line = await waitingDual()
    await expect(checker.release(line)).rejects.toEqual(refusal('2006', /只有待放行的交易可以放行/))
    await expect(checker.refuse(line)).rejects.toEqual(refusal('2006', /只有待放行的交易可以退回/))
  })
})

describe('a second person undoes', () => {
  test.each<[string, () => Promise<{ readonly request: HandlingAction; readonly bill?: RecordValues }>]>([
    ['another bill', async () => ((bill) => ({ request: toBill(bill), bill }))(await givenBill(here))],
    [
      'a corrected account',
      async () => ((bill) => ({ request: toAccount(bill.VACAccount), bill }))(await givenBill(here)),
    ],
    ['an invalidation', async () => ({ request: invalid })],
  ])('%s: the line is as before, and its entry is countered', async (_, given) => {
    const line = await waiting(here)
    const before = await lineOnRecord(here, line)
    const { request, bill } = await given()
    await maker.handle(line, request)
    await expect(maker.undo(line)).rejects.toEqual(refusal('2006', /須由另一人取消/))
    expect(await checker.undo(line, '  改銷錯誤 ')).toMatchObject({
      WriteOffStatus: 'Exception',
      HandleUser: 'checker01',
      HandleReason: '改銷錯誤',
    })
    const {
      update_time: _time,
      update_user: _user,
      handle_user: _by,
      handle_time: _at,
      handle_reason: _why,
      ...after
    } = (await lineOnRecord(here, line)) ?? {}
    expect(before).toMatchObject(after)
    expect(await entriesOf(here, line)).toEqual(bill ? [1000, -1000] : [])
    if (bill) expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0, pay_status: 'Unpaid', paid_time: null })
    expect(await handlingsOf(line)).toEqual([[request.action, 'Undone', 'maker01', 'checker01', '改銷錯誤']])
  })

  test('a division: its parts are reversed, and another division gets new ones', async () => {
    const [line, first, second] = [await waiting(here), await half(), await half()]
    await maker.handle(line, divide(first, second))
    await checker.undo(line)
    expect((await partsOf(here, line)).map(({ status }) => status)).toEqual(['Reversed', 'Reversed'])
    expect(await paidOn(here, first)).toMatchObject({ paid_amount: 0, entries: 0 })
    await maker.handle(line, divide(second, first))
    expect((await partsOf(here, line)).map(({ status }) => status)).toEqual([
      'Reversed',
      'Reversed',
      'WrittenOff',
      'WrittenOff',
    ])
    expect((await handlingsOf(line)).map(([, state]) => state)).toEqual(['Undone', 'Done'])
  })

  test('a division only when nothing was done to its parts that stays', async () => {
    const line = await waiting(here)
    await maker.handle(line, partly(await half()))
    const part = (await partsOf(here, line))[1]?.id ?? 0
    await maker.handle(part, invalid)
    await expect(checker.undo(line)).rejects.toEqual(refusal('2006', /請先取消該筆的處理/))
    await checker.undo(part)
    expect(await checker.undo(line)).toMatchObject({ WriteOffStatus: 'Exception' })
  })

  test('nothing that was not handled', async () => {
    await expect(checker.undo(await waiting(here))).rejects.toEqual(refusal('2006', /可以取消處理/))
  })
})
