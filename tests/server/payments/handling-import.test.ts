import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/language'
import { registerJobs } from '../../../src/server/register-jobs'
import { insurer, portal } from '../../support/portal'
import { restart, stoppingReader } from '../imports/processes'
import { book, givenAgreements, givenBill, lineOnRecord, newAccount, paidOn, reported } from './support/booking'
import { billOf, partsOf, waiting } from './support/exceptions'
import { expectCorrectLedger } from './support/persons'
import { downloaded, saved, sent, type WorkingFile } from './support/working-files'

const here = await portal()
await givenAgreements(here)
await here.given.agreement({ ApplyCode: '77004', DualControl: true })
await here.given.billCategory({ ApplyCode: '77004' })
const own = { ApplyCodes: ['77001', '77002', '77004'] }
const maker = await here.as('CustomerMaker', { UserId: 'maker01', ...own })
const checker = await here.as('CustomerChecker', { UserId: 'checker01', ...own })

afterEach(() => expectCorrectLedger(here))

const Reason = { 處理說明: '繳款人來電更正' }
const page = '/TLDetailExceptionHandling'

/** Returns the working file of these lines, with one row for each, in this order. */
const fileOf = async (...lines: readonly number[]): Promise<WorkingFile> => {
  const file = await downloaded(maker, { PageSize: '100' })
  return {
    ...file,
    rows: lines.map((line) => {
      const row = file.rows.find(({ 序號 }) => 序號 === String(line))
      if (!row) throw new Error(`The file has no line ${line}.`)
      return row
    }),
  }
}

type Filled = Readonly<Record<string, unknown>>

/** Fills in the rows of a file, in order; a row without content stays as it is. */
const filled = (file: WorkingFile, ...contents: readonly (Filled | undefined)[]): Uint8Array =>
  saved(
    file,
    file.rows.map((row, index) => ({
      ...row,
      ...Object.fromEntries(Object.entries(contents[index] ?? {}).map(([title, value]) => [title, String(value)])),
    })),
  )

const toBill = ({ BillNo }: RecordValues): Filled => ({ 處理方式: '改銷', 要銷的帳單編號: BillNo, ...Reason })
const invalid: Filled = { 處理方式: '作廢', ...Reason }

describe('the file that users fill in', () => {
  test('has the lines of the query as the list shows them, and the columns to fill in; it comes back as it is', async () => {
    const account = newAccount()
    const line = await waiting(here, { VACAccount: account })
    const { titles, rows } = await downloaded(maker, { VACAccount: account })
    expect(titles).toEqual([
      ...['交易日期', '交易金額', '銷帳狀態', '例外原因', '繳款通路', '虛擬帳號（銷帳編號）'],
      ...['帳單編號', '繳款人姓名', '應繳金額'],
      ...['處理方式', '要銷的帳單編號', '更正後虛擬帳號', '分拆金額', '處理說明', '序號', '幣別', '異動時間'],
    ])
    const { UpdateTime } = (await maker.get(`${page}/${line}`)).data
    expect(rows).toMatchObject([
      { '虛擬帳號（銷帳編號）': account, 交易金額: '1000', 處理方式: '', 序號: String(line), 異動時間: UpdateTime },
    ])
    expect(await sent(maker, saved({ titles, rows }, rows))).toMatchObject({
      code: '3003',
      message: expect.stringContaining('沒有任何一列填寫「處理方式」'),
    })
  })

  test('masks the names of payers, and is in the audit trail', async () => {
    const bill = await givenBill(here, { PayerName: '王大明', PaymentEndDate: '2026-11-01' })
    await book(here, reported({ VACAccount: String(bill.VACAccount), TradeDate: '2026-12-01' }))
    const { rows } = await downloaded(maker, { VACAccount: String(bill.VACAccount) })
    expect(rows).toMatchObject([{ 繳款人姓名: '王○明', 帳單編號: bill.BillNo }])
    const logged = await here.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('resource', '=', 'TLDetailExceptionHandling')
      .where('action', '=', 'Export')
      .execute()
    expect(logged.length).toBeGreaterThan(0)
  })

  test('an unknown filter is refused', async () => {
    const { code, errors } = await maker.get('/Ext/TLDetailExceptionHandling/ImportTemplate', { Nonsense: '1' })
    expect([code, Object.keys(errors)]).toEqual(['2002', ['Nonsense']])
  })
})

