import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { modules } from '../../../src/modules'
import type { RecordValues } from '../../../src/schema/language/types'
import { createUserWithPassword } from '../../../src/tools/admin/users'
import { newestInitialMima, outbox } from '../../support/outbox'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { ask, goodMima, resend, reset, verify } from './flow'
import { givenUser, login, password } from './sign-in'

// An administrator must not gain a checker's rights by changing the address of the checker's codes, nor anybody those
// of an administrator at an unattended screen.

const formerEmail = 'checker@example.com'
const formerMobile = '0911222333'
const newEmail = 'thief@example.com'
const newMobile = '0955666777'

/** The committee with an administrator, who is signed in, and a checker. */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  const chief = await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin', Email: 'admin@example.com' })
  const checker = await givenUser(here, {
    UserId: 'checker01',
    RoleId: 'CustomerChecker',
    Email: formerEmail,
    Mobile: formerMobile,
  })
  const { data } = await login(here, { UserId: 'admin01' })
  return { ...here, chief, checker, token: data.JWTToken as string }
}

type OpenPortal = Awaited<ReturnType<typeof openPortal>>

/** Changes the user as the administrator, with the current UpdateTime of the record. */
const change = async (here: OpenPortal, user: RecordValues, body: object) => {
  const path = `/PortalUser/${user.SerialId}`
  const { data } = await here.request('GET', path, { token: here.token })
  return here.request('PUT', path, { token: here.token, body: { ...body, UpdateTime: data.UpdateTime } })
}

/** Changes the user with the administrator's password. */
const confirmedChange = async (here: OpenPortal, user: RecordValues, body: object) => {
  const changed = await change(here, user, { ...body, AdminMima: password })
  expect(changed.code).toBe('0000')
  return changed
}

/** Creates a user as the administrator, with the administrator's password unless the values say otherwise. */
const create = (here: Pick<OpenPortal, 'request' | 'token'>, values: object = {}) => {
  const user = {
    UserId: 'newbie01',
    UserName: '林佳穎',
    RoleId: 'CustomerAdmin',
    ApplyCodes: ['77001'],
    Email: newEmail,
    Mobile: newMobile,
  }
  return here.request('POST', '/PortalUser', { token: here.token, body: { ...user, AdminMima: password, ...values } })
}

/** The acts on a user other than a change, with the state of the user on which each is possible. */
const acts = {
  delete: { method: 'DELETE', path: '', from: 'Enabled', text: '刪除使用者 other01 ' },
  Disabled: { method: 'POST', path: '/Disabled', from: 'Enabled', text: '停用使用者 other01 ' },
  Enabled: { method: 'POST', path: '/Enabled', from: 'Disabled', text: '啟用使用者 other01 ' },
  ResetMima: { method: 'POST', path: '/ResetMima', from: 'Enabled', text: '重設使用者 other01 的密碼' },
} as const

const act = (
  { request, token }: Pick<OpenPortal, 'request' | 'token'>,
  name: keyof typeof acts,
  { SerialId }: RecordValues,
  AdminMima?: string,
) =>
  request(acts[name].method, `/PortalUser/${SerialId}${acts[name].path}`, {
    token,
    ...(AdminMima === undefined ? {} : { body: { AdminMima } }),
  })

/** Everything about users that an attacker could change. */
const usersOf = async ({ db }: Portal) => {
  const users = sql<object>`
    select u.*, s.password_hash, s.issued_at from portal_user u join portal_user_secret s on s.user_id = u.serial_id order by u.serial_id`
  return (await users.execute(db)).rows
}

const recipientsOf = async (here: Portal, subject: string) =>
  (await outbox(here)).filter((message) => message.subject.includes(subject)).map(({ recipient }) => recipient)

const codeIn = (body = '') => /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0] ?? ''

/** Requests a code of the forgotten-password flow and returns the message with it. */
const codeMessage = async (
  here: Portal,
  Channel: 'Email' | 'SMS' = 'Email',
  flow: 'ForgetMima' | 'EnabledUnformNo' = 'ForgetMima',
) => {
  const { data } = await ask(here, flow, { UserId: 'checker01', Channel })
  const messages = await outbox(here)
  const message = messages.findLast(({ body }) => codeIn(body) !== '')
  return { step: data.IdentifyCode as string, recipient: message?.recipient, code: codeIn(message?.body) }
}

