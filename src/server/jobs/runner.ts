import { taipeiToday } from '../../domain/dates/dates'
import { Refusal } from '../../domain/refusal'
import { errorDetails, errorText } from '../database/errors'
import type { Clock, Db, JobHandler, JobRules, Jobs, Log } from '../ports'
import {
  endJob,
  findDueQueues,
  findOrphans,
  insertDailyJob,
  insertJob,
  type JobAttempt,
  JobCancelled,
  JobDeferred,
  type JobEnd,
  JobLost,
  type JobQueue,
  requestCancel,
  retryJob,
  runOf,
  startDueJob,
  writeHeartbeat,
} from './job-rows'
import { runEvery, sleep, startTimer } from './timers'

/**
 * Runs the jobs in the table `job`, including scheduled jobs, and recurring work that has no job row.
 * Processes that use the same PostgreSQL database share the table.
 */
export interface JobRunner extends Jobs {
  /**
   * Runs a job once a day in one of the processes, at or after `hour` in Taipei; if no process was running on several
   * days, only the job of the latest one is run.
   * The data of the job contain the `day`.
   */
  schedule(name: string, hour: number, handler: JobHandler): void
  /**
   * Runs work in this process without a job row, from `start` until `stop`: at once, and again `milliseconds` after
   * each run has ended.
   * Logs failures and continues.
   */
  repeat(name: string, milliseconds: number, work: (isStopping: () => boolean) => Promise<void>): void
  /** Starts polling. Call it after `createApp` has registered the handlers. */
  start(): Promise<void>
  /**
   * Stops claiming jobs, waits up to `stopTimeoutMs` for the running jobs, and ends the attempts of the others: they
   * run again later, however often the process is stopped.
   */
  stop(): Promise<void>
}

/** The options of a runner; durations are in the unit that each name ends with. */
export interface RunnerOptions {
  readonly db: Db
  readonly log: Log
  readonly clock: Clock
  /**
   * Whether no other process can use the database; then all jobs that are marked as running when the runner starts are
   * orphaned.
   */
  readonly isOnlyProcess: boolean
  /**
   * The maximum number of retries after failures, and the seconds before the first one.
   * Each wait is twice as long as the one before.
   */
  readonly retry?: { readonly limit: number; readonly seconds: number }
  /** Seconds without a heartbeat after which a process counts as dead and its jobs go to another process. */
  readonly orphanedAfterSeconds?: number
  readonly pollMs?: number
  /** Milliseconds for which a stop waits for running jobs. */
  readonly stopTimeoutMs?: number
}

/**
 * Returns a runner that runs one job of each name and lane at a time in this process.
 * Other processes may run further jobs of that name and lane.
 */
