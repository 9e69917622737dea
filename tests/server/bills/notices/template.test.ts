import { expect, test } from 'vitest'
import { defaultTemplate } from '../../../../src/domain/bills/notice-template'
import { insurer } from '../../../support/portal'
import { partsOf } from '../../../support/smtp'
import { noticePortalWithMail } from './notice-portal'

const own = {
  MailSubject: '【提醒】{期別}',
  MailBody: '親愛的 {繳款人}：\n應繳 {尚應繳金額}。\n帳號 {銷帳編號}\n{繳款說明}',
  SmsText: '{收款單位}提醒您繳{尚應繳金額}。{繳款說明}',
}
const wang = {
  PayerName: '王大明',
  IdNo: 'A123456789',
  Email: 'wangdm@example.com',
  Mobile: '0912345678',
  VACAccount: '77001260001235',
}

const openNoticePortal = async () => {
  const { mail, here } = await noticePortalWithMail()
  return { mail, here, admin: await here.as('CustomerAdmin') }
}

test('an administrator writes the texts of the company, and its notices have them; those of other companies do not', async () => {
  const { mail, here, admin } = await openNoticePortal()
  expect((await admin.post('/NoticeTemplate', own)).code).toBe('0000')
  await here.send('SendMailNotice', await here.given.bill(wang))
  const otherCompany = await here.as('CustomerMaker', insurer)
  const other = await here.given.bill({
    ...wang,
    ApplyCode: '77003',
    Email: 'other@example.com',
    VACAccount: '77003260001235',
  })
  await otherCompany.post('/Bills/SendMailNotice', { SerialIds: [other.SerialId] })
  await here.ports.jobs.runUntilIdle()
  const textTo = (address: string) =>
    partsOf(mail.mails.find(({ to }) => to[0] === address)?.raw ?? '')['text/plain'] ?? ''
  expect(textTo('wangdm@example.com')).toMatch(
    /^親愛的 王○明：\n\n應繳 新臺幣 1,000 元。\n\n帳號 77001260001235\n\n繳款單在附件/,
  )
  for (const text of [textTo('wangdm@example.com'), textTo('other@example.com')])
    expect(text).toMatch(/線上查看帳單：https:.*請勿直接回覆.*不再以電子郵件接收/s)
  expect(textTo('other@example.com')).toMatch(/^王○明 您好/)
  expect((await otherCompany.get('/NoticeTemplate')).data.Items).toEqual([])
})

test('the preview has the texts of the company', async () => {
  const { here, admin } = await openNoticePortal()
  await admin.post('/NoticeTemplate', own)
  const { SerialId } = await here.given.bill(wang)
  const preview = async (Channel: string) =>
    (await here.maker.post('/Ext/Bills/PreviewNotice', { Channel, SerialIds: [SerialId] })).data
  expect(await preview('Email')).toMatchObject({
    Subject: expect.stringMatching(/^【提醒】/),
    Text: expect.stringMatching(/^親愛的 王○明：\n/),
  })
  expect((await preview('SMS')).Text).toMatch(
    /^【代收繳費服務網】示範社區管理委員會提醒您繳新臺幣 1,000 元。虛擬帳號 77001260001235。查帳單 https:\/\/pay\.bank\.example\/bill\/x{24}$/,
  )
})

test('lines whose placeholders are all empty are left out', async () => {
  const { mail, here, admin } = await openNoticePortal()
  await admin.post('/NoticeTemplate', own)
  await here.send('SendMailNotice', await here.given.bill({ ...wang, DebitFlag: true }))
  await here.ports.jobs.runUntilIdle()
  const text = partsOf(mail.mails[0]?.raw ?? '')['text/plain'] ?? ''
  expect(text).toContain('已約定自您的帳戶扣款')
  expect(text).not.toContain('帳號')
})

