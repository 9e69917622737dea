import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { encryptText } from '../../../../src/server/security/keys'
import { isSignedWith } from '../../../../src/server/security/request-signature'
import { retryNow } from '../../../support/jobs'
import { outbox } from '../../../support/outbox'
import { bankCredit, sendSigned } from '../../../support/payments/bank-credit'
import { hangs, type ReceivedPush, type Receiver, startReceiver } from '../../../support/payments/receiver'
import { insurer, type Portal, portal, twoCompanies } from '../../../support/portal'

const account = '77001260001235'
const credit = {
  ...bankCredit({ VACAccount: account }),
  PayBankCode: '008',
  PayAccountTail: '89012',
  PayerRemark: '王大明',
}

let here: Portal
let receiver: Receiver
let secret: string

/** Lets the agreement 77001 be notified by these methods. */
const notifyBy = (...methods: string[]) =>
  here.db
    .updateTable('agreement')
    .set({ notify_methods: JSON.stringify(methods), notify_url: receiver.url })
    .where('apply_code', '=', '77001')
    .execute()

const rotate = async (): Promise<string> => {
  const operator = await here.as('BankOperator')
  return (await operator.post('/Ext/Agreement/77001/RotatePushSecret')).data.Secret
}

const notices = () => here.db.selectFrom('immediate_client_notify').selectAll().orderBy('serial_id').execute()
const runJobs = () => here.ports.jobs.runUntilIdle()
const retry = async () => {
  await retryNow(here.db)
  await runJobs()
}

const isSigned = ({ path, headers, body }: ReceivedPush, key: string): Promise<readonly boolean[]> =>
  Promise.all(
    String(headers['x-bank-signature'])
      .split(',')
      .map((signature) =>
        isSignedWith(new TextEncoder().encode(key), signature, {
          timestamp: String(headers['x-bank-timestamp']),
          method: 'POST',
          path,
          body: new TextEncoder().encode(body),
        }),
      ),
  )

beforeEach(async () => {
  here = await portal()
  await twoCompanies(here)
  await here.given.record('Bank', { BankCode: '008', BankName: '華南商業銀行' })
  receiver = await startReceiver()
  await notifyBy('WebService')
  secret = await rotate()
})

test('a credit is pushed to the company, signed with its secret', async () => {
  await sendSigned(here, credit)
  await runJobs()
  const [push] = receiver.received
  const [notice] = await notices()
  expect(JSON.parse(push?.body ?? '')).toEqual({
    NotifyId: notice?.serial_id,
    ApplyCode: '77001',
    TradeDate: '2026-11-20',
    TradeTime: '095959',
    AccountDate: '2026-11-20',
    TxnSeq: '000123',
    VACAccount: account,
    ChannelId: '06',
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    PayBankCode: '008',
    PayAccountTail: '89012',
    PayerRemark: '王大明',
  })
  expect(push && (await isSigned(push, secret))).toEqual([true])
  expect(notice).toMatchObject({
    notify_status: 'Success',
    retry_count: 0,
    response_code: '0000',
    response_message: 'OK',
  })
  expect(await here.db.selectFrom('job').selectAll().where('name', '=', 'pushCredit').execute()).toEqual([])
})

test('the line stores from where the money came', async () => {
  await sendSigned(here, credit)
  expect(await here.db.selectFrom('transaction_line').selectAll().execute()).toMatchObject([
    { pay_bank_code: '008', pay_account_tail: '89012', payer_remark: '王大明' },
  ])
})

test('a repeated report writes no second notice; a reversal has its own', async () => {
  await sendSigned(here, credit)
  await sendSigned(here, credit)
  await sendSigned(here, { ...credit, AmountSign: 'Minus' })
  await runJobs()
  expect(receiver.received.map(({ body }) => JSON.parse(body).AmountSign)).toEqual(['Plus', 'Minus'])
})

test('an agreement without methods, and an account without agreement, have no notices', async () => {
  await notifyBy()
  await sendSigned(here, credit)
  await sendSigned(here, { ...credit, VACAccount: '99999260001235', TxnSeq: '000124' })
  expect(await notices()).toEqual([])
})

test('a credit that cannot be booked leaves neither notice nor job', async () => {
  here = await portal({ ownDatabase: true })
  await twoCompanies(here)
  await here.given.record('Bank', { BankCode: '008', BankName: '華南商業銀行' })
  await notifyBy('WebService')
  await sql`alter table immediate_client_notify add check (amount <> 1000)`.execute(here.db)
  expect((await sendSigned(here, credit)).status).toBe(500)
  const count = async (table: 'transaction_line' | 'immediate_client_notify' | 'job') =>
    (await here.db.selectFrom(table).selectAll().execute()).length
  expect([await count('transaction_line'), await count('immediate_client_notify'), await count('job')]).toEqual([
    0, 0, 0,
  ])
})

