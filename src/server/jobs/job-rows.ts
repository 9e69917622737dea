import { sql } from 'kysely'
import type { Db, JobData, JobOwner, JobRun } from '../ports'
import { JobStopped } from './job-stopped'

/** A try at a job: whoever holds its number and its count of tries may write to its row. */
export interface JobTry {
  readonly id: number
  readonly name: string
  readonly data: JobData
  readonly tries: number
  readonly queueId: string | null
}

interface NewJob {
  readonly name: string
  readonly data: JobData
  readonly owner?: JobOwner | undefined
  readonly queueId?: string
}

/** Writes a job down and answers its number. */
export const insertJob = async (trx: Db, { name, data, owner, queueId }: NewJob): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into job (name, data, uniform_no, user_id, queue_id)
    values (${name}, ${JSON.stringify(data)}::text::jsonb, ${owner?.uniformNo ?? ''}, ${owner?.userId ?? ''}, ${queueId ?? null})
    returning id`.execute(trx)
  return rows[0]?.id ?? 0
}

/** Begins a try; nothing when the job does not wait any more. */
export const startJob = async (db: Db, id: number): Promise<JobTry | undefined> => {
  const { rows } = await sql<JobTry>`
    update job
    set state = 'running', tries = tries + 1, start_time = now(), seen_time = now(), error = null
    where id = ${id} and state = 'waiting'
    returning id, name, data, tries, queue_id as "queueId"`.execute(db)
  return rows[0]
}

/** How a try ended; `error` is for people to read. */
export interface JobEnd {
  readonly state: 'done' | 'failed' | 'cancelled'
  readonly error?: string | undefined
  /** What the last try threw, for whoever ends the business row. */
  readonly reason?: unknown
}

/** Ends a job; false when the try is not the job's present one any more. */
export const endJob = async (db: Db, { id, tries }: Pick<JobTry, 'id' | 'tries'>, { state, error }: JobEnd): Promise<boolean> => {
  const { rows } = await sql`
    update job
    set state = ${state}, error = ${error ?? null}, finish_time = now()
    where id = ${id} and tries = ${tries} and state = 'running'
    returning id`.execute(db)
  return rows.length > 0
}

/** Marks a job to be stopped. One that waits still gets its turn, so that its handler can tidy up. */
export const askToCancel = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update job
    set cancel_time = coalesce(cancel_time, now())
    where id = ${id} and state in ('waiting', 'running')
    returning id`.execute(db)
  return rows.length > 0
}

/** Writes beside a cancelled job what became of its record, which may take longer than the job itself. */
export const tellOutcome = async (db: Db, { name, serialId, outcome }: Outcome): Promise<void> => {
  await sql`
    update job
    set error = ${outcome}
    where name = ${name} and (data->>'SerialId')::bigint = ${serialId} and state = 'cancelled'`.execute(db)
}

interface Outcome {
  readonly name: string
  readonly serialId: number
  readonly outcome: string
}

/** What a handler may tell and ask about its try. */
export const runOf = (db: Db, { id, tries }: JobTry): JobRun => ({
  id,
  progress: async (done, total) => {
    const { rows } = await sql<Held>`
      update job
      set done = ${done}, total = coalesce(${total ?? null}::bigint, total), seen_time = now()
      where id = ${id} and tries = ${tries} and state = 'running'
      returning cancel_time is not null as cancelled`.execute(db)
    goOn(rows[0])
  },
  confirm: async (trx) => {
    const { rows } = await sql<Held>`
      select cancel_time is not null as cancelled
      from job
      where id = ${id} and tries = ${tries} and state = 'running'
      for update`.execute(trx)
    goOn(rows[0])
  },
})

interface Held {
  readonly cancelled: boolean
}

const goOn = (held: Held | undefined): void => {
  if (!held) throw new JobStopped('lost')
  if (held.cancelled) throw new JobStopped('cancelled')
}
