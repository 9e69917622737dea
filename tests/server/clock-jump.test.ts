import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkClock, confirmTime, maxClockGapDays } from '../../src/server/database/clock-check'
import { deleteOldRows } from '../../src/server/node/periodic-work'
import { withoutTriggers } from '../support/database/without-triggers'
import { portalWithMaker } from './accounts/flow'
import { givenUser, login } from './accounts/sign-in'

type OpenPortal = Awaited<ReturnType<typeof portalWithMaker>>

/**
 * A portal whose clock agrees with the database's, active until that many days ago; its audit trail goes back 5½ years.
 */
const lastAtWork = async (daysAgo: number): Promise<OpenPortal> => {
  const here = await portalWithMaker()
  here.clock.set(new Date())
  await confirmTime(here.db, new Date(Date.now() - daysAgo * 86_400_000))
  await sql`
    insert into security_log (log_time, event, kind, ip, user_agent)
    select now() - make_interval(days => 2000), 'login', 'company', '', '' from generate_series(1, 3)`.execute(here.db)
  return here
}

/** Runs the retention once; returns the remaining lines of the audit trail, and the log. */
const round = async (here: OpenPortal) => {
  here.log.lines.length = 0
  await deleteOldRows(here.ports)
  const { rows } = await sql`select 1 from security_log where log_time < now() - make_interval(days => 1999)`.execute(
    here.db,
  )
  return {
    left: rows.length,
    said: here.log.lines.map(({ level, facts }) => `${level} ${String(facts.reason ?? '')}`).join(),
  }
}

test('a clock that jumped by years deletes nothing and disables nobody, however often the work runs; other work continues until the operator confirms the clock', async () => {
  const here = await lastAtWork(6 * 365)
  const pending = await givenUser(here, { UserId: 'newbie01', UserStatus: 'Pending' })
  await sql`update portal_user_secret set issued_at = now() - make_interval(days => ${5 * 365}::int) where user_id = ${pending.SerialId}`.execute(
    here.db,
  )
  for (const _ of [1, 2]) {
    const { left, said } = await round(here)
    expect(left).toBe(3)
    expect(said).toMatch(
      /^error The clock says .* but the portal was last in use on 20.*, more than 14 days earlier\. Correct the clock\. If it is right, confirm it with: npm run admin -- confirm-time$/,
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

test('a portal that was switched off for some weeks deletes as usual, and records its activity', async () => {
  const here = await lastAtWork(maxClockGapDays - 1)
  expect(await round(here)).toMatchObject({ left: 0 })
  const { rows } = await sql<{
    fresh: boolean
  }>`select latest > now() - interval '1 hour' as fresh from known_time`.execute(here.db)
  expect(rows).toEqual([{ fresh: true }])
})

test('a clock that was ahead for some days and was corrected does not count as the last activity', async () => {
  const here = await lastAtWork(-10)
  await round(here)
  const { rows } = await sql<{
    future: boolean
  }>`select latest > now() + interval '1 hour' as future from known_time`.execute(here.db)
  expect(rows).toEqual([{ future: false }])
})

test('the last activity in a database from before the clock check is that of its audit trail; an empty database accepts the clock', async () => {
  const here = await lastAtWork(0)
  await sql`delete from known_time`.execute(here.db)
  expect(await checkClock(here.db, here.clock())).toContain('more than 14 days earlier')
  await withoutTriggers(here.db, async (trx) => {
    for (const table of ['known_time', 'security_log', 'audit_log'])
      await sql`delete from ${sql.table(table)}`.execute(trx)
  })
  expect(await checkClock(here.db, here.clock())).toBeNull()
})