test('after a change of a checker’s e-mail, forgotten-password codes are sent to the former address for 24 hours', async () => {
  const here = await openPortal()
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
  const here = await openPortal()
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
  const here = await openPortal()
  await confirmedChange(here, here.checker, { Email: newEmail })
  const post = (action: string) =>
    here.request('POST', `/PortalUser/${here.checker.SerialId}/${action}`, {
      token: here.token,
      body: { AdminMima: password },
    })
  expect((await post('ResetMima')).data).toEqual({ UserStatus: 'Pending', SentTo: 'che***@example.com' })
  here.clock.advance({ minutes: 2 })
  expect((await codeMessage(here, 'Email', 'EnabledUnformNo')).recipient, 'the code of the first use').toBe(formerEmail)
  await post('Disabled')
  expect((await post('Enabled')).data.SentTo).toBe('che***@example.com')
  expect(await recipientsOf(here, '初始密碼')).toEqual([formerEmail, formerEmail])
})

test('after several changes in a day, messages still go to the address before the first', async () => {
  const here = await openPortal()
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
  const here = await openPortal()
  const refused = await change(here, here.checker, { [field]: value })
  expect(refused).toMatchObject({
    code: '2001',
    message: expect.stringContaining(`使用者 checker01 的${label}須輸入您自己的密碼`),
  })
  expect(refused.errors).toEqual({ AdminMima: refused.message })
  for (const AdminMima of ['', null])
    expect((await change(here, here.checker, { [field]: value, AdminMima })).code).toBe('2001')
  for (const AdminMima of [12345678, [password], { is: password }])
    expect((await change(here, here.checker, { [field]: value, AdminMima })).errors).toEqual({
      AdminMima: '您的密碼必須是文字。',
    })
  expect(await outbox(here)).toEqual([])
  const changed = await confirmedChange(here, here.checker, { [field]: value })
  expect(changed.data[field]).toBe(value)
  expect(changed.text).not.toContain('AdminMima')
})

test('other changes need no password, and a wrong one is refused there as well', async () => {
  const here = await openPortal()
  const same = { Email: formerEmail, Mobile: '０９１１－２２２－３３３', RoleId: 'CustomerChecker' }
  expect((await change(here, here.checker, { ...same, UserName: '李小明', Remark: '總務組' })).code).toBe('0000')
  expect((await change(here, here.checker, { Remark: '會計組', AdminMima: 'Wrong2026x' })).code).toBe('1001')
  expect(await outbox(here)).toEqual([])
})

test('wrong passwords with a change count like failed sign-ins: the fifth locks the administrator and ends the session', async () => {
  const here = await openPortal()
  const guess = () => change(here, here.checker, { Email: newEmail, AdminMima: 'Wrong2026x' })
  const first = await guess()
  expect(first).toMatchObject({ code: '1001', errors: { AdminMima: '您的密碼錯誤，資料尚未變更，請重新輸入。' } })
  for (let i = 0; i < 4; i++) expect((await guess()).code).toBe('1001')
  expect((await change(here, here.checker, { Email: newEmail, AdminMima: password })).code, 'also a right one').toBe(
    '1002',
  )
  expect((await here.request('GET', '/PortalUser', { token: here.token })).status).toBe(401)
  expect((await login(here, { UserId: 'admin01' })).code).toBe('1002')
  const { rows } = await sql<{ email: string }>`select email from portal_user where user_id = 'checker01'`.execute(
    here.db,
  )
  expect(rows).toEqual([{ email: formerEmail }])
  const trail = await sql<{
    n: number
  }>`select count(*)::int as n from security_log where event = 'wrong confirming password' and subject = 'admin01'`.execute(
    here.db,
  )
  expect(trail.rows).toEqual([{ n: 5 }])
})

test('invalid input is refused before the password is required, and nobody is notified', async () => {
  const here = await openPortal()
  expect((await change(here, here.checker, { Email: 'no address' })).errors).toEqual({ Email: expect.any(String) })
  expect((await change(here, here.checker, { RoleId: 'BankOperator', AdminMima: password })).errors.RoleId).toContain(
    '銀行',
  )
  expect(await outbox(here)).toEqual([])
})

