import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { RecordValues } from '../../../src/schema/language/types'
import { jobRunner } from '../../../src/server/jobs/runner'
import { schedulePeriodicWork } from '../../../src/server/node/periodic-work'
import type { Client } from '../../support/client'
import { newestInitialMima, outbox } from '../../support/outbox'
import { insurer, type Portal, portal, twoCompanies } from '../../support/portal'
import { goodMima } from './flow'
import { givenUser, login, password } from './sign-in'

/** The body that creates a user, with the password of the administrator who creates them. */
const body = {
  UserId: 'newbie01',
  UserName: '林佳穎',
  RoleId: 'CustomerMaker',
  ApplyCodes: ['77001'],
  Email: 'newbie@example.com',
  Mobile: '0987654321',
  AdminMima: password,
}

/** The committee with its administrator, who is signed in, and a maker who knows a password. */
const openPortal = async () => {
  const here = await portal()
  await twoCompanies(here)
  const chief = await givenUser(here, { UserId: 'admin01', RoleId: 'CustomerAdmin' })
  const maker = await givenUser(here, { Email: 'maker@example.com' })
  return { ...here, chief, maker, admin: await here.as(chief) }
}

const act = (admin: Client, user: RecordValues, action: string) =>
  admin.post(`/PortalUser/${user.SerialId}/${action}`, { AdminMima: password })
const status = async ({ db }: Portal, user: RecordValues): Promise<string> =>
  (
    await sql<{
      s: string
    }>`select user_status as s from portal_user where serial_id = ${Number(user.SerialId)}`.execute(db)
  ).rows[0]?.s ?? 'gone'

test('a new user gets an initial password by e-mail, may only change it, and then gets all rights of the role', async () => {
  const here = await openPortal()
  const created = await here.admin.post('/PortalUser', body)
  expect(created).toMatchObject({
    code: '0000',
    data: { UserId: 'newbie01', UniformNo: '90000017', UserStatus: 'Pending' },
  })
  const mima = await newestInitialMima(here)
  expect((await outbox(here)).find(({ body }) => body.includes(mima))).toMatchObject({
    channel: 'Email',
    recipient: 'newbie@example.com',
  })
  expect(created.text).not.toContain(mima)
  const { data } = await login(here, { UserId: 'newbie01', Mima: mima })
  expect(data.data).toMatchObject({ MustChangeMima: true, MustChangeReason: 'First' })
  expect(data.MenuInfos.map((entry: { MenuId: string }) => entry.MenuId)).toEqual(['system', 'changeMima'])
  const token = data.JWTToken as string
  for (const [method, path] of [
    ['GET', '/Bills'],
    ['GET', '/Common/GetApplyCode'],
    ['POST', '/fee'],
    ['GET', '/Ext/EnterpriseArea/GetSessions'],
  ] as const) {
    expect((await here.request(method, path, { token, body: method === 'POST' ? {} : undefined })).code, path).toBe(
      '1007',
    )
  }
  expect((await here.request('GET', '/Ext/EnterpriseArea/GetSession', { token })).data.data.MustChangeMima).toBe(true)
  const changed = await here.request('POST', '/PortalUser/ChangeMima', {
    token,
    body: { OldMima: mima, NewMima: goodMima, ConfirmMima: goodMima },
  })
  expect(changed.data.data.MustChangeMima).toBe(false)
  expect((await here.request('GET', '/Bills', { token: changed.data.JWTToken })).code).toBe('0000')
  expect(await status(here, created.data)).toBe('Enabled')
  expect((await login(here, { UserId: 'newbie01', Mima: mima })).code).toBe('1001')
})

test('an initial password cannot be chosen as the new one', async () => {
  const here = await openPortal()
  await here.admin.post('/PortalUser', body)
  const mima = await newestInitialMima(here)
  const { data } = await login(here, { UserId: 'newbie01', Mima: mima })
  const kept = await here.request('POST', '/PortalUser/ChangeMima', {
    token: data.JWTToken,
    body: { OldMima: mima, NewMima: mima, ConfirmMima: mima },
  })
  expect(kept.code).toBe('1009')
})

test('an initial password that was not used for 30 days disables its user; enabling issues a new one', async () => {
  const here = await openPortal()
  const created = (await here.admin.post('/PortalUser', body)).data
  const first = await newestInitialMima(here)
  here.clock.advance({ days: 30 })
  expect((await login(here, { UserId: 'newbie01', Mima: first })).code, 'the last moment').toBe('0000')
  here.clock.advance({ seconds: 1 })
  expect((await login(here, { UserId: 'newbie01', Mima: first })).code).toBe('1003')
  const admin = await here.as(here.chief)
  expect((await admin.get('/PortalUser', { UserId: 'newbie01' })).data.Items[0].UserStatus).toBe('Disabled')
  expect((await act(admin, created, 'Enabled')).data).toEqual({ UserStatus: 'Pending', SentTo: 'new***@example.com' })
  expect((await login(here, { UserId: 'newbie01', Mima: first })).code).toBe('1001')
  expect((await login(here, { UserId: 'newbie01', Mima: await newestInitialMima(here) })).code).toBe('0000')
})

