import { doubtAbout } from '../database/clock-check'
import type { JobRunner } from '../jobs/runner'
import type { Ports } from '../ports'
import { purge } from '../retention'

const hour = 3_600_000

/** Deletes once an hour what has been kept for long enough. Several processes may do so at the same time: a row is deleted once. */
export const scheduleRetention = (jobs: JobRunner, ports: RetentionPorts): void =>
  jobs.repeat('deleting old rows', hour, (isStopping) => deleteOldRows(ports, isStopping))

type RetentionPorts = Pick<Ports, 'db' | 'clock' | 'log'>

/** Deletes what has been kept for long enough, as long as the clock can be trusted. */
export const deleteOldRows = async ({ db, clock, log }: RetentionPorts, isStopping = () => false): Promise<void> => {
  const doubt = await doubtAbout(db, clock())
  if (doubt) return log.error('nothing is deleted for its age', { reason: doubt })
  const gone = await purge(db, clock(), isStopping)
  if (Object.keys(gone).length > 0) log.info('old rows deleted', gone)
}
