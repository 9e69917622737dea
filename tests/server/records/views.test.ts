import { beforeAll, expect, test } from 'vitest'
import { emptyAuditTrail } from '../../support/audit-lines'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { testReason } from '../../support/sign-in'

// A view lists the records of another resource; a view of the bank lists those of all companies.
const unpaidBills = {
  label: '未繳帳單查詢',
  noun: '帳單',
  kind: 'view',
  of: 'bills',
  where: { PayStatus: ['Unpaid', 'PartialPaid'] },
  menu: { group: 'collection', order: 99, icon: 'Search' },
  list: { columns: ['BillNo', 'PayerName', 'BillStatus'], filters: ['BillNo', 'PayStatus'] },
}

let here: Portal

beforeAll(async () => {
  here = await portal({ schemas: { unpaidBills } })
  await twoCompanies(here)
  await here.given.bill({ BillNo: 'B-1', PayerName: '王大明', IdNo: 'A123456789' })
  await here.given.bill({ BillNo: 'B-2', PayerName: '李小華', PayStatus: 'Paid', PaidAmount: 1000 })
  await here.given.bill({ ApplyCode: '77003', BillNo: 'X-1', PayerName: '陳鄰居' })
})

const period = { PaymentEndDateFrom: '2026-10-01', PaymentEndDateTo: '2026-12-31' }
const bankList = async (role: string, query = {}) =>
  (await here.as(role)).get('/SKGPortal/SKGBillQuery', { SortField: 'BillNo', SortOrder: 'ASC', ...period, ...query })

test.each(['BankOperator', 'BankViewer'])(
  'the %s lists the bills of all companies, with personal data masked',
  async (role) => {
    const { data } = await bankList(role)
    expect(data).toMatchObject({
      TotalCount: 3,
      Items: [
        { BillNo: 'B-1', PayerName: '王○明' },
        { BillNo: 'B-2' },
        { BillNo: 'X-1', PayerName: '陳○居', ApplyCode: '77003' },
      ],
    })
    expect(JSON.stringify(data)).not.toContain('A123456789')
    expect((await bankList(role, { BillStatus: 'Paid' })).data.Items).toMatchObject([{ BillNo: 'B-2' }])
  },
)

test.each(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])(
  'no %s of a company can call it',
  async (role) => {
    expect((await bankList(role)).status).toBe(403)
  },
)

test('each query of the bank over company data is audited', async () => {
  await emptyAuditTrail(here.db)
  await bankList('BankViewer', { BillNo: 'B-' })
  expect(await here.db.selectFrom('audit_log').select(['action', 'resource', 'uniform_no', 'after']).execute()).toEqual(
    [{ action: 'Query', resource: 'SKGBillQuery', uniform_no: '', after: { Count: 2, Reason: testReason } }],
  )
})

test('the bank finds the bills of a company by its UniformNo, and reads one with masked data and an audit line', async () => {
  const viewer = await here.as('BankViewer')
  const { data } = await bankList('BankViewer', { UniformNo: insurer.UniformNo, AllFields: true })
  expect(data.Items).toMatchObject([{ BillNo: 'X-1', UniformNo: insurer.UniformNo }])
  // A field that only the detail page shows.
  expect(data.Items[0]).not.toHaveProperty('Mobile')
  await emptyAuditTrail(here.db)
  const record = await viewer.get(`/Ext/SKGBillQuery/${data.Items[0].SerialId}`)
  expect(record.data).toMatchObject({ BillNo: 'X-1', PayerName: '陳○居', FeeItems: expect.any(Array) })
  expect(await here.db.selectFrom('audit_log').select(['action', 'resource']).execute()).toEqual([
    { action: 'View', resource: 'SKGBillQuery' },
  ])
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  expect((await maker.get(`/Ext/SKGBillQuery/${data.Items[0].SerialId}`)).status).toBe(403)
})

