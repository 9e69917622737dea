import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { Refusal } from '../../../src/domain/refusal'
import { type JobRunner, jobRunner, type RunnerOptions } from '../../../src/server/jobs/runner'
import type { JobFailureHandler, JobHandler, JobRun } from '../../../src/server/ports'
import { type Portal, portal } from '../../support/portal'

/** The jobs of one process on the portal's database. */
const processOf = async (
  open: Portal,
  handlers: Readonly<Record<string, JobHandler>>,
  options: Partial<RunnerOptions> = {},
): Promise<JobRunner> => {
  const jobs = jobRunner({
    db: open.db,
    log: open.log,
    clock: open.clock,
    isOnlyProcess: false,
    retry: { limit: 2, seconds: 1 },
    pollMs: 50,
    stopTimeoutMs: 200,
    ...options,
  })
  for (const [name, handler] of Object.entries(handlers)) jobs.register(name, handler)
  await jobs.start()
  stopAtEnd(jobs)
  return jobs
}

/** Ends the handlers that are blocked. */
const releases: (() => void)[] = []

/** A handler that blocks, as that of a process which is killed. */
const hang = (): Promise<void> => new Promise((resolve) => releases.push(resolve))

const stopAtEnd = (jobs: JobRunner): void =>
  onTestFinished(async () => {
    for (const release of releases.splice(0)) release()
    await jobs.stop()
  })

const ask = (open: Portal, jobs: JobRunner, name: string, data = {}): Promise<number> =>
  open.db.transaction().execute((trx) => jobs.enqueue(trx, name, data, { uniformNo: '90000017', userId: 'maker01' }))

const jobOf = (open: Portal, id: number) =>
  open.db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a job runs after its transaction has been committed, and a rollback leaves no job', async () => {
  const open = await portal({ ownDatabase: true })
  const seen: unknown[] = []
  const jobs = await processOf(open, { greet: async (data) => void seen.push(data) })
  const rollback = open.db.transaction().execute(async (trx) => {
    await jobs.enqueue(trx, 'greet', { to: 'nobody' })
    throw new Error('changed my mind')
  })
  await expect(rollback).rejects.toThrow('changed my mind')
  const id = await ask(open, jobs, 'greet', { to: '王大明' })
  await jobs.runUntilIdle()
  expect(seen).toEqual([{ to: '王大明' }])
  expect(await jobOf(open, id)).toMatchObject({
    name: 'greet',
    state: 'done',
    tries: 1,
    error: null,
    uniform_no: '90000017',
    user_id: 'maker01',
  })
  expect(await open.db.selectFrom('job').select('id').execute()).toHaveLength(1)
  await jobs.stop()
})

test('a failed job is retried later, and its error can be read meanwhile', async () => {
  const open = await portal({ ownDatabase: true })
  let tries = 0
  const shaky = async () => {
    tries += 1
    if (tries < 2) throw new Error('The mail server is away.')
  }
  const jobs = await processOf(open, { shaky }, { retry: { limit: 2, seconds: 3600 } })
  const id = await ask(open, jobs, 'shaky')
  await jobs.runUntilIdle()
  expect(await jobOf(open, id)).toMatchObject({ state: 'waiting', tries: 1, error: 'The mail server is away.' })
  await sql`update job set due_time = now()`.execute(open.db)
  await expect.poll(async () => (await jobOf(open, id)).state).toBe('done')
  expect([tries, (await jobOf(open, id)).error]).toEqual([2, null])
  await jobs.stop()
})

test('a job fails for good after its last try, and immediately after a refusal', async () => {
  const open = await portal({ ownDatabase: true })
  let tries = 0
  const never: JobHandler = async () => {
    tries += 1
    throw new Error('no')
  }
  const refused: JobHandler = async () => {
    throw new Refusal('3003', '檔案沒有資料。')
  }
  const jobs = await processOf(open, { never, refused }, { retry: { limit: 1, seconds: 1 } })
  const [one, other] = [await ask(open, jobs, 'never'), await ask(open, jobs, 'refused')]
  await expect.poll(async () => (await jobOf(open, one)).state).toBe('failed')
  expect(await jobOf(open, one)).toMatchObject({ tries: 2, error: 'no' })
  expect(tries).toBe(2)
  expect(await jobOf(open, other)).toMatchObject({ state: 'failed', tries: 1, error: '檔案沒有資料。' })
  await jobs.stop()
})