test('all administrators and checkers of the company are notified of who changed which fields of whom, without the new values', async () => {
  const here = await openPortal()
  await here.given.user({ UserId: 'admin02', RoleId: 'CustomerAdmin', Email: 'admin2@example.com' })
  await here.given.user({
    UserId: 'checker02',
    RoleId: 'CustomerChecker',
    Email: 'locked@example.com',
    UserStatus: 'Locked',
  })
  await here.given.user({
    UserId: 'checker03',
    RoleId: 'CustomerChecker',
    Email: 'gone@example.com',
    UserStatus: 'Disabled',
  })
  await here.given.user({ UserId: 'maker01', Email: 'maker@example.com' })
  await here.given.user({ UserId: 'checker01', RoleId: 'CustomerChecker', Email: 'elsewhere@example.com', ...insurer })
  await confirmedChange(here, here.checker, { Email: newEmail, RoleId: 'CustomerMaker' })
  const letters = await outbox(here)
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual([
    'admin2@example.com',
    'admin@example.com',
    formerEmail,
    'locked@example.com',
  ])
  for (const { subject, body } of letters) {
    expect(subject).toBe('代收繳費服務網使用者異動通知')
    expect(body).toContain('使用者 checker01 已於 2026/11/20 10:00 由 admin01 變更角色、電子郵件。')
    expect(body).toContain('變更後 24 小時內，一次性密碼與初始密碼仍寄至變更前的電子郵件與行動電話。')
    expect(body).not.toContain(newEmail)
  }
})

test('a changed user of any role is notified as well; of a new user the administrators and checkers are notified', async () => {
  const here = await openPortal()
  const viewer = await here.given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', Email: 'viewer@example.com' })
  await confirmedChange(here, viewer, { RoleId: 'CustomerChecker' })
  expect(await recipientsOf(here, '使用者異動')).toEqual(
    expect.arrayContaining(['admin@example.com', formerEmail, 'viewer@example.com']),
  )
  const before = (await outbox(here)).length
  expect((await create(here, { RoleId: 'CustomerChecker' })).code).toBe('0000')
  const letters = (await outbox(here)).slice(before).filter(({ subject }) => subject.includes('使用者異動'))
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual([
    'admin@example.com',
    formerEmail,
    'viewer@example.com',
  ])
  expect(letters[0]?.body).toContain('使用者 newbie01 已於 2026/11/20 10:00 由 admin01 新增。')
})

test.each(Object.keys(acts) as (keyof typeof acts)[])(
  '%s needs the administrator’s own password, without which nothing happens',
  async (name) => {
    const here = await openPortal()
    const other = await here.given.user({ UserId: 'other01', Email: 'other@example.com', UserStatus: acts[name].from })
    const before = await usersOf(here)
    for (const refused of [await act(here, name, other), await act(here, name, other, '')]) {
      expect(refused).toMatchObject({
        code: '2001',
        message: `${acts[name].text}須輸入您自己的密碼確認，資料尚未變更。`,
      })
      expect(refused.errors).toEqual({ AdminMima: refused.message })
    }
    expect(await usersOf(here)).toEqual(before)
    expect(await act(here, name, other, 'Wrong2026x')).toMatchObject({
      code: '1001',
      errors: { AdminMima: expect.stringContaining('密碼錯誤') },
    })
    expect(await outbox(here)).toEqual([])
    expect((await act(here, name, other, password)).code).toBe('0000')
  },
)

test('a session without the password can neither create users nor do anything to them, and the fifth wrong password ends it', async () => {
  const here = await openPortal()
  const disabled = await here.given.user({ UserId: 'other01', UserStatus: 'Disabled' })
  const before = await usersOf(here)
  expect(await create(here, { AdminMima: undefined })).toMatchObject({
    code: '2001',
    message: '新增使用者 newbie01 須輸入您自己的密碼確認，資料尚未變更。',
  })
  expect((await change(here, here.checker, { Email: newEmail })).code).toBe('2001')
  for (const name of ['delete', 'Disabled', 'ResetMima'] as const)
    expect((await act(here, name, here.checker)).code).toBe('2001')
  expect((await act(here, 'Enabled', disabled)).code).toBe('2001')
  expect(
    (await create(here, { Email: 'no address', AdminMima: undefined })).errors,
    'invalid input is refused first',
  ).toEqual({ Email: expect.any(String) })
  expect(await usersOf(here)).toEqual(before)
  expect(await outbox(here)).toEqual([])
  const guess = 'Wrong2026x'
  expect((await create(here, { AdminMima: guess })).code).toBe('1001')
  for (const name of ['delete', 'Disabled', 'ResetMima'] as const)
    expect((await act(here, name, here.checker, guess)).code).toBe('1001')
  expect((await act(here, 'Enabled', disabled, guess)).code).toBe('1001')
  expect((await act(here, 'delete', here.checker, password)).code, 'also a right one').toBe('1002')
  expect((await here.request('GET', '/PortalUser', { token: here.token })).status).toBe(401)
})

