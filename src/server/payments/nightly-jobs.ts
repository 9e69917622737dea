import type { JobRunner } from '../jobs/runner'
import type { Ports } from '../ports'
import { rematchLines } from './rematch'
import { verifyLedger } from './verification/ledger-verify'

type NightlyPorts = Pick<Ports, 'backgroundDb' | 'clock' | 'log'>

/** Schedules the jobs that match waiting lines again at two o'clock and verify the ledger at three. */
export const scheduleNightlyJobs = (jobs: Pick<JobRunner, 'schedule'>, ports: NightlyPorts): void => {
  jobs.schedule('rematch', 2, async (_, run) => {
    const lines = await rematchLines(ports, run)
    if (lines > 0) ports.log.info('waiting payments written off', { lines })
  })
  jobs.schedule('ledgerVerification', 3, () => reportDifferences(ports))
}

/**
 * Verifies the ledger and logs the differences with their first records; serial ids and amounts are not personal data.
 */
const reportDifferences = async ({ backgroundDb, log }: NightlyPorts): Promise<void> => {
  const brokenInvariants = await verifyLedger(backgroundDb)
  for (const { invariant, count, first } of brokenInvariants)
    log.warn('the ledger has differences', { invariant, count, first: first.slice(0, 10) })
  if (brokenInvariants.length === 0) log.info('the ledger is correct')
}
