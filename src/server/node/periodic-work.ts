import type { SchemaSet } from '../../schema/load/schema-set'
import { disableUsersWithExpiredInitialPassword } from '../accounts/portal-user'
import { mergeTallies } from '../database/bills-and-lines/merge-tallies'
import { checkClock } from '../database/clock-check'
import { updateSamples } from '../downloads/samples'
import type { JobRunner } from '../jobs/runner'
import type { Modules } from '../module'
import { refreshRecentRemittanceChecks } from '../payments/remittances/check'
import type { Ports } from '../ports'
import { recomputeTables } from '../records/recompute'
import { purgeTables } from '../retention'
import { receiveBankFiles } from './files/bank-files-folder'

const minuteMs = 60_000
const hourMs = 3_600_000

/** What the periodic work needs besides the ports. */
interface PeriodicWork {
  readonly schemas: SchemaSet
  readonly modules: Modules
  /** Folder from which bank files are received; undefined if there is none. */
  readonly bankFilesDir: string | undefined
}

/**
 * Schedules the work that every process of the portal repeats.
 * Several processes may do the same work at the same time.
 */
export const schedulePeriodicWork = (
  ports: Ports & { readonly jobs: JobRunner },
  { schemas, modules, bankFilesDir }: PeriodicWork,
): void => {
  const { jobs, clock, log, backgroundDb: db } = ports
  jobs.repeat('deleting old rows', hourMs, (isStopping) => deleteOldRows({ db, clock, log }, isStopping))
  // A sign-in applies the same rule immediately.
  jobs.repeat('disabling unused users', hourMs, () => disableUsersWithExpiredInitialPassword({ db, clock }))
  jobs.repeat('comparing remittances', hourMs, () => refreshRecentRemittanceChecks(db, clock()))
  // Every change of bills, payments and accepted lines adds rows to the tallies, their counts and sums.
  jobs.repeat('merging tallies', minuteMs, () => mergeTallies(db))
  scheduleRecomputation(jobs, { db, clock, log, schemas, modules })
  scheduleSamples(jobs, ports, schemas)
  if (bankFilesDir) jobs.repeat('receiving bank files', 5000, () => receiveBankFiles(ports, bankFilesDir))
}

/**
 * Deletes rows that have exceeded their retention, unless `checkClock` finds that the clock cannot be trusted: with a
 * wrong clock, rows could be deleted too early.
 */
export const deleteOldRows = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  isStopping = () => false,
): Promise<void> => {
  const clockProblem = await checkClock(db, clock())
  if (clockProblem) return log.error('old rows not deleted', { reason: clockProblem })
  const deleted = await purgeTables(db, clock(), isStopping)
  if (Object.keys(deleted).length > 0) log.info('old rows deleted', deleted)
}

/**
 * Schedules the recomputation of values whose computation in a schema file has changed since the last start; failures,
 * such as an unreachable database, are retried.
 */
export const scheduleRecomputation = (
  jobs: JobRunner,
  { db, clock, log, schemas, modules }: Pick<Ports, 'db' | 'clock' | 'log'> & Pick<PeriodicWork, 'schemas' | 'modules'>,
): void => {
  let isDone = false
  jobs.repeat('recomputing values', minuteMs, async (isStopping) => {
    if (isDone) return
    const changed = await recomputeTables({ db, clock, schemas, modules, isStopped: isStopping })
    isDone = !isStopping()
    if (Object.keys(changed).length > 0) log.info('computed values recomputed', changed)
  })
}

/**
 * Schedules the update of the samples in the download area, whose columns may have changed in the schema files since the
 * last start; failures are retried.
 */
const scheduleSamples = (jobs: JobRunner, ports: Ports, schemas: SchemaSet): void => {
  let isDone = false
  jobs.repeat('updating samples', minuteMs, async () => {
    if (isDone) return
    const updated = await updateSamples(ports, schemas)
    isDone = true
    if (updated.length > 0) ports.log.info('samples updated', { uploads: updated })
  })
}
