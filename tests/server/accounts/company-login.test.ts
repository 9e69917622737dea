import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/server/http/app'
import type { Passwords } from '../../../src/server/ports'
import { sender } from '../../support/client'
import { portal, twoCompanies } from '../../support/portal'
import { givenUser, login, password, solvedCaptcha } from './sign-in'

const openPortal = async (user = {}) => {
  const opened = await portal()
  await twoCompanies(opened)
  return { ...opened, user: await givenUser(opened, user) }
}

test("a company user signs in and gets a token, the user's own data and the menu of the role", async () => {
  const here = await openPortal()
  const answer = await login(here)
  expect(answer.code).toBe('0000')
  expect(Object.keys(answer.data).sort()).toEqual(['JWTToken', 'MenuInfos', 'UniformNo', 'data'])
  expect(answer.data.UniformNo).toBe('90000017')
  expect(answer.data.data).toMatchObject({
    CustomerName: '示範社區管理委員會',
    UserId: 'maker01',
    RoleName: '經辦',
    ApplyCodes: ['77001'],
    LastLoginTime: null,
  })
  const names = answer.data.MenuInfos.map((entry: { MenuId: string }) => entry.MenuId)
  expect(names).toContain('bills')
  expect(names).not.toContain('portalUser')
  expect(answer.data.MenuInfos.find((entry: { MenuId: string }) => entry.MenuId === 'fee')).toMatchObject({
    Path: '/admin/fee',
    ParentId: 'basic',
    MenuName: '繳費項目設定',
  })
  expect((await here.request('GET', '/Common/GetApplyCode', { token: answer.data.JWTToken })).data).toMatchObject([
    { Value: '77001', Text: '77001 示範社區管理費' },
  ])
})

test('the second sign-in returns the time of the first', async () => {
  const here = await openPortal()
  await login(here)
  here.clock.advance({ minutes: 5 })
  expect((await login(here)).data.data.LastLoginTime).toBe('2026-11-20T10:00:00.000000+08:00')
})

test('full-width digits of an input method are accepted', async () => {
  expect((await login(await openPortal(), { UniformNo: '９０００００１７', UserId: ' ｍａｋｅｒ０１ ' })).code).toBe(
    '0000',
  )
})

test('a wrong company, user or password is refused with the same message', async () => {
  const here = await openPortal()
  for (const wrong of [
    { UniformNo: '90000012' },
    { UserId: 'nobody1' },
    { Mima: 'Demo2026y' },
    { Mima: `${password} ` },
    { Mima: password.toLowerCase() },
  ]) {
    const answer = await login(here, wrong)
    expect(answer).toMatchObject({ status: 200, code: '1001', message: '統一編號、使用者代號或密碼錯誤' })
  }
})

test('a user id that cannot exist is refused like a wrong one, and nothing is counted for it', async () => {
  const here = await openPortal({ UserId: 'admin01' })
  await login(here, { UserId: 'nobody01' })
  const counters = async () => (await here.db.selectFrom('rate_limit').select('limit_key').execute()).length
  const before = await counters()
  for (const UserId of ['adm\u0130n01', '1admin01', 'adm01', 'admin 01']) {
    expect(await login(here, { UserId })).toMatchObject({ code: '1001', message: '統一編號、使用者代號或密碼錯誤' })
  }
  expect(await counters()).toBe(before)
})

test('a wrong, missing, repeated or expired captcha is refused before anything else is checked', async () => {
  const here = await openPortal()
  const { ticket, answer } = await solvedCaptcha(here)
  const post = (VCode: string, header: string) =>
    here.request('POST', '/EnterpriseArea/Login', {
      body: { UniformNo: '90000017', UserId: 'maker01', Mima: 'wrong', VCode },
      headers: { VCode: header },
    })
  expect((await post('ZZZZZ', ticket)).code).toBe('1004')
  expect((await post(answer, ticket)).code, 'the wrong guess used the ticket up').toBe('1004')
  expect((await post('', ticket)).code).toBe('1004')
  expect((await post(answer, '')).code).toBe('1004')
  const late = await solvedCaptcha(here)
  here.clock.advance({ seconds: 301 })
  expect((await post(late.answer, late.ticket)).code).toBe('1004')
  const { rows } = await sql<{ n: number }>`select sum(wrong_count)::int as n from portal_user_secret`.execute(here.db)
  expect(rows[0]?.n, 'no password was looked at').toBe(0)
})

test('a captcha is compared without case, and works once', async () => {
  const here = await openPortal()
  const { ticket, answer } = await solvedCaptcha(here)
  const post = () =>
    here.request('POST', '/EnterpriseArea/Login', {
      body: { UniformNo: '90000017', UserId: 'maker01', Mima: password, VCode: answer.toLowerCase() },
      headers: { VCode: ticket },
    })
  expect((await post()).code).toBe('0000')
  expect((await post()).code).toBe('1004')
})

