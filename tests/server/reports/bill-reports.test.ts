import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { billDailyPaid, billMonths, billWriteOff } from '../../support/schemas/bill-reports'
import { sameFigures } from './same-figures'

let open: Portal
let maker: Client

const bills: readonly [
  term: string,
  due: string,
  should: number,
  paid: number,
  channel: string | null,
  paidTime: string | null,
  prints: number,
][] = [
  ['2026-11', '2026-11-30', 1000, 1000, '01', '2026-11-02T09:00:00+08:00', 1],
  ['2026-11', '2026-11-30', 3000, 3000, '01', '2026-11-02T23:30:00+08:00', 2],
  // Still the previous day in UTC.
  ['2026-11', '2026-11-30', 2000, 2000, '01', '2026-11-03T00:30:00+08:00', 2],
  ['2026-11', '2026-11-30', 500, 500, '06', '2026-11-02T10:00:00+08:00', 0],
  ['2026-11', '2026-11-30', 700, 0, null, null, 0],
  ['2026-12', '2026-12-31', 4001, 4001, '06', '2026-12-01T00:10:00+08:00', 0],
  ['2026-12', '2026-12-31', 100, 0, null, null, 0],
]

beforeAll(async () => {
  open = await portal({ schemas: { billWriteOff, billDailyPaid, billMonths } })
  await twoCompanies(open)
  await open.given.billTerm()
  await open.given.billTerm({ BillTermId: '2026-12', BillTermName: '115年12月管理費', BillTermNo: '27' })
  for (const [BillTermId, PaymentEndDate, ShouldPayAmount, PaidAmount, ChannelId, PaidTime, PrintCount] of bills)
    await open.given.bill({
      BillTermId,
      PaymentEndDate,
      ShouldPayAmount,
      PaidAmount,
      ChannelId,
      PaidTime,
      PrintCount,
      PayStatus: PaidAmount ? 'Paid' : 'Unpaid',
    })
  maker = await open.as('CustomerMaker', { ApplyCodes: ['77001'] })
})

const ask = async (report: string, query: object) =>
  (await maker.get(`/Ext/${report}/QueryReport`, { ApplyCode: '77001', ...query })).data
const november = { DateType: 'Paid', DateFrom: '2026-11-01', DateTo: '2026-11-30' }
type Line = { Kind: string; Text: string; Values: Record<string, unknown> }
const sumsOf = ({ Lines }: { Lines: Line[] }, ...names: string[]) =>
  Lines.filter(({ Kind }) => Kind !== 'row').map(({ Text, Values }) => [Text, ...names.map((name) => Values[name])])

test('a write-off report has sums by channel and by day, and values computed from other columns', async () => {
  const data = await ask('BillWriteOff', november)
  expect(data.Lines[0]).toMatchObject({
    Values: { PaidDay: '2026-11-02', ChannelId: '01', PaidAmount: 1000, ChannelFee: 10, NetAmount: 990 },
  })
  expect(sumsOf(data, 'VACAccount', 'PaidAmount', 'ChannelFee', 'NetAmount')).toEqual([
    ['小計：115/11/02', 2, 4000, 20, 3980],
    ['小計：115/11/03', 1, 2000, 10, 1990],
    ['小計：統一超商', 3, 6000, 30, 5970],
    ['小計：115/11/02', 1, 500, 0, 500],
    ['小計：ATM轉帳', 1, 500, 0, 500],
    ['合計', 4, 6500, 30, 6470],
  ])
})

test('a condition applies only where the parameters fulfil it', async () => {
  expect(
    sumsOf(
      await ask('BillWriteOff', { ...november, DateType: 'Due', DateFrom: '2026-12-01', DateTo: '2026-12-31' }),
      'PaidAmount',
    ).at(-1),
  ).toEqual(['合計', 4001])
  expect(
    sumsOf(await ask('BillWriteOff', { ...november, DateFrom: '2026-12-01', DateTo: '2026-12-31' }), 'PaidAmount').at(
      -1,
    ),
  ).toEqual(['合計', 4001])
  expect(
    sumsOf(await ask('BillWriteOff', { ...november, DateType: 'Due', ChannelId: '06' }), 'PaidAmount').at(-1),
  ).toEqual(['合計', 500])
})