test('while secrets rotate, both sign; the former one ends after seven days or by hand', async () => {
  const former = secret
  secret = await rotate()
  await sendSigned(here, credit)
  await runJobs()
  expect(receiver.received[0] && (await isSigned(receiver.received[0], secret))).toEqual([true, false])
  expect(receiver.received[0] && (await isSigned(receiver.received[0], former))).toEqual([false, true])
  const operator = await here.as('BankOperator')
  await operator.post('/Ext/Agreement/77001/EndFormerPushSecret')
  await sendSigned(here, { ...credit, TxnSeq: '000124' })
  await runJobs()
  expect(receiver.received[1] && (await isSigned(receiver.received[1], secret))).toEqual([true])
})

test('the state of a secret has its times, never the secret', async () => {
  const state = async () => (await (await here.as('BankOperator')).get('/Ext/Agreement/77001/GetPushSecretState')).data
  expect(await state()).toEqual({
    SecretTime: '2026-11-20T10:00:00.000000+08:00',
    CanSign: true,
    FormerUntil: null,
  })
  here.clock.advance({ days: 1 })
  await rotate()
  expect(await state()).toEqual({
    SecretTime: '2026-11-21T10:00:00.000000+08:00',
    CanSign: true,
    FormerUntil: '2026-11-28T10:00:00.000000+08:00',
  })
  here.clock.advance({ days: 7 })
  expect((await state()).FormerUntil).toBeNull()
  for (const role of ['CustomerAdmin', 'BankViewer'])
    expect((await (await here.as(role)).get('/Ext/Agreement/77001/GetPushSecretState')).status).toBe(403)
})

test('an agreement without a secret has no times', async () => {
  const operator = await here.as('BankOperator')
  expect((await operator.get('/Ext/Agreement/77003/GetPushSecretState')).data).toEqual({
    SecretTime: null,
    CanSign: false,
    FormerUntil: null,
  })
})

test('a secret that was replaced since its state was read is not replaced again', async () => {
  const operator = await here.as('BankOperator')
  const { SecretTime } = (await operator.get('/Ext/Agreement/77001/GetPushSecretState')).data
  here.clock.advance({ minutes: 1 })
  const replace = () => operator.post('/Ext/Agreement/77001/RotatePushSecret', { SecretTime })
  expect((await replace()).code).toBe('0000')
  const repeated = await replace()
  expect([repeated.code, repeated.message]).toEqual(['2009', expect.stringContaining('2026-11-20 10:01:00')])
  expect((await operator.post('/Ext/Agreement/77003/RotatePushSecret', { SecretTime: null })).code).toBe('0000')
})

test('after the secret of the portal was replaced, the state says that nothing can be signed; a new secret has no former one', async () => {
  await here.db
    .updateTable('internal_push_secret')
    .set({ secret: await encryptText(new Uint8Array(32).fill(9), { purpose: 'push secrets', name: '77001' }, secret) })
    .execute()
  const operator = await here.as('BankOperator')
  const state = async () => (await operator.get('/Ext/Agreement/77001/GetPushSecretState')).data
  expect(await state()).toMatchObject({ SecretTime: expect.any(String), CanSign: false, FormerUntil: null })
  expect((await operator.post('/Ext/Agreement/77001/RotatePushSecret')).data).toMatchObject({ FormerUntil: null })
  expect(await state()).toMatchObject({ CanSign: true, FormerUntil: null })
})

test('only operators of the bank make secrets, which are not stored in clear text', async () => {
  for (const role of ['CustomerAdmin', 'CustomerMaker', 'BankViewer'])
    expect((await (await here.as(role)).post('/Ext/Agreement/77001/RotatePushSecret')).status).toBe(403)
  expect((await (await here.as('BankOperator')).post('/Ext/Agreement/99999/RotatePushSecret')).status).toBe(404)
  expect(JSON.stringify(await here.db.selectFrom('internal_push_secret').selectAll().execute())).not.toContain(secret)
  expect(JSON.stringify(await here.db.selectFrom('audit_log').selectAll().execute())).not.toContain(secret)
})