describe('each row does its action', () => {
  test('the four actions in one file; a check writes nothing; rows without content are counted', async () => {
    const [bill, part, other] = [await givenBill(here), await givenBill(here), await givenBill(here)]
    await sql`update bill set should_pay_amount = 600 where serial_id = ${part.SerialId}`.execute(here.db)
    const [toB, corrected, void_, divided, left] = [
      await waiting(here),
      await waiting(here),
      await waiting(here),
      await waiting(here),
      await waiting(here),
    ]
    const rest = newAccount()
    const file = await fileOf(toB, corrected, void_, divided, divided, left)
    const bytes = filled(
      file,
      toBill(bill),
      { 處理方式: '更正虛擬帳號', 更正後虛擬帳號: other.VACAccount, ...Reason },
      invalid,
      { 處理方式: '分拆', 要銷的帳單編號: part.BillNo, 分拆金額: '600', ...Reason },
      { 處理方式: '分拆', 更正後虛擬帳號: rest, 分拆金額: '400', ...Reason },
    )
    const counts = { TotalCount: 6, GoodCount: 5, BadCount: 0, UnfilledCount: 1, UpdateCount: 4, PendingCount: 0 }
    expect((await sent(maker, bytes)).data).toMatchObject({ Written: false, ...counts })
    for (const line of file.rows)
      expect(await lineOnRecord(here, Number(line.序號))).toMatchObject({ write_off_status: 'Exception' })

    expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({
      Written: true,
      ...counts,
      BadRows: [],
    })
    const statusOf = async (line: number) => (await lineOnRecord(here, line))?.write_off_status
    expect(await Promise.all([toB, corrected, void_, divided, left].map(statusOf))).toEqual([
      ...['ChangedBill', 'ChangedVAC', 'Invalid', 'Divided', 'Exception'],
    ])
    expect(await partsOf(here, divided)).toMatchObject([{ status: 'WrittenOff' }, { status: 'Exception' }])
    for (const one of [bill, other]) expect(await paidOn(here, one)).toMatchObject({ paid_amount: 1000, entries: 1000 })
    expect(await paidOn(here, part)).toMatchObject({ paid_amount: 600 })
    const { rows } = await sql<RecordValues>`
      select user_id, action from audit_log where resource = 'TLDetail' and record_key = ${String(toB)}`.execute(
      here.db,
    )
    expect(rows).toEqual([{ user_id: 'maker01', action: 'ChangeBill' }])
  })

  test('with dual control it becomes a proposal that a second person releases', async () => {
    const bill = await billOf(here, '77004')
    const line = await waiting(here, { VACAccount: newAccount('77004') })
    const bytes = filled(await fileOf(line), toBill(bill))
    expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({ UpdateCount: 1, PendingCount: 1 })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 0 })
    const released = await checker.post(`/Ext/TLDetailExceptionHandling/${line}/Release`, {})
    expect(released.data).toMatchObject({ WriteOffStatus: 'ChangedBill', HandleUser: 'maker01', Checker: 'checker01' })
  })

  test('two lines on one bill are handled one after the other, in the order of the file', async () => {
    const bill = await givenBill(here)
    const lines = [await waiting(here), await waiting(here)]
    const bytes = filled(await fileOf(...lines), toBill(bill), toBill(bill))
    expect((await sent(maker, bytes)).data).toMatchObject({
      GoodCount: 1,
      BadRows: [{ RowNo: 3, Problems: [{ ColumnName: '要銷的帳單編號', Message: '帳單已繳清，請改選其他帳單。' }] }],
    })
    expect((await sent(maker, bytes, { mode: 'GoodRows' })).data).toMatchObject({
      Written: true,
      UpdateCount: 1,
      BadCount: 1,
    })
    expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
  })
})

test('a corrected line pays a bill together with an earlier row of the file', async () => {
  const bill = await givenBill(here)
  const lines = [await waiting(here, { Amount: 300 }), await waiting(here, { Amount: 700 })]
  const bytes = filled(await fileOf(...lines), toBill(bill), {
    處理方式: '更正虛擬帳號',
    更正後虛擬帳號: bill.VACAccount,
    ...Reason,
  })
  expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({ Written: true, UpdateCount: 2 })
  expect(await lineOnRecord(here, lines[1])).toMatchObject({ write_off_status: 'ChangedVAC' })
  expect(await paidOn(here, bill)).toMatchObject({ paid_amount: 1000, entries: 1000 })
})

