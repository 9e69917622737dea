import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Message } from '../../../../src/server/notices/messages'
import { insurer } from '../../../support/portal'
import { partsOf } from '../../../support/smtp'
import { type NoticePortal, noticePortalWith, noticePortalWithMail } from './notice-portal'

const wang = { Email: 'WangDM@example.com', IdNo: 'A123456789' }

const notified = async () => {
  const { mail, here } = await noticePortalWithMail()
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  const raw = mail.mails[0]?.raw.replace(/\r\n[ \t]+/g, ' ') ?? ''
  const address =
    /^List-Unsubscribe: <(https:\/\/pay\.bank\.example\/unsubscribe\/[\w-]{24})>\r?$/m.exec(raw)?.[1] ?? ''
  const token = address.split('/').at(-1) ?? ''
  const subscription = async () => (await here.request('GET', `/Ext/Home/GetSubscription/${token}`)).data
  return { mail, here, raw, address, token, subscription }
}

/** What a mail program sends (RFC 8058): a form, without session or cookies. */
const oneClick = (here: NoticePortal, address: string) =>
  here.app.request(new URL(address).pathname, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

const refused = '收件人已退訂貴公司的電子郵件通知，請改以其他方式交付繳款單。'

test('an e-mail names the page in its headers and its text, and reading the page changes nothing', async () => {
  const { raw, mail, address, subscription } = await notified()
  expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const parts = partsOf(mail.mails[0]?.raw ?? '')
  expect(parts['text/plain']).toContain(`不再以電子郵件接收這個收款單位的繳款通知：${address}`)
  expect(parts['text/html']).toContain(`<a href="${address}">`)
  for (let opened = 1; opened <= 3; opened++)
    expect(await subscription()).toEqual({ CustomerName: '示範社區管理委員會', IsSubscribed: true })
})

test('one click of a mail program ends the notices of this company to this address, whatever its letters, and a bill says why', async () => {
  const { mail, here, address, subscription } = await notified()
  expect((await oneClick(here, address)).status).toBe(200)
  expect((await oneClick(here, address)).status).toBe(200)
  expect(await subscription()).toMatchObject({ IsSubscribed: false })
  const same = await here.given.bill({ Email: 'wangdm@example.com', Mobile: '0912345678' })
  expect((await here.send('SendMailNotice', same)).data.Results).toMatchObject([
    { ReturnCode: '2006', ReturnMsg: refused },
  ])
  expect((await here.send('SendMOTPNotice', same)).data.QueuedCount).toBe(1)
  expect(
    (await here.send('SendMailNotice', await here.given.bill({ Email: 'lin@example.com' }))).data.QueuedCount,
  ).toBe(1)
  const elsewhere = await here.given.bill({ ...wang, ApplyCode: '77003', VACAccount: '77003260001235' })
  const otherCompany = await here.as('CustomerMaker', insurer)
  expect((await otherCompany.post('/Bills/SendMailNotice', { SerialIds: [elsewhere.SerialId] })).data.QueuedCount).toBe(
    1,
  )
  await here.ports.jobs.runUntilIdle()
  expect(
    mail.mails
      .map(({ to }) => to[0])
      .slice(1)
      .sort(),
  ).toEqual(['WangDM@example.com', 'lin@example.com'])
})

test('a payer who unsubscribes while a notice waits for the mail server gets none', async () => {
  const asked: Message[] = []
  const here = await noticePortalWith(async (message) => {
    asked.push(message)
    throw new Error('connect ECONNREFUSED')
  })
  const bill = await here.given.bill(wang)
  await here.send('SendMailNotice', bill)
  await here.ports.jobs.runUntilIdle()
  const [first] = asked
  await oneClick(here, (first && 'unsubscribe' in first && first.unsubscribe) || '')
  await here.retry()
  expect(asked).toHaveLength(1)
  expect((await here.maker.get(`/Bills/${bill.SerialId}`)).data.NoticeLog).toMatchObject([
    { NotifyStatus: 'GiveUp', Reason: refused },
  ])
})

test('the same link subscribes again', async () => {
  const { here, token, subscription } = await notified()
  const post = (call: string) => here.request('POST', `/Ext/Home/${call}/${token}`)
  expect((await post('Unsubscribe')).data).toMatchObject({ IsSubscribed: false })
  expect((await post('Resubscribe')).data).toMatchObject({ IsSubscribed: true })
  expect(await subscription()).toMatchObject({ IsSubscribed: true })
  expect((await here.send('SendMailNotice', await here.given.bill(wang))).data.QueuedCount).toBe(1)
})

test('every token without a valid link gets the same response', async () => {
  const { here, token } = await notified()
  const answers = []
  for (const wrong of ['x', 'x'.repeat(24), `${token}x`, token.toUpperCase(), '%00', 'x'.repeat(3000)])
    for (const [method, call] of [
      ['GET', 'GetSubscription'],
      ['POST', 'Unsubscribe'],
      ['POST', 'Resubscribe'],
    ] as const)
      answers.push(await here.request(method, `/Ext/Home/${call}/${wrong}`))
  here.clock.advance({ days: 366 })
  answers.push(await here.request('GET', `/Ext/Home/GetSubscription/${token}`))
  for (const { status, code, message } of answers)
    expect([status, code, message]).toEqual([404, '2004', expect.stringContaining('這個連結已失效或不完整。')])
})

test('whoever tries many tokens has to wait, and mail programs that unsubscribe many payers do not', async () => {
  const { here, token } = await notified()
  const ip = '198.51.100.9'
  for (let tries = 1; tries <= 3; tries++)
    expect((await here.request('POST', `/Ext/Home/Unsubscribe/${token}`, { ip })).status).toBe(200)
  await here.db
    .updateTable('rate_limit')
    .set((eb) => ({ hits: eb('hits', '+', 300) }))
    .execute()
  expect((await here.request('GET', '/Ext/Home/GetSubscription/x', { ip })).status).toBe(429)
})

test('the link of a bill that is gone says that it has expired, and does not pretend to unsubscribe', async () => {
  const { here, address, token } = await notified()
  await sql`delete from bill`.execute(here.db)
  expect((await here.request('GET', `/Ext/Home/GetSubscription/${token}`)).status).toBe(404)
  expect((await oneClick(here, address)).status).toBe(404)
  expect(await here.db.selectFrom('notice_unsubscription').selectAll().execute()).toEqual([])
})
