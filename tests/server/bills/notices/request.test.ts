import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import type { Message } from '../../../../src/server/notices/messages'
import { insurer } from '../../../support/portal'
import { noticePortalWith, noticeRows } from './notice-portal'

const wang = { PayerName: '王大明', Email: 'wangdm@example.com', Mobile: '0912345678', VACAccount: '77001260001235' }

const openNoticePortal = async () => {
  const sent: Message[] = []
  return { sent, here: await noticePortalWith(async (message) => void sent.push(message)) }
}

const reasons = (data: { Results: { ReturnCode: string; ReturnMsg: string }[] }) =>
  data.Results.map(({ ReturnCode, ReturnMsg }) => `${ReturnCode} ${ReturnMsg}`)

test('each bill that is not notified has its reason, and the others are sent', async () => {
  const { sent, here } = await openNoticePortal()
  await here.given.billTerm({ BillTermId: 'draft', BillTermNo: '27', TermStatus: 'Draft' })
  await here.given.payer({ PayerId: 'SILENT', NotifyMethod: ['None'] })
  const other = await here.given.bill({ ...wang, ApplyCode: '77003', VACAccount: '77003260001235' })
  const bills = [
    await here.given.bill(wang),
    await here.given.bill({ Email: 'a@example.com', PaidAmount: 1000, PayStatus: 'Paid' }),
    await here.given.bill({ Email: 'a@example.com', BillState: 'Void' }),
    await here.given.bill({ Email: null }),
    await here.given.bill({ Email: 'wan***@example.com' }),
    await here.given.bill({ Email: 'a@example.com', BillTermId: 'draft' }),
    await here.given.bill({ Email: 'a@example.com', AccountState: 'Released' }),
    await here.given.bill({ Email: 'a@example.com', PayerId: 'SILENT' }),
    other,
    { SerialId: 999_999 },
  ]
  const { data } = await here.send('SendMailNotice', ...bills)
  expect(data).toMatchObject({ RunId: expect.any(Number), QueuedCount: 1 })
  expect(data.Results.map(({ SerialId }: { SerialId: number }) => SerialId)).toEqual(
    bills.map(({ SerialId }) => SerialId),
  )
  const notFound = '2004 找不到這張帳單，可能已經刪除，或您沒有查詢的權限。'
  expect(reasons(data)).toEqual([
    '0000 ',
    '2006 帳單已繳清。',
    '2006 帳單已作廢。',
    '2006 帳單沒有電子郵件，請先修改帳單補上。',
    '2006 帳單的電子郵件是遮蔽過的內容，請先修改帳單，填入完整的電子郵件。',
    '2006 代收期別尚未開放，開放後才能通知繳款人。',
    '2006 代收期別已結案，虛擬帳號已釋出，不能再用來繳款。',
    '2006 繳款人的通知方式為「不通知」。',
    notFound,
    notFound,
  ])
  await here.ports.jobs.runUntilIdle()
  expect(sent.map(({ to }) => to)).toEqual(['wangdm@example.com'])
})

test('a bill is notified once a day by each channel, and again the next day', async () => {
  const { sent, here } = await openNoticePortal()
  const bill = await here.given.bill(wang)
  const goOn = here.holdJobs()
  expect(reasons((await here.send('SendMailNotice', bill)).data)).toEqual(['0000 '])
  expect(reasons((await here.send('SendMailNotice', bill)).data)).toEqual([
    '2006 前次的電子郵件通知還在寄送中，請待其結束。',
  ])
  goOn()
  await here.ports.jobs.runUntilIdle()
  const again = await here.send('SendMailNotice', bill)
  expect(again.data).toMatchObject({ RunId: null, QueuedCount: 0 })
  expect(reasons(again.data)).toEqual(['2006 今天已寄送過電子郵件通知，同一張帳單每天最多一次。'])
  expect(reasons((await here.send('SendMOTPNotice', bill)).data)).toEqual(['0000 '])
  here.clock.set('2026-11-21T00:00:01+08:00')
  const tomorrow = await here.as('CustomerMaker')
  expect(reasons((await tomorrow.post('/Bills/SendMailNotice', { SerialIds: [bill.SerialId] })).data)).toEqual([
    '0000 ',
  ])
  await here.ports.jobs.runUntilIdle()
  expect(sent.map(({ channel }) => channel).sort()).toEqual(['Email', 'Email', 'SMS'])
})

test('the text message says what is owed, until when and the account, and no name', async () => {
  const { sent, here } = await openNoticePortal()
  const bill = await here.given.bill(wang)
  await here.send('SendMOTPNotice', bill)
  await here.ports.jobs.runUntilIdle()
  expect(sent).toEqual([{ channel: 'SMS', to: '0912345678', text: expect.any(String) }])
  for (const words of ['示範社區管理委員會', '新臺幣 1,000 元', wang.VACAccount]) expect(sent[0]?.text).toContain(words)
  expect(sent[0]?.text).not.toMatch(/王|http/)
  const stored = (await here.maker.get(`/Bills/${bill.SerialId}`)).data
  expect(stored.SmsNoticeTime).toMatch(/^2026-11-20T10:00/)
  expect(stored.NoticeLog).toMatchObject([{ Channel: 'SMS', Recipient: '0912***678', NotifyStatus: 'Success' }])
})

test('a bank without text messages says so', async () => {
  const here = await noticePortalWith(
    async () => {},
    ({ settings }) => ({ settings: { ...settings, sms: false } }),
  )
  expect(await here.send('SendMOTPNotice', await here.given.bill(wang))).toMatchObject({
    code: '2006',
    message: '本行目前未提供簡訊通知，請改用電子郵件通知。',
  })
})