describe('a wrong row', () => {
  const wrong = async (content: Filled, differences: Parameters<typeof waiting>[1] = {}) => {
    const line = await waiting(here, differences)
    const { data } = await sent(maker, filled(await fileOf(line), content))
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception' })
    return (data.BadRows as readonly RecordValues[]).flatMap(({ Problems }) => Problems as readonly RecordValues[])
  }

  test.each<[string, Filled, string, RegExp]>([
    ['an unknown action', { ...invalid, 處理方式: '退款' }, '處理方式', /處理方式/],
    ['no action', { 處理說明: '作廢' }, '處理方式', /處理方式/],
    ['no reason', { 處理方式: '作廢' }, '處理說明', /處理說明/],
    ['a short reason', { 處理方式: '作廢', 處理說明: '一' }, '處理說明', /2/],
    ['no bill', { 處理方式: '改銷', ...Reason }, '要銷的帳單編號', /要銷的帳單編號/],
    ['an unknown bill', toBill({ BillNo: 'NONE-1' }), '要銷的帳單編號', /^查無這張帳單，或帳單不屬於同一代收約定/],
    ['no account', { 處理方式: '更正虛擬帳號', ...Reason }, '更正後虛擬帳號', /更正後虛擬帳號/],
    [
      'an account of no agreement',
      { 處理方式: '更正虛擬帳號', 更正後虛擬帳號: '99999999999999', ...Reason },
      '更正後虛擬帳號',
      /^查無虛擬帳號 99999999999999 的代收約定/,
    ],
    ['a bill for another action', { ...invalid, 要銷的帳單編號: 'B-1' }, '要銷的帳單編號', /這一欄不能填寫，請清空/],
    [
      'a part alone',
      { 處理方式: '分拆', 要銷的帳單編號: 'B-1', 分拆金額: '1000', ...Reason },
      '分拆金額',
      /2 到 20 筆，目前 1 筆/,
    ],
  ])('with %s is named by its cell', async (_, content, ColumnName, message) => {
    expect(await wrong(content)).toEqual([
      expect.objectContaining({ ColumnName, Message: expect.stringMatching(message) }),
    ])
  })

  test('a bill of another agreement is refused, and more than its unpaid amount', async () => {
    const foreign = await billOf(here, '77004')
    expect(await wrong(toBill(foreign))).toMatchObject([{ Message: expect.stringMatching(/^查無這張帳單/) }])
    const small = await givenBill(here)
    await sql`update bill set should_pay_amount = 400 where serial_id = ${small.SerialId}`.execute(here.db)
    expect(await wrong(toBill(small))).toMatchObject([
      { Message: expect.stringMatching(/^帳單尚欠 400 元，.*在頁面上單筆改銷並確認溢繳。$/) },
    ])
  })

  test('a line twice in the file is refused in all its rows; parts must agree', async () => {
    const line = await waiting(here)
    const file = await fileOf(line, line)
    const problemsOf = async (...contents: Filled[]) =>
      ((await sent(maker, filled(file, ...contents))).data.BadRows as readonly RecordValues[]).map(
        ({ RowNo, Problems }) => [RowNo, (Problems as readonly RecordValues[])[0]?.Message],
      )
    const twice = expect.stringMatching(/^第 2、3 列是同一筆交易/)
    expect(await problemsOf(invalid, invalid)).toEqual([
      [2, twice],
      [3, twice],
    ])
    const part = { 處理方式: '分拆', 要銷的帳單編號: 'B-1', 分拆金額: '500', ...Reason }
    const reasons = expect.stringMatching(/相同的處理說明/)
    expect(await problemsOf(part, { ...part, 處理說明: '另一個說明' })).toEqual([
      [2, reasons],
      [3, reasons],
    ])
    expect(await problemsOf(part, { ...part, 要銷的帳單編號: '' })).toEqual([
      [2, expect.stringMatching(/兩者擇一/)],
      [3, expect.stringMatching(/兩者擇一/)],
    ])
    const sum = expect.stringMatching(/^分拆金額合計 900 元，須等於 1,000 元/)
    expect(await problemsOf(part, { ...part, 分拆金額: '400' })).toEqual([
      [2, sum],
      [3, sum],
    ])
    expect(await problemsOf(part, { ...part, 分拆金額: '' })).toEqual([
      [2, '同一筆資料的第 3 列有誤，請更正後一起匯入。'],
      [3, expect.stringMatching(/分拆金額/)],
    ])
  })

  test('a part that is refused is named by its row, and the other rows say which one it is', async () => {
    const line = await waiting(here)
    const small = await givenBill(here)
    await sql`update bill set should_pay_amount = 400 where serial_id = ${small.SerialId}`.execute(here.db)
    const bill = await givenBill(here)
    const file = await fileOf(await waiting(here), line, line, line)
    const part = ({ BillNo }: RecordValues, 分拆金額: string) => ({
      處理方式: '分拆',
      要銷的帳單編號: BillNo,
      分拆金額,
      ...Reason,
    })
    const problemsOf = async (...parts: Filled[]) =>
      ((await sent(maker, filled(file, undefined, ...parts))).data.BadRows as readonly RecordValues[]).map(
        ({ RowNo, Problems }) => [
          RowNo,
          ...(Problems as readonly RecordValues[]).map(({ ColumnName, Message }) => [ColumnName, Message]),
        ],
      )
    const sibling = (rowNo: number) => ['處理方式', `同一筆交易的第 ${rowNo} 列有誤，請更正後一起匯入。`]
    expect(await problemsOf(part(bill, '500'), part(small, '500'))).toEqual([
      [3, sibling(4)],
      [4, ['分拆金額', '帳單尚欠 400 元，分拆金額不可超過，請調整後再試。']],
    ])
    expect(await problemsOf(part(bill, '500'), part(bill, '500'))).toEqual([
      [3, sibling(4)],
      [4, ['要銷的帳單編號', '與第 3 列是同一張帳單，請合併為一筆。']],
    ])
  })

  test('rows of one line belong together also if their keys are written in different ways', async () => {
    const line = await waiting(here)
    const file = await fileOf(line, line)
    const written = { ...invalid, 處理方式: '退款', 序號: `0${line}`, 幣別: 'TWD' }
    const { data } = await sent(maker, filled(file, invalid, written), { mode: 'GoodRows' })
    expect(data).toMatchObject({ Written: false, GoodCount: 0, BadRows: [{ RowNo: 2 }, { RowNo: 3 }] })
  })

  test('a row with another currency than its line is refused, because its amount would be read in another unit', async () => {
    expect(await wrong({ ...invalid, 幣別: 'USD' })).toMatchObject([
      { ColumnName: '幣別', Message: '這筆交易的幣別是「新臺幣」，請改回這個幣別，金額也以它填寫。' },
    ])
  })

  test('if nothing is to be done, the rows are handled once to find that out', async () => {
    const rolledBack = vi.spyOn(here.ports.backgroundDb, 'startTransaction')
    const lines = [await waiting(here), await waiting(here)]
    const bytes = filled(await fileOf(...lines), invalid, toBill({ BillNo: 'NONE-1' }))
    expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({
      Written: false,
      GoodCount: 1,
      BadCount: 1,
    })
    expect(rolledBack).not.toHaveBeenCalled()
  })

  test('good rows are handled without the bad ones, or all or none', async () => {
    const lines = [await waiting(here), await waiting(here)]
    const bytes = filled(await fileOf(...lines), invalid, toBill({ BillNo: 'NONE-1' }))
    expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({
      Written: false,
      GoodCount: 1,
      BadCount: 1,
    })
    expect(await lineOnRecord(here, lines[0])).toMatchObject({ write_off_status: 'Exception' })
    expect((await sent(maker, bytes, { mode: 'GoodRows' })).data).toMatchObject({
      Written: true,
      UpdateCount: 1,
      BadCount: 1,
    })
    expect(await lineOnRecord(here, lines[0])).toMatchObject({ write_off_status: 'Invalid' })
  })
})

