import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { linesPerBatch } from '../../../src/server/payments/handlings/bulk/bulk-job'
import { insurer, portal } from '../../support/portal'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { billOf, waiting } from './support/exceptions'
import { expectCorrectLedger } from './support/persons'

const here = await portal({ ownDatabase: true })
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
await here.given.billCategory({ ApplyCode: '77004' })
const own = { ApplyCodes: ['77001', '77002', '77004'] }
const maker = await here.as('CustomerMaker', { UserId: 'maker01', ...own })
const checker = await here.as('CustomerChecker', { UserId: 'checker01', ...own })

afterEach(() => expectCorrectLedger(here))

const page = '/Ext/TLDetailExceptionHandling'
const Reason = '逾期繳，經核准銷帳'

/** Books a payment after the deadline of a bill of 1000. */
const late = async (bill: RecordValues, differences: Parameters<typeof reported>[0] = {}): Promise<number> => {
  const payment = reported({ VACAccount: String(bill.VACAccount), TradeDate: '2026-12-01', ...differences })
  return (await book(here, payment)).serialIds[0] ?? 0
}
const overdueBill = (values: RecordValues = {}) => givenBill(here, { PaymentEndDate: '2026-11-30', ...values })

const bulk = async (call: string, body: RecordValues) => {
  const { data, code, errors } = await maker.post(`${page}/${call}`, { Reason, ...body })
  expect([code, errors]).toEqual(['0000', {}])
  await here.ports.jobs.runUntilIdle()
  return (await maker.get(`${page}/GetBulkResult/${data.JobId}`)).data
}
const records = (...lines: readonly number[]) => ({ Records: lines.map((SerialId) => ({ SerialId })) })