test.each([
  ['none', {}],
  ['an empty list', { SerialIds: [] }],
  ['text', { SerialIds: ['one'] }],
  ['a part of a number', { SerialIds: [1.5] }],
  ['too many', { SerialIds: Array.from({ length: 501 }, (_, n) => n + 1) }],
])('%s in place of bills is refused', async (_, body) => {
  const { here } = await openNoticePortal()
  expect(await here.maker.post('/Bills/SendMailNotice', body)).toMatchObject({
    code: '2002',
    errors: { SerialIds: expect.any(String) },
  })
})

test('roles that may not change bills may not notify either, and each request leaves an audit line', async () => {
  const { sent, here } = await openNoticePortal()
  const bill = await here.given.bill(wang)
  for (const role of ['CustomerChecker', 'CustomerViewer', 'BankViewer'])
    expect(
      (await (await here.as(role)).post('/Bills/SendMailNotice', { SerialIds: [bill.SerialId] })).status,
      role,
    ).toBe(403)
  await here.send('SendMailNotice', bill)
  await here.ports.jobs.runUntilIdle()
  expect(sent).toHaveLength(1)
  const lines = await sql`select user_id, record_key from audit_log where action = 'SendMailNotice'`.execute(here.db)
  expect(lines.rows).toEqual([{ user_id: 'maker01', record_key: String(bill.SerialId) }])
})

test.each([
  ['Email', '電子郵件', 'SendMailNotice'],
  ['ShouldPayAmount', '應繳金額', 'SendMailNotice'],
  ['Mobile', '行動電話', 'SendMOTPNotice'],
] as const)('a role from which %s of bills is hidden sends no notice that contains it', async (field, label, call) => {
  const sent: Message[] = []
  const permissions = { CustomerMaker: { fields: { [field]: 'hidden' } } }
  const here = await noticePortalWith(async (message) => void sent.push(message), undefined, {
    schemas: { bills: { ...JSON.parse(readFileSync('schemas/bills.json', 'utf8')), permissions } },
  })
  const bill = await here.given.bill(wang)
  const refusal = { code: '9001', message: `您的角色不能查看帳單的「${label}」，無法寄送含有該資料的通知。` }
  expect(await here.send(call, bill)).toMatchObject(refusal)
  const Channel = call === 'SendMailNotice' ? 'Email' : 'SMS'
  expect(await here.maker.post('/Ext/Bills/PreviewNotice', { Channel, SerialIds: [bill.SerialId] })).toMatchObject(
    refusal,
  )
  const admin = await here.as('CustomerAdmin')
  const { RunId } = (await admin.post(`/Bills/${call}`, { SerialIds: [bill.SerialId] })).data
  const [result] = (await here.maker.get(`/Ext/Bills/GetNoticeRun/${RunId}`)).data.Results
  expect(result.Recipient === '').toBe(field !== 'ShouldPayAmount')
  await here.ports.jobs.runUntilIdle()
  expect(sent).toHaveLength(1)
})

test('the preview says to whom and what, masked, and writes nothing', async () => {
  const { sent, here } = await openNoticePortal()
  const bills = [
    await here.given.bill({ ...wang, Email: null, Mobile: null }),
    await here.given.bill({ ...wang, VACAccount: '77001260001243' }),
  ]
  const SerialIds = bills.map(({ SerialId }) => SerialId)
  const email = (await here.maker.post('/Ext/Bills/PreviewNotice', { Channel: 'Email', SerialIds })).data
  expect(email.Results).toMatchObject([
    { ReturnCode: '2006' },
    { ReturnCode: '0000', Recipient: 'wan***@example.com', BillNo: bills[1]?.BillNo },
  ])
  expect(email.Subject).toContain('示範社區管理委員會')
  expect(email.Text).toContain('王○明 您好')
  const sms = (await here.maker.post('/Ext/Bills/PreviewNotice', { Channel: 'SMS', SerialIds })).data
  expect(sms).toMatchObject({ Subject: '', Text: expect.stringContaining('【代收繳費服務網】') })
  await here.ports.jobs.runUntilIdle()
  expect([sent, await noticeRows(here)]).toEqual([[], []])
})

test('a run tells its bills to its company alone', async () => {
  const { here } = await openNoticePortal()
  const goOn = here.holdJobs()
  const { RunId } = (await here.send('SendMailNotice', await here.given.bill(wang))).data
  const path = `/Ext/Bills/GetNoticeRun/${RunId}`
  expect((await here.maker.get(path)).data.Results).toMatchObject([
    { NotifyStatus: 'Pending', Recipient: 'wan***@example.com', Reason: null },
  ])
  goOn()
  await here.ports.jobs.runUntilIdle()
  expect((await here.maker.get(path)).data.Results).toMatchObject([{ NotifyStatus: 'Success' }])
  const otherCompany = await here.as('CustomerMaker', insurer)
  const [foreign, missing] = [await otherCompany.get(path), await otherCompany.get('/Ext/Bills/GetNoticeRun/999999')]
  expect([foreign.status, foreign.message]).toEqual([404, missing.message])
})

test.runIf(inject('databaseUrl') !== '')('two requests at the same time notify a bill once', async () => {
  const { sent, here } = await openNoticePortal()
  const bill = await here.given.bill(wang)
  const answers = await Promise.all([here.send('SendMailNotice', bill), here.send('SendMailNotice', bill)])
  expect(answers.map(({ data }) => data.QueuedCount).sort()).toEqual([0, 1])
  await here.ports.jobs.runUntilIdle()
  expect(sent).toHaveLength(1)
})
