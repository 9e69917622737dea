import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmTime, maxClockGapDays } from '../../src/server/database/clock-check'
import { billUploads } from '../../src/server/imports/bills/context'
import { purgeTables, retentionDays } from '../../src/server/retention'
import { newestOtp } from '../support/outbox'
import { ask, portalWithMaker, verify } from './accounts/flow'
import { login } from './accounts/sign-in'

const tables = [
  'rate_limit',
  'captcha',
  'one_time_password',
  'notice_link',
  'creation_request',
  'outbox',
  'session',
  'job',
  'security_log',
  'audit_log',
  'bill_notice_run',
  'bill_notice',
] as const

/** A portal that has been used: each of the tables has rows. */
const used = async () => {
  const here = await portalWithMaker()
  const { data } = await login(here)
  await here.request('POST', '/fee', {
    token: data.JWTToken,
    body: {
      ApplyCode: '77001',
      FeeCode: 'F1',
      FeeName: '管理費',
      DefaultAmount: 1,
      SortNo: 1,
      FeeStatus: 'Active',
      RequestId: crypto.randomUUID(),
    },
  })
  await ask(here, 'ForgetMima')
  await here.request('GET', '/Home/GetVICode')
  // An import that was deleted before it ran ends immediately.
  await here.ports.jobs.enqueue(here.db, billUploads.job, { SerialId: 0 })
  await here.ports.jobs.runUntilIdle()
  await here.ports.notices.waitUntilIdle()
  await sql`
    with run as (insert into bill_notice_run (channel, uniform_no, request_user, request_time) values ('Email', '90000017', 'maker01', ${here.clock().toISOString()}) returning run_id)
    insert into bill_notice (run_id, bill_serial_id, channel, recipient) select run_id, 1, 'Email', 'wan***@example.com' from run`.execute(
    here.db,
  )
  await sql`insert into notice_link values ('a', 'Bill', 'Email', 1, 'b', ${here.clock().toISOString()}::timestamptz + interval '1 day')`.execute(
    here.db,
  )
  // The queue stores the end of a job by the database's clock, which differs from the test's.
  await sql`update job set finish_time = ${here.clock().toISOString()}::timestamptz`.execute(here.db)
  return here
}

type OpenPortal = Awaited<ReturnType<typeof used>>

const filled = async ({ db }: OpenPortal): Promise<readonly string[]> => {
  const counts = await Promise.all(
    tables.map((table) =>
      sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(db),
    ),
  )
  return tables.filter((_, index) => (counts[index]?.rows[0]?.count ?? 0) > 0)
}

test('expired rows are deleted immediately, sessions and jobs after 90 days, the security log and the audit trail after five years', async () => {
  const here = await used()
  const later = async (days: number) => {
    here.clock.advance({ days })
    await confirmTime(here.db, here.clock())
    await purgeTables(here.db, here.clock())
    return filled(here)
  }
  expect(await filled(here)).toEqual(tables)
  expect(await later(0), 'nothing is old yet').toEqual(tables)
  expect(await later(2)).toEqual([
    'outbox',
    'session',
    'job',
    'security_log',
    'audit_log',
    'bill_notice_run',
    'bill_notice',
  ])
  expect(await later(27)).toContain('outbox')
  expect(await later(2)).toEqual(['session', 'job', 'security_log', 'audit_log', 'bill_notice_run', 'bill_notice'])
  expect(await later(58), 'the 89th day').toContain('session')
  expect(await later(2)).toEqual(['security_log', 'audit_log', 'bill_notice_run', 'bill_notice'])
  expect(await later(5 * 365 - 91)).toEqual(['security_log', 'audit_log', 'bill_notice_run', 'bill_notice'])
  expect(await later(3), 'a clock that is ahead may be trusted for so long').toEqual([
    'security_log',
    'audit_log',
    'bill_notice_run',
    'bill_notice',
  ])
  expect(await later(maxClockGapDays)).toEqual([])
})

test('unexpired rows still work after a purge: the session, the step of a one-time password, the limits', async () => {
  const here = await portalWithMaker()
  const { data } = await login(here)
  const step = await ask(here, 'ForgetMima')
  const limits = async () => (await sql`select limit_key from rate_limit`.execute(here.db)).rows.length
  const counted = await limits()
  here.clock.advance({ minutes: 4 })
  expect(await purgeTables(here.db, here.clock()), 'the minute in which nobody gets another code').toEqual({
    rate_limit: 1,
  })
  expect((await here.request('GET', '/fee', { token: data.JWTToken })).code).toBe('0000')
  expect((await verify(here, step.data.IdentifyCode, await newestOtp(here))).code).toBe('0000')
  expect(counted).toBeGreaterThan(0)
  expect(await limits()).toBeGreaterThanOrEqual(counted - 1)
})