describe('late payments on their own bills', () => {
  test('a preview has count, sum and the reasons of the others; the result names the failures', async () => {
    const [bill, other, paid] = [await overdueBill(), await overdueBill(), await overdueBill()]
    const lines = [await late(bill), await late(other), await late(paid), await waiting(here)]
    await book(here, reported({ VACAccount: String(paid.VACAccount) }))
    const preview = await maker.post(`${page}/PreviewMultiChangeBill`, records(...lines, 999_999))
    expect(preview.data).toMatchObject({
      Count: 2,
      Totals: [{ CurrencyType: 'TWD', Count: 2, Amount: 2000 }],
      RefusedCount: 3,
      Refused: [
        { SerialId: lines[2], Message: '帳單已繳清，請改選其他帳單。' },
        { SerialId: lines[3], Message: expect.stringContaining('只有逾期繳或短繳') },
        { SerialId: 999_999 },
      ],
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
    expect(await bulk('MultiChangeBill', records(...lines, 999_999))).toMatchObject({
      Action: 'ChangeBill',
      DoneCount: 2,
      ProposedCount: 0,
      RefusedCount: 3,
      Refused: [{ Name: expect.stringContaining('2026/12/01'), Message: expect.stringContaining('已繳清') }, {}, {}],
    })
    for (const one of [bill, other]) expect(await paidOn(here, one)).toMatchObject({ paid_amount: 1000, entries: 1000 })
    const { rows } = await sql<RecordValues>`
      select before ->> 'WriteOffStatus' as before, after ->> 'WriteOffStatus' as after, user_id from audit_log
      where resource = 'TLDetail' and record_key = ${String(lines[0])}`.execute(here.db)
    expect(rows).toEqual([{ before: 'Exception', after: 'ChangedBill', user_id: 'maker01' }])
    const [job] = (await maker.get('/Ext/GetJobs')).data
    expect(job).toMatchObject({
      State: 'done',
      Done: 5,
      Total: 5,
      Page: 'TLDetailExceptionHandling',
      Note: '完成 2 筆，待放行 0 筆，未處理 3 筆',
    })
  })

  test('two payments of one bill are decided one after the other, in the preview as in the job', async () => {
    const bill = await overdueBill()
    const lines = [await late(bill), await late(bill)]
    const preview = await maker.post(`${page}/PreviewMultiChangeBill`, records(...lines))
    expect(preview.data).toMatchObject({ Count: 1, Totals: [{ Amount: 1000 }], Refused: [{ SerialId: lines[1] }] })
    expect(await bulk('MultiChangeBill', records(...lines))).toMatchObject({ DoneCount: 1, RefusedCount: 1 })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })

  test('with dual control they become proposals', async () => {
    const bill = await billOf(here, '77004', { PaymentEndDate: '2026-11-30' })
    const line = await late(bill)
    const preview = await maker.post(`${page}/PreviewMultiChangeBill`, records(line))
    expect(preview.data).toMatchObject({ Count: 1, ProposedCount: 1 })
    expect(await bulk('MultiChangeBill', records(line))).toMatchObject({ DoneCount: 0, ProposedCount: 1 })
    expect((await maker.get('/Ext/GetJobs')).data[0].Note).toBe('完成 0 筆，待放行 1 筆，未處理 0 筆')
    const released = await checker.post(`${page}/${line}/Release`, {})
    expect(released.data).toMatchObject({ WriteOffStatus: 'ChangedBill', HandleUser: 'maker01', Checker: 'checker01' })
  })
})

describe('many lines are invalidated', () => {
  test('by a query, also those that are on no page of the list', async () => {
    const account = newAccount()
    const lines: number[] = []
    for (let count = 0; count < 25; count += 1) lines.push(await waiting(here, { VACAccount: account }))
    const Query = { VACAccount: account, WriteOffStatus: ['Exception'] }
    expect((await maker.post(`${page}/PreviewMultiInvalid`, { Query })).data).toMatchObject({
      Count: 25,
      RefusedCount: 0,
    })
    expect(await bulk('MultiInvalid', { Query })).toMatchObject({ DoneCount: 25, RefusedCount: 0 })
    for (const line of lines)
      expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Invalid', handle_reason: Reason })
  })

  test('the preview subtracts a reversal, as the sums of the list do', async () => {
    const account = newAccount()
    await waiting(here, { VACAccount: account, Amount: 700 })
    await waiting(here, { VACAccount: account, Amount: 300, AmountSign: 'Minus' })
    const Query = { VACAccount: account, WriteOffStatus: ['Exception'] }
    const { data } = await maker.post(`${page}/PreviewMultiInvalid`, { Query })
    expect(data).toMatchObject({ Count: 2, Totals: [{ Count: 2, Amount: 400 }] })
  })

  test('a line that arrives after the preview is not handled unseen', async () => {
    const account = newAccount()
    await waiting(here, { VACAccount: account })
    const Query = { VACAccount: account, WriteOffStatus: ['Exception'] }
    const { Version } = (await maker.post(`${page}/PreviewMultiInvalid`, { Query })).data
    const later = await waiting(here, { VACAccount: account })
    const refused = await maker.post(`${page}/MultiInvalid`, { Query, Version, Reason })
    expect([refused.code, refused.message]).toEqual(['2009', expect.stringContaining('現在是 2 筆；沒有處理任何交易')])
    const { Version: next } = (await maker.post(`${page}/PreviewMultiInvalid`, { Query })).data
    expect(await bulk('MultiInvalid', { Query, Version: next })).toMatchObject({ Count: 2, DoneCount: 2 })
    expect(await lineOnRecord(here, later)).toMatchObject({ write_off_status: 'Invalid' })
  })

  test('a chosen line that changes after the preview is not handled unseen, also if it was chosen without its UpdateTime', async () => {
    const line = await waiting(here)
    const { Version } = (await maker.post(`${page}/PreviewMultiInvalid`, records(line))).data
    await maker.put(`/TLDetailExceptionHandling/${line}/ChangeVACAccount`, { VACAccount: newAccount(), Reason })
    expect((await maker.post(`${page}/MultiInvalid`, { ...records(line), Version, Reason })).code).toBe('2009')
    const { Version: next } = (await maker.post(`${page}/PreviewMultiInvalid`, records(line))).data
    expect(await bulk('MultiInvalid', { ...records(line), Version: next })).toMatchObject({ DoneCount: 1 })
  })

  test('the preview of many lines holds no connection of the requests', async () => {
    const [requests, background] = [
      vi.spyOn(here.ports.db, 'startTransaction'),
      vi.spyOn(here.ports.backgroundDb, 'startTransaction'),
    ]
    await maker.post(`${page}/PreviewMultiInvalid`, records(await waiting(here)))
    expect([requests.mock.calls.length, background.mock.calls.length]).toEqual([0, 1])
  })

  test('a job that is cancelled between two batches tells what it has done', async () => {
    const account = newAccount()
    for (let count = 0; count < linesPerBatch + 1; count += 1) await waiting(here, { VACAccount: account })
    const continueJobs = here.holdJobs()
    const Query = { VACAccount: account, WriteOffStatus: ['Exception'] }
    const { JobId } = (await maker.post(`${page}/MultiInvalid`, { Query, Reason })).data
    // The first batch cancels the job, as a click would do meanwhile.
    await sql`create function cancel_bulk() returns trigger language plpgsql as $$ begin
        new.cancel_time := now(); return new; end $$`.execute(here.db)
    await sql`create trigger cancel_bulk before update of result on job for each row execute function cancel_bulk()`.execute(
      here.db,
    )
    continueJobs()
    await here.ports.jobs.runUntilIdle()
    await sql`drop function cancel_bulk cascade`.execute(here.db)
    const { data } = await maker.get(`${page}/GetBulkResult/${JobId}`)
    expect(data).toMatchObject({ Count: linesPerBatch + 1, DoneCount: linesPerBatch, RefusedCount: 0 })
    expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
      State: 'cancelled',
      Note: `完成 ${linesPerBatch} 筆，待放行 0 筆，未處理 1 筆`,
    })
  })

  test('a line that has changed since it was chosen is left out', async () => {
    const [line, other] = [await waiting(here), await waiting(here)]
    const { UpdateTime } = (await maker.get(`/TLDetailExceptionHandling/${line}`)).data
    const Records = [{ SerialId: line, UpdateTime: '2026-11-01T00:00:00.000000+08:00' }, { SerialId: other }]
    expect(await bulk('MultiInvalid', { Records })).toMatchObject({
      DoneCount: 1,
      Refused: [{ SerialId: line, Message: expect.stringContaining('您的處理沒有儲存') }],
    })
    expect(await bulk('MultiInvalid', { Records: [{ SerialId: line, UpdateTime }] })).toMatchObject({ DoneCount: 1 })
  })

  test('after the process died, the job handles only what is left, and counts all', async () => {
    const lines = [await waiting(here), await waiting(here)]
    const continueJobs = here.holdJobs()
    const { data } = await maker.post(`${page}/MultiInvalid`, { Reason, ...records(...lines) })
    await maker.put(`/TLDetailExceptionHandling/${lines[0]}/Invalid`, { Reason })
    // As if the job itself had handled the first line before its process died.
    await sql`update line_handling set job_id = ${data.JobId} where line_serial_id = ${lines[0]}`.execute(here.db)
    continueJobs()
    await here.ports.jobs.runUntilIdle()
    expect((await maker.get(`${page}/GetBulkResult/${data.JobId}`)).data).toMatchObject({
      DoneCount: 2,
      RefusedCount: 0,
    })
  })

  test('a proposal of the job that was refused before the job has ended counts as proposed', async () => {
    const lines = [
      await waiting(here, { VACAccount: newAccount('77004') }),
      await waiting(here, { VACAccount: newAccount('77004') }),
    ]
    const continueJobs = here.holdJobs()
    const { data } = await maker.post(`${page}/MultiInvalid`, { Reason, ...records(...lines) })
    await maker.put(`/TLDetailExceptionHandling/${lines[0]}/Invalid`, { Reason })
    await checker.post(`${page}/${lines[0]}/Refuse`, { Reason })
    // As if the job itself had proposed it.
    await sql`update line_handling set job_id = ${data.JobId} where line_serial_id = ${lines[0]}`.execute(here.db)
    continueJobs()
    await here.ports.jobs.runUntilIdle()
    expect((await maker.get(`${page}/GetBulkResult/${data.JobId}`)).data).toMatchObject({
      DoneCount: 0,
      ProposedCount: 2,
    })
  })

  test.each([
    ['nothing', {}, 'Records'],
    ['both', { Records: [{ SerialId: 1 }], Query: {} }, 'Records'],
    ['no line', { Records: [] }, 'Records'],
    ['a key that is no number', { Records: [{ SerialId: 'x' }] }, 'Records'],
    ['an unknown filter', { Query: { Nonsense: '1' } }, 'Nonsense'],
    ['a short reason', { Records: [{ SerialId: 1 }], Reason: '一' }, 'Reason'],
    ['an unknown field', { Records: [{ SerialId: 1 }], All: true }, 'All'],
  ])('a body with %s is refused', async (_, body, field) => {
    const { code, errors } = await maker.post(`${page}/MultiInvalid`, { Reason, ...body })
    expect([code, Object.keys(errors)]).toEqual(['2002', [field]])
  })

  test('not by checkers, and not lines of another company', async () => {
    const line = await waiting(here)
    expect((await checker.post(`${page}/MultiInvalid`, { Reason, ...records(line) })).status).toBe(403)
    const stranger = await here.as('CustomerAdmin', insurer)
    const { data } = await stranger.post(`${page}/MultiInvalid`, { Reason, ...records(line) })
    await here.ports.jobs.runUntilIdle()
    expect((await stranger.get(`${page}/GetBulkResult/${data.JobId}`)).data).toMatchObject({
      DoneCount: 0,
      RefusedCount: 1,
    })
    expect((await maker.get(`${page}/GetBulkResult/${data.JobId}`)).status).toBe(404)
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception' })
  })
})
