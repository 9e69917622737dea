import { setTimeout } from 'node:timers/promises'
import { errorFacts } from '../../error-facts'
import { attempt } from '../../jobs/attempt'
import { askToCancel } from '../../jobs/job-rows'
import type { Db, JobGiveUp, JobHandler, Jobs, Log } from '../../ports'
import { every } from './every'
import { findDue, findOrphans, showAlive } from './heartbeat'
import { type Claim, openQueue, type Retry } from './queue'

/** Jobs in a queue within the database; several processes on one PostgreSQL share them. */
export interface QueueJobs extends Jobs {
  /** Makes the queues and begins to work. Call it once `createApp` has named the handlers; again after naming more. */
  start(): Promise<void>
  /** Takes no new job, waits a little for those under way, and leaves the rest to the next process. */
  stop(): Promise<void>
}

export interface QueueOptions {
  readonly db: Db
  readonly log: Log
  /** True where no other process can use the database: what is marked as running at the start was left behind. */
  readonly alone: boolean
  readonly retry?: Retry
  /** After so much silence a process counts as dead and its jobs go to another. */
  readonly silentSeconds?: number
}

const pollMs = 500
const patienceMs = 5000

/** Works on the jobs of the database, one of each name at a time. */
export const queueJobs = ({ db, log, alone, retry = { limit: 5, seconds: 2 }, silentSeconds = 20 }: QueueOptions): QueueJobs => {
  const handlers = new Map<string, JobHandler>()
  const undertakers = new Map<string, JobGiveUp>()
  const queue = openQueue({ db, log, retry, giveUp: async (trx, job, reason) => undertakers.get(job.name)?.(trx, job.data, reason) })
  const claims = new Set<Claim>()
  const working = new Map<string, Promise<void>>()
  const rounds: { stop(): Promise<void> }[] = []
  let stopping = false

  const doOne = async (job: Claim, handler: JobHandler): Promise<void> => {
    claims.add(job)
    try {
      const outcome = await attempt({ db, log, handler, lastTry: job.lastTry }, job)
      if (outcome.state === 'again') await queue.giveBack(job, outcome.error, outcome.reason)
      else if (outcome.state !== 'lost') await queue.end(job, outcome)
    } finally {
      claims.delete(job)
    }
  }

  const doAll = async (name: string, handler: JobHandler): Promise<void> => {
    while (!stopping) {
      const job = await queue.claim(name)
      if (!job) return
      await doOne(job, handlers.get(name) ?? handler)
    }
  }

  // The end of a job that could not be written down, such as while the database was away, comes round again when its silence is noticed.
  const quietly = (what: string, work: () => Promise<void>) => () => work().catch((error: unknown) => log.warn(what, errorFacts(error)))

  const begin = (name: string): void => {
    const handler = handlers.get(name)
    if (!handler || working.has(name)) return
    const work = quietly('job queue', () => doAll(name, handler))().finally(() => working.delete(name))
    working.set(name, work)
  }

  const poll = async (): Promise<boolean> => {
    const due = (await findDue(db)).filter((name) => handlers.has(name))
    if (!stopping) due.forEach(begin)
    return due.length > 0 || working.size > 0
  }

  const rescue = async (seconds: number): Promise<void> => {
    for (const job of await findOrphans(db, seconds)) await quietly('orphaned job', () => queue.giveBack(job, 'The process that worked on it has ended.'))()
  }

  const beat = async (): Promise<void> => {
    await showAlive(db, claims)
    await rescue(silentSeconds)
  }

  return {
    enqueue: (trx, name, data, owner) => queue.enqueue(trx, { name, data, owner }),
    work: (name, handler, giveUp) => {
      handlers.set(name, handler)
      if (giveUp) undertakers.set(name, giveUp)
    },
    cancel: askToCancel,
    idle: async () => {
      while (await poll()) await Promise.all([...working.values(), setTimeout(5)])
    },
    start: async () => {
      await queue.start(handlers.keys())
      if (rounds.length > 0) return
      if (alone) await rescue(0)
      rounds.push(
        every(
          pollMs,
          quietly('job queue', () => poll().then(() => {})),
        ),
        every((silentSeconds * 1000) / 4, quietly('job queue', beat)),
      )
    },
    stop: async () => {
      stopping = true
      await Promise.all(rounds.map((round) => round.stop()))
      await Promise.race([Promise.all(working.values()), setTimeout(patienceMs, undefined, { ref: false })])
      await quietly('job queue', async () => {
        for (const job of claims) await queue.giveBack(job, 'The process that worked on it was stopped.')
      })()
      await queue.stop()
    },
  }
}
