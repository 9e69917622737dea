import { taipeiTime } from '../../../domain/dates/dates'
import type { JobRunner } from '../../jobs/runner'
import type { Ports } from '../../ports'
import { verifyLedger } from './ledger-verify'

type VerificationPorts = Pick<Ports, 'db' | 'clock' | 'log'>

/** Schedules the verification of the ledger once a day, after three o'clock in Taipei. It begins an hour after the start, so that it does not slow down the first requests. */
export const scheduleLedgerVerification = (jobs: Pick<JobRunner, 'repeat'>, { db, clock, log }: VerificationPorts): void => {
  let lastDay: string | null = null
  jobs.repeat('verifying the ledger', hourMs, async () => {
    const [day, hour] = dayAndHour(clock())
    const isDue = lastDay !== null && day !== lastDay && hour >= 3
    if (lastDay === null) lastDay = ''
    if (!isDue) return
    await reportDifferences({ db, log })
    lastDay = day
  })
}

const hourMs = 3_600_000

const dayAndHour = (now: Date): readonly [string, number] => {
  const time = taipeiTime(now)
  return [time.slice(0, 10), Number(time.slice(11, 13))]
}

/** Logs the broken invariants with their first records; serial ids and amounts are no personal data. */
const reportDifferences = async ({ db, log }: Pick<VerificationPorts, 'db' | 'log'>): Promise<void> => {
  const broken = await verifyLedger(db)
  for (const { invariant, count, first } of broken) log.warn('the ledger has differences', { invariant, count, first: first.slice(0, 10) })
  if (broken.length === 0) log.info('the ledger is correct')
}