export const jobRunner = ({
  db,
  log,
  clock,
  isOnlyProcess,
  retry = { limit: 5, seconds: 2 },
  orphanedAfterSeconds = 20,
  pollMs = 500,
  stopTimeoutMs = 5000,
}: RunnerOptions): JobRunner => {
  const handlers = new Map<string, JobHandler>()
  const rulesByName = new Map<string, JobRules>()
  const runningAttempts = new Set<JobAttempt>()
  const runningQueues = new Map<string, Promise<void>>()
  const runningLanes = new Map<string, number>()
  /** The names that have more due lanes than may run at the same time. Their lanes take turns. */
  const crowdedNames = new Set<string>()
  const lastTurns = new Map<string, number>()
  const hourByName = new Map<string, number>()
  const lastDayByName = new Map<string, string>()
  const repeatedWork: (() => { stop(): Promise<void> })[] = []
  const timers: { stop(): Promise<void> }[] = []
  let isStopping = false

  const retryMinutesOf = ({ name }: JobAttempt) => rulesByName.get(name)?.retryMinutes

  const isLastAttempt = (job: JobAttempt): boolean => job.failures >= (retryMinutesOf(job)?.length ?? retry.limit)

  const secondsUntilRetry = (job: JobAttempt): number => {
    const minutes = retryMinutesOf(job)?.[job.failures]
    return minutes === undefined ? retry.seconds * 2 ** job.failures : minutes * 60
  }

  /** Ends a job, and calls its failure handler unless it was successful. */
  const finish = (job: JobAttempt, jobEnd: JobEnd): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if ((await endJob(trx, job, jobEnd)) && jobEnd.state !== 'done')
        await rulesByName.get(job.name)?.onFailure?.(trx, job.data, jobEnd.reason)
    })

  const retryAfterFailure = (job: JobAttempt, error: string): Promise<void> =>
    retryJob(db, job, { error, seconds: secondsUntilRetry(job), failures: job.failures + 1 })

  /**
   * Retries a job whose process died.
   * That is no failure of the job, but a job that ends every process must not do so forever, so the waits become longer
   * and the deaths are limited.
   */
  const retryAfterDeath = (job: JobAttempt): Promise<void> => {
    const error = 'The process that ran the job has ended.'
    const deaths = job.deaths + 1
    log.warn('process of a job has ended', { job: job.id, name: job.name, deaths, maxDeaths })
    return deaths < maxDeaths
      ? retryJob(db, job, { error, seconds: retry.seconds * deaths, deaths })
      : finish(job, { state: 'failed', error, reason: new Error(error) })
  }

  const runJob = async (job: JobAttempt, handler: JobHandler): Promise<void> => {
    runningAttempts.add(job)
    try {
      const outcome = await runAttempt({ db, log, handler, isLastAttempt: isLastAttempt(job) }, job)
      if (outcome.state === 'retry') await retryAfterFailure(job, outcome.error)
      else if (outcome.state !== 'lost') await finish(job, outcome)
    } finally {
      runningAttempts.delete(job)
    }
  }

  const runJobs = async (queue: JobQueue, handler: JobHandler): Promise<void> => {
    while (!isStopping) {
      const job = await startDueJob(db, queue)
      if (!job) return
      await runJob(job, handler)
      if (crowdedNames.has(queue.name)) return
    }
  }

  // Failures of the queue, such as during an outage of the database, are only logged: a job whose end could not be
  // written becomes orphaned and is retried later.
  const withFailuresLogged = (event: string, work: () => Promise<unknown>) => () =>
    work().then(ignore, (error: unknown) => log.warn(event, errorDetails(error)))

  const hasFreeLane = (name: string): boolean =>
    (runningLanes.get(name) ?? 0) < (rulesByName.get(name)?.maxLanes ?? Number.POSITIVE_INFINITY)

  const startJobs = (queue: JobQueue): void => {
    const [{ name }, key] = [queue, keyOfQueue(queue)]
    const handler = handlers.get(name)
    if (!handler || runningQueues.has(key)) return
    if (!hasFreeLane(name)) {
      crowdedNames.add(name)
      return
    }
    const countLane = (change: number) => runningLanes.set(name, (runningLanes.get(name) ?? 0) + change)
    countLane(1)
    lastTurns.set(key, Date.now())
    const work = withFailuresLogged('job queue failed', () => runJobs(queue, handler))().finally(() => {
      runningQueues.delete(key)
      countLane(-1)
    })
    runningQueues.set(key, work)
  }

  /** Starts the lanes whose latest turn was the longest time ago first, so that slow lanes do not delay the others. */
  const poll = async (): Promise<boolean> => {
    const due = (await findDueQueues(db)).filter(({ name }) => handlers.has(name))
    crowdedNames.clear()
    const lastTurn = (queue: JobQueue): number => lastTurns.get(keyOfQueue(queue)) ?? 0
    if (!isStopping) due.toSorted((a, b) => lastTurn(a) - lastTurn(b)).forEach(startJobs)
    return due.length > 0 || runningQueues.size > 0
  }

  const enqueueScheduled = async (): Promise<void> => {
    for (const [name, hour] of hourByName) {
      const day = taipeiToday(new Date(clock().getTime() - hour * hourMs))
      if (lastDayByName.get(name) !== day) await insertDailyJob(db, name, day)
      lastDayByName.set(name, day)
    }
  }

  const retryOrphans = async (seconds: number): Promise<void> => {
    for (const job of await findOrphans(db, seconds))
      await withFailuresLogged('orphaned job could not be retried', () => retryAfterDeath(job))()
  }

  const heartbeat = async (): Promise<void> => {
    await writeHeartbeat(db, runningAttempts)
    await retryOrphans(orphanedAfterSeconds)
  }

  return {
    enqueue: (trx, name, data, owner) => {
      if (!handlers.has(name)) throw new Error(`The job "${name}" has no handler.`)
      return insertJob(trx, { name, data, owner })
    },
    register: (name, handler, rules = {}) => {
      handlers.set(name, handler)
      rulesByName.set(name, rules)
    },
    schedule: (name, hour, handler) => {
      handlers.set(name, handler)
      hourByName.set(name, hour)
    },
    repeat: (name, milliseconds, work) => {
      const loggedWork = () =>
        work(() => isStopping).catch((error: unknown) => log.error(`${name} failed`, errorDetails(error)))
      repeatedWork.push(() => runEvery(milliseconds, loggedWork))
    },
    cancel: requestCancel,
    runUntilIdle: async () => {
      await enqueueScheduled()
      while (await poll()) await Promise.all([...runningQueues.values(), sleep(5)])
    },
    start: async () => {
      if (isOnlyProcess) await retryOrphans(0)
      const startedAt = Date.now()
      const enqueueAfterWarmUp = async () => (Date.now() - startedAt > warmUpMs ? enqueueScheduled() : undefined)
      timers.push(
        runEvery(pollMs, withFailuresLogged('job queue failed', poll)),
        runEvery((orphanedAfterSeconds * 1000) / 4, withFailuresLogged('job queue failed', heartbeat)),
        runEvery(minuteMs, withFailuresLogged('job scheduling failed', enqueueAfterWarmUp)),
        ...repeatedWork.map((start) => start()),
      )
    },
    stop: async () => {
      isStopping = true
      const ended = timers.map((activeTimer) => activeTimer.stop())
      const timeout = startTimer(stopTimeoutMs)
      await Promise.race([Promise.all(runningQueues.values()), timeout.elapsed])
      timeout.stop()
      await withFailuresLogged('job queue failed', async () => {
        for (const job of runningAttempts)
          await retryJob(db, job, { error: 'The process that ran the job was stopped.', seconds: retry.seconds })
      })()
      await Promise.all(ended)
    },
  }
}

