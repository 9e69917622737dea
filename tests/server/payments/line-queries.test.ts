import { beforeAll, expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { sheets } from '../../../src/server/node/sheets'
import { emptyAuditTrail } from '../../support/audit-lines'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'

// Lines are queried in periods: by companies on two pages, and by the bank over all companies.
let here: Portal
let bill: RecordValues

beforeAll(async () => {
  here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  await here.given.payer({ PayerId: 'A1-0501', PayerName: '王大明' })
  bill = await here.given.bill({ BillNo: 'B-1', PayerId: 'A1-0501', PayerName: '王大明' })
  const ofBill = { BillSerialId: bill.SerialId, BillNo: 'B-1', PayerName: '王大明', WriteOffStatus: 'WrittenOff' }
  await line({ ...ofBill, Amount: 1000, ChannelFee: 10, NetAmount: 990 })
  await line({ ...ofBill, Amount: 500, TradeDate: '2025-01-05', AccountDate: '2026-11-06' })
  const parent = await line({ Amount: 300, ChannelFee: 3, NetAmount: 297, WriteOffStatus: 'Divided' })
  const part = { ParentSerialId: parent.SerialId, WriteOffStatus: 'WrittenOff' }
  await line({ ...part, Amount: 100, ChannelFee: 1, NetAmount: 99 })
  await line({
    ...part,
    Amount: 200,
    ChannelFee: 2,
    NetAmount: 198,
    WriteOffStatus: 'Exception',
    ExceptionType: 'OverPaid',
  })
  await line({ Amount: 70, NetAmount: 70, WriteOffStatus: 'Reversed' })
  await line({ Amount: 70, NetAmount: 70, WriteOffStatus: 'Reversed', AmountSign: 'Minus' })
  await line({ ApplyCode: '77003', Amount: 4000, PayerName: '陳鄰居' })
  await line({
    ApplyCode: null,
    VACAccount: '99999000000000',
    Amount: 123,
    WriteOffStatus: 'Exception',
    ExceptionType: 'VACInvalid',
  })
})

const line = (values: RecordValues) =>
  here.given.record('TLDetail', {
    ApplyCode: '77001',
    ChannelId: '01',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    WriteOffStatus: 'NotWrittenOff',
    VACAccount: '77001260001235',
    TradeDate: '2026-11-05',
    TransDate: '2026-11-06',
    AccountDate: '2026-11-06',
    ExpectRemitDate: '2026-11-09',
    ChannelFee: 0,
    NetAmount: 0,
    ...values,
  })

const rowsOf = async (bytes: Uint8Array): Promise<readonly (readonly string[])[]> => {
  const rows: (readonly string[])[] = []
  for await (const { cells } of sheets().read({ name: 'a.xlsx', bytes }, { maxRows: 50, maxColumns: 60 }))
    rows.push(cells)
  return rows
}

const november = { DateType: 'TradeDate', StartDate: '2026-11-01', EndDate: '2026-11-30' }
const maker = () => here.as('CustomerMaker', { ApplyCodes: ['77001'] })
const amounts = ({ data }: { data: { Items: RecordValues[] } }) => data.Items.map(({ Amount }) => Amount)

test('lines are queried in a period of at most 92 days over one of four dates', async () => {
  const client = await maker()
  expect((await client.get('/TLDetail')).errors).toEqual({
    DateType: '請輸入「日期別」。',
    StartDate: '請輸入「期間」的起日。',
    EndDate: '請輸入「期間」的迄日。',
  })
  expect((await client.get('/TLDetail', { ...november, EndDate: '2027-02-01' })).errors).toEqual({
    EndDate: '查詢期間最長 92 天，目前是 93 天，請縮短期間。',
  })
  expect((await client.get('/TLDetail', november)).data.TotalCount).toBe(6)
  for (const DateType of ['TransDate', 'AccountDate', 'ExpectRemitDate'])
    expect((await client.get('/TLDetail', { ...november, DateType })).data.TotalCount, DateType).toBe(7)
  expect(
    (await client.get('/TLDetail', { ...november, StartDate: '2026-10-01', EndDate: '2026-10-31' })).data,
  ).toMatchObject({
    Items: [],
    TotalCount: 0,
  })
})

test('lines of a period by another date are listed in the order of their trade dates, page by page', async () => {
  const client = await maker()
  const query = { ...november, DateType: 'AccountDate', PageSize: 3 }
  const pages = [1, 2, 3].map((PageNo) => client.get('/TLDetail', { ...query, PageNo }))
  const lists = (await Promise.all(pages)).map(({ data }) => data)
  expect(lists.map(({ Items, TotalCount }) => [Items.length, TotalCount])).toEqual([
    [3, 7],
    [3, 7],
    [1, 7],
  ])
  expect(lists.flatMap(({ Items }) => Items.map(({ Amount }: RecordValues) => Amount))).toEqual([
    70, 70, 200, 100, 300, 1000, 500,
  ])
  const oldestFirst = { ...query, SortField: 'TradeDate', SortOrder: 'ASC' }
  expect(amounts(await client.get('/TLDetail', oldestFirst))).toEqual([500, 1000, 300])
  expect(amounts(await client.get('/TLDetail', { ...query, SortField: 'Amount', SortOrder: 'DESC' }))).toEqual([
    1000, 500, 300,
  ])
})

test('the bank finds bills of all companies by the beginning or the end of their number', async () => {
  for (const ApplyCode of ['77001', '77003']) await here.given.bill({ ApplyCode, BillNo: 'BANK-000471' })
  const operator = await here.as('BankOperator')
  const period = { PaymentEndDateFrom: '2026-10-01', PaymentEndDateTo: '2026-12-31' }
  const found = async (BillNo: string) => {
    const { Items, TotalCount } = (await operator.get('/SKGPortal/SKGBillQuery', { ...period, BillNo })).data
    return [TotalCount, Items.map(({ ApplyCode }: RecordValues) => ApplyCode).sort()]
  }
  for (const part of ['BANK-', '0471']) expect(await found(part), part).toEqual([2, ['77001', '77003']])
  expect(await found('ANK-')).toEqual([0, []])
})

test('a payment of which only the amount and the day are known is found', async () => {
  const day = { ...november, StartDate: '2026-11-05', EndDate: '2026-11-05' }
  expect(amounts(await (await maker()).get('/TLDetail', { ...day, AmountFrom: 200, AmountTo: 200 }))).toEqual([200])
})

test('the lines of a bill need no period, and their details have a call of their own', async () => {
  const client = await maker()
  const list = await client.get('/TLDetail', { BillSerialId: Number(bill.SerialId) })
  expect(amounts(list).sort()).toEqual([1000, 500])
  const [{ SerialId }] = list.data.Items
  const detail = (await client.get(`/Ext/TLDetail/${SerialId}`)).data
  expect(detail).toMatchObject({ SerialId, BillNo: 'B-1', PayerName: '王大明' })
  // Only the bank sees its files.
  expect(detail).not.toHaveProperty('BankFileSerialId')
  expect(detail).not.toHaveProperty('WithoutAgreement')
  expect((await (await here.as('CustomerMaker', insurer)).get(`/Ext/TLDetail/${SerialId}`)).status).toBe(404)
})

test('totals count the parts of a divided line and not the line, and subtract reversals; what is written off stands apart', async () => {
  const { data } = await (await maker()).get('/TLDetail', { ...november, WithTotals: true, PageSize: 1 })
  expect(data.TotalCount).toBe(6)
  expect(data.Totals).toEqual([
    {
      CurrencyType: 'TWD',
      Count: 5,
      Amount: 1300,
      ChannelFee: 13,
      NetAmount: 1287,
      Parts: [{ Label: '已銷帳', Count: 2, Amount: 1100, ChannelFee: 11, NetAmount: 1089 }],
    },
  ])
})

test('details of payments are queried by term and payer of their bills, for one agreement', async () => {
  const client = await maker()
  const path = '/TransactionDetailQuery'
  expect((await client.get(path, november)).errors).toHaveProperty('ApplyCode')
  const query = { ...november, ApplyCode: '77001' }
  const { data } = await client.get(path, { ...query, PayerId: 'A1-0501', BillTermId: String(bill.BillTermId) })
  expect(data.Items).toMatchObject([
    { Amount: 1000, PayerId: 'A1-0501', BillTermId: bill.BillTermId, PayerName: '王○明' },
  ])
  expect((await client.get(path, { ...query, DateType: 'RemitDate' })).data.TotalCount).toBe(7)
  expect((await client.get(`${path}/GetAllSelectList`)).data).toMatchObject({
    DateType: [{ Value: 'TradeDate', Text: '交易日' }, { Value: 'AccountDate' }, { Value: 'RemitDate' }],
    WriteOffStatus: expect.any(Array),
    ChannelId: expect.any(Array),
  })
})

test('the workbook of the bank names the bill of a line once', async () => {
  const operator = await here.as(await here.given.user({ RoleId: 'BankOperator', UserId: 'excel01' }))
  await operator.post('/Ext/EnterpriseArea/GiveReason', { Reason: '客戶來電查詢' })
  const { bytes } = await operator.get('/SKGPortal/SKGTLDetailDownloadExcel', november)
  const [titles = []] = await rowsOf(bytes)
  expect(titles.filter((title) => title.startsWith('帳單'))).toEqual(['帳單編號'])
})

test('the result is downloaded as a workbook or as CSV, masked by role, with one audit line', async () => {
  const viewer = await here.as('CustomerViewer', { ApplyCodes: ['77001'] })
  const query = { ...november, ApplyCode: '77001', PayerId: 'A1-0501' }
  await emptyAuditTrail(here.db)
  const workbook = await viewer.get('/TransactionDetailQuery/DownloadFile', query)
  const rows = await rowsOf(workbook.bytes)
  expect(rows).toHaveLength(2)
  const csv = await viewer.get('/TransactionDetailQuery/DownloadFile', { ...query, FileFormat: 'Csv' })
  expect(csv.headers.get('Content-Type')).toContain('text/csv')
  expect(csv.headers.get('Content-Disposition')).toContain('.csv')
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(csv.bytes)
  expect(text.startsWith('\uFEFF')).toBe(true)
  const lines = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','))
  expect(lines).toHaveLength(2)
  expect(lines[0]).toEqual(rows[0])
  expect(lines[1]).toEqual(expect.arrayContaining(['王○明', '1000', '77001260001235']))
  expect(await here.db.selectFrom('audit_log').select(['action', 'resource', 'after']).execute()).toEqual([
    { action: 'Export', resource: 'TransactionDetailQuery', after: { Count: 1 } },
    { action: 'Export', resource: 'TransactionDetailQuery', after: { Count: 1 } },
  ])
  expect(await viewer.get('/TransactionDetailQuery/DownloadFile', { ...query, FileFormat: 'Pdf' })).toMatchObject({
    code: '2002',
    errors: { FileFormat: '檔案格式須為 Xlsx 或 Csv。' },
  })
})

