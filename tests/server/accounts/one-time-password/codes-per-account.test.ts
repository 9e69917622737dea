import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newestOtp, outbox } from '../../../support/outbox'
import type { Portal } from '../../../support/portal'
import { ask, goodMima, portalWithMaker, resend, reset, verify } from '../flow'
import { givenUser, login, password } from '../sign-in'

const office = '198.51.100.1'
const ticket = { ExpiresIn: 600, ResendAfter: 60, CodeExpiresIn: 300 }

/** A portal whose maker has signed in from the office. */
const portalWithKnownAddress = async () => {
  const here = await portalWithMaker()
  expect((await login(here, {}, office)).code).toBe('0000')
  return here
}

/** Requests that many codes from addresses that never signed in, more than a minute apart. */
const requestFromUnknownAddresses = async (here: Portal, times: number, fields: object = {}): Promise<void> => {
  for (let n = 1; n <= times; n++) {
    expect(await ask(here, 'ForgetMima', fields, `203.0.113.${n}`)).toMatchObject({
      status: 200,
      code: '0000',
      data: ticket,
    })
    here.clock.advance({ seconds: 61 })
  }
}

const codesSent = async (here: Portal): Promise<number> =>
  (await outbox(here)).filter(({ subject }) => subject.includes('一次性密碼')).length

test('unknown addresses use up their five codes of a day; the owner recovers the account from a known address', async () => {
  const here = await portalWithKnownAddress()
  await requestFromUnknownAddresses(here, 12)
  expect(await codesSent(here)).toBe(5)
  const own = await ask(here, 'ForgetMima', {}, office)
  expect(await codesSent(here)).toBe(6)
  const step = await verify(here, own.data.IdentifyCode, await newestOtp(here), office)
  expect((await reset(here, step.data.IdentifyCode)).code).toBe('0000')
  expect((await login(here, { Mima: goodMima })).code).toBe('0000')
})

test('beyond the five codes the response is the same, nothing is sent, and no code is valid for the step', async () => {
  const here = await portalWithKnownAddress()
  await requestFromUnknownAddresses(here, 5)
  const last = await newestOtp(here)
  const over = await ask(here, 'ForgetMima', {}, '192.0.2.77')
  expect(over).toMatchObject({
    status: 200,
    code: '0000',
    data: { IdentifyCode: expect.stringMatching(/^[\w-]{24}$/), ...ticket },
  })
  expect((await verify(here, over.data.IdentifyCode, last)).code).toBe('1005')
  here.clock.advance({ seconds: 60 })
  const again = await resend(here, 'ForgetMima', over.data.IdentifyCode)
  expect(again).toMatchObject({ status: 200, code: '0000', data: ticket })
  expect(await codesSent(here)).toBe(5)
  expect(here.log.lines.filter(({ event }) => event === 'one-time password limit reached')).toHaveLength(2)
  here.clock.advance({ days: 1 })
  await ask(here, 'ForgetMima', {}, '192.0.2.77')
  expect(await codesSent(here)).toBe(6)
})

test("a request beyond the limit neither makes the owner wait a minute for a code nor shares the owner's code", async () => {
  const here = await portalWithKnownAddress()
  await requestFromUnknownAddresses(here, 5)
  await ask(here, 'ForgetMima', {}, '203.0.113.1')
  const own = await ask(here, 'ForgetMima', {}, office)
  const code = await newestOtp(here)
  const fromUnknownAddress = await ask(here, 'ForgetMima', {}, '203.0.113.1')
  expect(await codesSent(here)).toBe(6)
  expect((await verify(here, fromUnknownAddress.data.IdentifyCode, code)).code).toBe('1005')
  expect((await verify(here, own.data.IdentifyCode, code)).code).toBe('0000')
})

test('the known addresses of an account have five codes a day as well; a repeated request within a minute is not counted', async () => {
  const here = await portalWithKnownAddress()
  for (let n = 0; n < 7; n++) {
    for (let times = 0; times < 3; times++) expect((await ask(here, 'ForgetMima', {}, office)).code).toBe('0000')
    here.clock.advance({ minutes: 10 })
  }
  expect(await codesSent(here)).toBe(5)
  await ask(here, 'ForgetMima', {}, '203.0.113.1')
  expect(await codesSent(here), 'another address').toBe(6)
})

test('all flows and spellings of an account are counted together, and other accounts are not', async () => {
  const here = await portalWithKnownAddress()
  await requestFromUnknownAddresses(here, 3)
  await requestFromUnknownAddresses(here, 3, { UserId: 'MAKER01' })
  expect(await codesSent(here)).toBe(5)
  await here.given.user({ UserId: 'maker02', Email: 'second@example.com' })
  await requestFromUnknownAddresses(here, 1, { UserId: 'maker02' })
  expect(await codesSent(here)).toBe(6)
})

test('an IPv6 address is identified by its /64', async () => {
  const here = await portalWithMaker()
  await login(here, { UserId: 'Maker01' }, '2001:db8:1:2::10')
  await requestFromUnknownAddresses(here, 5)
  for (const [ip, sent] of [
    ['2001:db8:1:3::10', 5],
    ['2001:db8:1:2:ffff::77', 6],
  ] as const) {
    await ask(here, 'ForgetMima', {}, ip)
    expect(await codesSent(here), ip).toBe(sent)
  }
})

test('sign-ins of another user, and failed ones, do not make an address known', async () => {
  const here = await portalWithMaker()
  await here.given.user({ UserId: 'maker02' })
  await sql`update portal_user_secret set password_hash = (select password_hash from portal_user_secret where user_id = ${here.user.SerialId})`.execute(
    here.db,
  )
  expect((await login(here, { UserId: 'maker02' }, office)).code).toBe('0000')
  expect((await login(here, { Mima: 'Wrong2026x' }, office)).code).toBe('1001')
  await requestFromUnknownAddresses(here, 5)
  await ask(here, 'ForgetMima', {}, office)
  expect(await codesSent(here)).toBe(5)
})

test("a password that was reset by its owner clears the account's count", async () => {
  const here = await portalWithKnownAddress()
  await requestFromUnknownAddresses(here, 5)
  const own = await ask(here, 'ForgetMima', {}, office)
  const step = await verify(here, own.data.IdentifyCode, await newestOtp(here), office)
  await reset(here, step.data.IdentifyCode)
  here.clock.advance({ seconds: 61 })
  await requestFromUnknownAddresses(here, 1)
  expect(await codesSent(here)).toBe(7)
})

test("a password that an administrator reset clears the account's count", async () => {
  const here = await portalWithMaker()
  await requestFromUnknownAddresses(here, 5)
  const admin = await here.as(await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin' }))
  expect((await admin.post(`/PortalUser/${here.user.SerialId}/ResetMima`, { AdminMima: password })).code).toBe('0000')
  expect((await ask(here, 'EnabledUnformNo', {}, '203.0.113.9')).code).toBe('0000')
  expect(await codesSent(here)).toBe(6)
})