test('a failed job runs its failure handler once for its business row; a completed job does not', async () => {
  const open = await portal({ ownDatabase: true })
  const ended: unknown[] = []
  const jobs = jobRunner({
    db: open.db,
    log: open.log,
    clock: open.clock,
    isOnlyProcess: true,
    retry: { limit: 1, seconds: 1 },
  })
  const giveUp: JobFailureHandler = async (trx, data, reason) => {
    const { rows } = await sql`select 1 from job where state in ('failed', 'cancelled')`.execute(trx)
    ended.push([data, reason instanceof Error ? reason.message : reason, rows.length > 0])
  }
  jobs.register('good', async () => {}, { onFailure: giveUp })
  jobs.register('refused', () => Promise.reject(new Refusal('3003', '檔案沒有資料。')), { onFailure: giveUp })
  jobs.register('shaky', () => Promise.reject(new Error('no')), { onFailure: giveUp })
  jobs.register('slow', async (_, run) => run.progress(1), { onFailure: giveUp })
  await jobs.start()
  const ids = [
    await ask(open, jobs, 'good'),
    await ask(open, jobs, 'refused', { no: 1 }),
    await ask(open, jobs, 'shaky', { no: 2 }),
  ]
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => jobOf(open, id)))).map(({ state }) => state))
    .toEqual(['done', 'failed', 'failed'])
  await open.db.transaction().execute(async (trx) => {
    const id = await jobs.enqueue(trx, 'slow', { no: 3 })
    await sql`update job set cancel_time = now() where id = ${id}`.execute(trx)
  })
  await jobs.runUntilIdle()
  expect(ended).toEqual([
    [{ no: 1 }, '檔案沒有資料。', true],
    [{ no: 2 }, 'no', true],
    [{ no: 3 }, 'The job was cancelled.', true],
  ])
  await jobs.stop()
})

/**
 * Starts the job in one process after another, each of which dies while the job runs; returns the number of the job.
 * Each attempt is ended by the start of the next process, never by a missing heartbeat.
 */
const killedJob = async (
  open: Portal,
  { deaths, onFailure }: { deaths: number; onFailure?: JobFailureHandler },
): Promise<number> => {
  const options = { retry: { limit: 1, seconds: 0 }, orphanedAfterSeconds: 3600 }
  let began = 0
  const dying: JobHandler = () => {
    began += 1
    return hang()
  }
  const id = await ask(open, await processOf(open, { long: dying }, options), 'long')
  for (let count = 1; count <= deaths; count++) {
    await expect.poll(() => began).toBe(count)
    const nextProcess = jobRunner({
      db: open.db,
      log: open.log,
      clock: open.clock,
      isOnlyProcess: true,
      ...options,
      pollMs: 50,
      stopTimeoutMs: 0,
    })
    nextProcess.register('long', dying, onFailure ? { onFailure } : {})
    await nextProcess.start()
    stopAtEnd(nextProcess)
  }
  return id
}

const deathWarnings = ({ log }: Portal) => log.lines.filter(({ event }) => event === 'process of a job has ended')

test('the deaths of its process use up no retry of a job, and each is a warning', async () => {
  const open = await portal({ ownDatabase: true })
  const id = await killedJob(open, { deaths: 7 })
  await expect.poll(() => jobOf(open, id)).toMatchObject({ state: 'running', tries: 8, deaths: 7, failures: 0 })
  expect(deathWarnings(open).map(({ level, facts }) => [level, facts])).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((deaths) => ['warn', { job: id, name: 'long', deaths, maxDeaths: 20 }]),
  )
})

