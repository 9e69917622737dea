import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../src/server/http/app'
import { openNotices, readGatewaySettings, smtpGateway } from '../../../src/server/node/message-gateways'
import { asEmail, asMessage, otpContent } from '../../../src/server/notices/messages'
import { MessageDeferred, MessageRefused, noticesVia } from '../../../src/server/notices/notices'
import { sender } from '../../support/client'
import type { Portal } from '../../support/portal'
import { testLog } from '../../support/ports'
import { mailServer, partsOf } from '../../support/smtp'
import { ask, goodMima, portalWithMaker, reset, verify } from '../accounts/flow'
import { login } from '../accounts/sign-in'

const from = '示範商業銀行 <service@bank.example>'

const withMail = async () => {
  const mail = await mailServer()
  onTestFinished(mail.close)
  return mail
}

/** A portal that sends its messages by SMTP. */
const noticePortalWithMail = async () => {
  const mail = await withMail()
  const here = await portalWithMaker()
  const notices = openNotices(
    { ...readGatewaySettings({}).gateways, Email: () => smtpGateway({ url: mail.url, from }) },
    { ...here, demo: false },
  )
  const ports = { ...here.ports, notices }
  const mailed: Portal = { ...here, ports, request: sender(createApp(ports, here.schemas, here.modules)) }
  return { mail, here: mailed }
}

test('the forgotten-password flow from end to end, with the code from the e-mail that arrived', async () => {
  const { mail, here } = await noticePortalWithMail()
  const asked = await ask(here, 'ForgetMima')
  await here.ports.notices.waitUntilIdle()
  const [received] = mail.mails
  expect([received?.from, received?.to]).toEqual(['service@bank.example', ['wangdm@example.com']])
  const parts = partsOf(received?.raw ?? '')
  const code = /^\d{6}$/m.exec(parts['text/plain'] ?? '')?.[0] ?? ''
  expect(parts['text/html'], 'both parts say the same').toContain(`>${code}</p>`)
  expect(parts['text/html']).toContain('lang="zh-Hant-TW"')
  const step = await verify(here, asked.data.IdentifyCode, code)
  expect((await reset(here, step.data.IdentifyCode)).code).toBe('0000')
  expect((await login(here, { Mima: goodMima })).code).toBe('0000')
  await here.ports.jobs.runUntilIdle()
  expect(mail.mails).toHaveLength(2)
})

test('a mail server that is down does not change the response; the log contains the failure and no secret', async () => {
  const { mail, here } = await noticePortalWithMail()
  await mail.close()
  const asked = await ask(here, 'ForgetMima')
  expect([asked.status, asked.code]).toEqual([200, '0000'])
  await here.ports.notices.waitUntilIdle()
  const failures = here.log.lines.filter((line) => line.event === 'message not sent')
  expect(failures).toHaveLength(1)
  expect(JSON.stringify(failures)).not.toMatch(/\d{6}(?!\d)|wangdm/)
})

test.each([
  ['at once', ''],
  ['after its greeting', '220 mail.example ESMTP\r\n'],
])('a connection to a mail server that does not respond %s times out', async (_, greeting) => {
  const server = createServer((socket) => void socket.on('error', () => {}).write(greeting))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const send = smtpGateway({ url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, from, timeoutMs: 100 })
  await expect(
    send({ channel: 'Email', to: 'wangdm@example.com', subject: '主旨', text: 'x', html: '<p>x</p>' }),
  ).rejects.toMatchObject({ code: 'ETIMEDOUT' })
})

test('a recipient whom the mail server refuses is not named in the log', async () => {
  const mail = await mailServer(['wangdm@example.com'])
  onTestFinished(mail.close)
  const log = testLog()
  const notices = noticesVia(smtpGateway({ url: mail.url, from }), log)
  notices.post({ channel: 'Email', to: 'wangdm@example.com', subject: '主旨', text: 'x', html: '<p>x</p>' })
  await notices.waitUntilIdle()
  expect(log.lines).toMatchObject([
    { event: 'message not sent', facts: { message: 'The mail server refused the message with 550.' } },
  ])
})

test.each([
  ['two recipients', 'a@example.com, b@example.com', '主旨'],
  ['a line break in the address', 'a@example.com\r\nBcc: b@example.com', '主旨'],
  ['a name in the address', 'x <a@example.com>', '主旨'],
  ['a line break in the subject', 'a@example.com', '主旨\r\nBcc: b@example.com'],
])('%s is refused before anything is sent', async (_, to, subject) => {
  const mail = await withMail()
  const send = smtpGateway({ url: mail.url, from })
  await expect(send({ channel: 'Email', to, subject, text: 'x', html: '<p>x</p>' })).rejects.toThrow()
  expect(mail.mails).toEqual([])
})

const settings = { portalName: '代收繳費服務網' }

test('messages have the name that the bank has given to the portal', () => {
  const content = otpContent('忘記密碼', '012345', { customer_name: '示範社區管理委員會', user_id: 'maker01' })
  const named = { portalName: '安心繳 & 收' }
  const { subject, html } = asEmail('a@example.com', content, named)
  expect(subject).toBe('安心繳 & 收一次性密碼（忘記密碼）')
  expect(html).toContain('<title>安心繳 &#38; 收一次性密碼')
  expect(asMessage('SMS', '0912345678', content, named).text).toMatch(/^【安心繳 & 收】忘記密碼一次性密碼 012345/)
})

test('the name of a company is text in both parts, never markup or a header', async () => {
  const mail = await withMail()
  const name = '<script>alert(1)</script>\r\nBcc: b@example.com'
  await smtpGateway({ url: mail.url, from })(
    asEmail('a@example.com', otpContent('忘記密碼', '012345', { customer_name: name, user_id: 'maker01' }), settings),
  )
  const [received] = mail.mails
  expect(received?.to).toEqual(['a@example.com'])
  expect(received?.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/im)
  expect(partsOf(received?.raw ?? '')['text/html']).not.toContain('<script>')
})

test.each([
  [550, 'the recipient', () => mailServer(['a@example.com']), MessageRefused],
  [450, 'the recipient', () => mailServer([], ['a@example.com']), MessageDeferred],
  [554, 'the content', () => mailServer([], [], 554), MessageRefused],
  [451, 'the content', () => mailServer([], [], 451), MessageDeferred],
])('%i for %s tells whether a retry makes sense, without the address', async (code, _, start, kind) => {
  const mail = await start()
  onTestFinished(mail.close)
  const sent = smtpGateway({ url: mail.url, from })({
    channel: 'Email',
    to: 'a@example.com',
    subject: '主旨',
    text: 'x',
    html: '<p>x</p>',
  })
  const error = await sent.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(kind)
  expect(String(error)).toBe(`${kind.name}: The mail server refused the message with ${code}.`)
})