test('the report of a day has counts and sums per channel, by Taipei time', async () => {
  expect(sumsOf(await ask('BillDailyPaid', { PaidOn: '2026-11-02' }), 'VACAccount', 'PaidAmount')).toEqual([
    ['小計：統一超商', 2, 4000],
    ['小計：ATM轉帳', 1, 500],
    ['合計', 3, 4500],
  ])
})

test('months are grouped newest first; average, minimum, maximum and share are computed from the records, not from the lines', async () => {
  const data = await ask('BillMonths', {})
  const names = [
    'DueMonth',
    'Bills',
    'PaidBills',
    'StoreAmount',
    'Should',
    'Average',
    'Prints',
    'Least',
    'LastPaid',
    'Rate',
  ]
  const december = [2, 1, 0, 4101, 2051, 0, 100, '2026-12-01T00:10:00.000000+08:00', 50]
  const of11 = [5, 4, 6000, 7200, 1440, 1, 500, '2026-11-03T00:30:00.000000+08:00', 80]
  expect(data.Lines.map(({ Text, Values }: Line) => [Text, ...names.map((name) => Values[name])])).toEqual([
    ['', '2026-12', ...december],
    ['小計：115/12', undefined, ...december],
    ['', '2026-11', ...of11],
    ['小計：115/11', undefined, ...of11],
    ['合計', undefined, 7, 5, 6000, 11301, 1614, 0.71, 100, '2026-12-01T00:10:00.000000+08:00', 71.4286],
  ])
  expect(Object.keys(data.Lines[0].Values).filter((name) => name.includes(':'))).toEqual([])
  expect((await ask('BillMonths', { Month: '2026-12' })).RowCount).toBe(1)
})

test('the figures equal sums of the database', async () => {
  const { rows } = await sql<{ sum: number; rate: number; mean: number }>`
    select sum(should_pay_amount)::bigint as sum, round(100.0 * count(*) filter (where pay_status = 'Paid') / count(*), 4) as rate, round(avg(should_pay_amount)) as mean
    from bill where apply_code = '77001'`.execute(open.db)
  const { Values } = (await ask('BillMonths', {})).Lines.at(-1)
  expect([Values.Should, Values.Rate, Values.Average]).toEqual([rows[0]?.sum, rows[0]?.rate, rows[0]?.mean])
})

test('files contain the figures of the screen, months in the ROC calendar, amounts and averages as numbers', async () => {
  const { text } = await maker.get('/Ext/BillMonths/DownloadReportFile', { ApplyCode: '77001', FileFormat: 'csv' })
  expect(
    text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',').slice(0, 1).concat(line.split(',').slice(3))),
  ).toEqual([
    ['115/12', '2', '1', '0', '4101', '2051', '0', '100', '2026/12/01 00:10', '50'],
    ['小計：115/12', '2', '1', '0', '4101', '2051', '0', '100', '2026/12/01 00:10', '50'],
    ['115/11', '5', '4', '6000', '7200', '1440', '1', '500', '2026/11/03 00:30', '80'],
    ['小計：115/11', '5', '4', '6000', '7200', '1440', '1', '500', '2026/11/03 00:30', '80'],
    ['合計', '7', '5', '6000', '11301', '1614', '0.71', '100', '2026/12/01 00:10', '71.4286'],
  ])
})

test.each([
  ['billWriteOff', november],
  ['billDailyPaid', { PaidOn: '2026-11-02' }],
  ['billMonths', {}],
])('the PDF, the workbook and the CSV of %s contain the figures of the screen', async (name, query) => {
  expect(await sameFigures(maker, open.schemas.get(name), { ApplyCode: '77001', ...query })).toBeGreaterThan(3)
})
