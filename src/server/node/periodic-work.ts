import type { SchemaSet } from '../../schema/load/schema-set'
import { disableUsersWithExpiredInitialPassword } from '../accounts/portal-user'
import { mergeTallies } from '../database/bills-and-lines/bill-tally'
import { checkClock } from '../database/clock-check'
import type { JobRunner } from '../jobs/runner'
import { refreshRecentRemittanceChecks } from '../payments/remittances/check'
import type { Ports } from '../ports'
import { recomputeTables } from '../records/recompute'
import { purgeTables } from '../retention'
import { receiveBankFiles } from './files/bank-files-folder'

const hourMs = 3_600_000

/** Schedules the deletion of rows that have exceeded their retention, once an hour. Several processes may run it at the same time. */
export const scheduleRetention = (jobs: JobRunner, ports: RetentionPorts): void =>
  jobs.repeat('deleting old rows', hourMs, (isStopping) => deleteOldRows(ports, isStopping))

type RetentionPorts = Pick<Ports, 'db' | 'clock' | 'log'>

/** Deletes rows that have exceeded their retention, unless `checkClock` finds that the clock cannot be trusted: with a wrong clock, rows could be deleted too early. */
export const deleteOldRows = async ({ db, clock, log }: RetentionPorts, isStopping = () => false): Promise<void> => {
  const clockProblem = await checkClock(db, clock())
  if (clockProblem) return log.error('old rows not deleted', { reason: clockProblem })
  const deleted = await purgeTables(db, clock(), isStopping)
  if (Object.keys(deleted).length > 0) log.info('old rows deleted', deleted)
}

/** Schedules the disabling of users who have not used their initial password in time, once an hour. A sign-in applies the same rule immediately. */
export const scheduleInitialPasswordExpiry = (jobs: Pick<JobRunner, 'repeat'>, ports: Pick<Ports, 'db' | 'clock'>): void =>
  jobs.repeat('disabling unused users', hourMs, () => disableUsersWithExpiredInitialPassword(ports))

const minuteMs = 60_000

/** Schedules, once a minute, the merging of the rows of tallies (counts and sums of bills, payments and accepted lines), because every change adds rows. Several processes may run it at the same time. */
export const scheduleTallyMerging = (jobs: Pick<JobRunner, 'repeat'>, { db }: Pick<Ports, 'db'>): void =>
  jobs.repeat('merging tallies', minuteMs, () => mergeTallies(db))

/** Schedules the comparison of remittances with the lines of the last days, once an hour. */
export const scheduleRemittanceChecks = (jobs: Pick<JobRunner, 'repeat'>, { db, clock }: Pick<Ports, 'db' | 'clock'>): void =>
  jobs.repeat('comparing remittances', hourMs, () => refreshRecentRemittanceChecks(db, clock()))

const bankFilesMs = 5000

/** Schedules the receipt of bank files that appear in a folder. */
export const scheduleBankFiles = (ports: Ports & { readonly jobs: JobRunner }, folder: string): void =>
  ports.jobs.repeat('receiving bank files', bankFilesMs, () => receiveBankFiles(ports, folder))

/** Schedules the recomputation of values whose computation in a schema file has changed since the last start; failures, such as an unreachable database, are retried. */
export const scheduleRecomputation = (
  jobs: JobRunner,
  { db, clock, log, schemas }: Pick<Ports, 'db' | 'clock' | 'log'> & { readonly schemas: SchemaSet },
): void => {
  let isDone = false
  jobs.repeat('recomputing values', minuteMs, async (isStopping) => {
    if (isDone) return
    const changed = await recomputeTables({ db, clock, schemas, isStopped: isStopping })
    isDone = !isStopping()
    if (Object.keys(changed).length > 0) log.info('computed values recomputed', changed)
  })
}
