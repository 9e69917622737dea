import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newestOtp, outbox } from '../../../support/outbox'
import type { Portal } from '../../../support/portal'
import { ask, type Flow, goodMima, portalWithMaker, resend, reset, verified, verify } from '../flow'
import { givenUser, login } from '../sign-in'

const ticket = { ExpiresIn: 600, ResendAfter: 60, CodeExpiresIn: 300 }
const statusOf = async (here: Portal): Promise<string> =>
  (await sql<{ user_status: string }>`select user_status from portal_user where user_id = 'maker01'`.execute(here.db))
    .rows[0]?.user_status ?? ''

test('first use: code by e-mail, code entered, password set, signed in', async () => {
  const here = await portalWithMaker({ UserStatus: 'Pending' })
  const asked = await ask(here, 'EnabledUnformNo')
  expect(asked.data).toEqual({ IdentifyCode: expect.stringMatching(/^[\w-]{24}$/), ...ticket })
  const [mail] = await outbox(here)
  expect(mail).toMatchObject({
    channel: 'Email',
    recipient: 'wangdm@example.com',
    subject: '代收繳費服務網一次性密碼（首次啟用）',
  })
  const step = await verify(here, asked.data.IdentifyCode, await newestOtp(here))
  expect(step.data).toEqual({ IdentifyCode: expect.stringMatching(/^[\w-]{24}$/), ExpiresIn: 600, UserId: 'maker01' })
  expect(step.data.IdentifyCode).not.toBe(asked.data.IdentifyCode)
  expect(await reset(here, step.data.IdentifyCode)).toMatchObject({ code: '0000', data: null })
  expect(await statusOf(here)).toBe('Enabled')
  const session = await login(here, { Mima: goodMima })
  expect(session.data.data).toMatchObject({ MustChangeMima: false, MustChangeReason: null, MimaDaysLeft: null })
  expect((await login(here)).code, 'the old password is gone').toBe('1001')
})

test('forgotten password: code by SMS; it unlocks the user and ends the sessions', async () => {
  const here = await portalWithMaker()
  const { data } = await login(here)
  for (let i = 0; i < 5; i++) await login(here, { Mima: 'Wrong2026x' })
  expect(await statusOf(here)).toBe('Locked')
  const asked = await ask(here, 'ForgetMima', { Channel: 'SMS' })
  expect(await outbox(here)).toContainEqual(expect.objectContaining({ channel: 'SMS', recipient: '0912345678' }))
  const step = await verify(here, asked.data.IdentifyCode, await newestOtp(here))
  expect((await reset(here, step.data.IdentifyCode)).code).toBe('0000')
  expect(await statusOf(here)).toBe('Enabled')
  expect(await here.request('GET', '/Common/GetApplyCode', { token: data.JWTToken })).toMatchObject({
    status: 401,
    message: '您的密碼已變更，請以新密碼重新登入。',
  })
  expect((await login(here, { Mima: goodMima })).code).toBe('0000')
  expect((await outbox(here)).at(-1)?.subject).toBe('代收繳費服務網密碼變更通知')
})

test.each([
  ['EnabledUnformNo', 'Enabled', '忘記密碼'],
  ['ForgetMima', 'Pending', '首次啟用'],
] as const)(
  '%s for a user who is %s sends no code; only the owner gets a message about 「%s」',
  async (flow, UserStatus, right) => {
    const here = await portalWithMaker({ UserStatus })
    const { code, data } = await ask(here, flow)
    expect([code, data.ExpiresIn]).toEqual(['0000', 600])
    const [mail] = await outbox(here)
    expect(mail?.body).toContain(`「${right}」`)
    expect(mail?.body).not.toMatch(/\d{6}/)
  },
)

test('a disabled user and one of a closed company get no message', async () => {
  const here = await portalWithMaker({ UserStatus: 'Disabled' })
  expect((await ask(here, 'ForgetMima')).code).toBe('0000')
  await sql`update portal_user set user_status = 'Enabled'`.execute(here.db)
  await sql`update customer set customer_status = 'Terminated'`.execute(here.db)
  expect((await ask(here, 'ForgetMima')).code).toBe('0000')
  expect(await outbox(here)).toEqual([])
})

test('a code of one flow, user or company is not valid for another', async () => {
  const here = await portalWithMaker({ UserStatus: 'Pending' })
  await givenUser(here, { UserId: 'maker02', Mobile: '0987654321' })
  await givenUser(here, { UserId: 'maker01', UniformNo: '90000012', ApplyCodes: ['77003'] })
  const steps: { flow: Flow; id: string; code: string }[] = []
  for (const [flow, fields] of [
    ['EnabledUnformNo', {}],
    ['ForgetMima', { UserId: 'maker02' }],
    ['ForgetMima', { UniformNo: '90000012' }],
  ] as const) {
    const { data } = await ask(here, flow, fields)
    steps.push({ flow, id: data.IdentifyCode, code: await newestOtp(here) })
  }
  const [a, b, c] = steps
  if (!a || !b || !c) throw new Error('three steps')
  expect((await verify(here, b.id, a.code)).code).not.toBe('0000')
  expect((await verify(here, a.id, b.code)).code).not.toBe('0000')
  expect((await verify(here, c.id, b.code)).code).not.toBe('0000')
  here.clock.advance({ seconds: 60 })
  expect((await resend(here, 'ForgetMima', a.id)).code, 'a step of the first use').toBe('1006')
  expect((await resend(here, 'EnabledUnformNo', b.id)).code, 'a step of the forgotten password').toBe('1006')
  expect((await verify(here, a.id, a.code)).code, 'each where it belongs').toBe('0000')
})

test('a user who is disabled during the flow cannot set a password', async () => {
  const here = await portalWithMaker()
  const step = await verified(here, 'ForgetMima')
  await sql`update portal_user set user_status = 'Disabled'`.execute(here.db)
  expect((await reset(here, step)).code).toBe('1006')
})