test('a user whose initial password has expired is disabled within the hour without a sign-in; reading the list changes nothing', async () => {
  const here = await openPortal()
  await here.admin.post('/PortalUser', body)
  here.clock.advance({ days: 30, seconds: 1 })
  const admin = await here.as(here.chief)
  const status = async () => (await admin.get('/PortalUser', { UserId: 'newbie01' })).data.Items[0].UserStatus
  expect(await status()).toBe('Pending')
  const work = new Map<string, (isStopping: () => boolean) => Promise<void>>()
  const jobs = jobRunner({ ...here.ports, isOnlyProcess: true })
  const repeat: typeof jobs.repeat = (name, _milliseconds, run) => void work.set(name, run)
  schedulePeriodicWork({ ...here.ports, jobs: { ...jobs, repeat } }, { ...here, bankFilesDir: undefined })
  await work.get('disabling unused users')?.(() => false)
  expect(await status()).toBe('Disabled')
})

test('ResetMima ends the sessions immediately and issues a new password', async () => {
  const here = await openPortal()
  const { data } = await login(here)
  expect((await act(here.admin, here.maker, 'ResetMima')).data).toEqual({
    UserStatus: 'Pending',
    SentTo: 'mak***@example.com',
  })
  expect(await here.request('GET', '/Bills', { token: data.JWTToken })).toMatchObject({
    status: 401,
    message: '您的密碼已變更，請以新密碼重新登入。',
  })
  expect((await login(here)).code).toBe('1001')
  expect((await login(here, { Mima: await newestInitialMima(here) })).data.data.MustChangeReason).toBe('First')
})

test('Disabled ends the sessions immediately, Enabled makes the same password valid again', async () => {
  const here = await openPortal()
  await sql`update portal_user set mima_change_time = ${here.clock().toISOString()} where user_id = 'maker01'`.execute(
    here.db,
  )
  const { data } = await login(here)
  expect((await act(here.admin, here.maker, 'Disabled')).data).toEqual({ UserStatus: 'Disabled', SentTo: null })
  expect(await here.request('GET', '/Bills', { token: data.JWTToken })).toMatchObject({
    status: 401,
    message: '您的帳號已停用，請洽貴單位的企業管理者。',
  })
  expect((await login(here)).code).toBe('1003')
  expect((await act(here.admin, here.maker, 'Enabled')).data).toEqual({ UserStatus: 'Enabled', SentTo: null })
  expect((await login(here)).code).toBe('0000')
})

test.each([
  ['Pending', { Disabled: 'Disabled', Enabled: null, ResetMima: null }],
  ['Enabled', { Disabled: 'Disabled', Enabled: null, ResetMima: 'Pending' }],
  ['Locked', { Disabled: 'Disabled', Enabled: null, ResetMima: 'Pending' }],
  ['Disabled', { Disabled: null, Enabled: 'Pending', ResetMima: null }],
])('from %s each action leads to the state in the table of states', async (UserStatus, expected) => {
  const here = await openPortal()
  for (const [i, [action, next]] of Object.entries(expected).entries()) {
    const user = await here.given.user({ UserId: `other0${i}`, UserStatus })
    const answer = await act(here.admin, user, action)
    expect([action, answer.code, await status(here, user)]).toEqual([
      action,
      next ? '0000' : '2006',
      next ?? UserStatus,
    ])
  }
})

test('users cannot disable, reset or delete themselves, and the last administrator keeps the role', async () => {
  const here = await openPortal()
  for (const action of ['Disabled', 'ResetMima'])
    expect((await act(here.admin, here.chief, action)).code, action).toBe('2006')
  expect((await here.admin.delete(`/PortalUser/${here.chief.SerialId}`, { AdminMima: password })).code).toBe('2006')
  const own = (await here.admin.get(`/PortalUser/${here.chief.SerialId}`)).data
  const demote = (UpdateTime: string) =>
    here.admin.put(`/PortalUser/${here.chief.SerialId}`, { RoleId: 'CustomerViewer', AdminMima: password, UpdateTime })
  expect((await demote(own.UpdateTime)).message).toContain('至少須保留一位')
  await here.given.user({ UserId: 'admin02', RoleId: 'CustomerAdmin', UserStatus: 'Pending' })
  expect((await demote(own.UpdateTime)).code, 'one who never signed in is no administrator yet').toBe('2006')
  await sql`update portal_user set user_status = 'Enabled' where user_id = 'admin02'`.execute(here.db)
  expect((await demote(own.UpdateTime)).code).toBe('0000')
  expect((await here.admin.get('/PortalUser')).status, 'and no longer an administrator').toBe(403)
})