describe('no line is handled twice, or without knowing its state', () => {
  test('a line that has changed since the download is refused like the single action', async () => {
    const line = await waiting(here)
    const file = await fileOf(line)
    await maker.put(`${page}/${line}/ChangeVACAccount`, { VACAccount: newAccount(), Reason: '先更正帳號' })
    expect((await sent(maker, filled(file, invalid))).data).toMatchObject({
      GoodCount: 0,
      BadRows: [{ Problems: [{ ColumnName: '處理方式', Message: expect.stringContaining('您的處理沒有儲存') }] }],
    })
  })

  test('a file that is sent again is asked about, and handles nothing again', async () => {
    const line = await waiting(here)
    const bytes = filled(await fileOf(line), invalid)
    expect((await sent(maker, bytes, { mode: 'AllOrNothing' })).data).toMatchObject({ Written: true, UpdateCount: 1 })
    const again = await sent(maker, bytes, { mode: 'GoodRows', fields: { ConfirmRepeat: 'true' } })
    expect(again.data).toMatchObject({ Written: false, GoodCount: 0, BadCount: 1 })
    const { rows } = await sql`select from line_handling where line_serial_id = ${line}`.execute(here.db)
    expect(rows).toHaveLength(1)
  })

  test('a request that is sent again with its RequestId returns the first result', async () => {
    const line = await waiting(here)
    const bytes = filled(await fileOf(line), invalid)
    const RequestId = crypto.randomUUID()
    const first = await sent(maker, bytes, { mode: 'AllOrNothing', fields: { RequestId } })
    expect(first.data).toMatchObject({ Written: true, UpdateCount: 1 })
    expect((await sent(maker, bytes, { mode: 'AllOrNothing', fields: { RequestId } })).data).toEqual(first.data)
  })

  test('lines of other companies are treated as missing, and other roles may not import', async () => {
    const line = await waiting(here)
    const bytes = filled(await fileOf(line), invalid)
    const stranger = await here.as('CustomerAdmin', insurer)
    expect((await sent(stranger, bytes, { mode: 'GoodRows' })).data).toMatchObject({
      Written: false,
      BadRows: [{ Problems: [{ Message: expect.stringContaining('找不到') }] }],
    })
    expect((await sent(checker, bytes, { mode: 'GoodRows' })).status).toBe(403)
    expect((await checker.get('/Ext/TLDetailExceptionHandling/ImportTemplate')).status).toBe(403)
    expect(await lineOnRecord(here, line)).toMatchObject({ write_off_status: 'Exception' })
  })
})