test('the bills of a company are counted in the tally, because counting many bills one by one takes long', async () => {
  const count = async () => (await bankList('BankViewer', { UniformNo: insurer.UniformNo })).data.TotalCount
  expect(await count()).toBe(1)
  await here.db.updateTable('bill_tally').set({ bill_count: 9 }).where('apply_code', '=', '77003').execute()
  expect(await count()).toBe(9)
  await here.db.updateTable('bill_tally').set({ bill_count: 1 }).where('apply_code', '=', '77003').execute()
})

test.each([
  [
    { PaymentEndDateFrom: undefined, PaymentEndDateTo: undefined },
    { PaymentEndDateFrom: '請輸入「繳款截止日」的起日。', PaymentEndDateTo: '請輸入「繳款截止日」的迄日。' },
  ],
  [{ PaymentEndDateTo: undefined }, { PaymentEndDateTo: '請輸入「繳款截止日」的迄日。' }],
  [{ PaymentEndDateTo: '2027-01-01' }, { PaymentEndDateTo: '查詢期間最長 92 天，目前是 93 天，請縮短期間。' }],
  [{ PaymentEndDateTo: '2026-09-30' }, { PaymentEndDateTo: '迄日不可早於起日，請更正。' }],
])('a query of the bank needs a period of at most 92 days: %o is refused', async (query, errors) => {
  expect(await bankList('BankViewer', query)).toMatchObject({ status: 200, code: '2002', errors })
})

test('totals are those of the whole result, for each currency, whatever the page', async () => {
  await here.given.bill({ BillNo: 'U-1', CurrencyType: 'USD', ShouldPayAmount: 250_050 })
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  const list = await maker.get('/Bills', { WithTotals: true, PageSize: 1 })
  expect(list.data.Items).toHaveLength(1)
  expect(list.data.Totals).toEqual([
    { CurrencyType: 'TWD', Count: 2, ShouldPayAmount: 2000, PaidAmount: 1000, OutstandingAmount: 1000 },
    { CurrencyType: 'USD', Count: 1, ShouldPayAmount: 250_050, PaidAmount: 0, OutstandingAmount: 250_050 },
  ])
  const ofCurrency = (await maker.get('/Bills', { WithTotals: true, CurrencyType: 'USD' })).data
  expect(ofCurrency).toMatchObject({ TotalCount: 1, Totals: [{ CurrencyType: 'USD', OutstandingAmount: 250_050 }] })
  expect((await maker.get('/Bills', { WithTotals: true, Remark: 'USD' })).code, 'no filter of the list').toBe('2002')
  expect((await maker.get('/Bills', { WithTotals: true, BillNo: 'B-' })).data.Totals).toEqual([
    { CurrencyType: 'TWD', Count: 2, ShouldPayAmount: 2000, PaidAmount: 1000, OutstandingAmount: 1000 },
  ])
  expect((await maker.get('/Bills')).data.Totals).toBeUndefined()
  expect((await maker.get('/Bills', { WithTotals: 'yes' })).errors).toEqual({
    WithTotals: '是否附上合計須為 true 或 false。',
  })
})

test('a view lists only records that fulfil its conditions, and only those of the company', async () => {
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  const { data } = await maker.get('/UnpaidBills', { SortField: 'BillNo', BillNo: 'B-1' })
  expect(data.Items).toMatchObject([{ BillNo: 'B-1', BillStatus: 'Unpaid' }])
  expect(Object.keys(data.Items[0]), 'only the fields that its list names').toEqual([
    'SerialId',
    'ApplyCode',
    'BillNo',
    'PayerName',
    'CurrencyType',
    'PayStatus',
    'BillStatus',
    'Labels',
  ])
  expect((await maker.get('/UnpaidBills', { PayStatus: 'Paid' })).data.TotalCount).toBe(0)
})

test('a view has no other calls, and no table of its own', async () => {
  const admin = await here.as('CustomerAdmin')
  expect((await admin.post('/UnpaidBills', { BillNo: 'N-1' })).status).toBe(405)
  expect((await admin.get('/UnpaidBills/1')).status).toBe(404)
  expect(here.schemas.get('unpaidBills').table).toBe('bill')
})
