import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '../../../../src/server/http/app'
import { jobRunner } from '../../../../src/server/jobs/runner'
import { smtpGateway } from '../../../../src/server/node/message-gateways'
import { filesOf, mailServer, partsOf } from '../../../support/smtp'
import { noticePortalWith, noticePortalWithMail, noticeRows, textOfPdf } from './notice-portal'

const wang = { PayerName: '王大明', Email: 'wangdm@example.com', Mobile: '0912345678', VACAccount: '77001260001235' }

test('the notice arrives with the slip as PDF, and the bill and its log say so', async () => {
  const { mail, here } = await noticePortalWithMail()
  const bill = await here.given.bill(wang)
  const goOn = here.holdJobs()
  const { data } = await here.send('SendMailNotice', bill)
  expect(data).toMatchObject({ QueuedCount: 1, Results: [{ SerialId: bill.SerialId, ReturnCode: '0000' }] })
  const queue = await sql`select data from job where name = 'billNotices'`.execute(here.db)
  expect(queue.rows).toEqual([{ data: { RunId: data.RunId } }])
  expect(await noticeRows(here)).toMatchObject([{ recipient: 'wan***@example.com', notify_status: 'Pending' }])
  here.clock.advance({ minutes: 3 })
  goOn()
  await here.ports.jobs.runUntilIdle()

  expect(mail.mails.map(({ to }) => to)).toEqual([['wangdm@example.com']])
  const raw = mail.mails[0]?.raw ?? ''
  const text = partsOf(raw)['text/plain'] ?? ''
  for (const words of [
    '王○明 您好',
    '示範社區管理委員會',
    '新臺幣 1,000 元',
    '民國115年11月30日',
    wang.VACAccount,
    String(bill.BillNo),
    'https://pay.bank.example',
  ])
    expect(text).toContain(words)
  const [slip] = filesOf(raw)
  expect(slip?.name).toBe(`繳款單_${bill.BillNo}_${wang.VACAccount}.pdf`)
  const printed = textOfPdf(slip?.bytes ?? Buffer.of())
  for (const words of [wang.VACAccount, '王○明', String(bill.BillNo)]) expect(printed).toContain(words)
  expect(raw + printed).not.toContain('王大明')

  const stored = (await here.maker.get(`/Bills/${bill.SerialId}`)).data
  expect(stored.MailNoticeTime).toMatch(/^2026-11-20T10:03/)
  expect(stored.NoticeLog).toMatchObject([
    {
      Channel: 'Email',
      Recipient: 'wan***@example.com',
      NotifyStatus: 'Success',
      Reason: null,
      RequestUser: 'maker01',
      RequestTime: expect.stringContaining('T10:00'),
    },
  ])
  expect(here.log.lines.map((line) => JSON.stringify(line)).join()).not.toMatch(/wangdm|王大明/)
})

test('of a hundred addresses the one that the server refuses is the result of its bill, and is not retried', async () => {
  const { mail, here } = await noticePortalWithMail({
    unknown: ['payer50@example.com'],
    slips: { print: async () => new Uint8Array(10) },
  })
  const bills = []
  for (let n = 1; n <= 100; n++) bills.push(await here.given.bill({ Email: `payer${n}@example.com` }))
  expect((await here.send('SendMailNotice', ...bills)).data.QueuedCount).toBe(100)
  await here.ports.jobs.runUntilIdle()
  expect(mail.mails).toHaveLength(99)
  const rows = await noticeRows(here)
  expect(rows.filter((row) => row.notify_status === 'Success')).toHaveLength(99)
  expect(rows[49]).toMatchObject({
    notify_status: 'GiveUp',
    tries: 1,
    reason: '郵件伺服器拒收，請確認電子郵件是否正確。',
  })
  expect(await sql`select state from job where name = 'billNotices'`.execute(here.db)).toMatchObject({
    rows: [{ state: 'done' }],
  })
  await here.retry()
  expect(mail.mails).toHaveLength(99)
})

