import { sql } from 'kysely'
import { insertJob, type JobAttempt } from '../../src/server/jobs/job-rows'
import type { Db } from '../../src/server/ports'

/** Creates a waiting job that no runner starts, for tests that control its tries themselves; returns its number. */
export const parkedJob = (db: Db, job: Parameters<typeof insertJob>[1]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const id = await insertJob(trx, job)
    await sql`update job set due_time = 'infinity' where id = ${id}`.execute(trx)
    return id
  })

/** Starts a try of a parked job. */
export const startJob = async (db: Db, id: number): Promise<JobAttempt | undefined> => {
  const { rows } = await sql<JobAttempt>`
    update job set state = 'running', tries = tries + 1, start_time = now(), seen_time = now() where id = ${id} returning id, name, data, tries`.execute(db)
  return rows[0]
}

/** Makes the next try of every waiting job due. Test portals delay retries by an hour, so that a test can check the state after a failed try. */
export const retryNow = async (db: Db): Promise<void> => {
  await sql`update job set due_time = now() where state = 'waiting'`.execute(db)
}
