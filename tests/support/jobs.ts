import { sql } from 'kysely'
import { insertJob, type JobTry } from '../../src/server/jobs/job-rows'
import type { Db } from '../../src/server/ports'

/** A waiting job that no runner takes, for tests that play its course by hand; returns its number. */
export const parkedJob = (db: Db, job: Parameters<typeof insertJob>[1]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const id = await insertJob(trx, job)
    await sql`update job set due_time = 'infinity' where id = ${id}`.execute(trx)
    return id
  })

/** Begins a try of a parked job. */
export const startJob = async (db: Db, id: number): Promise<JobTry | undefined> => {
  const { rows } = await sql<JobTry>`
    update job set state = 'running', tries = tries + 1, start_time = now(), seen_time = now() where id = ${id} returning id, name, data, tries`.execute(db)
  return rows[0]
}

/** Makes the next try of every waiting job due; test portals put it off by an hour, so that a test may look at what a failed one has left. */
export const retryNow = async (db: Db): Promise<void> => {
  await sql`update job set due_time = now() where state = 'waiting'`.execute(db)
}