test('of two administrators who disable each other concurrently, one remains', async () => {
  const here = await openPortal()
  const second = await givenUser(here, { UserId: 'admin02', RoleId: 'CustomerAdmin' })
  const other = await here.as(second)
  const answers = await Promise.all([act(here.admin, second, 'Disabled'), act(other, here.chief, 'Disabled')])
  // The second request fails: its session has ended, or the rule prevents it.
  expect(answers.filter((answer) => answer.code === '0000')).toHaveLength(1)
  const { rows } =
    await sql`select 1 from portal_user where role_id = 'CustomerAdmin' and user_status = 'Enabled'`.execute(here.db)
  expect(rows).toHaveLength(1)
})

test("an administrator's changes and the sign-ins of a user do not block each other", async () => {
  const here = await openPortal()
  const answers = []
  for (let round = 0; round < 5; round++) {
    answers.push(await act(here.admin, here.maker, 'Disabled'))
    answers.push(
      ...(await Promise.all([
        act(here.admin, here.maker, 'Enabled'),
        login(here),
        login(here, { Mima: 'Wrong2026x' }),
      ])),
    )
  }
  expect(answers.map(({ status: one }) => one)).toEqual(Array(20).fill(200))
})

test('a deleted user loses password and sessions, and stays in the audit trail', async () => {
  const here = await openPortal()
  const { data } = await login(here)
  expect((await here.admin.delete(`/PortalUser/${here.maker.SerialId}`, { AdminMima: password })).code).toBe('0000')
  expect(await here.request('GET', '/Bills', { token: data.JWTToken })).toMatchObject({
    status: 401,
    message: '您的帳號已刪除，請洽貴單位的企業管理者。',
  })
  expect((await login(here)).code).toBe('1001')
  const { rows } =
    await sql`select count(*)::int as n from portal_user_secret where user_id = ${Number(here.maker.SerialId)}`.execute(
      here.db,
    )
  expect(rows).toEqual([{ n: 0 }])
  const trail =
    await sql`select action, user_id from audit_log where resource = 'portalUser' order by id desc limit 1`.execute(
      here.db,
    )
  expect(trail.rows).toEqual([{ action: 'Delete', user_id: 'admin01' }])
})

test('a user id that is personal data, has no digit, or differs only in case is refused', async () => {
  const here = await openPortal()
  const errors = async (change: object) => (await here.admin.post('/PortalUser', { ...body, ...change })).errors
  expect((await errors({ UserId: 'newbie' })).UserId).toContain('數字')
  expect((await errors({ UserId: 'ab1' })).UserId).toBeDefined()
  expect((await errors({ Email: 'newbie01@example.com' })).UserId).toContain('不可與')
  expect((await errors({ UserId: 'A123456789' })).UserId, 'a personal id').toContain('不可與')
  expect((await errors({ UserId: 'MAKER01' })).UserId).toContain('不分大小寫')
  expect((await errors({ UserId: 'maker01' })).UserId).toContain('已經存在')
  expect((await here.admin.get('/PortalUser')).data.TotalCount, 'and nothing was kept').toBe(2)
})

test('the database accepts no two user ids of a company that differ only in case', async () => {
  const here = await openPortal()
  await expect(givenUser(here, { UserId: 'MAKER01' })).rejects.toThrow('portal_user_code')
  await givenUser(here, { ...insurer, UserId: 'MAKER01' })
})

test('roles and agreements are those of the company; values of computed fields and another UniformNo are ignored', async () => {
  const here = await openPortal()
  const post = (change: object) => here.admin.post('/PortalUser', { ...body, ...change })
  expect((await post({ RoleId: 'BankOperator' })).errors.RoleId).toContain('銀行')
  expect((await post({ ApplyCodes: ['77003'] })).errors.ApplyCodes).toContain('77003')
  expect((await post({ ApplyCodes: [] })).errors.ApplyCodes).toBeDefined()
  const created = await post({ UniformNo: '90000012', UserStatus: 'Enabled', LoginErrorCount: 3 })
  expect(created.data).toMatchObject({ UniformNo: '90000017', UserStatus: 'Pending', LoginErrorCount: 0 })
  const roles = (await here.admin.get('/PortalUser/GetAllSelectList')).data.RoleId.map(
    (one: { Value: string }) => one.Value,
  )
  expect(roles).toEqual(['CustomerAdmin', 'CustomerMaker', 'CustomerChecker', 'CustomerViewer'])
})