test('a job fails together with its business row when its process has died 20 times', async () => {
  const open = await portal({ ownDatabase: true })
  const reasons: unknown[] = []
  // Every job starts as after 18 deaths.
  await sql`alter table job alter column deaths set default 18`.execute(open.db)
  const id = await killedJob(open, { deaths: 2, onFailure: async (_trx, _data, reason) => void reasons.push(reason) })
  expect(await jobOf(open, id)).toMatchObject({
    state: 'failed',
    tries: 2,
    failures: 0,
    error: 'The process that ran the job has ended.',
  })
  expect(reasons).toMatchObject([{ message: 'The process that ran the job has ended.' }])
  expect(deathWarnings(open)).toHaveLength(2)
})

test('failures use up the retries of a job whose process died before', async () => {
  const open = await portal({ ownDatabase: true })
  await sql`alter table job alter column deaths set default 7`.execute(open.db)
  const jobs = await processOf(
    open,
    { never: () => Promise.reject(new Error('no')) },
    { retry: { limit: 1, seconds: 0 } },
  )
  const id = await ask(open, jobs, 'never')
  await expect
    .poll(() => jobOf(open, id))
    .toMatchObject({ state: 'failed', tries: 2, failures: 1, deaths: 7, error: 'no' })
  await jobs.stop()
})

test('progress can be read, and a cancelled job stops when it next reports progress', async () => {
  const open = await portal({ ownDatabase: true })
  let run: JobRun | undefined
  let goOn = () => {}
  const long: JobHandler = async (_, own) => {
    run = own
    await own.progress(40, 100)
    await new Promise<void>((resolve) => {
      goOn = resolve
    })
    await own.progress(60)
  }
  const jobs = await processOf(open, { long })
  const id = await ask(open, jobs, 'long')
  await expect.poll(async () => (await jobOf(open, id)).done).toBe(40)
  expect(await jobOf(open, id)).toMatchObject({ state: 'running', total: 100 })
  expect(await jobs.cancel(open.db, id)).toBe(true)
  goOn()
  await jobs.runUntilIdle()
  expect(await jobOf(open, id)).toMatchObject({ state: 'cancelled', error: null })
  expect([await jobs.cancel(open.db, id), run?.id]).toEqual([false, id])
  await jobs.stop()
})

test('a blocked job, such as a message to a mail server that does not respond, delays no job of another name', async () => {
  const open = await portal({ ownDatabase: true })
  const jobs = await processOf(open, { message: hang, report: async () => {} })
  const messages = [await ask(open, jobs, 'message'), await ask(open, jobs, 'message')]
  await expect.poll(async () => (await jobOf(open, messages[0] ?? 0)).state).toBe('running')
  const reports = [await ask(open, jobs, 'report'), await ask(open, jobs, 'report')]
  for (const id of reports) await expect.poll(async () => (await jobOf(open, id)).state).toBe('done')
  expect(await Promise.all(messages.map(async (id) => (await jobOf(open, id)).state))).toEqual(['running', 'waiting'])
})

test('a process that dies loses its job to another one, and can no longer change it', async () => {
  const open = await portal({ ownDatabase: true })
  let dead: JobRun | undefined
  const done: string[] = []
  const long: JobHandler = (_, run) => {
    dead = run
    return hang()
  }
  const dying = await processOf(open, { long }, { orphanedAfterSeconds: 3600 })
  const id = await ask(open, dying, 'long')
  await expect.poll(() => dead).toBeDefined()
  // It stops without a further heartbeat, as after kill -9; its handler is still blocked.
  await open.db.updateTable('job').set({ seen_time: '2020-01-01' }).where('id', '=', id).execute()
  const nextProcess = await processOf(open, { long: async () => void done.push('nextProcess') })
  await expect.poll(async () => (await jobOf(open, id)).state).toBe('done')
  expect(done).toEqual(['nextProcess'])
  await expect(dead?.progress(1)).rejects.toThrow('no longer holds the job')
  await expect(open.db.transaction().execute((trx) => dead?.confirm(trx) ?? Promise.resolve())).rejects.toThrow(
    'no longer holds the job',
  )
  await nextProcess.stop()
})