describe('large files', () => {
  const manyLines = async (count: number) => {
    const account = newAccount()
    await book(here, ...Array.from({ length: count }, () => reported({ VACAccount: account })))
    return downloaded(maker, { VACAccount: account })
  }

  test('a file of more rows is imported by a job, which handles each line once even if its process dies', async () => {
    const file = await manyLines(1100)
    const { sheets, stopped, endRead } = stoppingReader(here.ports.sheets, 1050)
    registerJobs({ ...here, ports: { ...here.ports, sheets } })
    const { data } = await sent(maker, filled(file, invalid, undefined, invalid), { mode: 'GoodRows' })
    expect(data.JobId).toEqual(expect.any(Number))
    await stopped
    await restart(here)
    endRead()
    await here.ports.jobs.runUntilIdle()
    expect((await maker.get(`/Ext/GetImportResult/${data.JobId}`)).data).toMatchObject({
      Written: true,
      TotalCount: 1100,
      UnfilledCount: 1098,
      UpdateCount: 2,
    })
    const ids = [0, 2].map((index) => Number(file.rows[index]?.序號))
    const { rows } = await sql`
      select from line_handling where line_serial_id = any(${ids}::bigint[])`.execute(here.db)
    expect(rows).toHaveLength(2)
  })

  test('1,000 lines are handled by one file, and not one more is accepted', async () => {
    const file = await manyLines(1001)
    const lines = { ...file, rows: file.rows.slice(0, 1000) }
    const { data } = await sent(maker, filled(lines, ...lines.rows.map(() => invalid)), { mode: 'AllOrNothing' })
    expect(data).toMatchObject({ Written: true, UpdateCount: 1000 })
    expect(await sent(maker, filled(file, ...file.rows.map(() => invalid)), { mode: 'GoodRows' })).toMatchObject({
      code: '0000',
    })
    await here.ports.jobs.runUntilIdle()
    expect((await maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
      State: 'failed',
      Error: expect.stringContaining('最多填寫 1,000 列'),
    })
  })
})