test('the bank queries the lines of all companies, and those of no agreement', async () => {
  const operator = await here.as('BankOperator')
  const path = '/SKGPortal/SKGTLDetailQuery'
  expect((await operator.get(path)).errors).toHaveProperty('StartDate')
  expect((await operator.get(path, november)).data.TotalCount).toBe(8)
  expect(amounts(await operator.get(path, { ...november, UniformNo: insurer.UniformNo }))).toEqual([4000])
  expect(amounts(await operator.get(path, { ...november, WithoutAgreement: true }))).toEqual([123])
  expect((await operator.get(path, { ...november, WithoutAgreement: false })).data.TotalCount).toBe(7)
  const lists = (await operator.get('/SKGPortal/GetAllSelectList')).data
  expect(lists).toMatchObject({
    WriteOffStatus: expect.any(Array),
    BillStatus: expect.any(Array),
    DateType: expect.any(Array),
  })
})

test.each(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])(
  'a %s of a company has no right on the pages of the bank: no call, no record, and no entry in the menu',
  async (role) => {
    const client = await here.as(role, { ApplyCodes: ['77001'] })
    const period = { PaymentEndDateFrom: '2026-11-01', PaymentEndDateTo: '2026-11-30' }
    for (const [path, query] of [
      ['/SKGPortal/SKGTLDetailQuery', november],
      ['/SKGPortal/SKGTLDetailDownloadExcel', november],
      ['/SKGPortal/SKGBillQuery', period],
      ['/SKGPortal/SKGBillDownloadExcel', period],
      ['/SKGPortal/GetAllSelectList', {}],
      ['/Ext/SKGTLDetailQuery/1', {}],
      ['/Ext/SKGBillQuery/1', {}],
    ] as const)
      expect((await client.get(path, query)).status, path).toBe(403)
    const { MenuInfos } = (await client.get('/Ext/EnterpriseArea/GetSession')).data
    expect(JSON.stringify(MenuInfos)).not.toContain('SKG')
  },
)