const ignore = (): void => {}

const keyOfQueue = ({ name, lane }: JobQueue): string => `${name} ${lane}`

/** Number of deaths of its process after which a job is not retried. */
const maxDeaths = 20

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Milliseconds for which a started runner enqueues no scheduled jobs, so that jobs missed overnight do not slow down
 * the first requests.
 */
const warmUpMs = 5 * minuteMs

/**
 * The outcome of an attempt; `retry` = a failure that may be temporary, `lost` = the attempt no longer holds the job.
 */
type AttemptOutcome = JobEnd | { readonly state: 'retry'; readonly error: string } | { readonly state: 'lost' }

interface AttemptOptions {
  readonly db: Db
  readonly log: Log
  readonly handler: JobHandler
  readonly isLastAttempt: boolean
}

/** Runs the handler and returns the outcome; never throws. */
const runAttempt = async (
  { db, log, handler, isLastAttempt }: AttemptOptions,
  job: JobAttempt,
): Promise<AttemptOutcome> => {
  try {
    await handler(job.data, runOf(db, job))
    return { state: 'done' }
  } catch (error) {
    if (error instanceof JobLost) return { state: 'lost' }
    if (error instanceof JobCancelled) return { state: 'cancelled', reason: error }
    if (error instanceof Refusal) return { state: 'failed', error: error.message, reason: error }
    const facts = { job: job.id, name: job.name, tries: job.tries }
    if (error instanceof JobDeferred) log.warn('job deferred', { ...facts, message: error.message })
    else log.error('job failed', { ...facts, ...errorDetails(error) })
    return isLastAttempt
      ? { state: 'failed', error: errorText(error), reason: error }
      : { state: 'retry', error: errorText(error) }
  }
}
