import { sql } from 'kysely'
import { errorFacts } from '../error-facts'
import type { Db, Ports } from '../ports'
import { purge, purgeTable, retentionDays } from '../retention'
import { doubtAbout } from '../store/known-time'
import { every } from './jobs/every'

const hour = 3_600_000

/** Once an hour deletes what has been kept for long enough, as long as the clock can be trusted. Several processes may do so at the same time: a row goes once. */
export const startRetention = ({ db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>): { stop(): Promise<void> } =>
  every(hour, async () => {
    try {
      const doubt = await doubtAbout(db, clock())
      if (doubt) return log.error('nothing is deleted for its age', { reason: doubt })
      const gone = await purge(db, clock())
      await purgeQueue(db, clock())
      if (Object.keys(gone).length > 0) log.info('old rows deleted', gone)
    } catch (error) {
      // The next hour comes by itself, such as after a restart of the database.
      log.error('deleting old rows failed', errorFacts(error))
    }
  })

/** The queue's own rows of jobs that have ended; people see those of the table `job`. */
export const purgeQueue = async (db: Db, now: Date): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('pgboss.job') is not null as there`.execute(db)
  if (rows[0]?.there) await purgeTable(db, { table: 'pgboss.job', since: 'completed_on', days: retentionDays.work }, now)
}