test('an address that the server does not accept for now is retried after 1, 5, 30, 120 and 720 minutes, and the others are sent once', async () => {
  const { mail, here } = await noticePortalWithMail({ busy: ['busy@example.com'] })
  await here.send(
    'SendMailNotice',
    await here.given.bill({ Email: 'busy@example.com' }),
    await here.given.bill({ Email: 'free@example.com' }),
  )
  const minutes: unknown[] = []
  await here.ports.jobs.runUntilIdle()
  expect(await noticeRows(here)).toMatchObject([
    { notify_status: 'Failed', reason: '郵件伺服器暫時不收這封通知，系統會自動再寄。' },
    { notify_status: 'Success' },
  ])
  for (let tries = 1; tries <= 5; tries++) {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from due_time - start_time) / 60)::int as minutes from job where name = 'billNotices' and state = 'waiting'`.execute(
      here.db,
    )
    minutes.push(...rows.map((row) => row.minutes))
    await here.retry()
  }
  expect(minutes).toEqual([1, 5, 30, 120, 720])
  expect(mail.mails.map(({ to }) => to)).toEqual([['free@example.com']])
  expect(await noticeRows(here)).toMatchObject([
    { notify_status: 'GiveUp', tries: 6, reason: '多次重送仍未成功，已停止重送。' },
    { notify_status: 'Success', tries: 1 },
  ])
  expect(here.log.lines.filter(({ event }) => event === 'bill notices abandoned')).toMatchObject([
    { facts: { count: 1 } },
  ])
})

test('a server that is down is not asked for each bill; when it is back, all are sent', async () => {
  let isDown = true
  const asked: string[] = []
  const here = await noticePortalWith(async ({ to }) => {
    asked.push(to)
    if (isDown) throw new Error('connect ECONNREFUSED')
  })
  await here.send(
    'SendMailNotice',
    await here.given.bill({ Email: 'a@example.com' }),
    await here.given.bill({ Email: 'b@example.com' }),
  )
  await here.ports.jobs.runUntilIdle()
  expect(asked).toEqual(['a@example.com'])
  await here.retry()
  // The one that was not tried yet comes first, so that one message cannot delay the others for ever.
  expect(asked).toEqual(['a@example.com', 'b@example.com'])
  isDown = false
  await here.retry()
  expect(asked.slice(2).sort()).toEqual(['a@example.com', 'b@example.com'])
  expect((await noticeRows(here)).map((row) => row.notify_status)).toEqual(['Success', 'Success'])
})

test('a bill that is paid while its notice waits for the server gets none', async () => {
  let isDown = true
  const sent: string[] = []
  const here = await noticePortalWith(async ({ to }) => {
    if (isDown) throw new Error('connect ECONNREFUSED')
    sent.push(to)
  })
  const bill = await here.given.bill(wang)
  await here.send('SendMailNotice', bill)
  await here.ports.jobs.runUntilIdle()
  await here.db
    .updateTable('bill')
    .set({ paid_amount: 1000, pay_status: 'Paid' })
    .where('serial_id', '=', Number(bill.SerialId))
    .execute()
  isDown = false
  await here.retry()
  expect(sent).toEqual([])
  expect(await noticeRows(here)).toMatchObject([{ notify_status: 'GiveUp', reason: '帳單已繳清。' }])
})

test('a slip that is too large for an e-mail is the result of its bill', async () => {
  const sent: string[] = []
  const here = await noticePortalWith(
    async ({ to }) => void sent.push(to),
    () => ({ slips: { print: async () => new Uint8Array(5 * 1024 * 1024 + 1) } }),
  )
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  expect(sent).toEqual([])
  expect(await noticeRows(here)).toMatchObject([
    { notify_status: 'GiveUp', reason: expect.stringContaining('超過 5 MB') },
  ])
})

test('a slip that cannot be printed does not stop the others', async () => {
  const sent: string[] = []
  let prints = 0
  const here = await noticePortalWith(
    async ({ to }) => void sent.push(to),
    ({ slips }) => ({
      slips: {
        print: (content) => {
          prints += 1
          if (prints === 1) throw new Error('The font is broken.')
          return slips.print(content)
        },
      },
    }),
  )
  await here.send(
    'SendMailNotice',
    await here.given.bill({ Email: 'a@example.com' }),
    await here.given.bill({ Email: 'b@example.com' }),
  )
  await here.ports.jobs.runUntilIdle()
  expect(sent).toEqual(['b@example.com'])
  await here.retry()
  expect(sent).toEqual(['b@example.com', 'a@example.com'])
})

test('bills that are debited and bills that no channel accepts have a notice without a slip and without an account', async () => {
  const { mail, here } = await noticePortalWithMail()
  const debited = await here.given.bill({ ...wang, DebitFlag: true })
  const late = await here.given.bill({
    Email: 'late@example.com',
    PaymentEndDate: '2026-11-10',
    VACAccount: '77001260001243',
  })
  await here.send('SendMailNotice', debited, late)
  await here.ports.jobs.runUntilIdle()
  const texts = mail.mails.map(({ raw }) => partsOf(raw)['text/plain'] ?? '')
  expect(texts[0]).toContain('已約定自您的帳戶扣款')
  expect(texts[1]).toContain('（已逾期）')
  expect(texts[1]).toContain('這張帳單目前沒有開放的繳款方式，請洽「示範社區管理委員會」電話 02-27001234。')
  // The payer signs in with the account, which these notices do not contain.
  expect(texts.join()).not.toMatch(/繳款人登入|輸入.*銷帳編號/)
  expect(mail.mails.flatMap(({ raw }) => filesOf(raw))).toEqual([])
  expect(texts.join()).not.toMatch(/7700126000/)
})

test('a user cancels what is still waiting, and it ends at once, not at its next retry', async () => {
  const here = await noticePortalWith(async () => {
    throw new Error('connect ECONNREFUSED')
  })
  await here.send('SendMailNotice', await here.given.bill(wang))
  await here.ports.jobs.runUntilIdle()
  const [job] = (await here.maker.get('/Ext/GetJobs')).data
  expect(job).toMatchObject({ State: 'waiting', Title: '電子郵件通知：共 1 張帳單，已寄出 0 張', Total: 1, Done: 0 })
  await here.maker.post(`/Ext/CancelJob/${job.JobId}`)
  await here.ports.jobs.runUntilIdle()
  expect(await noticeRows(here)).toMatchObject([{ notify_status: 'GiveUp', reason: '已由使用者取消。' }])
  expect((await here.maker.get('/Ext/GetJobs')).data[0]).toMatchObject({
    State: 'cancelled',
    Title: '電子郵件通知：共 1 張帳單，已寄出 0 張，未寄出 1 張',
  })
})

test('a process that ends during a run leaves the rest to the next one, which sends nothing twice', async () => {
  let isDown = false
  const sent: string[] = []
  const here = await noticePortalWith(async ({ to }) => {
    if (isDown) throw new Error('connect ECONNREFUSED')
    sent.push(to)
    isDown = true
  })
  await here.send(
    'SendMailNotice',
    await here.given.bill({ Email: 'a@example.com' }),
    await here.given.bill({ Email: 'b@example.com' }),
  )
  await here.ports.jobs.runUntilIdle()
  expect(sent).toEqual(['a@example.com'])
  // As a killed process leaves it: running, and without a heartbeat.
  await here.stopJobs()
  await sql`update job set state = 'running', seen_time = now() - interval '1 hour' where name = 'billNotices'`.execute(
    here.db,
  )
  isDown = false
  const jobs = jobRunner({ db: here.db, log: here.log, clock: here.clock, isOnlyProcess: true })
  onTestFinished(jobs.stop)
  createApp({ ...here.ports, jobs }, here.schemas, here.modules)
  await jobs.start()
  await sql`update job set due_time = now() where state = 'waiting'`.execute(here.db)
  await jobs.runUntilIdle()
  expect(sent).toEqual(['a@example.com', 'b@example.com'])
  expect((await noticeRows(here)).map((row) => row.notify_status)).toEqual(['Success', 'Success'])
})

test.each([
  [451, 'Failed', '郵件伺服器暫時不收這封通知，系統會自動再寄。'],
  [554, 'GiveUp', '郵件伺服器拒收，請確認電子郵件是否正確。'],
] as const)(
  'a server that takes the content and then answers %i leaves the notice %s',
  async (code, status, reason) => {
    const mail = await mailServer([], [], code)
    onTestFinished(mail.close)
    const here = await noticePortalWith(smtpGateway({ url: mail.url, from: 'portal@bank.example' }))
    await here.send('SendMailNotice', await here.given.bill(wang))
    await here.ports.jobs.runUntilIdle()
    expect(mail.mails).toEqual([])
    expect(await noticeRows(here)).toMatchObject([{ notify_status: status, reason }])
    expect(
      (await sql<{ sent: string | null }>`select mail_notice_time as sent from bill`.execute(here.db)).rows,
    ).toEqual([{ sent: null }])
  },
)

test('a server that does not answer in time is retried later, and does not hold the run for ever', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const here = await noticePortalWith(
    smtpGateway({ url: `smtp://127.0.0.1:${port}`, from: 'portal@bank.example', timeoutMs: 200 }),
  )
  await here.send('SendMailNotice', await here.given.bill(wang), await here.given.bill({ Email: 'b@example.com' }))
  await here.ports.jobs.runUntilIdle()
  expect(await noticeRows(here)).toMatchObject([
    { notify_status: 'Failed', tries: 1, reason: '郵件伺服器目前無法連線，系統會自動再寄。' },
    { notify_status: 'Pending', tries: 0 },
  ])
})