test('five wrong passwords lock the user for 15 minutes, then 30', async () => {
  const here = await openPortal()
  await login(here)
  const wrong = async (times: number) => {
    for (let i = 0; i < times; i++) expect((await login(here, { Mima: 'Wrong2026x' })).code).toBe('1001')
  }
  await wrong(5)
  expect((await login(here)).code, 'told after the right password, at an address that has signed in before').toBe(
    '1002',
  )
  expect((await login(here, { Mima: 'Wrong2026x' })).code).toBe('1001')
  here.clock.advance({ minutes: 15, seconds: 1 })
  await wrong(5)
  here.clock.advance({ minutes: 29 })
  expect((await login(here)).message).toContain('1 分鐘')
  here.clock.advance({ minutes: 2 })
  expect((await login(here)).code).toBe('0000')
  expect(
    (
      await sql`select wrong_count, lock_count, locked_until from portal_user_secret where user_id = ${Number(here.user.SerialId)}`.execute(
        here.db,
      )
    ).rows,
  ).toEqual([{ wrong_count: 0, lock_count: 0, locked_until: null }])
})

test('concurrent guesses share five tries', async () => {
  const here = await openPortal()
  await login(here)
  const tries = [...Array(8).fill('Wrong2026x'), password]
  const codes = (await Promise.all(tries.map((Mima) => login(here, { Mima })))).map((answer) => answer.code)
  expect(codes.slice(0, 8)).toEqual(Array(8).fill('1001'))
  expect(['0000', '1002']).toContain(codes[8])
  const { rows } = await sql<{ shown: boolean; locked: boolean; tries_agree: boolean }>`
    select u.user_status = 'Locked' as shown, s.locked_until is not null as locked, u.login_error_count = s.wrong_count as tries_agree
    from portal_user u join portal_user_secret s on s.user_id = u.serial_id`.execute(here.db)
  expect(rows, 'the page of users shows what the lock says').toEqual([
    { shown: rows[0]?.locked, locked: rows[0]?.locked, tries_agree: true },
  ])
  expect(rows[0]?.locked || codes[8] === '0000').toBe(true)
})

test('concurrent sign-ins leave one session', async () => {
  const here = await openPortal()
  for (let round = 0; round < 6; round++) await Promise.all([login(here), login(here), login(here)])
  const { rows } = await sql<{
    open: number
  }>`select count(*)::int as open from session where ended_at is null`.execute(here.db)
  expect(rows).toEqual([{ open: 1 }])
})

test('a password that is replaced while it is being verified signs nobody in', async () => {
  const here = await openPortal()
  const verify: Passwords['verify'] = async (hash, typed) => {
    const right = await here.ports.passwords.verify(hash, typed)
    await sql`update portal_user_secret set password_hash = 'another'`.execute(here.db)
    return right
  }
  const ports = { ...here.ports, passwords: { ...here.ports.passwords, verify } }
  const answer = await login({ ...here, request: sender(createApp(ports, here.schemas, here.modules)) })
  expect(answer).toMatchObject({ status: 200, code: '1001', data: { Errors: {} } })
  expect((await sql`select 1 from session`.execute(here.db)).rows).toEqual([])
})

test('a disabled user is informed only after the right password', async () => {
  const here = await openPortal({ UserStatus: 'Disabled' })
  expect((await login(here, { Mima: 'Wrong2026x' })).code).toBe('1001')
  expect((await login(here)).code).toBe('1003')
})

test('unknown fields, too long values and values of a wrong type are refused with a message each', async () => {
  const here = await openPortal()
  const answer = await login(here, { UniformNo: '9'.repeat(9), UserId: 7, Mima: '', Role: 'CustomerAdmin' })
  expect(answer.code).toBe('2002')
  expect(answer.errors).toEqual({
    UniformNo: '統一編號最多 8 個字。',
    UserId: '使用者代號必須是文字。',
    Mima: '請輸入密碼。',
    Role: '沒有這個欄位。',
  })
})

test('an address with too many failures is refused, whatever accounts it tries', async () => {
  const here = await openPortal()
  let last = await login(here, { UserId: 'nobody0' }, '203.0.113.9')
  for (let i = 1; i <= 60; i++) last = await login(here, { UserId: `nobody${i}` }, '203.0.113.9')
  expect(last.status).toBe(429)
  expect(last.headers.get('Retry-After')).toMatch(/^\d+$/)
  expect((await login(here, {}, '198.51.100.7')).code, 'others are not held off').toBe('0000')
  here.clock.advance({ minutes: 16 })
  expect((await login(here, {}, '203.0.113.9')).code).toBe('0000')
})

test('no password, token, captcha or personal id is stored in the log or the database in plain text', async () => {
  const here = await openPortal()
  const { data } = await login(here)
  await login(here, { Mima: 'Wrong2026x' })
  await login(here, { UserId: 'a123456789' })
  const { rows } =
    await sql`select to_jsonb(s) as a from session s union all select to_jsonb(l) from security_log l union all select to_jsonb(p) from portal_user_secret p`.execute(
      here.db,
    )
  const kept = JSON.stringify([rows, here.log.lines])
  for (const secret of [password, 'Wrong2026x', 'a123456789', data.JWTToken]) expect(kept).not.toContain(secret)
  expect(kept).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})