describe('a push that is not taken', () => {
  test('is retried five times with the same body, then given up; the administrators are told once', async () => {
    const admin = await here.as('CustomerAdmin')
    receiver.respondWith((response) => response.writeHead(500).end('{"ReturnCode":"9999","ReturnMsg":"維護中"}'))
    await sendSigned(here, credit)
    await sendSigned(here, { ...credit, TxnSeq: '000124' })
    await runJobs()
    expect(await notices()).toMatchObject([
      { notify_status: 'Failed', retry_count: 0, response_code: '9999', response_message: '維護中' },
      { notify_status: 'Failed' },
    ])
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from due_time - now()) / 60)::int as minutes from job where name = 'pushCredit'`.execute(
      here.db,
    )
    expect(rows.map(({ minutes }) => minutes)).toEqual([1, 1])
    for (let i = 0; i < 5; i += 1) await retry()
    await retry()
    expect(await notices()).toMatchObject([
      { notify_status: 'GiveUp', retry_count: 5 },
      { notify_status: 'GiveUp', retry_count: 5 },
    ])
    expect(receiver.received).toHaveLength(12)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(2)
    const mails = await outbox(here)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('代收繳費服務網即時入帳通知停止重送')
    expect((await admin.get('/ImmediateClientNotify', { NotifyStatus: 'GiveUp' })).data.TotalCount).toBe(2)
  })

  test('is told of again after one was taken', async () => {
    await here.as('CustomerAdmin')
    const fail = async (TxnSeq: string) => {
      receiver.respondWith((response) => response.writeHead(503).end())
      await sendSigned(here, { ...credit, TxnSeq })
      await runJobs()
      for (let i = 0; i < 6; i += 1) await retry()
    }
    await fail('000001')
    receiver.respondWith((response) => response.end())
    await sendSigned(here, { ...credit, TxnSeq: '000002' })
    await runJobs()
    await fail('000003')
    expect(await outbox(here)).toHaveLength(2)
  })

  test.each([
    ['hangs', hangs, null, '對方在 3 秒內沒有完成回應。'],
    ['redirects', (response) => response.writeHead(302, { Location: '/other' }).end(), '302', 'HTTP 302'],
    ['closes the connection', (response) => response.destroy(), null, '連線中斷，沒有收到完整的回應。'],
  ] satisfies [string, Parameters<Receiver['respondWith']>[0], string | null, string][])(
    'because the receiver %s',
    async (_, respond, code, message) => {
      receiver.respondWith(respond)
      await sendSigned(here, credit)
      await runJobs()
      expect(await notices()).toMatchObject([
        { notify_status: 'Failed', response_code: code, response_message: message },
      ])
      expect(receiver.received).toHaveLength(1)
    },
  )

  test('because there is no secret, or no address', async () => {
    await here.db.deleteFrom('internal_push_secret').execute()
    await sendSigned(here, credit)
    await runJobs()
    await here.db.updateTable('agreement').set({ notify_url: null }).execute()
    await sendSigned(here, { ...credit, TxnSeq: '000124' })
    await runJobs()
    expect((await notices()).map(({ response_message }) => response_message)).toEqual([
      '代收約定沒有可用的簽章密鑰，請洽代收銀行產製。',
      '代收約定沒有設定通知網址，請洽代收銀行。',
    ])
    expect(receiver.received).toEqual([])
  })
})

test.each([
  ['nonsense', '<html>\u0000\u202e', '200', 'HTTP 200'],
  ['a number as its code', '{"ReturnCode":0,"ReturnMsg":"a\\u0000b\\ud800"}', '0', 'ab'],
  ['more than 64 kB', `{"ReturnCode":"0000","ReturnMsg":"${'x'.repeat(200_000)}"}`, '200', 'HTTP 200'],
  ['a long message', `{"ReturnCode":"0000","ReturnMsg":"${'長'.repeat(300)}"}`, '0000', '長'.repeat(200)],
])('a 200 with %s counts as taken', async (_, body, code, message) => {
  receiver.respondWith((response) => response.end(body))
  await sendSigned(here, credit)
  await runJobs()
  expect(await notices()).toMatchObject([{ notify_status: 'Success', response_code: code, response_message: message }])
})

test('e-mail and text message contain only the masked account and the amount', async () => {
  await notifyBy('Email', 'SMS')
  await sendSigned(here, credit)
  await runJobs()
  const messages = await outbox(here)
  expect(messages.map(({ channel }) => channel).toSorted()).toEqual(['Email', 'SMS'])
  for (const { body } of messages) {
    expect(body).toContain('新臺幣 1,000')
    expect(body).toContain('*********01235')
    expect(body).not.toMatch(/王|89012|77001260001235/)
  }
  expect((await notices()).map(({ notify_status }) => notify_status)).toEqual(['Success', 'Success'])
})

describe('the page', () => {
  test('lists the notices of the own company, masked', async () => {
    await sendSigned(here, credit)
    const viewer = await here.as('CustomerViewer')
    const { Items } = (await viewer.get('/ImmediateClientNotify', { AllFields: 'true' })).data
    expect(Items).toMatchObject([{ PayAccountTail: '*****', PayerRemark: '王○明', NotifyMethod: 'WebService' }])
    const stranger = await here.as('CustomerAdmin', insurer)
    expect((await stranger.get('/ImmediateClientNotify')).data.TotalCount).toBe(0)
    const path = `/Ext/ImmediateClientNotify/${Items[0].SerialId}`
    expect((await stranger.get(`${path}/GetDelivery`)).status).toBe(404)
    expect((await stranger.post(`${path}/Resend`, { UpdateTime: Items[0].UpdateTime })).status).toBe(404)
    expect((await (await here.as('BankOperator')).get(`${path}/GetDelivery`)).status).toBe(403)
  })

  test('shows the body that was sent, in full only to those who see personal data, with an audit line', async () => {
    await sendSigned(here, credit)
    await runJobs()
    const [notice] = await notices()
    const path = `/Ext/ImmediateClientNotify/${notice?.serial_id}/GetDelivery`
    const maker = (await (await here.as('CustomerMaker')).get(path)).data
    expect(JSON.parse(maker.Body)).toEqual(JSON.parse(receiver.received[0]?.body ?? ''))
    expect(maker).toMatchObject({ Url: receiver.url, NextTime: null })
    const viewer = (await (await here.as('CustomerViewer')).get(path)).data
    expect(JSON.parse(viewer.Body)).toMatchObject({ PayAccountTail: '*****', PayerRemark: '王○明' })
    const views = await here.db.selectFrom('audit_log').selectAll().where('action', '=', 'View').execute()
    expect(views).toHaveLength(1)
  })
})

describe('a notice is sent again', () => {
  const noticeOf = async (client: Awaited<ReturnType<Portal['as']>>) =>
    (await client.get('/ImmediateClientNotify')).data.Items[0]

  test('once for each request, with the same id', async () => {
    const maker = await here.as('CustomerMaker')
    await sendSigned(here, credit)
    await runJobs()
    const { SerialId, UpdateTime } = await noticeOf(maker)
    const resend = () => maker.post(`/Ext/ImmediateClientNotify/${SerialId}/Resend`, { UpdateTime })
    expect((await resend()).code).toBe('0000')
    expect((await resend()).code).toBe('2009')
    await runJobs()
    expect(receiver.received.map(({ body }) => JSON.parse(body).NotifyId)).toEqual([SerialId, SerialId])
    expect(await notices()).toMatchObject([{ notify_status: 'Success', resend_count: 1, retry_count: 0 }])
  })

  test('before its retry, which then has no effect', async () => {
    const maker = await here.as('CustomerMaker')
    receiver.respondWith((response) => response.writeHead(500).end())
    await sendSigned(here, credit)
    await runJobs()
    receiver.respondWith((response) => response.end())
    const { SerialId, UpdateTime } = await noticeOf(maker)
    await maker.post(`/Ext/ImmediateClientNotify/${SerialId}/Resend`, { UpdateTime })
    await runJobs()
    await retry()
    expect(receiver.received).toHaveLength(2)
    expect(await notices()).toMatchObject([{ notify_status: 'Success', resend_count: 1 }])
  })

  test('many at once, but not one that is waiting, and not by those who only read', async () => {
    const admin = await here.as('CustomerAdmin')
    await sendSigned(here, credit)
    await sendSigned(here, { ...credit, TxnSeq: '000124' })
    await runJobs()
    const { Items } = (await admin.get('/ImmediateClientNotify')).data
    const Records = Items.map(({ SerialId, UpdateTime }: Record<string, unknown>) => ({ SerialId, UpdateTime }))
    const release = here.holdJobs()
    const { Results } = (await admin.post('/Ext/ImmediateClientNotify/MultiResend', { Records })).data
    expect(Results.map(({ ReturnCode }: { ReturnCode: string }) => ReturnCode)).toEqual(['0000', '0000'])
    const { SerialId, UpdateTime } = await noticeOf(admin)
    const again = await admin.post(`/Ext/ImmediateClientNotify/${SerialId}/Resend`, { UpdateTime })
    expect(again.code).toBe('2006')
    release()
    await runJobs()
    expect(receiver.received).toHaveLength(4)
    for (const role of ['CustomerChecker', 'CustomerViewer']) {
      const reader = await here.as(role)
      const path = `/Ext/ImmediateClientNotify/${SerialId}/Resend`
      expect((await reader.post(path, { UpdateTime: (await noticeOf(reader)).UpdateTime })).status).toBe(403)
    }
  })
})