test('nobody changes or deletes a line of the audit trail or the security log, or a handling', async () => {
  const { db } = await used()
  for (const statement of [
    "update audit_log set user_id = 'other' where user_id = 'nobody'",
    'delete from audit_log where false',
    'truncate audit_log',
    "update security_log set subject = 'other'",
    'delete from security_log',
    'truncate security_log',
    'delete from line_handling',
    'truncate line_handling',
  ])
    await expect(sql.raw(statement).execute(db), statement).rejects.toThrow(/Rows of \w+ are not changed or deleted\./)
})

test('the function of the retention deletes no line that is younger than five years, and the next deletion is refused again', async () => {
  const { db, clock } = await used()
  const deleted = async (log: string, before: string) =>
    (
      await sql<{
        deleted: number
      }>`select delete_expired_logs(${log}, ${before}::timestamptz, 1000) as deleted`.execute(db)
    ).rows[0]?.deleted
  const far = '2099-01-01T00:00:00Z'
  for (const log of ['audit_log', 'security_log']) expect(await deleted(log, far), 'without a known time').toBe(0)
  await confirmTime(db, clock())
  for (const log of ['audit_log', 'security_log']) expect(await deleted(log, far)).toBe(0)
  clock.advance({ days: 5 * 365 + 2 })
  await confirmTime(db, clock())
  expect(await deleted('audit_log', '2026-11-20T01:00:00Z'), 'before the first line').toBe(0)
  const refused = db.transaction().execute(async (trx) => {
    for (const log of ['audit_log', 'security_log']) {
      const { rows } = await sql<{
        deleted: number
      }>`select delete_expired_logs(${log}, ${far}::timestamptz, 1000) as deleted`.execute(trx)
      expect(rows[0]?.deleted).toBeGreaterThan(0)
    }
    await sql`delete from audit_log`.execute(trx)
  })
  await expect(refused).rejects.toThrow('not changed or deleted')
  await expect(deleted('payment', far)).rejects.toThrow('payment is not a log.')
})

test('many rows are deleted in steps until none is left; the result counts them', async () => {
  const here = await portalWithMaker()
  await sql`
    insert into rate_limit (limit_key, window_end, hits)
    select 'old ' || n, ${here.clock().toISOString()}::timestamptz - interval '1 minute', 1 from generate_series(1, 4500) n`.execute(
    here.db,
  )
  expect(await purgeTables(here.db, here.clock())).toEqual({ rate_limit: 4500 })
  expect(await purgeTables(here.db, here.clock())).toEqual({})
})

test('the handbook of the server lists the retention periods of the code', () => {
  const handbook = readFileSync('src/server/README.md', 'utf8')
  const { creations, sessionsAndJobs, outbox: messages, mappings, recordImports, debitContents, logs } = retentionDays
  expect(recordImports).toBe(mappings)
  for (const row of [
    '| counts of limits, captchas, steps of one-time passwords, links in notices | until they have expired |',
    `| what forms with a RequestId have created: the key of the record, or the result of an import | ${creations} day |`,
    `| sessions, finished jobs | ${sessionsAndJobs} days |`,
    `| messages in the outbox of a demo portal, pushes at its receiver | ${messages} days |`,
    `a withdrawn file of debits; the records stay | ${debitContents} days from the debit |`,
    `| corrected mappings of columns, from their last use; digests of files whose records were imported, from the latest import | ${mappings / 365} years |`,
    `| security log, audit trail, notices of bills and of credits | ${Math.floor(logs / 365)} years |`,
  ])
    expect(handbook).toContain(row)
})

test('notices of credits are deleted after five years, oldest first, and of the others only the first are examined', async () => {
  const here = await portalWithMaker()
  const old = new Date(here.clock().getTime() - (retentionDays.logs + 1) * 86_400_000)
  const first = await here.given.record('ImmediateClientNotify', { ApplyCode: '77001', TradeDate: '2026-11-19' })
  await sql`
    insert into immediate_client_notify overriding system value
    select r.* from immediate_client_notify b, generate_series(1, 1001) n, jsonb_populate_record(b, jsonb_build_object(
      'serial_id', b.serial_id + n, 'line_serial_id', n, 'create_time', case when n < 300 or n = 1001 then ${old.toISOString()} else ${here.clock().toISOString()} end
    )) r`.execute(here.db)
  await sql`update immediate_client_notify set create_time = ${old} where serial_id = ${first.SerialId}`.execute(
    here.db,
  )
  expect(await purgeTables(here.db, here.clock())).toMatchObject({ immediate_client_notify: 300 })
})
