import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/types'
import { purgeTables } from '../../../src/server/retention'
import type { Answer, Client } from '../../support/client'
import { accountNo, whiteListRow } from '../../support/payments/white-list'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { givenUser, password } from '../accounts/sign-in'
import { csv } from '../imports/files'
import { goodForm, header, plain } from '../imports/uploads'

/** The committee with a bill of 1,000 dollars, and its users. */
const office = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.billTerm()
  const bill = await here.given.bill({ PayerName: '王大明', Email: 'ming@example.com', Mobile: '0912345678' })
  // The administrator confirms new users with their password.
  const admin = await here.as(await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin' }))
  const [maker, bank] = [await here.as('CustomerMaker'), await here.as('BankOperator')]
  return { ...here, bill, maker, admin, bank }
}

type Office = Awaited<ReturnType<typeof office>>

const collection = ({ bill }: Pick<Office, 'bill'>, values: RecordValues = {}): RecordValues => ({
  ApplyCode: '77001',
  BillSerialId: bill.SerialId,
  CollectAmount: 300,
  CollectDate: '2026-11-20',
  CollectMethod: 'Cash',
  // Several tests record equal collections.
  ConfirmEqual: true,
  ...values,
})

const countOf = async ({ db }: Pick<Portal, 'db'>, table: string): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db)).rows[0]
    ?.count ?? 0

const formOf = (fields: RecordValues, rows: readonly (readonly string[])[], name = 'file.csv'): FormData => {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('File', new File([new Uint8Array(csv(rows))], name))
  return form
}

interface Creation {
  /** The table whose rows are counted. */
  readonly table: string
  /** The number of rows that the call adds, if not one. */
  readonly added?: number
  /** The client that makes the call. */
  readonly by?: 'admin' | 'bank'
  readonly path: string
  readonly input: (
    here: Office,
  ) =>
    | { readonly body: RecordValues }
    | { readonly fields: RecordValues; readonly rows: readonly (readonly string[])[] }
}

const collectionTitles = ['帳單編號', '收款金額', '收款日期', '收款方式']
const collectionRow = ({ bill }: Office) => [String(bill.BillNo), '300', '2026/11/20', '現金']
const whiteListTitles = [
  '異動別',
  '虛擬帳號',
  '金額',
  '起日',
  '迄日',
  '可繳次數',
  '繳款人姓名',
  '身分證字號／統編',
  '備註',
]
const whiteListLine = ['A', accountNo(3), '1000', '2026/11/01', '115/11/30', '2', '王大明', '', '']

/**
 * Each creation that is not generic, and one that is: the path and the input of its call, and the table to which it
 * adds rows.
 */
