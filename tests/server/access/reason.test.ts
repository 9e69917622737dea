import { readFileSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emptyAuditTrail } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { type Portal, portal, twoCompanies } from '../../support/portal'

// A bank user gives a reason once per session before they see, download or change personal data of companies.
let here: Portal
let operator: Client
let billId: number

beforeAll(async () => {
  here = await portal()
  await twoCompanies(here)
  billId = Number((await here.given.bill({ BillNo: 'B-1', PayerName: '王大明' })).SerialId)
})

let userCount = 0

beforeEach(async () => {
  userCount += 1
  operator = await here.as(await here.given.user({ RoleId: 'BankOperator', UserId: `operator${userCount}` }))
  await emptyAuditTrail(here.db)
})

const period = { PaymentEndDateFrom: '2026-11-01', PaymentEndDateTo: '2026-12-31' }
const lineDay = { DateType: 'TradeDate', StartDate: '2026-11-19', EndDate: '2026-11-19' }
const reason = '客戶來電查詢'
const give = (Reason: unknown, client = operator) => client.post('/Ext/EnterpriseArea/GiveReason', { Reason })
const lines = () => here.db.selectFrom('audit_log').select(['action', 'resource', 'after']).orderBy('id').execute()

const looks = {
  'a bill': (client: Client) => client.get(`/Ext/SKGBillQuery/${billId}`),
  'a file': (client: Client) => client.get('/SKGPortal/SKGBillDownloadExcel', period),
  'a search by name': (client: Client) => client.get('/SKGPortal/SKGBillQuery', { ...period, PayerName: '王' }),
  'a search for lines by name': (client: Client) =>
    client.get('/SKGPortal/SKGTLDetailQuery', { ...lineDay, PayerName: '王' }),
  'a company': (client: Client) => client.get('/Customer', { UniformNo: '90000017' }),
  'a correction of a line': (client: Client) =>
    client.post('/Ext/SKGPortal/1/ChangeVACAccount', { VACAccount: '77001260001235', Reason: reason }),
  'a change': (client: Client) => client.put('/Customer/90000017', {}),
}

test.each(Object.entries(looks))(
  '%s is refused until the bank user gives a reason, and leaves no line',
  async (_, look) => {
    expect(await look(operator)).toMatchObject({
      status: 200,
      code: '2001',
      errors: {
        AccessReason: expect.stringMatching(
          /^請先輸入查看.+個人資料的事由。事由會記入查詢紀錄，本次登入只需輸入一次。$/,
        ),
      },
    })
    expect(await lines()).toEqual([])
    expect((await give(reason)).code).toBe('0000')
    expect((await look(operator)).errors ?? {}).not.toHaveProperty('AccessReason')
  },
)

test('the list of companies is masked and needs no reason; a single company is shown in full, for one', async () => {
  const contacts = async (query = {}) =>
    (await operator.get('/Customer', { ...query, AllFields: true })).data?.Items?.map(
      ({ ContactName, ContactMobile, Email }: Record<string, string>) => [ContactName, ContactMobile, Email].join(' '),
    )
  const masked = await contacts()
  expect(masked).toHaveLength(2)
  for (const text of masked) expect(text).toMatch(/^王○明 0912\*\*\*678 .+\*\*\*@/)
  expect(await contacts({ CustomerName: '示範社區管理委員會' })).toEqual([masked[0]])
  expect(await lines()).toEqual([
    { action: 'Query', resource: 'Customer', after: { Count: 2 } },
    { action: 'Query', resource: 'Customer', after: { Count: 1 } },
  ])
  expect(await contacts({ UniformNo: '90000017' })).toBeUndefined()
  await give(reason)
  expect(await contacts({ UniformNo: '90000017' })).toEqual([expect.stringMatching(/^王大明 0912345678 \w+@/)])
  const admin = await here.as('CustomerAdmin')
  expect((await admin.get('/Customer')).data.Items).toMatchObject([{ ContactName: '王大明' }])
})

test('views, queries and exports carry the reason of the session in the audit trail', async () => {
  await give(` ${reason} `)
  await operator.get('/SKGPortal/SKGBillQuery', period)
  await looks['a bill'](operator)
  await looks['a file'](operator)
  await looks['a company'](operator)
  expect(await lines()).toEqual([
    { action: 'Query', resource: 'SKGBillQuery', after: { Count: 1, Reason: reason } },
    { action: 'View', resource: 'SKGBillQuery', after: { Reason: reason } },
    { action: 'Export', resource: 'SKGBillQuery', after: { Count: 1, Reason: reason } },
    { action: 'View', resource: 'Customer', after: { Reason: reason } },
  ])
})

test('a masked list needs no reason unless it is searched by a name', async () => {
  expect((await operator.get('/SKGPortal/SKGBillQuery', { ...period, BillNo: 'B-' })).code).toBe('0000')
  expect(await lines()).toEqual([{ action: 'Query', resource: 'SKGBillQuery', after: { Count: 1 } }])
})

test('a reason is a text of 2 to 200 characters', async () => {
  for (const wrong of ['', '  ', '查', '查'.repeat(201), 7, null]) {
    const answer = await give(wrong)
    expect(answer.code, String(wrong)).toBe('2002')
    expect(answer.errors).toHaveProperty('Reason')
  }
  expect((await looks['a bill'](operator)).code).toBe('2001')
})

test('a reason belongs to one session', async () => {
  await give(reason)
  const other = await here.as(await here.given.user({ RoleId: 'BankViewer', UserId: `viewer${userCount}` }))
  expect((await looks['a bill'](other)).code).toBe('2001')
})

test('users of companies need none and can give none', async () => {
  const maker = await here.as('CustomerMaker', { ApplyCodes: ['77001'] })
  expect((await maker.get(`/Bills/${billId}`)).data).toMatchObject({ PayerName: '王大明' })
  expect((await maker.get('/Bills', { PayerName: '王' })).data.TotalCount).toBe(1)
  expect((await give(reason, maker)).status).toBe(403)
})

test('a bank user without the page of bills gives a reason for the other pages', async () => {
  const bills = { ...JSON.parse(readFileSync('schemas/SKGBillQuery.json', 'utf8')) }
  const place = await portal({
    schemas: { SKGBillQuery: { ...bills, permissions: { BankViewer: { operations: [] } } } },
  })
  await twoCompanies(place)
  const viewer = await place.as(await place.given.user({ RoleId: 'BankViewer', UserId: 'viewer99' }))
  expect((await viewer.get('/SKGPortal/SKGBillQuery', period)).status).toBe(403)
  expect((await looks['a search for lines by name'](viewer)).errors).toHaveProperty('AccessReason')
  expect((await give(reason, viewer)).code).toBe('0000')
  expect((await looks['a search for lines by name'](viewer)).code).toBe('0000')
})
