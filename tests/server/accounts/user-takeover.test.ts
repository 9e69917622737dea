import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { outbox } from '../../support/outbox'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { ask, resend, reset, verify } from './flow'
import { givenUser, login, password } from './sign-in'

// An administrator must not gain a checker's rights by changing the address of the checker's codes.

const formerEmail = 'checker@example.com'
const formerMobile = '0911222333'
const newEmail = 'thief@example.com'
const newMobile = '0955666777'

/** The committee with an administrator, who is signed in, and a checker. */
const house = async () => {
  const here = await portal()
  await twoCompanies(here)
  const chief = await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin', Email: 'admin@example.com' })
  const checker = await givenUser(here, { UserId: 'checker01', RoleId: 'CustomerChecker', Email: formerEmail, Mobile: formerMobile })
  const { data } = await login(here, { UserId: 'admin01' })
  return { ...here, chief, checker, token: data.JWTToken as string }
}

type House = Awaited<ReturnType<typeof house>>

/** Changes the user as the administrator, with the current UpdateTime of the record. */
const change = async (here: House, user: RecordValues, body: object) => {
  const path = `/PortalUser/${user.SerialId}`
  const { data } = await here.request('GET', path, { token: here.token })
  return here.request('PUT', path, { token: here.token, body: { ...body, UpdateTime: data.UpdateTime } })
}

/** Changes the user with the administrator's password. */
const confirmedChange = async (here: House, user: RecordValues, body: object) => {
  const changed = await change(here, user, { ...body, AdminMima: password })
  expect(changed.code).toBe('0000')
  return changed
}

const recipientsOf = async (here: Portal, subject: string) =>
  (await outbox(here)).filter((message) => message.subject.includes(subject)).map(({ recipient }) => recipient)

const codeIn = (body = '') => /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? ''

/** Requests a code of the forgotten-password flow and returns the message with it. */
const codeMessage = async (here: Portal, Channel: 'Email' | 'SMS' = 'Email', flow: 'ForgetMima' | 'EnabledUnformNo' = 'ForgetMima') => {
  const { data } = await ask(here, flow, { UserId: 'checker01', Channel })
  const messages = await outbox(here)
  const message = messages.findLast(({ body }) => codeIn(body) !== '')
  return { step: data.IdentifyCode as string, recipient: message?.recipient, code: codeIn(message?.body) }
}

test('after a change of a checker’s e-mail, forgotten-password codes are sent to the former address for 24 hours', async () => {
  const here = await house()
  await confirmedChange(here, here.checker, { Email: newEmail, Mobile: newMobile })
  expect((await codeMessage(here)).recipient).toBe(formerEmail)
  here.clock.advance({ minutes: 2 })
  expect((await codeMessage(here, 'SMS')).recipient).toBe(formerMobile)
  expect(
    (await outbox(here)).map(({ recipient }) => recipient),
    'nothing at all',
  ).not.toContain(newEmail)
  here.clock.set('2026-11-21T09:59:59+08:00')
  expect((await codeMessage(here)).recipient, 'the last second').toBe(formerEmail)
  here.clock.advance({ minutes: 2 })
  const { step, recipient, code } = await codeMessage(here)
  expect(recipient, 'the day after').toBe(newEmail)
  const { data } = await verify(here, step, code)
  expect((await reset(here, data.IdentifyCode)).code).toBe('0000')
})

test('only the owner can complete the chain of change, forgotten password and sign-in', async () => {
  const here = await house()
  await confirmedChange(here, here.checker, { Email: newEmail })
  const { step, recipient, code } = await codeMessage(here)
  expect(recipient).toBe(formerEmail)
  here.clock.advance({ seconds: 60 })
  const again = await resend(here, 'ForgetMima', step)
  expect(again.code).toBe('0000')
  expect(await recipientsOf(here, '一次性密碼'), 'a resent code as well').toEqual([formerEmail, formerEmail])
  expect((await verify(here, step, code)).code, 'replaced by the resent one').toBe('1006')
  const newest = (await outbox(here)).findLast(({ subject }) => subject.includes('一次性密碼'))
  const { data } = await verify(here, again.data.IdentifyCode, codeIn(newest?.body))
  expect((await reset(here, data.IdentifyCode, 'Blue7Whale!sky')).code).toBe('0000')
  expect((await login(here, { UserId: 'checker01', Mima: 'Blue7Whale!sky' })).data.data.RoleId).toBe('CustomerChecker')
  expect(await recipientsOf(here, '密碼變更通知'), 'and the notice of the new password').toEqual([formerEmail])
})

test('an initial password after the change is sent to the former address, and the response says so', async () => {
  const here = await house()
  await confirmedChange(here, here.checker, { Email: newEmail })
  const post = (action: string) => here.request('POST', `/PortalUser/${here.checker.SerialId}/${action}`, { token: here.token })
  expect((await post('ResetMima')).data).toEqual({ UserStatus: 'Pending', SentTo: 'che***@example.com' })
  here.clock.advance({ minutes: 2 })
  expect((await codeMessage(here, 'Email', 'EnabledUnformNo')).recipient, 'the code of the first use').toBe(formerEmail)
  await post('Disabled')
  expect((await post('Enabled')).data.SentTo).toBe('che***@example.com')
  expect(await recipientsOf(here, '初始密碼')).toEqual([formerEmail, formerEmail])
})

test('after several changes in a day, messages still go to the address before the first', async () => {
  const here = await house()
  await confirmedChange(here, here.checker, { Email: 'second@example.com' })
  here.clock.advance({ minutes: 10 })
  await confirmedChange(here, here.checker, { Email: newEmail })
  expect((await codeMessage(here)).recipient).toBe(formerEmail)
})

