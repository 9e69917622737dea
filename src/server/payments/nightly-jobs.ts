import { sql } from 'kysely'
import { taipeiTime } from '../../domain/dates/dates'
import type { JobRunner } from '../jobs/runner'
import type { Db, JobHandler, Ports } from '../ports'
import { rematchLines } from './rematch'
import { verifyLedger } from './verification/ledger-verify'

type NightlyPorts = Pick<Ports, 'backgroundDb' | 'clock' | 'log'>

/** A job that runs once a night: the hour in Taipei from which it is due, and its work. */
interface NightlyJob {
  readonly name: string
  readonly hour: number
  readonly handler: (ports: NightlyPorts) => JobHandler
}

const nightlyJobs: readonly NightlyJob[] = [
  {
    name: 'rematch',
    hour: 2,
    handler: (ports) => async (_, run) => {
      const lines = await rematchLines(ports, run)
      if (lines > 0) ports.log.info('payments without a bill written off', { lines })
    },
  },
  { name: 'ledgerVerification', hour: 3, handler: (ports) => () => reportDifferences(ports) },
]

/** Logs what the verification of the ledger finds, with the first records; serial ids and amounts are no personal data. */
const reportDifferences = async ({ backgroundDb, log }: NightlyPorts): Promise<void> => {
  const broken = await verifyLedger(backgroundDb)
  for (const { invariant, count, first } of broken) log.warn('the ledger has differences', { invariant, count, first: first.slice(0, 10) })
  if (broken.length === 0) log.info('the ledger is correct')
}

/** Registers the handlers of the nightly jobs. */
export const registerNightlyJobs = (ports: NightlyPorts & Pick<Ports, 'jobs'>): void => {
  for (const { name, handler } of nightlyJobs) ports.jobs.register(name, handler(ports))
}

const hourMs = 3_600_000

/** Schedules the nightly jobs. The database remembers the last night of each, so that several processes run it once, and a start at another time catches up. */
export const scheduleNightlyJobs = (runner: Pick<JobRunner, 'repeat'>, { backgroundDb: db, clock, jobs }: NightlyPorts & Pick<Ports, 'jobs'>): void =>
  runner.repeat('starting the nightly jobs', hourMs, async () => {
    const time = taipeiTime(clock())
    for (const { name, hour } of nightlyJobs) {
      if (Number(time.slice(11, 13)) < hour) continue
      await db.transaction().execute(async (trx) => {
        if (await beginsNight(trx, name, Number(time.slice(0, 10).replaceAll('-', '')))) await jobs.enqueue(trx, name, {})
      })
    }
  })

/** Records that a job begins the night of this day; returns false if it did before. A database without a record is new, and its first night is the next one. */
const beginsNight = async (trx: Db, job: string, day: number): Promise<boolean> => {
  const name = `night:${job}`
  const first = await sql`insert into counter (name, value) values (${name}, ${day}) on conflict do nothing`.execute(trx)
  if (Number(first.numAffectedRows) > 0) return false
  const { numAffectedRows } = await sql`update counter set value = ${day} where name = ${name} and value <> ${day}`.execute(trx)
  return Number(numAffectedRows) > 0
}
