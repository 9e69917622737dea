import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { insertJob, type JobAttempt } from '../../src/server/jobs/job-rows'
import type { JobRunner } from '../../src/server/jobs/runner'
import type { Db } from '../../src/server/ports'

/** A runner whose jobs a test can hold. */
export interface HoldableJobs extends JobRunner {
  /**
   * Lets every job that starts from now on wait until the returned function is called, at the latest until the end of
   * the test.
   */
  hold(): () => void
}

export const holdable = (runner: JobRunner): HoldableJobs => {
  let held = Promise.resolve()
  return {
    ...runner,
    register: (name, handler, rules) =>
      runner.register(name, (data, run) => held.then(() => handler(data, run)), rules),
    hold: () => {
      let release = (): void => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      onTestFinished(release)
      return release
    },
  }
}

/** Creates a waiting job that no runner starts, for tests that control its tries themselves; returns its number. */
export const parkedJob = (db: Db, job: Parameters<typeof insertJob>[1]): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const id = await insertJob(trx, job)
    await sql`update job set due_time = 'infinity' where id = ${id}`.execute(trx)
    return id
  })

/**
 * Starts a try of a parked job.
 * It needs no heartbeat, without which a runner would take the job over after 20 seconds.
 */
export const startJob = async (db: Db, id: number): Promise<JobAttempt | undefined> => {
  const { rows } = await sql<JobAttempt>`
    update job set state = 'running', tries = tries + 1, start_time = now(), seen_time = 'infinity' where id = ${id} returning id, name, data, tries, failures, deaths`.execute(
    db,
  )
  return rows[0]
}

/**
 * Makes the next try of every waiting job due.
 * Test portals delay retries by an hour, so that a test can check the state after a failed try.
 */
export const retryNow = async (db: Db): Promise<void> => {
  await sql`update job set due_time = now() where state = 'waiting'`.execute(db)
}