test.each([
  ['MailSubject', '{姓名}', '沒有「{姓名}」這個欄位，請改用可使用的欄位或刪除大括號。可使用的欄位：{繳款人}、'],
  ['MailBody', '您好\n{BillNo}', '沒有「{BillNo}」這個欄位'],
  ['SmsText', '應繳{尚應繳金額', '大括號沒有成對，請檢查「{」與「}」。'],
  ['SmsText', '{constructor}', '沒有「{constructor}」這個欄位'],
])('a %s with %s is refused at its field', async (name, text, words) => {
  const { admin } = await openNoticePortal()
  const wrong = { ...own, [name]: text }
  expect(await admin.post('/NoticeTemplate', wrong)).toMatchObject({
    code: '2002',
    errors: { [name]: expect.stringContaining(words) },
  })
  const { SerialId, UpdateTime } = (await admin.post('/NoticeTemplate', own)).data
  expect(await admin.put(`/NoticeTemplate/${SerialId}`, { ...wrong, UpdateTime })).toMatchObject({
    code: '2002',
    errors: { [name]: expect.any(String) },
  })
  expect((await admin.get(`/NoticeTemplate/${SerialId}`)).data).toMatchObject(own)
})

test('a template adds no header, no recipient and no HTML, and neither do the values of a bill', async () => {
  const { mail, here, admin } = await openNoticePortal()
  const injected = { ...own, MailSubject: '提醒\r\nBcc: thief@example.com' }
  expect(await admin.post('/NoticeTemplate', injected)).toMatchObject({
    code: '2002',
    errors: { MailSubject: expect.any(String) },
  })
  const html = '<a href="https://thief.example">{繳款人}</a><script>'
  expect((await admin.post('/NoticeTemplate', { ...own, MailSubject: '<b>{收款單位}', MailBody: html })).code).toBe(
    '0000',
  )
  await here.db
    .updateTable('customer')
    .set({ customer_name: '{繳款人}\r\nBcc: thief@example.com <i>' })
    .where('uniform_no', '=', '90000017')
    .execute()
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  expect(mail.mails.map(({ to }) => to)).toEqual([['wangdm@example.com']])
  const raw = mail.mails[0]?.raw ?? ''
  expect(raw).not.toMatch(/^Bcc:/m)
  const parts = partsOf(raw)
  expect(parts['text/html']).not.toMatch(/<script|<b>|<i>|thief\.example"/)
  expect(parts['text/html']).toContain('&#60;script&#62;')
  expect(parts['text/html']).toContain('<title>&#60;b&#62;{繳款人} Bcc: thief@example.com')
})

test('a company has one template, which only its administrators change; without it, the default texts are sent', async () => {
  const { mail, here, admin } = await openNoticePortal()
  const { SerialId, UpdateTime } = (await admin.post('/NoticeTemplate', own)).data
  expect(await admin.post('/NoticeTemplate', own)).toMatchObject({
    code: '2003',
    message: '貴公司已有通知範本，請直接修改該份範本。',
  })
  for (const role of ['CustomerMaker', 'CustomerChecker', 'CustomerViewer'])
    expect((await (await here.as(role)).put(`/NoticeTemplate/${SerialId}`, { ...own, UpdateTime })).status, role).toBe(
      403,
    )
  for (const role of ['BankOperator', 'BankViewer'])
    expect((await (await here.as(role)).get('/NoticeTemplate')).status, role).toBe(403)
  expect((await (await here.as('CustomerAdmin', insurer)).get(`/NoticeTemplate/${SerialId}`)).status).toBe(404)
  expect((await admin.request('DELETE', `/NoticeTemplate/${SerialId}`)).code).toBe('0000')
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  expect(partsOf(mail.mails[0]?.raw ?? '')['text/plain']).toMatch(/^王○明 您好/)
})

test('two administrators who create a template at the same time create one', async () => {
  const { here, admin } = await openNoticePortal()
  const other = await here.as('CustomerAdmin')
  const created = await Promise.all([admin.post('/NoticeTemplate', own), other.post('/NoticeTemplate', own)])
  expect(created.map(({ code }) => code).toSorted()).toEqual(['0000', '2003'])
})

test('a template that is created without texts has the default ones', async () => {
  const { admin } = await openNoticePortal()
  const { code, data } = await admin.post('/NoticeTemplate', {})
  expect(code).toBe('0000')
  expect(data).toMatchObject(defaultTemplate)
})