const creations: Readonly<Record<string, Creation>> = {
  'Payer.create': {
    table: 'payer',
    path: '/Payer',
    input: () => ({
      body: { ApplyCode: '77001', PayerId: 'P9', PayerNo: '000009', PayerName: '王大明', PayerStatus: 'Active' },
    }),
  },
  'Bills.create': {
    table: 'bill',
    path: '/Bills',
    input: () => ({
      body: {
        ApplyCode: '77001',
        BillTermId: '2026-11',
        CurrencyType: 'TWD',
        PayerName: '王小明',
        PayerNo: '000008',
        FeeItems: [{ SortNo: 1, FeeName: '管理費', Amount: 500 }],
      },
    }),
  },
  'SelfCollection.create': { table: 'payment', path: '/SelfCollection', input: (here) => ({ body: collection(here) }) },
  'PortalUser.create': {
    // The password of the user, and the message to the administrator.
    table: 'outbox',
    added: 2,
    by: 'admin',
    path: '/PortalUser',
    input: () => ({
      body: {
        UserId: 'clerk77',
        UserName: '林美玲',
        Email: 'meiling@example.com',
        Mobile: '0912345677',
        RoleId: 'CustomerMaker',
        ApplyCodes: ['77001'],
        AdminMima: password,
      },
    }),
  },
  'WhiteList.create': {
    table: 'white_list',
    path: '/WhiteList',
    input: () => ({ body: whiteListRow(5) }),
  },
  'MakePDFList.create': {
    table: 'make_pdf',
    path: '/MakePDFList',
    input: () => ({
      body: { ApplyCode: '77001', JobName: '補印', BillTermId: '2026-11', SortType: 'FileOrder', MergePDFCount: 100 },
    }),
  },
  'Report.create': {
    table: 'report',
    path: '/Report',
    input: () => ({
      body: {
        ApplyCode: '77001',
        ReportType: 'WriteOff',
        DateType: 'AccountDate',
        StartDate: '2026-11-01',
        EndDate: '2026-11-30',
        FileFormat: 'Csv',
      },
    }),
  },
  'NoticeTemplate.create': {
    table: 'notice_template',
    path: '/NoticeTemplate',
    by: 'admin',
    input: () => ({ body: { MailSubject: '繳費通知', MailBody: '請繳費', SmsText: '請繳費' } }),
  },
  'Bills.SendMailNotice': {
    table: 'bill_notice_run',
    path: '/Bills/SendMailNotice',
    input: ({ bill }) => ({ body: { SerialIds: [bill.SerialId] } }),
  },
  'Bills.SendMOTPNotice': {
    table: 'bill_notice_run',
    path: '/Bills/SendMOTPNotice',
    input: ({ bill }) => ({ body: { SerialIds: [bill.SerialId] } }),
  },
  'SelfCollection.UploadExcel': {
    table: 'payment',
    path: '/SelfCollection/UploadExcel',
    input: (here) => ({ fields: { ApplyCode: '77001' }, rows: [collectionTitles, collectionRow(here)] }),
  },
  'SelfCollection.Import': {
    table: 'payment',
    path: '/Ext/SelfCollection/Import',
    input: (here) => ({
      fields: { ImportMode: 'GoodRows', Mapping: '{"BillNo":0,"CollectAmount":1,"CollectDate":2,"CollectMethod":3}' },
      rows: [collectionTitles, collectionRow(here), ['不存在', '1', '2026/11/20', '現金']],
    }),
  },
  'BillImportList.create': {
    table: 'bill_import',
    path: '/BillImportList',
    input: () => ({ fields: { ...goodForm, OriFileName: 'file.csv' }, rows: [header, ...plain(2)] }),
  },
  'WhiteListImportList.create': {
    table: 'white_list_import',
    path: '/WhiteListImportList',
    input: () => ({
      fields: { ApplyCode: '77001', WhiteListFileType: 'AccountAmountDate' },
      rows: [whiteListTitles, whiteListLine],
    }),
  },
  'BankFile.create': {
    table: 'bank_file',
    by: 'bank',
    path: '/BankFile',
    input: () => ({ fields: { Layout: 'cashFlow' }, rows: [['1']] }),
  },
}

/** Sends a creation with this RequestId. */
const send = (
  here: Office,
  { by, path, input }: Creation,
  RequestId: string,
  changes: RecordValues = {},
): Promise<Answer> => {
  const client: Client = here[by ?? 'maker']
  const sent = input(here)
  return 'body' in sent
    ? client.post(path, { ...sent.body, ...changes, RequestId })
    : client.request('POST', path, { form: formOf({ ...sent.fields, ...changes, RequestId }, sent.rows) })
}

/** The number of the created record; the whole OutData of a call that creates more than one. */
const createdBy = (answer: Answer | undefined): unknown => answer?.data.SerialId ?? answer?.data

