import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../../src/schema/language/language'
import type { Message } from '../../../../src/server/notices/messages'
import { clientOf } from '../../../support/client'
import { signIn } from '../../accounts/sign-in'
import { type NoticePortal, noticePortalWith } from './notice-portal'

const wang = {
  PayerName: '王大明',
  IdNo: 'A123456789',
  Email: 'wangdm@example.com',
  Mobile: '0912345678',
  PayerId: 'A1-0501',
  VACAccount: '77001260001235',
}

/** A portal in which the payer of a bill has been notified, with what they received. */
const notified = async (values: RecordValues = {}, call: 'SendMailNotice' | 'SendMOTPNotice' = 'SendMailNotice') => {
  const sent: Message[] = []
  const here = await noticePortalWith(async (message) => void sent.push(message))
  const bill = await here.given.bill({ ...wang, ...values })
  await here.send(call, bill)
  await here.ports.jobs.runUntilIdle()
  const text = sent[0]?.text ?? ''
  return { here, bill, sent, text, token: /\/bill\/([\w-]{24})(?![\w-])/.exec(text)?.[1] ?? '' }
}

const open = (here: NoticePortal, fields: object, ip?: string) => signIn(here, '/Ext/PayerArea/LoginByLink', fields, ip)

const mismatch = { code: '1001', message: expect.stringContaining('連結已失效，或輸入的資料與帳單不符。') }

test.each([
  ['an e-mail', 'SendMailNotice', { IdNo: 'a123456789' }],
  ['an e-mail', 'SendMailNotice', { Mobile: '0912-345-678' }],
  ['a text message', 'SendMOTPNotice', { IdNo: 'A123456789' }],
  ['a text message', 'SendMOTPNotice', { PayerId: 'A1-0501' }],
] as const)('the link in %s (%s) shows its bill alone to the payer who enters %o', async (_, call, facts) => {
  const { here, bill, token } = await notified({}, call)
  await here.given.bill({ ...wang, VACAccount: '77001260001243' })
  const { code, data } = await open(here, { Token: token, ...facts })
  expect(code).toBe('0000')
  expect(data.DataLists1.map(({ SerialId }: { SerialId: number }) => SerialId)).toEqual([bill.SerialId])
  expect(data.data).toMatchObject({ PayerName: '王○明', MayReveal: false, BillCount: 1 })
  const payer = clientOf(here.request, data.JWTToken)
  expect((await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(bill.SerialId) })).status).toBe(200)
})

test('wrong data, what the notice itself contains, and every wrong token get the same refusal', async () => {
  const { here, token } = await notified()
  const sms = await notified({}, 'SendMOTPNotice')
  const answers = [
    await open(here, { Token: token, IdNo: 'B123456780' }),
    await open(here, { Token: token, Mobile: '0987654321' }),
    await open(here, { Token: token, PayerId: 'A1-0501' }),
    await open(sms.here, { Token: sms.token, Mobile: '0912345678' }),
    await open(here, { Token: 'x'.repeat(24), IdNo: 'A123456789' }),
    await open(here, { Token: `${token}x`, IdNo: 'A123456789' }),
    await open(here, { Token: token.toUpperCase(), IdNo: 'A123456789' }),
    await open(here, { Token: '%00\u0001', IdNo: 'A123456789' }),
  ]
  for (const answer of answers) expect(answer).toMatchObject({ ...mismatch, status: 200, message: answers[0]?.message })
  expect(await open(here, { Token: token })).toMatchObject({ code: '2002' })
})

test('the token of another bill shows nothing of this one, and the token of the unsubscription opens no bill', async () => {
  const { here, bill, token, text } = await notified()
  const other = await here.given.bill({
    ...wang,
    IdNo: 'B123456780',
    Mobile: '0987654321',
    VACAccount: '77001260001243',
  })
  const { data } = await open(here, { Token: token, IdNo: wang.IdNo })
  const payer = clientOf(here.request, data.JWTToken)
  expect((await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(other.SerialId) })).status).toBe(404)
  expect((await payer.get('/PayerArea/DownloadPaymentPDF', { SerialId: Number(bill.SerialId) })).status).toBe(200)
  expect(await open(here, { Token: token, IdNo: 'B123456780' })).toMatchObject(mismatch)
  const unsubscribe = /\/unsubscribe\/([\w-]{24})/.exec(text)?.[1] ?? ''
  expect(await open(here, { Token: unsubscribe, IdNo: wang.IdNo })).toMatchObject(mismatch)
  expect((await here.request('GET', `/Ext/Home/GetSubscription/${token}`)).status).toBe(404)
})

