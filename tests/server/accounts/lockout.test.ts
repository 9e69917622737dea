import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newestOtp, outbox } from '../../support/outbox'
import type { Portal } from '../../support/portal'
import { ask, goodMima, portalWithMaker, reset, verify } from './flow'
import { login } from './sign-in'

const office = '198.51.100.1'
const wrong = { Mima: 'Wrong2026x' }

/** A portal whose maker has signed in from the office. */
const portalWithKnownAddress = async () => {
  const here = await portalWithMaker()
  expect((await login(here, {}, office)).code).toBe('0000')
  return here
}

/** Enters that many wrong passwords, each from another address that never signed in. */
const guessFromUnknownAddresses = async (here: Portal, times: number): Promise<void> => {
  for (let n = 1; n <= times; n++) expect((await login(here, wrong, `203.0.113.${n}`)).code).toBe('1001')
}

const userOf = async ({ db }: Portal) =>
  (await sql<object>`select user_status, login_error_count from portal_user`.execute(db)).rows[0]

const letters = async (here: Portal) =>
  (await outbox(here)).filter(({ subject }) => subject === '代收繳費服務網帳號鎖定通知')

test('wrong passwords from unknown addresses lock only unknown addresses, and the owner can sign in from a known one', async () => {
  const here = await portalWithKnownAddress()
  await guessFromUnknownAddresses(here, 20)
  expect((await login(here, wrong, '203.0.113.21')).status).toBe(429)
  expect(await userOf(here)).toEqual({ user_status: 'Locked', login_error_count: 5 })
  expect((await login(here, {}, office)).code).toBe('0000')
  expect(await userOf(here), 'the lock of unknown addresses lasts').toEqual({
    user_status: 'Locked',
    login_error_count: 0,
  })
  here.clock.advance({ minutes: 16 })
  expect((await login(here, {}, office)).code).toBe('0000')
  expect(await userOf(here)).toEqual({ user_status: 'Enabled', login_error_count: 0 })
})

test('from an unknown address, the right password of a locked user is refused like a wrong one', async () => {
  const here = await portalWithKnownAddress()
  await guessFromUnknownAddresses(here, 5)
  const [right, mistaken] = [await login(here, {}, '192.0.2.7'), await login(here, wrong, '192.0.2.7')]
  expect(right).toMatchObject({ status: 200, code: '1001', message: '統一編號、使用者代號或密碼錯誤' })
  expect(right.text).toBe(mistaken.text)
  here.clock.advance({ minutes: 15, seconds: 1 })
  expect((await login(here, {}, '192.0.2.7')).code).toBe('0000')
})

test('a sign-in of the owner does not reset the tries of unknown addresses', async () => {
  const here = await portalWithKnownAddress()
  await guessFromUnknownAddresses(here, 4)
  await login(here, {}, office)
  await login(here, wrong, '203.0.113.5')
  expect((await login(here, {}, '203.0.113.6')).code).toBe('1001')
})

test('wrong passwords from a known address lock only known addresses', async () => {
  const here = await portalWithKnownAddress()
  for (let n = 0; n < 5; n++) await login(here, wrong, office)
  expect(await login(here, {}, office)).toMatchObject({ code: '1002', message: expect.stringContaining('15 分鐘') })
  expect((await login(here, {}, '192.0.2.7')).code).toBe('0000')
})

test('setting a password with a code ends the lock of unknown addresses', async () => {
  const here = await portalWithKnownAddress()
  await guessFromUnknownAddresses(here, 5)
  const { data } = await ask(here, 'ForgetMima', {}, '192.0.2.7')
  const step = await verify(here, data.IdentifyCode, await newestOtp(here), '192.0.2.7')
  expect((await reset(here, step.data.IdentifyCode)).code).toBe('0000')
  expect((await login(here, { Mima: goodMima }, '192.0.2.7')).code).toBe('0000')
})

test('the owner gets one e-mail for each lock, with its end and the addresses that it affects', async () => {
  const here = await portalWithKnownAddress()
  await guessFromUnknownAddresses(here, 4)
  expect(await letters(here)).toEqual([])
  await guessFromUnknownAddresses(here, 4)
  const [letter, ...others] = await letters(here)
  expect(others).toEqual([])
  expect(letter).toMatchObject({ channel: 'Email', recipient: 'wangdm@example.com' })
  expect(letter?.body).toContain('使用者 maker01，您的帳號因密碼連續錯誤 5 次，已鎖定至 2026/11/20 10:15。')
  expect(letter?.body).toContain('您在曾登入過的網路仍可登入')
  for (let n = 0; n < 5; n++) await login(here, wrong, office)
  expect((await letters(here)).at(-1)?.body).toContain('請於鎖定時間過後再登入')
  here.clock.advance({ minutes: 16 })
  await guessFromUnknownAddresses(here, 5)
  expect((await letters(here)).map(({ body }) => /\d\d:\d\d/.exec(body)?.[0])).toEqual(['10:15', '10:15', '10:46'])
})

test('no e-mail is sent to a disabled user, or about a user who does not exist', async () => {
  const here = await portalWithMaker({ UserStatus: 'Disabled' })
  await guessFromUnknownAddresses(here, 5)
  for (let n = 0; n < 5; n++) await login(here, { UserId: 'nobody1' })
  expect(await outbox(here)).toEqual([])
})