test('the user id cannot be changed, and a change needs the current UpdateTime', async () => {
  const here = await openPortal()
  const path = `/PortalUser/${here.maker.SerialId}`
  const { UpdateTime } = (await here.admin.get(path)).data
  expect((await here.admin.put(path, { UserId: 'maker99', UpdateTime })).errors.UserId).toBeDefined()
  expect((await here.admin.put(path, { UserName: '李小明', UpdateTime })).code).toBe('0000')
  expect((await here.admin.put(path, { UserName: '李四', UpdateTime })).code, 'read again first').toBe('2009')
})

test('a change is validated only for what it changes: a new e-mail whose part before the @ is the user id is refused at its field', async () => {
  const here = await openPortal()
  await sql`update portal_user set email = 'maker01@example.com' where user_id = 'maker01'`.execute(here.db)
  const path = `/PortalUser/${here.maker.SerialId}`
  const { UpdateTime } = (await here.admin.get(path)).data
  const told = await here.admin.put(path, { Email: 'MAKER01@example.org', UpdateTime })
  expect(told.errors).toEqual({ Email: '電子郵件帳號與行動電話不可與使用者代號相同。' })
  expect((await here.admin.put(path, { RoleId: 'BankOperator', UpdateTime })).errors.RoleId).toContain('銀行')
  expect(
    (await here.admin.put(path, { UserName: '李四', UpdateTime })).code,
    'an address from before the rule stays',
  ).toBe('0000')
})

test("another company's user is treated as missing, in every call", async () => {
  const here = await openPortal()
  const otherCompany = await here.as('CustomerAdmin', insurer)
  for (const [method, path] of [
    ['GET', ''],
    ['PUT', ''],
    ['DELETE', ''],
    ['POST', '/Disabled'],
    ['POST', '/Enabled'],
    ['POST', '/ResetMima'],
  ] as const) {
    const send = (id: unknown) =>
      otherCompany.request(method, `/PortalUser/${id}${path}`, {
        body: method === 'GET' || method === 'DELETE' ? undefined : { UpdateTime: 'x' },
      })
    const [foreign, missing] = [await send(here.maker.SerialId), await send(999_999)]
    expect([foreign.status, foreign.text], method + path).toEqual([404, missing.text])
  }
  expect((await otherCompany.get('/PortalUser')).data.Items.map((user: RecordValues) => user.UniformNo)).toEqual([
    '90000012',
  ])
})

test('sessions of a user are listed and ended', async () => {
  const here = await openPortal()
  const { data } = await login(here, {}, '203.0.113.5')
  const path = `/Ext/PortalUser/${here.maker.SerialId}`
  expect((await here.admin.get(`${path}/GetSessions`)).data).toEqual([
    {
      LoginTime: '2026-11-20T10:00:00.000000+08:00',
      LastSeenTime: '2026-11-20T10:00:00.000000+08:00',
      IP: '203.0.113.5',
      EndTime: null,
      EndReason: null,
      Current: false,
    },
  ])
  expect((await here.request('GET', '/Ext/EnterpriseArea/GetSessions', { token: data.JWTToken })).data[0].Current).toBe(
    true,
  )
  expect((await here.admin.post(`${path}/EndSessions`)).code).toBe('0000')
  expect((await here.request('GET', '/Bills', { token: data.JWTToken })).message).toBe(
    '您的登入狀態已由企業管理者結束，請重新登入。',
  )
})

test('a session that was idle too long is listed as ended, with the time of its end', async () => {
  const here = await openPortal()
  await login(here)
  here.clock.advance({ minutes: 31 })
  const admin = await here.as(here.chief)
  const { data } = await admin.get(`/Ext/PortalUser/${here.maker.SerialId}/GetSessions`)
  expect(data[0]).toMatchObject({ EndTime: '2026-11-20T10:30:00.000000+08:00', EndReason: 'idle' })
})

test('the last sign-in is shown with its address', async () => {
  const here = await openPortal()
  await login(here, {}, '203.0.113.5')
  here.clock.advance({ minutes: 1 })
  const told = { LastLoginTime: '2026-11-20T10:00:00.000000+08:00', LastLoginIP: '203.0.113.5' }
  const { data } = await login(here)
  expect(data.data).toMatchObject(told)
  const session = await here.request('GET', '/Ext/EnterpriseArea/GetSession', { token: data.JWTToken })
  expect(session.data, 'after a reload as well').toEqual({
    data: data.data,
    MenuInfos: data.MenuInfos,
    UniformNo: '90000017',
  })
})