describe.each(Object.entries(creations))('%s', (_, creation) => {
  test('creates nothing if it is sent again, and returns what the first call has created', async () => {
    const here = await office()
    const RequestId = crypto.randomUUID()
    const before = await countOf(here, creation.table)
    const first = await send(here, creation, RequestId)
    expect(first, `${first.message} ${JSON.stringify(first.errors)}`).toMatchObject({ status: 200, code: '0000' })
    await here.ports.jobs.runUntilIdle()
    await here.ports.notices.waitUntilIdle()
    expect((await countOf(here, creation.table)) - before).toBe(creation.added ?? 1)
    const again = await send(here, creation, RequestId)
    expect(again, again.message).toMatchObject({ status: 200, code: '0000' })
    await here.ports.jobs.runUntilIdle()
    await here.ports.notices.waitUntilIdle()
    expect((await countOf(here, creation.table)) - before).toBe(creation.added ?? 1)
    expect(createdBy(again)).toEqual(createdBy(first))
  })

  test('creates one thing if it is sent several times at once', async () => {
    const here = await office()
    const RequestId = crypto.randomUUID()
    const before = await countOf(here, creation.table)
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(here, creation, RequestId)))
    expect(answers.map(({ code, message }) => code + message)).toEqual(Array(4).fill('0000'))
    await here.ports.jobs.runUntilIdle()
    await here.ports.notices.waitUntilIdle()
    expect((await countOf(here, creation.table)) - before).toBe(creation.added ?? 1)
    for (const answer of answers) expect(createdBy(answer)).toEqual(createdBy(answers[0]))
  })
})

test('every creation with a handler of its own is tested above, and the capabilities list all creations', async () => {
  const here = await portal()
  const { RequestIdCalls } = (await here.request('GET', '/Ext/GetCapabilities')).data
  const ownCalls = modules.all.flatMap(({ kind, name, module }) => {
    const controller = kind === 'resource' ? here.schemas.get(name).endpoints.controller : name
    return Object.keys(module.calls ?? {}).map((call) => `${controller}.${call}`)
  })
  const own = (ids: readonly string[]) => ids.filter((id) => ownCalls.includes(id)).toSorted()
  expect(own(RequestIdCalls)).toEqual(own(Object.keys(creations)))
  expect(RequestIdCalls).toEqual(expect.arrayContaining([...Object.keys(creations), 'fee.create', 'Payer.Import']))
})

const { 'SelfCollection.create': collect = {} as Creation } = creations
const receipts = (here: Office) => countOf(here, 'payment')

test('a creation with another RequestId, with none, or by another user is a creation of its own', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  await send(here, collect, RequestId)
  expect(await here.admin.post('/SelfCollection', { ...collection(here), RequestId })).toMatchObject({
    code: '0000',
    data: { ReceiptNo: 'R1151120002' },
  })
  expect(await send(here, collect, crypto.randomUUID())).toMatchObject({
    code: '0000',
    data: { ReceiptNo: 'R1151120003' },
  })
  expect(await here.maker.post('/SelfCollection', collection(here, { CollectAmount: 50 }))).toMatchObject({
    code: '0000',
  })
  expect(await receipts(here)).toBe(4)
})

test('a refusal does not use up the RequestId; the corrected form is created with it', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  expect(await send(here, collect, RequestId, { CollectAmount: 5000 })).toMatchObject({ code: '2007' })
  expect(await send(here, collect, RequestId, { CollectMethod: '' })).toMatchObject({ code: '2002' })
  expect(await countOf(here, 'creation_request')).toBe(0)
  expect(await send(here, collect, RequestId)).toMatchObject({ code: '0000' })
  expect(await receipts(here)).toBe(1)
})

test('a creation that was confirmed is recognized without the confirmation, which the browser no longer sends after a lost response', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  await send(here, collect, crypto.randomUUID())
  const question = await send(here, collect, RequestId, { ConfirmEqual: undefined })
  expect(question).toMatchObject({ code: '2003', errors: { ConfirmEqual: expect.any(String) } })
  const { data } = await send(here, collect, RequestId)
  expect(await send(here, collect, RequestId, { ConfirmEqual: undefined })).toMatchObject({
    code: '0000',
    data: { SerialId: data.SerialId },
  })
  expect(await receipts(here)).toBe(2)
})