/** A new administrator, created by the administrator of the company, with a session after the first sign-in. */
const newAdmin = async (here: OpenPortal) => {
  const { data } = await create(here)
  const initial = await newestInitialMima(here)
  const { data: first } = await login(here, { UserId: 'newbie01', Mima: initial })
  const body = { OldMima: initial, NewMima: goodMima, ConfirmMima: goodMima }
  const changed = await here.request('POST', '/PortalUser/ChangeMima', { token: first.JWTToken, body })
  return { ...here, own: data as RecordValues, token: changed.data.JWTToken as string }
}

const youngRefusal = {
  code: '2006',
  message:
    '您的帳號於 2026/11/20 10:00 新增，24 小時內不能新增或異動其他使用者；2026/11/21 10:00 起即可辦理，急需時請由其他企業管理者辦理。',
}

test('a new administrator can neither create users nor do anything to others for 24 hours, also with the right password', async () => {
  const here = await openPortal()
  const disabled = await here.given.user({ UserId: 'other01', UserStatus: 'Disabled' })
  const thief = await newAdmin(here)
  const before = await usersOf(here)
  expect(await create(thief, { UserId: 'second01', AdminMima: goodMima })).toMatchObject(youngRefusal)
  expect(await change(thief, here.checker, { Email: newEmail, AdminMima: goodMima })).toMatchObject(youngRefusal)
  expect(await change(thief, here.checker, { Remark: '總務組' })).toMatchObject(youngRefusal)
  for (const name of ['delete', 'Disabled', 'ResetMima'] as const)
    expect(await act(thief, name, here.checker, goodMima)).toMatchObject(youngRefusal)
  expect(await act(thief, 'Enabled', disabled, goodMima)).toMatchObject(youngRefusal)
  expect(
    await here.request('POST', `/Ext/PortalUser/${here.chief.SerialId}/EndSessions`, { token: thief.token }),
  ).toMatchObject(youngRefusal)
  expect(await usersOf(here)).toEqual(before)
  expect((await change(thief, thief.own, { Remark: '總務組' })).code, 'their own record').toBe('0000')
  here.clock.set('2026-11-21T09:59:59+08:00')
  const { data } = await login(here, { UserId: 'newbie01', Mima: goodMima })
  expect(await act({ ...here, token: data.JWTToken }, 'delete', here.checker, goodMima)).toMatchObject(youngRefusal)
  here.clock.advance({ seconds: 1 })
  expect((await act({ ...here, token: data.JWTToken }, 'delete', here.checker, goodMima)).code).toBe('0000')
})

test('a user who has become an administrator waits for 24 hours as well', async () => {
  const here = await openPortal()
  const maker = await givenUser(here, { UserId: 'maker01' })
  await confirmedChange(here, maker, { RoleId: 'CustomerAdmin' })
  const { data } = await login(here, { UserId: 'maker01' })
  const promoted = { ...here, token: data.JWTToken as string }
  expect((await act(promoted, 'delete', here.checker, password)).message).toContain(
    '您的角色於 2026/11/20 10:00 變更，24 小時內不能新增或異動其他使用者',
  )
  here.clock.advance({ days: 1 })
  const later = await login(here, { UserId: 'maker01' })
  expect((await act({ ...here, token: later.data.JWTToken }, 'delete', here.checker, password)).code).toBe('0000')
})

test('an administrator from npm run admin manages users at once, but cancels no collection on the first day', async () => {
  const here = await openPortal()
  const { db, schemas, ports, clock, request } = here
  const user = {
    UniformNo: '90000017',
    UserId: 'first01',
    UserName: '王大明',
    RoleId: 'CustomerAdmin',
    ApplyCodes: ['77001'],
    Email: newEmail,
    Mobile: newMobile,
  }
  const initialMima = 'Kfzr5827wm'
  await createUserWithPassword(
    { db, schemas, modules, passwords: ports.passwords, now: clock, print: () => {} },
    user,
    initialMima,
  )
  const signedIn = await login(here, { UserId: 'first01', Mima: initialMima })
  const changed = await request('POST', '/PortalUser/ChangeMima', {
    token: signedIn.data.JWTToken,
    body: { OldMima: initialMima, NewMima: goodMima, ConfirmMima: goodMima },
  })
  const first = { ...here, token: changed.data.JWTToken as string }
  expect((await create(first, { AdminMima: goodMima })).code).toBe('0000')
  expect((await act(first, 'delete', here.checker, goodMima)).code).toBe('0000')
  expect(await request('POST', '/Ext/SelfCollection/1/Cancel', { token: first.token, body: {} })).toMatchObject({
    code: '2006',
    message: expect.stringContaining('24 小時內不能放行或取消已入帳的款項'),
  })
})

