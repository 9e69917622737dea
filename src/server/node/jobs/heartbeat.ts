import { sql } from 'kysely'
import type { JobTry } from '../../jobs/job-rows'
import type { Db } from '../../ports'

// All times are the database's, which the processes share: a clock that jumps on one machine loses nobody's job.

/** Says that this process is still at work on these jobs. A row that a transaction of ours holds is passed over; nobody can take it meanwhile. */
export const showAlive = async (db: Db, jobs: Iterable<JobTry>): Promise<void> => {
  const ids = Array.from(jobs, ({ id }) => id)
  if (ids.length === 0) return
  await sql`
    update job set seen_time = now()
    where id in (select id from job where id in (${sql.join(ids)}) and state = 'running' for update skip locked)`.execute(db)
}

/** Jobs whose process has been silent for that long: it was killed, or cannot reach the database. */
export const findOrphans = async (db: Db, silentSeconds: number): Promise<readonly JobTry[]> => {
  const { rows } = await sql<JobTry>`
    select id, name, data, tries, queue_id as "queueId"
    from job
    where state = 'running' and seen_time <= now() - make_interval(secs => ${silentSeconds})
    for update skip locked`.execute(db)
  return rows
}

/** Names of the work that is due now. */
export const findDue = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select distinct name from job where state = 'waiting' and due_time < now()`.execute(db)
  return rows.map(({ name }) => name)
}