test('a link works until 90 days after the deadline, and of an overdue bill until 90 days after the notice', async () => {
  const { here, token } = await notified()
  here.clock.set('2027-02-28T23:59:00+08:00')
  expect((await open(here, { Token: token, IdNo: wang.IdNo })).code).toBe('0000')
  here.clock.set('2027-03-01T00:00:01+08:00')
  expect(await open(here, { Token: token, IdNo: wang.IdNo })).toMatchObject(mismatch)
  const late = await notified({ PaymentEndDate: '2026-01-31' })
  late.here.clock.set('2027-02-18T12:00:00+08:00')
  expect((await open(late.here, { Token: late.token, IdNo: wang.IdNo })).code).toBe('0000')
  late.here.clock.set('2027-02-19T00:00:01+08:00')
  expect(await open(late.here, { Token: late.token, IdNo: wang.IdNo })).toMatchObject(mismatch)
})

test('the link of a paid bill shows that it is paid, and that of a void bill says so after the identification', async () => {
  const { here, bill, token } = await notified()
  await here.db
    .updateTable('bill')
    .set({ paid_amount: 1000, pay_status: 'Paid' })
    .where('serial_id', '=', Number(bill.SerialId))
    .execute()
  expect((await open(here, { Token: token, IdNo: wang.IdNo })).data.DataLists1).toMatchObject([{ BillStatus: 'Paid' }])
  await here.db.updateTable('bill').set({ bill_state: 'Void' }).where('serial_id', '=', Number(bill.SerialId)).execute()
  expect(await open(here, { Token: token, IdNo: 'B123456780' })).toMatchObject(mismatch)
  expect(await open(here, { Token: token, IdNo: wang.IdNo })).toMatchObject({
    code: '2006',
    message: '這張帳單已作廢，請勿繳款；如有疑問，請洽收款單位。',
  })
})

test('after ten wrong tries in a day a link stays closed, also for the right data; a link that does not exist does the same', async () => {
  const { here, token } = await notified()
  for (const Token of [token, 'y'.repeat(24)]) {
    for (let tries = 1; tries <= 10; tries++)
      expect(await open(here, { Token, IdNo: 'B123456780' }, `198.51.100.${tries}`)).toMatchObject(mismatch)
    expect(await open(here, { Token, IdNo: wang.IdNo }, '203.0.113.7')).toMatchObject({
      status: 429,
      message: expect.stringMatching(/嘗試次數過多，請於 24 小時後再試/),
    })
  }
  here.clock.advance({ days: 1, minutes: 1 })
  expect((await open(here, { Token: token, IdNo: wang.IdNo })).code).toBe('0000')
})

test('the captcha comes first, and a wrong one does not use up a try', async () => {
  const { here, token } = await notified()
  const answer = await here.request('POST', '/Ext/PayerArea/LoginByLink', {
    body: { Token: token, IdNo: wang.IdNo, VCode: 'WRONG' },
  })
  expect(answer.code).toBe('1004')
})

test('only the digest of a token is stored, and no token, address or name is logged', async () => {
  const { here, token, text } = await notified()
  await open(here, { Token: token, IdNo: wang.IdNo })
  const unsubscribe = /\/unsubscribe\/([\w-]{24})/.exec(text)?.[1] ?? ''
  await here.request('GET', `/Ext/Home/GetSubscription/${unsubscribe}`)
  await here.app.request(`/unsubscribe/${unsubscribe}`, { method: 'POST' })
  const { rows } = await sql`select * from notice_link`.execute(here.db)
  expect(rows).toHaveLength(2)
  const lines = JSON.stringify([rows, here.log.lines])
  for (const secret of [token, unsubscribe, 'wangdm', wang.IdNo, '王大明']) expect(lines).not.toContain(secret)
  expect(here.log.lines.map(({ facts }) => facts?.path)).toContain('/api/Ext/Home/GetSubscription/*')
})

test('a bill without data that identify its payer has no link, and a portal without a public address has none either', async () => {
  expect((await notified({ IdNo: null, Mobile: null })).text).not.toContain('/bill/')
  const sent: Message[] = []
  const here = await noticePortalWith(
    async (message) => void sent.push(message),
    ({ settings }) => ({ settings: { ...settings, publicAddress: null } }),
  )
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  expect(JSON.stringify(sent)).not.toMatch(/\/bill\/|\/unsubscribe\//)
})