test('a job without a handler is refused when it is enqueued', async () => {
  const open = await portal({ ownDatabase: true })
  const jobs = await processOf(open, {})
  await expect(ask(open, jobs, 'unknown')).rejects.toThrow('The job "unknown" has no handler.')
  expect(await open.db.selectFrom('job').select('id').execute()).toEqual([])
  await jobs.stop()
})

test('a shutdown leaves running jobs to the next process, and counts neither as a failure nor as a death', async () => {
  const open = await portal({ ownDatabase: true })
  // No failure and no death is left.
  await sql`alter table job alter column failures set default 2, alter column deaths set default 19`.execute(open.db)
  let began = false
  const first = await processOf(open, {
    long: () => {
      began = true
      return hang()
    },
  })
  const id = await ask(open, first, 'long')
  await expect.poll(() => began).toBe(true)
  await first.stop()
  expect(await jobOf(open, id)).toMatchObject({
    state: 'waiting',
    failures: 2,
    deaths: 19,
    error: 'The process that ran the job was stopped.',
  })
  expect(deathWarnings(open)).toEqual([])
  let done = 0
  const next = await processOf(open, { long: async () => void done++ })
  await expect.poll(async () => (await jobOf(open, id)).state).toBe('done')
  expect(done).toBe(1)
  await next.stop()
})

test.runIf(inject('databaseUrl') !== '')('processes that share a queue run each job once', async () => {
  const open = await portal({ ownDatabase: true })
  const done: number[] = []
  const count: JobHandler = async ({ no }) => void done.push(Number(no))
  const processes = await Promise.all([1, 2, 3].map(() => processOf(open, { count })))
  const [first] = processes
  for (let no = 0; first && no < 60; no++) await ask(open, first, 'count', { no })
  await Promise.all(processes.map((jobs) => jobs.runUntilIdle()))
  await expect.poll(() => done.length).toBe(60)
  expect(new Set(done).size).toBe(60)
  await Promise.all(processes.map((jobs) => jobs.stop()))
})

test('jobs that waited or ran in a previous version finish after the upgrade', async () => {
  const open = await portal({ ownDatabase: true })
  await sql`alter table job add column queue_id uuid`.execute(open.db)
  await sql`
    insert into job (name, data, uniform_no, user_id, state, tries, start_time, seen_time, queue_id)
    values
      ('greet', '{"no": 1}', '90000017', 'maker01', 'waiting', 0, null, null, gen_random_uuid()),
      ('greet', '{"no": 2}', '90000017', 'maker01', 'running', 1, now(), now(), gen_random_uuid())`.execute(open.db)
  const done: unknown[] = []
  const jobs = await processOf(open, { greet: async ({ no }) => void done.push(no) }, { isOnlyProcess: true })
  await expect
    .poll(async () => (await open.db.selectFrom('job').select('state').execute()).map(({ state }) => state))
    .toEqual(['done', 'done'])
  expect(done.toSorted()).toEqual([1, 2])
  await jobs.stop()
})

test('periodic work continues after a failure, which is logged, and ends with the runner', async () => {
  const open = await portal()
  const jobs = jobRunner({ db: open.db, log: open.log, clock: open.clock, isOnlyProcess: false })
  let runs = 0
  jobs.repeat('cleaning', 1, async () => {
    runs += 1
    if (runs === 1) throw new Error('no')
  })
  await jobs.start()
  await expect.poll(() => runs).toBeGreaterThan(1)
  await jobs.stop()
  const ended = runs
  // The work of another process continues.
  const other = jobRunner({ db: open.db, log: open.log, clock: open.clock, isOnlyProcess: false })
  let otherRuns = 0
  other.repeat('cleaning', 1, async () => void otherRuns++)
  await other.start()
  await expect.poll(() => otherRuns).toBeGreaterThan(10)
  await other.stop()
  expect(open.log.lines).toContainEqual(expect.objectContaining({ level: 'error', event: 'cleaning failed' }))
  expect(runs).toBe(ended)
})
