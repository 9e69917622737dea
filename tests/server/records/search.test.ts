import { beforeAll, expect, test } from 'vitest'
import type { FoundGroup, SearchResult } from '../../../src/contract/call-responses'
import { emptyAuditTrail } from '../../support/audit-lines'
import type { Client } from '../../support/client'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { hostileTexts } from '../http/hostile-texts'

let here: Portal
let maker: Client

beforeAll(async () => {
  here = await portal()
  const { given } = here
  await twoCompanies(here)
  for (let no = 1; no <= 7; no++)
    await given.bill({
      BillNo: `B26-00${no}`,
      PayerName: '王小明',
      VACAccount: `7700126000123${no}`,
      ShouldPayAmount: 1000 + no,
    })
  await given.payer({ PayerId: 'A1-0501', PayerName: '王小華', PayerNo: '000501' })
  maker = await here.as('CustomerMaker')
})

const find = async (Keyword: unknown, client = maker): Promise<SearchResult> =>
  (await client.post('/Ext/Common/Search', { Text: Keyword })).data

const group = async (Keyword: string, Page: string, client = maker): Promise<FoundGroup | undefined> =>
  (await find(Keyword, client)).Groups.find((candidate) => candidate.Page === Page)

test('a bill is found by its number, with its state and its amount, masked as in the list', async () => {
  const found = await group('B26-003', 'bills')
  expect(found).toMatchObject({ FoundBy: ['BillNo'], HasMore: false })
  expect(found?.Records).toEqual([
    {
      Key: { SerialId: expect.any(Number) },
      Title: 'B26-003 王○明',
      Code: 'B26-003',
      Note: '77001260001233',
      State: { Code: expect.any(String), Text: expect.any(String) },
      Amount: { Amount: 1003, CurrencyType: 'TWD' },
    },
  ])
})

test('a page has at most five records, and says which filters find more', async () => {
  const found = await group('B26', 'bills')
  expect(found?.Records).toHaveLength(5)
  expect(found).toMatchObject({ HasMore: true, FoundBy: ['BillNo'] })
})

test('records are found by a part of a name and by the last digits of an account, each page on its own', async () => {
  expect((await find('王小')).Groups.map(({ Page, FoundBy }) => [Page, FoundBy])).toEqual([
    ['bills', ['PayerName']],
    ['payer', ['PayerName']],
  ])
  expect((await group('1234', 'bills'))?.Records.map(({ Code }) => Code)).toEqual(['B26-004'])
  expect((await group('A1-05', 'payer'))?.Records).toMatchObject([{ Title: 'A1-0501 王○華', Code: 'A1-0501' }])
})

test('another company and a user of another agreement find nothing', async () => {
  expect((await find('B26-003', await here.as('CustomerMaker', insurer))).Groups).toEqual([])
  const stranger = await here.as(await here.given.user({ UserId: 'other01', ApplyCodes: [] }))
  expect((await find('B26-003', stranger)).Groups).toEqual([])
})

test('a role finds records only of the pages that it may query', async () => {
  await here.given.user({ UserId: 'b26-user', UserName: '王小美' })
  const admin = await here.as('CustomerAdmin')
  expect((await group('b26-user', 'portalUser', admin))?.Records).toHaveLength(1)
  expect(await group('b26-user', 'portalUser')).toBeUndefined()
  expect((await here.request('POST', '/Ext/Common/Search', { body: { Text: 'B26' } })).status).toBe(401)
})

test('a user of the bank finds numbers at once, names only after a reason, and leaves a line in the audit trail', async () => {
  const operator = await here.as(await here.given.user({ RoleId: 'BankOperator', UserId: 'operator01' }))
  await emptyAuditTrail(here.db)
  const before = await find('王小', operator)
  expect(before.Groups).toEqual([])
  expect(before.NeedsReason).toContain('SKGBillQuery')
  const lines = () => here.db.selectFrom('audit_log').select(['action', 'resource', 'after']).execute()
  expect(await lines()).toEqual([])
  expect((await group('B26-003', 'SKGBillQuery', operator))?.Records).toMatchObject([{ Title: 'B26-003 王○明' }])
  expect(await lines()).toMatchObject([{ action: 'Query', resource: 'SKGBillQuery', after: { Count: 1 } }])
  await operator.post('/Ext/EnterpriseArea/GiveReason', { Reason: '客戶來電查詢' })
  const after = await find('王小', operator)
  expect(after.NeedsReason).toEqual([])
  expect(after.Groups.map(({ Page }) => Page)).toContain('SKGBillQuery')
})

test.each([undefined, null, 12, '', ' ', '王', ' 王 ', 'x'.repeat(41), ['B26'], { a: 1 }])(
  'the text %o is refused',
  async (Keyword) => {
    expect(await maker.post('/Ext/Common/Search', { Text: Keyword })).toMatchObject({
      status: 200,
      code: '2002',
      errors: { Text: '請輸入 2 至 40 個字。' },
    })
  },
)

test('a body that is no object is refused', async () => {
  expect(await maker.post('/Ext/Common/Search', ['B26'])).toMatchObject({ status: 400 })
})

test('wildcards and hostile texts find nothing else and cause no error', async () => {
  for (const text of ['%%', '__', 'B26-00_', "B26' or '1'='1", '\\%'])
    expect((await find(text)).Groups, text).toEqual([])
  for (const text of hostileTexts)
    expect([200, 400], text).toContain((await maker.post('/Ext/Common/Search', { Text: text })).status)
})
