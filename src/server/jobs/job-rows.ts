import { sql } from 'kysely'
import { lockName } from '../database/transaction'
import type { Db, JobData, JobOwner, JobRun } from '../ports'

/** One attempt to run a job. Only the process of the latest attempt may write to the row of the job. */
export interface JobAttempt {
  readonly id: number
  readonly name: string
  readonly data: JobData
  /** The number of attempts so far, including this one. It identifies the attempt. */
  readonly tries: number
  /** The number of attempts that ended with an error. */
  readonly failures: number
  /** The number of attempts whose process died. */
  readonly deaths: number
}

interface NewJob {
  readonly name: string
  readonly data: JobData
  readonly owner?: JobOwner | undefined
}

/** Inserts a waiting job and returns its number. */
export const insertJob = async (trx: Db, { name, data, owner }: NewJob): Promise<number> => {
  const { id } = await trx
    .insertInto('job')
    .values({ name, data: JSON.stringify(data), uniform_no: owner?.uniformNo ?? '', user_id: owner?.userId ?? '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Inserts the job of a day, unless a process has inserted it already.
 * Processes that call this at the same time wait for each other.
 */
export const insertDailyJob = (db: Db, name: string, day: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockName({ db: trx }, name)
    const existing = await trx
      .selectFrom('job')
      .select('id')
      .where('name', '=', name)
      .where(hasData({ day }))
      .executeTakeFirst()
    if (!existing) await insertJob(trx, { name, data: { day } })
  })

const hasData = (data: JobData) => sql<boolean>`data @> ${JSON.stringify(data)}::text::jsonb`

// All times come from the database, which the processes share, so a wrong clock on one machine does not affect the
// jobs.
const now = sql<string>`now()`

// Literals instead of parameters, because only then PostgreSQL uses the partial indexes of waiting and of running jobs.
const [waiting, running] = [sql.lit('waiting'), sql.lit('running')]

const attemptColumns = ['id', 'name', 'data', 'tries', 'failures', 'deaths'] as const

/** The jobs of one name and lane, which a process runs one after the other. */
export interface JobQueue {
  readonly name: string
  /** The property `lane` of the jobs' data; empty for jobs without one. */
  readonly lane: string
}

/** Returns the queues that have a due job. */
export const findDueQueues = (db: Db): Promise<readonly JobQueue[]> =>
  db
    .selectFrom('job')
    .select(['name', 'lane'])
    .distinct()
    .where('state', '=', waiting)
    .where('due_time', '<=', now)
    .execute()

/**
 * Starts an attempt of the job of this queue that has been due for the longest time; returns undefined if none is due.
 * No other process gets the same job.
 */
export const startDueJob = (db: Db, { name, lane }: JobQueue): Promise<JobAttempt | undefined> => {
  const due = db
    .selectFrom('job')
    .select('id')
    .where('state', '=', waiting)
    .where('name', '=', name)
    .where('lane', '=', lane)
    .where('due_time', '<=', now)
  return db
    .updateTable('job')
    .set((eb) => ({ state: 'running', tries: eb('tries', '+', 1), start_time: now, seen_time: now, error: null }))
    .where('id', '=', due.orderBy('due_time').orderBy('id').limit(1).forUpdate().skipLocked())
    .returning(attemptColumns)
    .$narrowType<Pick<JobAttempt, 'data'>>()
    .executeTakeFirst()
}

/**
 * The error of an attempt, the seconds until the next one, and the count that has changed; neither has if the process
 * was shut down.
 */
interface Retry extends Partial<Pick<JobAttempt, 'failures' | 'deaths'>> {
  readonly error: string
  readonly seconds: number
}

/** Queues a job for its next attempt and stores the error of the last one, unless another attempt has started. */
export const retryJob = async (db: Db, job: JobAttempt, { seconds, ...values }: Retry): Promise<void> => {
  await updateAttempt(db, job)
    .set({ state: 'waiting', ...values, due_time: sql`now() + make_interval(secs => ${seconds})` })
    .execute()
}

const updateAttempt = (db: Db, { id, tries }: Pick<JobAttempt, 'id' | 'tries'>) =>
  db.updateTable('job').where('id', '=', id).where('tries', '=', tries).where('state', '=', 'running')

/**
 * Writes a heartbeat for the jobs of this process.
 * Rows that transactions of this process have locked are skipped: no other process can take over their jobs.
 */
export const writeHeartbeat = async (db: Db, jobs: Iterable<JobAttempt>): Promise<void> => {
  const ids = Array.from(jobs, ({ id }) => id)
  if (ids.length === 0) return
  const unlocked = db
    .selectFrom('job')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', 'running')
    .forUpdate()
    .skipLocked()
  await db.updateTable('job').set({ seen_time: now }).where('id', 'in', unlocked).execute()
}

/**
 * Returns the running jobs without a heartbeat for `orphanedAfterSeconds`: their process was killed or cannot reach the
 * database.
 */
export const findOrphans = (db: Db, orphanedAfterSeconds: number): Promise<readonly JobAttempt[]> =>
  db
    .selectFrom('job')
    .select(attemptColumns)
    .where('state', '=', running)
    .where('seen_time', '<=', sql<string>`now() - make_interval(secs => ${orphanedAfterSeconds})`)
    .forUpdate()
    .skipLocked()
    .$narrowType<Pick<JobAttempt, 'data'>>()
    .execute()

/** The end of a job; `error` is stored, and shown to users if it is a zh-TW message. */
export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly error?: string | undefined
  /** The error that the last attempt threw, for the failure handler. */
  readonly reason?: unknown
}

/** Ends a job; returns false if another attempt has started. */
export const endJob = async (
  db: Db,
  job: Pick<JobAttempt, 'id' | 'tries'>,
  { state, error }: JobEnd,
): Promise<boolean> => {
  const { numUpdatedRows } = await updateAttempt(db, job)
    .set({ state, error: error ?? null, finish_time: now })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Marks a job as cancelled; returns false if it has already ended.
 * A waiting job becomes due at once, even if it waits for a retry, so that its handler can clean up.
 */
export const requestCancel = async (db: Db, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ cancel_time: sql`coalesce(cancel_time, now())`, due_time: sql`least(due_time, now())` })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Stores the message for the owner of a cancelled job. */
export const writeOutcome = async (db: Db, { name, data, outcome }: JobOutcome): Promise<void> => {
  await db
    .updateTable('job')
    .set({ error: outcome })
    .where('name', '=', name)
    .where(hasData(data))
    .where('state', '=', 'cancelled')
    .execute()
}

interface JobOutcome {
  readonly name: string
  /** The data that identify the job. */
  readonly data: JobData
  readonly outcome: string
}

/** Returns the functions by which a handler controls its attempt. */
export const runOf = (db: Db, job: JobAttempt): JobRun => ({
  id: job.id,
  progress: async (done, total) => {
    const update = updateAttempt(db, job).set({ done, ...(total === undefined ? {} : { total }), seen_time: now })
    requireLease(await update.returning('cancel_time').executeTakeFirst())
  },
  confirm: async (trx) => {
    const lease = trx
      .selectFrom('job')
      .select('cancel_time')
      .where('id', '=', job.id)
      .where('tries', '=', job.tries)
      .where('state', '=', 'running')
    requireLease(await lease.forShare().executeTakeFirst())
  },
  end: async (trx) => {
    requireLease(
      await updateAttempt(trx, job)
        .set({ state: 'done', finish_time: now })
        .returning('cancel_time')
        .executeTakeFirst(),
    )
  },
})

const requireLease = (lease: { readonly cancel_time: string | null } | undefined): void => {
  if (!lease) throw new JobLost()
  if (lease.cancel_time !== null) throw new JobCancelled()
}

/** Stops an attempt because a user has cancelled the job. */
export class JobCancelled extends Error {
  override readonly name = 'JobCancelled'

  constructor() {
    super('The job was cancelled.')
  }
}

/**
 * Ends an attempt that is retried later for a reason outside the portal, such as a receiver that cannot be reached.
 * It is logged as a warning, without the stack of an error.
 */
export class JobDeferred extends Error {
  override readonly name = 'JobDeferred'
}

/**
 * Stops an attempt because it no longer holds its job: the job has ended, or was queued again because the process
 * seemed dead or stopped.
 */
export class JobLost extends Error {
  override readonly name = 'JobLost'

  constructor() {
    super('The attempt no longer holds the job.')
  }
}