test('the user id of a deleted user stays blocked for 24 hours, regardless of case, and only in their company', async () => {
  const here = await openPortal()
  expect((await act(here, 'delete', here.checker, password)).code).toBe('0000')
  const refused = await create(here, { UserId: 'CHECKER01', RoleId: 'CustomerChecker' })
  expect(refused).toMatchObject({
    code: '2006',
    message:
      '使用者代號「CHECKER01」的帳號剛刪除，2026/11/21 10:00 以前不能再新增（不分大小寫），請改用其他使用者代號。',
  })
  expect(refused.errors).toEqual({ UserId: refused.message })
  expect(
    (await create(here, { UserId: 'checker01', AdminMima: undefined })).code,
    'also before the password is asked for',
  ).toBe('2006')
  const elsewhere = await givenUser(here, { ...insurer, UserId: 'admin01', RoleId: 'CustomerAdmin' })
  const { token } = await here.as(elsewhere)
  expect((await create({ ...here, token }, { UserId: 'checker01', ApplyCodes: ['77003'] })).code).toBe('0000')
  here.clock.set('2026-11-21T09:59:59+08:00')
  const { data } = await login(here, { UserId: 'admin01' })
  const later = { ...here, token: data.JWTToken as string }
  expect((await create(later, { UserId: 'checker01' })).code, 'the last second').toBe('2006')
  here.clock.advance({ seconds: 1 })
  expect((await create(later, { UserId: 'checker01' })).code).toBe('0000')
})

test('a user id is not free between its deletion and the end of that call', async () => {
  const here = await openPortal()
  const [deleted, created] = await Promise.all([
    act(here, 'delete', here.checker, password),
    create(here, { UserId: 'Checker01' }),
  ])
  expect(deleted.code).toBe('0000')
  expect(['2003', '2006']).toContain(created.code)
})

test.each([
  ['delete', '刪除'],
  ['Disabled', '停用'],
  ['Enabled', '啟用'],
  ['ResetMima', '重設密碼'],
] as const)('of %s the user, the administrators and the checkers are notified', async (name, text) => {
  const here = await openPortal()
  await here.given.user({
    UserId: 'admin02',
    RoleId: 'CustomerAdmin',
    Email: 'pending@example.com',
    UserStatus: 'Pending',
  })
  await here.given.user({
    UserId: 'admin03',
    RoleId: 'CustomerAdmin',
    Email: 'gone@example.com',
    UserStatus: 'Disabled',
  })
  await here.given.user({ UserId: 'maker01', Email: 'maker@example.com' })
  const other = await here.given.user({ UserId: 'other01', Email: 'other@example.com', UserStatus: acts[name].from })
  expect((await act(here, name, other, password)).code).toBe('0000')
  const letters = (await outbox(here)).filter(({ subject }) => subject === '代收繳費服務網使用者異動通知')
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual([
    'admin@example.com',
    formerEmail,
    'other@example.com',
    'pending@example.com',
  ])
  for (const { body } of letters) expect(body).toContain(`使用者 other01 已於 2026/11/20 10:00 由 admin01 ${text}。`)
})

test('a queued warning survives the deletion of its recipient, and after a change of address goes to the former one', async () => {
  const here = await openPortal()
  const second = await here.given.user({ UserId: 'admin02', RoleId: 'CustomerAdmin', Email: 'admin2@example.com' })
  const release = here.holdJobs()
  await confirmedChange(here, here.checker, { Email: newEmail })
  for (const user of [here.checker, second]) expect((await act(here, 'delete', user, password)).code).toBe('0000')
  release()
  const letters = (await outbox(here)).map(({ recipient, body }) => [recipient, /由 admin01 (.*?)。/.exec(body)?.[1]])
  expect(letters.sort()).toEqual([
    ['admin2@example.com', '刪除'],
    ['admin2@example.com', '刪除'],
    ['admin2@example.com', '變更電子郵件'],
    ['admin@example.com', '刪除'],
    ['admin@example.com', '刪除'],
    ['admin@example.com', '變更電子郵件'],
    [formerEmail, '刪除'],
    [formerEmail, '變更電子郵件'],
  ])
})
