import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal } from '../../support/portal'
import { checkDatabaseHistories, givenBank } from '../payments/support/database-histories'
import {
  dateTypes,
  expectBankReport,
  expectDailyPaidReport,
  expectTransactionDetails,
  expectWriteOffReport,
  reportIn,
} from './expected-figures'
import { linesOnScreen, sameFigures } from './same-figures'

let open: Portal
let maker: Client
let operator: Client

/** Three months of random histories: handlings, releases, undos, reversals and own collections. */
beforeAll(async () => {
  open = await portal()
  await givenBank(open)
  await checkDatabaseHistories(open, { seed: 20_261_120, numRuns: 60 })
  await open.given.customer({ UniformNo: insurer.UniformNo, CustomerName: '示範人壽' })
  await open.given.agreement({ ApplyCode: '77003', AgreementName: '示範保費', UniformNo: insurer.UniformNo })
  await open.given.line({ ApplyCode: '77003', Amount: 77 })
  await open.given.line({ Amount: 5000, CurrencyType: 'USD', PayerName: '王大明' })
  // A division that was reversed: the reversal takes the whole back, and neither the whole nor its parts count.
  const divided = await open.given.line({ WriteOffStatus: 'Reversed', Amount: 300 })
  await open.given.line({ WriteOffStatus: 'Reversed', Amount: 100, ParentSerialId: divided.SerialId })
  await open.given.line({
    AmountSign: 'Minus',
    WriteOffStatus: 'Reversed',
    Amount: 300,
    PairSerialId: divided.SerialId,
  })
  await open.given.line({ ApplyCode: null, WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound', Amount: 88 })
  for (const WriteOffStatus of ['NotWrittenOff', 'PendingRelease'])
    for (const Amount of [11, 13]) await open.given.line({ WriteOffStatus, Amount })
  await sql`
    update transaction_line set trade_date = day, account_date = day + 1, expect_remit_date = day + 3,
      channel_id = (array['01', '02', '06'])[1 + serial_id % 3]
    from (select serial_id as id, date '2026-09-01' + (serial_id * 7 % 88)::int as day from transaction_line) d
    where d.id = serial_id`.execute(open.db)
  await sql`update self_collection set collect_date = date '2026-09-01' + (serial_id % 5)::int`.execute(open.db)
  maker = await open.as('CustomerMaker', { ApplyCodes: ['77001', '77004'] })
  operator = await open.as('BankOperator')
})

const reportNamed = (name: string) => reportIn(open, name)

const [from, to] = ['2026-09-01', '2026-12-01']
const quarter = { StartDate: from, EndDate: to }
/** The lines of agreement 77001 as the maker reads them. */
const reported = () => ({ place: open, client: maker, applyCode: '77001', from, to })

describe('the write-off report', () => {
  const query = (rest: object = {}) => ({ ApplyCode: '77001', DateType: 'AccountDate', ...quarter, ...rest })
  const lines = (rest: object = {}) => linesOnScreen(maker, reportNamed('WriteOffReport'), query(rest))

  test.each(dateTypes)('lists every line of a period of %s, and counts what is written off', async (DateType) => {
    expect(await expectWriteOffReport(reported(), DateType)).toBeGreaterThan(60)
  })

  test('the histories have lines of every kind', async () => {
    const { rows } = await sql<{
      state: string
    }>`select distinct write_off_status as state from transaction_line order by 1`.execute(open.db)
    expect(rows.map(({ state }) => state)).toEqual(
      expect.arrayContaining([
        'ChangedBill',
        'ChangedVAC',
        'Divided',
        'Exception',
        'Invalid',
        'NotWrittenOff',
        'PendingRelease',
        'Reversed',
        'WrittenOff',
      ]),
    )
  })

  test('its filters select by term, channel and state', async () => {
    const term = await lines({ BillTermId: '2026-11' })
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from transaction_line l join bill b on b.serial_id = l.bill_serial_id
      where l.apply_code = '77001' and b.bill_term_id = '2026-11' and l.account_date between '2026-09-01' and '2026-12-01'`.execute(
      open.db,
    )
    expect(term.filter(({ kind }) => kind === 'row')).toHaveLength(Number(rows[0]?.n))
    const channel = await lines({ ChannelId: '06', WriteOffStatus: 'Exception' })
    for (const { values } of channel.filter(({ kind }) => kind === 'row'))
      expect(values).toMatchObject({ ChannelId: '06', WriteOffStatus: 'Exception' })
  })

  test('its columns are those of the bank’s paper, in their order', () => {
    const { list, fields } = reportNamed('WriteOffReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '帳務日期,交易日期,通路,虛擬帳號,期別,繳款人,應繳金額,交易金額,手續費,入帳金額,銷帳狀態,例外原因',
    )
  })

  test('names are masked for every role, and a reversal is negative', async () => {
    for (const role of ['CustomerAdmin', 'CustomerMaker', 'CustomerViewer']) {
      const { data } = await (await open.as(role)).get('/ReportPrint/WriteOffReport', query({ PageSize: 5000 }))
      const names = data.Items.map(({ PayerName }: { PayerName: string | null }) => PayerName).filter(Boolean)
      expect(new Set(names)).toEqual(new Set(['王○明']))
    }
    const minus = (await lines()).find(({ kind, values }) => kind === 'row' && values.AmountSign === 'Minus')
    expect(Number(minus?.values.Amount)).toBeLessThan(0)
  })

  test.each<[string, object, readonly string[]]>([
    [
      'nothing',
      { ApplyCode: '', DateType: '', StartDate: '', EndDate: '' },
      ['ApplyCode', 'DateType', 'StartDate', 'EndDate'],
    ],
    ['an end before the start', { EndDate: '2026-08-31' }, ['EndDate']],
    ['93 days', { EndDate: '2026-12-02' }, ['EndDate']],
    ['a company that is not the caller’s', { ApplyCode: '77003' }, ['ApplyCode']],
    ['a date that does not exist', { StartDate: '2026-02-30' }, ['StartDate']],
    ['an unknown date type', { DateType: 'TransDate' }, ['DateType']],
  ])('refuses %s at the field', async (_, rest, fields) => {
    const answer = await maker.get('/ReportPrint/WriteOffReport', query(rest))
    expect([answer.code, Object.keys(answer.errors)]).toEqual(['2002', fields])
  })

  test('a month without lines is an empty report and an empty file', async () => {
    const empty = query({ StartDate: '2026-01-01', EndDate: '2026-01-31' })
    expect((await maker.get('/ReportPrint/WriteOffReport', { ...empty, WithTotals: true })).data).toMatchObject({
      Items: [],
      TotalCount: 0,
      Totals: [],
    })
    for (const FileFormat of ['Xlsx', 'Pdf', 'Csv', 'Txt'])
      expect((await maker.get('/Ext/ReportPrint/WriteOffReportFile', { ...empty, FileFormat })).status).toBe(200)
  })

  test('its files have the lines of the screen', async () => {
    expect(await sameFigures(maker, reportNamed('WriteOffReport'), query())).toBeGreaterThan(60)
  })
})

describe('the report of a day’s payments', () => {
  const lines = (AccountDate: string) =>
    linesOnScreen(maker, reportNamed('DailyPaidReport'), { ApplyCode: '77001', AccountDate })

  test.each(['2026-09-01', '2026-09-02', '2026-09-03', '2026-10-07'])(
    'adds up the lines and own collections of %s by channel',
    async (day) => {
      await expectDailyPaidReport(reported(), day)
    },
  )

  test('shows own collections as the channel A0 with their day and without a time', async () => {
    const { rows } = await sql<{ day: string }>`
      select min(collect_date) as day from self_collection where apply_code = '77001' and collect_status = 'Collected'`.execute(
      open.db,
    )
    const day = String(rows[0]?.day)
    const collected = (await lines(day)).filter(({ kind, values }) => kind === 'row' && values.ChannelId === 'A0')
    expect(collected.length).toBeGreaterThan(0)
    for (const { values } of collected) expect(values).toMatchObject({ TradeDate: day, TradeTime: null, ChannelFee: 0 })
  })

  test('its columns are those of the bank’s paper; date and time are two of them, because a collection has no time', () => {
    const { list, fields } = reportNamed('DailyPaidReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '通路,交易日期,時間,虛擬帳號,繳款人代號,姓名,代收單位,金額,手續費,入帳金額',
    )
  })

  test('its files have the lines of the screen, and it needs an agreement of the caller and a day', async () => {
    const query = { ApplyCode: '77001', AccountDate: '2026-09-03' }
    expect(await sameFigures(maker, reportNamed('DailyPaidReport'), query)).toBeGreaterThan(2)
    const refused = async (rest: object) =>
      Object.keys((await maker.get('/ReportPrint/DailyPaidReport', { ...query, ...rest })).errors)
    expect(await refused({ ApplyCode: '' })).toEqual(['ApplyCode'])
    expect(await refused({ ApplyCode: '77003' })).toEqual(['ApplyCode'])
    expect(await refused({ AccountDate: '' })).toEqual(['AccountDate'])
  })
})

describe('the report of transaction details', () => {
  test.each(dateTypes)('lists every line of a period of %s, and adds up what counts', async (DateType) => {
    const listed = await expectTransactionDetails(reported(), DateType)
    const minus = listed.find(({ values }) => values.AmountSign === 'Minus')
    expect(Number(minus?.values.Amount), 'the sign has a column of its own').toBeGreaterThan(0)
  })

  test('its columns are those of the bank’s paper, in their order', () => {
    const { list, fields } = reportNamed('TransactionDetailsReport')
    expect(list.columns.map((name) => fields.find((field) => field.name === name)?.label).join()).toBe(
      '交易序號,交易日期,時間,通路,門市,虛擬帳號,正負號,金額,帳務日期,預計撥款日',
    )
  })

  test('its files have the lines of the screen', async () => {
    const query = { ApplyCode: '77001', DateType: 'TradeDate', ...quarter }
    expect(await sameFigures(maker, reportNamed('TransactionDetailsReport'), query)).toBeGreaterThan(60)
  })
})

describe('the write-off report of all companies', () => {
  const query = (rest: object = {}) => ({ DateType: 'AccountDate', ...quarter, ...rest })

  test.each(dateTypes)('adds up the lines of a period of %s by company, agreement and channel', async (DateType) => {
    expect(await expectBankReport({ ...reported(), client: operator }, DateType)).toBeGreaterThan(3)
  })

  test('is filtered by company, and its files have the lines of the screen', async () => {
    const { data } = await operator.get('/SKGPortal/SKGWriteOffReport', query({ UniformNo: insurer.UniformNo }))
    expect(data.Items).toMatchObject([{ ApplyCode: '77003', LineCount: 1, Amount: 77 }])
    expect(await sameFigures(operator, reportNamed('SKGWriteOffReport'), query())).toBeGreaterThan(5)
  })

  test('is for users of the bank, and has at most 92 days', async () => {
    expect(await maker.get('/SKGPortal/SKGWriteOffReport', query())).toMatchObject({ status: 403 })
    expect((await (await open.as('BankViewer')).get('/SKGPortal/SKGWriteOffReport', query())).code).toBe('0000')
    expect((await operator.get('/SKGPortal/SKGWriteOffReport', query({ EndDate: '2026-12-02' }))).errors).toEqual({
      EndDate: '查詢期間最長 92 天，目前是 93 天，請縮短期間。',
    })
    expect(Object.keys((await operator.get('/SKGPortal/SKGWriteOffReport', {})).errors)).toEqual([
      'DateType',
      'StartDate',
      'EndDate',
    ])
  })
})

test('users of the bank do not read the reports of a company', async () => {
  for (const call of ['WriteOffReport', 'DailyPaidReport', 'TransactionDetailsReport'])
    expect(await operator.get(`/ReportPrint/${call}`)).toMatchObject({ status: 403 })
})

test('the options of the parameters are those of the caller', async () => {
  const { data } = await maker.get('/ReportPrint/GetAllSelectList')
  const values = (name: string) => data[name].map(({ Value }: { Value: string }) => Value)
  expect(values('ApplyCode')).toEqual(['77001', '77004'])
  expect(values('DateType')).toEqual(['TradeDate', 'AccountDate', 'RemitDate'])
  expect(values('WriteOffStatus')).toContain('WrittenOff')
  const bank = (await operator.get('/SKGPortal/GetAllSelectList')).data
  expect(bank.UniformNo.map(({ Value }: { Value: string }) => Value)).toContain(insurer.UniformNo)
})
