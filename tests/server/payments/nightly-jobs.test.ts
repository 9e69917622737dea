import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { jobRunner } from '../../../src/server/jobs/runner'
import { scheduleNightlyJobs } from '../../../src/server/payments/nightly-jobs'
import { type Portal, portal } from '../../support/portal'
import { book, givenAgreements, givenBill, newAccount, paidOn, reported } from './support/booking'
import { expectCorrectLedger } from './support/persons'

/** Starts a process on the database of a portal; the returned function runs the jobs that are due. */
const started = ({ db, ports, log, clock }: Portal): (() => Promise<void>) => {
  const jobs = jobRunner({ db, log, clock, isOnlyProcess: false })
  scheduleNightlyJobs(jobs, ports)
  return () => jobs.runUntilIdle()
}

/** Lets hours pass in processes, and returns what is logged meanwhile. */
const events = async (
  { log, clock }: Portal,
  hours: number,
  ...processes: readonly (() => Promise<void>)[]
): Promise<readonly string[]> => {
  log.lines.length = 0
  for (let hour = 0; hour < hours; hour++) {
    await Promise.all(processes.map((anHour) => anHour()))
    clock.advance({ minutes: 60 })
  }
  return log.lines.map(({ level, event }) => `${level} ${event}`)
}

test('the ledger is verified once a day, after three o’clock; differences are warnings', async () => {
  const here = await portal()
  const anHour = started(here)
  // It is ten o'clock: the night before is made up for.
  expect(await events(here, 1, anHour)).toEqual(['info the ledger is correct'])
  expect(await events(here, 16, anHour)).toEqual([])
  expect(await events(here, 1, anHour)).toEqual(['info the ledger is correct'])
  await sql`insert into accepted_tally (line_count, amount) values (1, 0)`.execute(here.db)
  expect(await events(here, 24, anHour)).toEqual(['warn the ledger has differences'])
  expect(here.log.lines[0]?.facts).toEqual({
    invariant: 'acceptedCount',
    count: 1,
    first: [{ SerialId: null, expected: '1', actual: '0' }],
  })
})

test('payments are matched again once a night, after two o’clock in Taipei', async () => {
  const here = await portal()
  await givenAgreements(here)
  const anHour = started(here)
  const VACAccount = newAccount()
  await book(here, reported({ VACAccount }))
  await anHour()
  const bill = await givenBill(here, { VACAccount })
  await anHour()
  here.clock.advance({ minutes: 15 * 60 })
  await anHour()
  expect(await paidOn(here, bill)).toMatchObject({ pay_status: 'Unpaid' })
  here.clock.advance({ minutes: 60 })
  expect(await events(here, 1, anHour)).toEqual(['info waiting payments written off'])
  expect(await paidOn(here, bill)).toMatchObject({ pay_status: 'Paid' })
  await givenBill(here, { VACAccount: await waitingAccount(here) })
  expect(await events(here, 23, anHour)).toEqual(['info the ledger is correct'])
  await expectCorrectLedger(here)
})

const waitingAccount = async (here: Portal): Promise<string> => {
  const VACAccount = newAccount()
  await book(here, reported({ VACAccount }))
  return VACAccount
}

test('several processes share one run a night, and a restart does not repeat it', async () => {
  const here = await portal()
  await events(here, 1, started(here))
  here.clock.advance({ days: 1 })
  expect(await events(here, 2, started(here), started(here))).toEqual(['info the ledger is correct'])
  expect(await events(here, 2, started(here))).toEqual([])
  const { rows } =
    await sql`select name, data->>'day' as day, state, count(*) as jobs from job group by 1, 2, 3 order by 1, 2`.execute(
      here.db,
    )
  expect(rows).toEqual([
    { name: 'ledgerVerification', day: '2026-11-20', state: 'done', jobs: 1 },
    { name: 'ledgerVerification', day: '2026-11-21', state: 'done', jobs: 1 },
    { name: 'rematch', day: '2026-11-20', state: 'done', jobs: 1 },
    { name: 'rematch', day: '2026-11-21', state: 'done', jobs: 1 },
  ])
})

test('a process that starts by day catches up on the night that it missed', async () => {
  const here = await portal()
  await events(here, 1, started(here))
  here.clock.advance({ days: 3 })
  expect(await events(here, 1, started(here))).toEqual(['info the ledger is correct'])
})
