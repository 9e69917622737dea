import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { correctClockRollback } from '../../src/server/accounts/clock-rollback'
import { clockProblem, confirmTime, leapDays } from '../../src/server/database/clock-check'
import { deleteOldRows } from '../../src/server/node/periodic-work'
import { newestOtp } from '../support/outbox'
import { ask, flowHouse, resend, verify } from './accounts/flow'
import { givenUser, login, password, signIn, solvedCaptcha } from './accounts/sign-in'

type House = Awaited<ReturnType<typeof flowHouse>>

/** A portal whose clock agrees with the database's, at work until so many days ago; its trails go back 5½ years. */
const lastAtWork = async (daysAgo: number): Promise<House> => {
  const here = await flowHouse()
  here.clock.set(new Date())
  await confirmTime(here.db, new Date(Date.now() - daysAgo * 86_400_000))
  await sql`
    insert into security_log (log_time, event, kind, ip, user_agent)
    select now() - make_interval(days => 2000), 'login', 'company', '', '' from generate_series(1, 3)`.execute(here.db)
  return here
}

/** One round of deleting; answers how many lines of the trail are left, and what the log says. */
const round = async (here: House) => {
  here.log.lines.length = 0
  await deleteOldRows(here.ports)
  const { rows } = await sql`select 1 from security_log where log_time < now() - make_interval(days => 1999)`.execute(here.db)
  return { left: rows.length, said: here.log.lines.map(({ level, facts }) => `${level} ${String(facts.reason ?? '')}`).join() }
}

test('a clock that leapt by years deletes nothing and disables nobody, however often it is asked; work goes on until the operator has a look', async () => {
  const here = await lastAtWork(6 * 365)
  const pending = await givenUser(here, { UserId: 'newbie01', UserStatus: 'Pending' })
  await sql`update portal_user_secret set issued_at = now() - make_interval(days => ${5 * 365}::int) where user_id = ${pending.SerialId}`.execute(here.db)
  for (const _ of [1, 2]) {
    const { left, said } = await round(here)
    expect(left).toBe(3)
    expect(said).toMatch(
      /^error The clock says .* but the portal was last at work on 20.*, more than 14 days before\. Set the clock right; if it is right, say so with: npm run admin -- confirm-time$/,
    )
  }
  expect((await login(here)).code).toBe('0000')
  const { rows } = await sql`select user_status from portal_user where user_status = 'Pending'`.execute(here.db)
  expect(rows).toHaveLength(1)

  await confirmTime(here.db, here.clock())
  expect(await round(here)).toMatchObject({ left: 0 })
  await login(here)
  expect((await sql`select 1 from portal_user where user_status = 'Disabled'`.execute(here.db)).rows).toHaveLength(1)
})

test('a portal that was switched off over the holidays deletes as ever, and notes that it was at work', async () => {
  const here = await lastAtWork(leapDays - 1)
  expect(await round(here)).toMatchObject({ left: 0 })
  const { rows } = await sql<{ fresh: boolean }>`select latest > now() - interval '1 hour' as fresh from known_time`.execute(here.db)
  expect(rows).toEqual([{ fresh: true }])
})

test('a clock that differs from the database’s deletes nothing, whichever is wrong', async () => {
  const here = await lastAtWork(0)
  for (const minutes of [-20, 40]) {
    here.clock.advance({ minutes })
    expect(await round(here)).toMatchObject({ left: 3, said: expect.stringMatching(/The clock says .*, the database's says .*\. Set the wrong one right\.$/) })
  }
})

test('a clock from before what the portal has seen is told', async () => {
  const here = await lastAtWork(-1)
  expect(await round(here)).toMatchObject({ left: 3, said: expect.stringContaining('but the portal was at work on') })
})

test('a database from before the clock was watched is known by its trail; an empty one believes the clock', async () => {
  const here = await lastAtWork(0)
  await sql`delete from known_time`.execute(here.db)
  expect(await clockProblem(here.db, here.clock())).toContain('more than 14 days before')
  for (const table of ['known_time', 'security_log', 'audit_log']) await sql`delete from ${sql.table(table)}`.execute(here.db)
  expect(await clockProblem(here.db, here.clock())).toBeNull()
})

test('a start with a clock that was set back ends what would live longer: session, one-time password, captcha', async () => {
  const here = await flowHouse()
  const { data } = await login(here)
  const sent = await ask(here, 'ForgetMima')
  const captcha = await solvedCaptcha(here)
  const code = await newestOtp(here)
  here.clock.advance({ minutes: -10 })
  await correctClockRollback(here.ports)
  const answer = await here.request('GET', '/fee', { token: data.JWTToken })
  expect([answer.status, answer.message]).toEqual([401, '系統時間已校正，請重新登入。'])
  expect((await verify(here, sent.data.IdentifyCode, code)).code).not.toBe('0000')
  expect((await resend(here, 'ForgetMima', sent.data.IdentifyCode)).code).not.toBe('0000')
  const body = { UniformNo: '90000017', UserId: 'maker01', Mima: password, VCode: captcha.answer }
  expect((await here.request('POST', '/EnterpriseArea/Login', { body, headers: { VCode: captcha.ticket } })).code).toBe('1004')
  expect((await login(here)).code).toBe('0000')
})

test('nobody is locked out for the years that a clock was ahead', async () => {
  const here = await flowHouse()
  here.clock.advance({ days: 2000 })
  for (let tries = 0; tries < 5; tries++) await signIn(here, '/EnterpriseArea/Login', { UniformNo: '90000017', UserId: 'maker01', Mima: 'wrong' })
  here.clock.advance({ days: -2000 })
  await correctClockRollback(here.ports)
  expect((await login(here)).code, 'a lock stays a lock').toBe('1002')
  here.clock.advance({ days: 1, minutes: 1 })
  expect((await login(here)).code).toBe('0000')
})

test('what is in use goes on while the clocks of several machines differ by minutes', async () => {
  const here = await flowHouse()
  const { data } = await login(here)
  const sent = await ask(here, 'ForgetMima')
  here.clock.advance({ minutes: -4 })
  await correctClockRollback(here.ports)
  expect((await here.request('GET', '/fee', { token: data.JWTToken })).code).toBe('0000')
  expect((await verify(here, sent.data.IdentifyCode, await newestOtp(here))).code).toBe('0000')
})
