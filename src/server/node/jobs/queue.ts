import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import PgBoss from 'pg-boss'
import { errorFacts } from '../../error-facts'
import { endJob, insertJob, type JobEnd, type JobTry, startJob } from '../../jobs/job-rows'
import type { Db, JobData, JobOwner, Log } from '../../ports'
import { bossDb } from './boss-db'

/** How often a job is tried again, and how long after the first failure; each wait is twice the one before. */
export interface Retry {
  readonly limit: number
  readonly seconds: number
}

/** A try that this process has taken on. */
export interface Claim extends JobTry {
  readonly lastTry: boolean
}

interface Asked {
  readonly name: string
  readonly data: JobData
  readonly owner?: JobOwner | undefined
}

// Beyond this pg-boss itself gives up on a try; a dead process is noticed much sooner, by its silence.
const longestTry = { expireInHours: 23 } as const

interface QueueParts {
  readonly db: Db
  readonly log: Log
  readonly retry: Retry
  /** Ends the business row of a job that ends undone. */
  readonly giveUp: (trx: Db, job: JobTry, reason: unknown) => Promise<void>
}

/** pg-boss hands each job to one process and knows when to try again; the row in `job` is what people see. Both change in one transaction. */
export const openQueue = ({ db, log, retry, giveUp }: QueueParts) => {
  const boss = new PgBoss({ db: bossDb(db), schedule: false, migrate: false })
  boss.on('error', (error) => log.warn('job queue', errorFacts(error)))

  const enqueue = async (trx: Db, { name, data, owner }: Asked): Promise<number> => {
    const queueId = randomUUID()
    const id = await insertJob(trx, { name, data, owner, queueId })
    const options = { id: queueId, db: bossDb(trx), retryLimit: retry.limit, retryDelay: retry.seconds, retryBackoff: true, ...longestTry }
    if ((await boss.send(name, { job: id }, options)) === null) throw new Error(`Nobody does the job "${name}".`)
    return id
  }

  /** Takes the next job of that name; nothing when there is none. */
  const claim = (name: string): Promise<Claim | undefined> =>
    db.transaction().execute(async (trx) => {
      const [found] = await boss.fetch<{ job: number }>(name, { batchSize: 1, includeMetadata: true, db: bossDb(trx) })
      if (!found) return undefined
      const job = await startJob(trx, found.data.job)
      if (!job) await boss.complete(name, found.id, {}, { db: bossDb(trx) })
      return job && { ...job, lastTry: found.retryCount >= found.retryLimit }
    })

  const end = (job: JobTry, how: JobEnd): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (!(await endJob(trx, job, how))) return
      if (how.state !== 'done') await giveUp(trx, job, how.reason)
      // To pg-boss a job that must not be tried again is complete, however it ended.
      await boss.complete(job.name, String(job.queueId), {}, { db: bossDb(trx) })
    })

  /** Gives a job back after a failed try: to be tried again later, or failed for good when no try is left. */
  const giveBack = (job: JobTry, error: string, reason: unknown = new Error(error)): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (!(await isHeld(trx, job))) return
      await boss.fail(job.name, String(job.queueId), { message: error }, { db: bossDb(trx) })
      const left = await boss.getJobById(job.name, String(job.queueId), { db: bossDb(trx), includeArchive: false })
      if (left?.state === 'retry') return waitUntil(trx, job, { due: String(left.startAfter), error })
      await endJob(trx, job, { state: 'failed', error })
      await giveUp(trx, job, reason)
    })

  return {
    enqueue,
    claim,
    end,
    giveBack,
    /** Makes pg-boss's own tables and a queue for each name; what is there already stays. */
    start: async (names: Iterable<string>): Promise<void> => {
      await makeQueues(db, names)
      await boss.start()
    },
    stop: () => boss.stop({ graceful: false }),
  }
}

export type Queue = ReturnType<typeof openQueue>

// Processes that start together would lock each other out while they make the same tables.
const makeQueues = (db: Db, names: Iterable<string>): Promise<void> =>
  db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lockNumber})`.execute(connection)
    try {
      const maker = new PgBoss({ db: bossDb(connection), schedule: false, supervise: false })
      await maker.start()
      for (const name of names) await maker.createQueue(name)
      await maker.stop({ graceful: false })
    } finally {
      await sql`select pg_advisory_unlock(${lockNumber})`.execute(connection)
    }
  })

const lockNumber = 7_700_102

const isHeld = async (trx: Db, { id, tries }: JobTry): Promise<boolean> =>
  (await sql`select 1 from job where id = ${id} and tries = ${tries} and state = 'running' for update`.execute(trx)).rows.length > 0

const waitUntil = async (trx: Db, { id }: JobTry, { due, error }: { readonly due: string; readonly error: string }): Promise<void> => {
  await sql`update job set state = 'waiting', error = ${error}, due_time = ${due}::timestamptz where id = ${id}`.execute(trx)
}