test.each([
  ['Email', newEmail, '電子郵件'],
  ['Mobile', newMobile, '行動電話'],
  ['RoleId', 'CustomerMaker', '角色'],
])('a change of %s is refused without the administrator’s own password', async (field, value, label) => {
  const here = await house()
  const refused = await change(here, here.checker, { [field]: value })
  expect(refused).toMatchObject({ code: '2001', message: expect.stringContaining(`使用者 checker01 的${label}須輸入您自己的密碼`) })
  expect(refused.errors).toEqual({ AdminMima: refused.message })
  for (const AdminMima of ['', null]) expect((await change(here, here.checker, { [field]: value, AdminMima })).code).toBe('2001')
  for (const AdminMima of [12345678, [password], { is: password }])
    expect((await change(here, here.checker, { [field]: value, AdminMima })).errors).toEqual({ AdminMima: '您的密碼必須是文字。' })
  expect(await outbox(here)).toEqual([])
  const changed = await confirmedChange(here, here.checker, { [field]: value })
  expect(changed.data[field]).toBe(value)
  expect(changed.text).not.toContain('AdminMima')
})

test('other changes need no password, and a wrong one is refused there as well', async () => {
  const here = await house()
  const same = { Email: formerEmail, Mobile: '０９１１－２２２－３３３', RoleId: 'CustomerChecker' }
  expect((await change(here, here.checker, { ...same, UserName: '李小明', Remark: '總務組' })).code).toBe('0000')
  expect((await change(here, here.checker, { Remark: '會計組', AdminMima: 'Wrong2026x' })).code).toBe('1001')
  expect(await outbox(here)).toEqual([])
})

test('wrong passwords with a change count like failed sign-ins: the fifth locks the administrator and ends the session', async () => {
  const here = await house()
  const guess = () => change(here, here.checker, { Email: newEmail, AdminMima: 'Wrong2026x' })
  const first = await guess()
  expect(first).toMatchObject({ code: '1001', errors: { AdminMima: '您的密碼錯誤，資料尚未儲存，請重新輸入。' } })
  for (let i = 0; i < 4; i++) expect((await guess()).code).toBe('1001')
  expect((await change(here, here.checker, { Email: newEmail, AdminMima: password })).code, 'also a right one').toBe('1002')
  expect((await here.request('GET', '/PortalUser', { token: here.token })).status).toBe(401)
  expect((await login(here, { UserId: 'admin01' })).code).toBe('1002')
  const { rows } = await sql<{ email: string }>`select email from portal_user where user_id = 'checker01'`.execute(here.db)
  expect(rows).toEqual([{ email: formerEmail }])
  const trail = await sql<{ n: number }>`select count(*)::int as n from security_log where event = 'wrong confirming password' and subject = 'admin01'`.execute(
    here.db,
  )
  expect(trail.rows).toEqual([{ n: 5 }])
})

test('invalid input is refused before the password is required, and nobody is notified', async () => {
  const here = await house()
  expect((await change(here, here.checker, { Email: 'no address' })).errors).toEqual({ Email: expect.any(String) })
  expect((await change(here, here.checker, { RoleId: 'BankOperator', AdminMima: password })).errors.RoleId).toContain('銀行')
  expect(await outbox(here)).toEqual([])
})

test('all administrators and checkers of the company are notified of who changed which fields of whom, without the new values', async () => {
  const here = await house()
  await here.given.user({ UserId: 'admin02', RoleId: 'CustomerAdmin', Email: 'admin2@example.com' })
  await here.given.user({ UserId: 'checker02', RoleId: 'CustomerChecker', Email: 'locked@example.com', UserStatus: 'Locked' })
  await here.given.user({ UserId: 'checker03', RoleId: 'CustomerChecker', Email: 'gone@example.com', UserStatus: 'Disabled' })
  await here.given.user({ UserId: 'maker01', Email: 'maker@example.com' })
  await here.given.user({ UserId: 'checker01', RoleId: 'CustomerChecker', Email: 'elsewhere@example.com', ...insurer })
  await confirmedChange(here, here.checker, { Email: newEmail, RoleId: 'CustomerMaker' })
  const letters = await outbox(here)
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual(['admin2@example.com', 'admin@example.com', formerEmail, 'locked@example.com'])
  for (const { subject, body } of letters) {
    expect(subject).toBe('代收繳費服務網使用者異動通知')
    expect(body).toContain('使用者 checker01 已於 2026/11/20 10:00 由 admin01 變更角色、電子郵件。')
    expect(body).toContain('變更後 24 小時內，一次性密碼與初始密碼仍寄至變更前的電子郵件與行動電話。')
    expect(body).not.toContain(newEmail)
  }
})

test('a changed user of any role is notified as well; of a new user the administrators and checkers are notified', async () => {
  const here = await house()
  const viewer = await here.given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', Email: 'viewer@example.com' })
  await confirmedChange(here, viewer, { RoleId: 'CustomerChecker' })
  expect(await recipientsOf(here, '使用者異動')).toEqual(expect.arrayContaining(['admin@example.com', formerEmail, 'viewer@example.com']))
  const before = (await outbox(here)).length
  const body = { UserId: 'newbie01', UserName: '林佳穎', RoleId: 'CustomerChecker', ApplyCodes: ['77001'], Email: newEmail, Mobile: newMobile }
  expect((await here.request('POST', '/PortalUser', { token: here.token, body })).code).toBe('0000')
  const letters = (await outbox(here)).slice(before).filter(({ subject }) => subject.includes('使用者異動'))
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual(['admin@example.com', formerEmail, 'viewer@example.com'])
  expect(letters[0]?.body).toContain('使用者 newbie01 已於 2026/11/20 10:00 由 admin01 新增。')
})