test('a file without a good row does not use up the RequestId', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  const upload = (rows: readonly string[][]) =>
    here.maker.request('POST', '/SelfCollection/UploadExcel', {
      form: formOf({ ApplyCode: '77001', RequestId }, [collectionTitles, ...rows]),
    })
  expect((await upload([['不存在', '1', '2026/11/20', '現金']])).data).toMatchObject({ Written: false })
  expect((await upload([collectionRow(here)])).data).toMatchObject({ Written: true, CreateCount: 1 })
})

test('if the form was changed after its first content was stored, the change is refused and the first content stays', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  await send(here, collect, RequestId)
  const changed = await send(here, collect, RequestId, { CollectAmount: 400 })
  expect(changed).toMatchObject({ status: 200, code: '2009', errors: { RequestId: changed.message } })
  expect(changed.message).toContain('先前送出的內容已經儲存')
  expect((await here.db.selectFrom('payment').select('amount').execute()).map(({ amount }) => amount)).toEqual([300])
})

test('a file with another content is refused under the RequestId of the first', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  const upload = (amount: string) =>
    here.maker.request('POST', '/SelfCollection/UploadExcel', {
      form: formOf({ ApplyCode: '77001', RequestId }, [
        collectionTitles,
        [String(here.bill.BillNo), amount, '2026/11/20', '現金'],
      ]),
    })
  expect((await upload('300')).code).toBe('0000')
  expect((await upload('301')).code).toBe('2009')
})

const fee = { ApplyCode: '77001', FeeCode: 'F1', FeeName: '管理費', DefaultAmount: 1, SortNo: 1, FeeStatus: 'Active' }

test('a RequestId of another call, and one that is no UUID, are refused', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  await send(here, collect, RequestId)
  expect(await here.maker.post('/fee', { ...fee, RequestId })).toMatchObject({
    code: '2002',
    errors: { RequestId: expect.stringContaining('其他功能') },
  })
  for (const wrong of ['', 'x'.repeat(5000), 7, null, [RequestId], { RequestId }])
    expect(await here.maker.post('/fee', { ...fee, RequestId: wrong }), String(wrong)).toMatchObject({
      code: '2002',
      errors: { RequestId: expect.any(String) },
    })
  const form = formOf({ ApplyCode: '77001', RequestId }, [collectionTitles])
  form.append('RequestId', RequestId)
  expect(await here.maker.request('POST', '/SelfCollection/UploadExcel', { form })).toMatchObject({
    code: '2002',
    errors: { RequestId: expect.any(String) },
  })
  expect(await countOf(here, 'fee')).toBe(0)
})

test('a call that creates nothing does not accept a RequestId', async () => {
  const { maker } = await office()
  const { SerialId, UpdateTime } = (await maker.post('/fee', fee)).data
  const answer = await maker.put(`/fee/${SerialId}`, { FeeName: '新', UpdateTime, RequestId: crypto.randomUUID() })
  expect(answer).toMatchObject({ code: '2002', errors: { RequestId: expect.any(String) } })
})

test('the case of the letters of a RequestId does not matter', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  await send(here, collect, RequestId.toUpperCase())
  expect(await send(here, collect, RequestId)).toMatchObject({ code: '0000' })
  expect(await receipts(here)).toBe(1)
})

