import { beforeAll, expect, test } from 'vitest'
import { type Portal, portal, twoCompanies } from '../../support/portal'

// Lists mask personal data for everybody.
// For an export, roles that see them unmasked on the detail page can read them unmasked, with an audit line for each
// record.
const wang = { PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789', Mobile: '0912345678' }
const li = { PayerId: 'A1-0502', PayerName: '李小華', IdNo: 'F234567898', Mobile: '0987654321' }

let here: Portal

beforeAll(async () => {
  here = await portal()
  await twoCompanies(here)
  await here.given.payer(wang)
  await here.given.payer(li)
  await here.given.payer({ ...wang, ApplyCode: '77003', PayerName: '陳鄰居' })
})

const auditLines = async () =>
  (await here.db
    .selectFrom('audit_log')
    .select(['action', 'resource', 'record_key', 'user_id'])
    .orderBy('id')
    .execute()) as object[]

test.each(['CustomerAdmin', 'CustomerMaker'])(
  '%s reads the list unmasked, page by page, and each record is audited',
  async (role) => {
    const client = await here.as(role, { ApplyCodes: ['77001'] })
    const before = (await auditLines()).length
    const list = await client.get('/Ext/Payer/GetFullList', {
      SortField: 'PayerId',
      SortOrder: 'ASC',
      PageSize: 1,
      PageNo: 2,
      AllFields: true,
    })
    expect(list.data).toMatchObject({ TotalCount: 2, Items: [{ PayerName: '李小華', IdNo: 'F234567898' }] })
    expect((await auditLines()).slice(before)).toEqual([
      {
        action: 'Export',
        resource: 'payer',
        record_key: String(list.data.Items[0].SerialId),
        user_id: expect.any(String),
      },
    ])
    expect((await client.get('/Payer', { SortField: 'PayerId' })).data.Items[0], 'the list of the page').toMatchObject({
      PayerName: '王○明',
    })
    expect((await auditLines()).length, 'a masked list leaves none').toBe(before + 1)
  },
)

test('the query filters the unmasked list, and it contains no other company', async () => {
  const admin = await here.as('CustomerAdmin', { ApplyCodes: ['77001'] })
  expect((await admin.get('/Ext/Payer/GetFullList', { PayerId: 'A1-0501' })).data.Items).toMatchObject([
    { PayerName: '王大明' },
  ])
  expect(JSON.stringify((await admin.get('/Ext/Payer/GetFullList')).data)).not.toContain('陳鄰居')
  expect(await admin.get('/Ext/Payer/GetFullList', { PageSize: 501 })).toMatchObject({ code: '2002' })
})

test.each(['CustomerChecker', 'CustomerViewer'])(
  '%s, who sees masked data on detail pages, is refused, and nothing is audited',
  async (role) => {
    const before = (await auditLines()).length
    expect(await (await here.as(role)).get('/Ext/Payer/GetFullList')).toMatchObject({
      code: '9001',
      message: '您的角色看到的個人資料是遮蔽的，請匯出遮蔽的內容。',
    })
    expect((await auditLines()).length).toBe(before)
  },
)

test('a user without the right to query the page is refused, and pages without personal data have no such call', async () => {
  expect((await (await here.as('BankOperator')).get('/Ext/Payer/GetFullList')).status).toBe(403)
  const { Calls } = (await here.request('GET', '/Ext/GetCapabilities')).data
  expect(Calls).toContain('Payer.GetFullList')
  expect(Calls).not.toContain('fee.GetFullList')
})

test('fields that a schema masks or hides on the detail page of a role stay so', async () => {
  const field = (label: string, personal?: string) => ({
    type: 'string',
    label,
    max: 40,
    ...(personal ? { personal } : {}),
  })
  const card = {
    label: '會員設定',
    menu: { group: 'basic', order: 99, icon: 'ReceiptLong' },
    key: ['ApplyCode', 'CardNo'],
    display: '{CardNo}',
    fields: {
      ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
      CardNo: { ...field('卡號'), required: true, writeOnce: true },
      Name: field('姓名', 'name'),
      Mobile: field('行動電話', 'mobile'),
      Note: field('備註'),
      Story: { ...field('說明'), detailOnly: true },
    },
    permissions: { CustomerMaker: { fields: { Mobile: 'masked', Note: 'hidden' } } },
    list: { filters: ['CardNo'] },
  }
  const other = await portal({ schemas: { card } })
  await twoCompanies(other)
  const admin = await other.as('CustomerAdmin')
  const record = { ApplyCode: '77001', CardNo: 'C1', Name: '王大明', Mobile: '0912345678', Note: '內部', Story: '長文' }
  expect((await admin.post('/Card', record)).code).toBe('0000')
  const first = async (role: string) =>
    (await (await other.as(role)).get('/Ext/Card/GetFullList', { AllFields: true })).data.Items[0]
  expect(await first('CustomerAdmin')).toMatchObject({ Name: '王大明', Mobile: '0912345678', Note: '內部' })
  const maker = await first('CustomerMaker')
  expect(maker).toMatchObject({ Name: '王大明', Mobile: '0912***678' })
  expect(Object.keys(maker)).not.toContain('Note')
  expect(Object.keys(maker)).not.toContain('Story')
})
