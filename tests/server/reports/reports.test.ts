import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { sheets } from '../../../src/server/node/sheets'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { coupon } from '../../support/schemas/coupon'
import { couponCall, couponList, couponReport, payerCall, payerRoll } from '../../support/schemas/coupon-report'
import { sameFigures } from './same-figures'

let open: Portal
let maker: Client

beforeAll(async () => {
  open = await portal({ schemas: { coupon, couponReport, couponList, couponCall, payerRoll, payerCall } })
  await twoCompanies(open)
  await open.given.agreement({ ApplyCode: '77002', AgreementName: '示範停車費' })
  maker = await open.as('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
  const make = (by: Client, ApplyCode: string, CouponCode: string, StartDate: string, Amount: number | null) =>
    by.post('/Coupon', {
      ApplyCode,
      CouponCode,
      CouponName: '早繳優惠',
      CouponKind: Amount ? 'Amount' : 'Gift',
      Amount,
      StartDate,
    })
  for (const [no, [code, day, amount]] of (
    [
      ['77001', '2026-11-01', 50],
      ['77001', '2026-11-01', 30],
      ['77001', '2026-11-02', 20],
      ['77001', '2026-11-02', null],
      ['77002', '2026-11-05', 7],
      ['77002', '2026-12-05', 1000],
    ] as const
  ).entries())
    await make(maker, code, `C${no}`, day, amount)
  for (let no = 1; no <= 25; no += 1)
    await open.given.payer({
      ApplyCode: '77002',
      PayerId: `B${no}`,
      PayerNo: String(no).padStart(6, '0'),
      ZipCode: '10001',
    })
  await open.given.payer({ PayerId: 'A1', PayerName: '王大明', Mobile: '0912345678' })
  await make(await open.as('CustomerMaker', insurer), '77003', 'X1', '2026-11-01', 9999)
})

const november = { DateFrom: '2026-11-01', DateTo: '2026-11-30' }
const ask = (query: object = {}, by = maker, report = 'CouponReport') =>
  by.get(`/Ext/${report}/QueryReport`, { ...november, ...query })
const cellsOf = ({ Lines }: { Lines: { Kind: string; Text: string; Values: Record<string, unknown> }[] }) =>
  Lines.map(({ Kind, Text, Values }) => [
    Kind,
    Text,
    Values.CouponKind ?? '',
    Values.StartDate ?? '',
    Values.Coupons,
    Values.Amount,
  ])

const lines = [
  ['row', '', 'Amount', '2026-11-02', 1, 20],
  ['row', '', 'Amount', '2026-11-01', 2, 80],
  ['row', '', 'Gift', '2026-11-02', 1, 0],
  ['subtotal', expect.stringMatching(/^小計：77001/), '', '', 4, 100],
  ['row', '', 'Amount', '2026-11-05', 1, 7],
  ['subtotal', expect.stringMatching(/^小計：77002/), '', '', 1, 7],
  ['total', '合計', '', '', 5, 107],
]

test('records of the company are grouped, sorted and added up, and a page of the lines keeps the figures of the whole', async () => {
  const { data } = await ask()
  expect(cellsOf(data)).toEqual(lines)
  expect(data).toMatchObject({ RowCount: 4, LineCount: 7, PageNo: 1, PageSize: 100 })
  expect(data.Lines[0].Values.Labels.ApplyCode).toContain('77001')
  const second = (await ask({ PageNo: 2, PageSize: 5 })).data
  expect(cellsOf(second)).toEqual(lines.slice(5))
  expect(second).toMatchObject({ RowCount: 4, LineCount: 7 })
})

test('a parameter filters the records unless it is empty', async () => {
  expect(cellsOf((await ask({ ApplyCode: '77002' })).data)).toEqual([
    lines[4],
    lines[5],
    ['total', '合計', '', '', 1, 7],
  ])
  expect((await ask({ Kinds: ['Gift'] })).data.RowCount).toBe(1)
  expect((await ask({ Kinds: ['Gift', 'Amount'] })).data.RowCount).toBe(4)
  expect((await ask({ ApplyCode: '77003' })).data).toMatchObject({ Lines: [], RowCount: 0, LineCount: 0 })
})

test('every figure equals an independent sum', async () => {
  const rows = await open.db
    .selectFrom('coupon')
    .select(['amount'])
    .where('apply_code', 'in', ['77001', '77002'])
    .where('start_date', '<=', '2026-11-30')
    .execute()
  const total = rows.reduce((sum, { amount }) => sum + Number(amount ?? 0), 0)
  expect((await ask()).data.Lines.at(-1).Values).toMatchObject({ Coupons: rows.length, Amount: total })
})

test('the files contain the lines of the screen, figure by figure', async () => {
  const file = (FileFormat: string) => maker.get('/Ext/CouponReport/DownloadReportFile', { ...november, FileFormat })
  const cells = (kind: string[]) => kind.map((cell) => cell.replace(/^小計：(\d+).*/, '小計：$1'))
  const expected = (day: (text: string) => string) => [
    ['77001', '示範社區管理費', '折抵金額', day('2026/11/02'), '1', '20'],
    ['77001', '示範社區管理費', '折抵金額', day('2026/11/01'), '2', '80'],
    ['77001', '示範社區管理費', '贈品', day('2026/11/02'), '1', '0'],
    ['小計：77001', '', '', '', '4', '100'],
    ['77002', '示範停車費', '折抵金額', day('2026/11/05'), '1', '7'],
    ['小計：77002', '', '', '', '1', '7'],
    ['合計', '', '', '', '5', '107'],
  ]
  const csv = (await file('csv')).text
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(csv[0]).toEqual(['委託單位代號', '委託單位名稱', '優惠方式', '起日', '張數', '折抵金額'])
  expect(csv.slice(1).map(cells)).toEqual(expected((text) => text))
  const rows: string[][] = []
  for await (const row of sheets().read(
    { name: 'a.xlsx', bytes: (await file('xlsx')).bytes },
    { maxRows: 100, maxColumns: 20 },
  ))
    rows.push([...row.cells])
  expect(rows.slice(0, 4)).toEqual([
    ['優惠券統計表'],
    ['示範社區管理委員會'],
    ['起日：2026/11/01'],
    ['迄日：2026/11/30'],
  ])
  expect(rows.slice(-7).map(cells)).toEqual(expected((text) => text.replaceAll('/', '-')))
  const pdf = await file('pdf')
  expect(pdf.headers.get('Content-Type')).toContain('application/pdf')
  expect(pdf.text.startsWith('%PDF-1.7')).toBe(true)
  expect(await file('txt')).toMatchObject({ status: 400 })
})

test('the workbook of a report has bold titles with a filter below its heading, date cells and amounts with separators', async () => {
  const { bytes } = await maker.get('/Ext/CouponReport/DownloadReportFile', { ...november, FileFormat: 'xlsx' })
  const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
  const head = sheet?.rows.findIndex(([first]) => first === '委託單位代號') ?? -1
  expect(head).toBeGreaterThan(3)
  const styles = (row: number) => [0, 1, 2, 3, 4, 5].map((place) => sheet?.cells?.get(`${row},${place}`)?.style)
  expect(styles(head).map((style) => style?.font?.bold)).toEqual([true, true, true, true, true, true])
  expect([sheet?.freezePane, sheet?.autoFilter?.range]).toEqual([
    expect.objectContaining({ rows: head + 1 }),
    `A${head + 1}:F${head + 8}`,
  ])
  expect(sheet?.rows[head + 1]?.slice(3)).toEqual([new Date('2026-11-02'), 1, 20])
  expect(styles(head + 1).map((style) => style?.numFmt)).toEqual([
    undefined,
    undefined,
    undefined,
    'yyyy/mm/dd',
    undefined,
    '#,##0',
  ])
  expect(
    styles(head + 4).map((style) => style?.font?.bold),
    'a subtotal',
  ).toEqual([true, true, true, true, true, true])
})

test.each<[string, object, string]>([
  ['a period that is too long', { DateTo: '2027-02-01' }, '查詢期間最長 92 天，目前是 93 天，請縮短期間。'],
  ['a period that ends before it begins', { DateTo: '2026-10-31' }, '迄日不可早於起日，請更正。'],
  ['no period', { DateFrom: '', DateTo: '' }, '請選擇起日。（共 2 個欄位需要修正）'],
  ['an unknown parameter', { CouponCode: 'A' }, '沒有這個欄位。'],
  ['an invalid page number', { PageNo: '0' }, '頁碼與每頁列數須為 1 到 50,000 的整數。'],
])('%s is refused with a message', async (_, query, message) => {
  expect(await ask(query)).toMatchObject({ code: '2002', message })
})

test('a parameter with one value is refused if it is sent twice', async () => {
  expect(await ask({ PageNo: ['1', '2'] })).toMatchObject({ status: 400, message: '「PageNo」只能有一個值。' })
  expect(await ask({ DateTo: ['2026-11-20', '2026-11-30'] })).toMatchObject({
    status: 400,
    message: '「DateTo」只能有一個值。',
  })
})

test('a report of single records totals its marked columns, and is refused if it has too many rows', async () => {
  const { data } = await ask({ ApplyCode: '77002' }, maker, 'CouponList')
  expect(data.Lines).toMatchObject([
    { Kind: 'row', Values: { CouponCode: 'C4', Amount: 7 } },
    { Kind: 'total', Text: '合計', Values: { Amount: 7 } },
  ])
  expect(await ask({}, maker, 'CouponList')).toMatchObject({
    code: '2002',
    message: '符合條件的資料超過 3 筆，無法一次列出；請縮短期間或增加條件。',
  })
})

test('the records of a report can come from a call of the contract', async () => {
  const { data } = await maker.get('/Ext/CouponCall/QueryReport')
  expect(data).toMatchObject({ RowCount: 1, Lines: [{ Kind: 'row', Values: { CustomerName: '示範社區管理委員會' } }] })
})

test('a report over a list contains all its pages', async () => {
  const { data } = await maker.get('/Ext/PayerCall/QueryReport', { ApplyCode: '77002', PageNo: 2, PageSize: 10 })
  expect(data).toMatchObject({ RowCount: 25, LineCount: 25, PageNo: 2 })
  expect(data.Lines).toHaveLength(10)
})

test('a report over a list contains every field of the list, also those that are fetched only on demand', async () => {
  expect(open.schemas.get('payer').fields.find(({ name }) => name === 'ZipCode')).toMatchObject({ onDemand: true })
  const { data } = await maker.get('/Ext/PayerCall/QueryReport', { ApplyCode: '77002' })
  expect(
    new Set(
      data.Lines.map(({ Values }: { Values: object }) => Values).map(({ ZipCode }: { ZipCode: unknown }) => ZipCode),
    ),
  ).toEqual(new Set(['10001']))
})

test('a report masks personal data as the list does, for every role, on the screen and in files', async () => {
  const admin = await open.as('CustomerAdmin')
  const masked = { PayerId: 'A1', PayerName: '王○明', Mobile: '0912***678' }
  expect((await admin.get('/Ext/PayerRoll/QueryReport')).data.Lines).toMatchObject([{ Values: masked }])
  expect((await admin.get('/Ext/PayerRoll/DownloadReportFile', { FileFormat: 'csv' })).text).toContain(
    Object.values(masked).join(','),
  )
})

test.each([
  ['couponReport', november],
  ['couponList', { ...november, ApplyCode: '77002' }],
  ['couponCall', {}],
  ['payerRoll', {}],
  ['payerCall', { ApplyCode: '77002' }],
])('the PDF, the workbook and the CSV of %s contain the figures of the screen', async (name, query) => {
  expect(await sameFigures(maker, open.schemas.get(name), query)).toBeGreaterThan(0)
})

test('a user without the right to read the records is refused their report', async () => {
  expect((await ask({}, await open.as('CustomerViewer'))).code).toBe('0000')
  expect(await ask({}, await open.as('BankViewer'))).toMatchObject({ status: 403 })
})