test('a RequestId is remembered for 24 hours, and deleted by the nightly retention', async () => {
  const here = await office()
  const RequestId = crypto.randomUUID()
  const clerk = await here.given.user({ UserId: 'clerk01', RoleId: 'CustomerMaker' })
  // Each call is made in a session of its own, because a session ends when it is idle.
  const sendAsClerk = async () => (await here.as(clerk)).post('/SelfCollection', { ...collection(here), RequestId })
  const { data } = await sendAsClerk()
  here.clock.advance({ minutes: 24 * 60 - 1 })
  await purgeTables(here.db, here.clock())
  expect((await sendAsClerk()).data.SerialId).toBe(data.SerialId)
  here.clock.advance({ minutes: 1 })
  const { SerialId } = (await sendAsClerk()).data
  expect(SerialId, 'also before the retention job runs').not.toBe(data.SerialId)
  expect((await sendAsClerk()).data.SerialId).toBe(SerialId)
  here.clock.advance({ days: 1, seconds: 1 })
  await purgeTables(here.db, here.clock())
  expect(await countOf(here, 'creation_request')).toBe(0)
  expect(await receipts(here)).toBe(2)
})

test('the record is returned as it is when the creation is sent again, with what the caller may see then', async () => {
  const here = await office()
  const { 'Payer.create': payer = collect } = creations
  const RequestId = crypto.randomUUID()
  const { data } = await send(here, payer, RequestId)
  const changed = await here.admin.put(`/Payer/${data.SerialId}`, { PayerName: '王大華', UpdateTime: data.UpdateTime })
  expect(await send(here, payer, RequestId)).toMatchObject({ code: '0000', data: changed.data })
  await here.db
    .updateTable('portal_user')
    .set({ role_id: 'CustomerViewer' })
    .where('role_id', '=', 'CustomerMaker')
    .execute()
  expect(await send(here, payer, RequestId)).toMatchObject({ status: 403 })
})

test('if the record was deleted meanwhile, the repeated creation does not create it again', async () => {
  const here = await office()
  const { 'Payer.create': payer = collect } = creations
  const RequestId = crypto.randomUUID()
  const { data } = await send(here, payer, RequestId)
  await here.maker.delete(`/Payer/${data.SerialId}`)
  const again = await send(here, payer, RequestId)
  expect(again).toMatchObject({ status: 404, code: '2004' })
  expect(again.message).toContain('可能已經刪除')
})

test('what is stored about a RequestId, and the audit trail, contain none of the entered values', async () => {
  const here = await office()
  const { 'Payer.create': payer = collect } = creations
  const RequestId = crypto.randomUUID()
  await send(here, payer, RequestId)
  const stored = await here.db.selectFrom('creation_request').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('王大明')
  expect(stored).toMatchObject([
    { call: 'Payer.create', request_id: RequestId, outcome: { key: { SerialId: expect.any(Number) } } },
  ])
  expect(JSON.stringify(await here.db.selectFrom('audit_log').selectAll().execute())).not.toContain(RequestId)
})

// Two transactions at the same time need two connections; the embedded database has one.
const onServer = test.runIf(inject('databaseUrl') !== '')

onServer(
  'a creation waits for the first with the same RequestId, and is carried out if that one is rolled back',
  async () => {
    const here = await office()
    const RequestId = crypto.randomUUID()
    const { rows } = await sql<{
      user_id: string
    }>`select user_id from portal_user where role_id = 'CustomerMaker'`.execute(here.db)
    const first = sql`
    insert into creation_request (uniform_no, user_id, request_id, call, content_hash, request_time)
    values ('90000017', ${rows[0]?.user_id}, ${RequestId}, 'SelfCollection.create', 'x', ${here.clock().toISOString()})`
    let response: Promise<Answer> | undefined
    const rollback = new Error('rolled back')
    const transaction = here.db.transaction().execute(async (trx) => {
      await first.execute(trx)
      response = send(here, collect, RequestId)
      const waits = sql<{ found: boolean }>`
      select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as found`
      await expect.poll(async () => (await waits.execute(here.db)).rows[0]?.found).toBe(true)
      throw rollback
    })
    await expect(transaction).rejects.toBe(rollback)
    expect(await response).toMatchObject({ code: '0000', data: { CollectAmount: 300 } })
    expect(await receipts(here)).toBe(1)
  },
)
