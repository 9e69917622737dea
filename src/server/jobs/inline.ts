import { sql } from 'kysely'
import { errorFacts } from '../error-facts'
import type { Db, JobGiveUp, JobHandler, Jobs, Log } from '../ports'
import { attempt } from './attempt'
import { askToCancel, endJob, insertJob, startJob } from './job-rows'

/**
 * Jobs of a portal that runs in a browser: it has no process of its own, so each job begins as soon as its transaction has ended and is tried once.
 * On a server the queue of `node/jobs` stands behind the same port.
 */
export const inlineJobs = ({ db, log }: { readonly db: Db; readonly log: Log }): Jobs => {
  const handlers = new Map<string, Worker>()
  const underWay = new Set<Promise<void>>()

  const start = (id: number, worker: Worker): void => {
    const run = runJob({ db, log, ...worker }, id).finally(() => underWay.delete(run))
    underWay.add(run)
  }

  return {
    work: (name, handler, giveUp) => void handlers.set(name, { handler, giveUp }),
    enqueue: async (trx, name, data, owner) => {
      const worker = handlers.get(name)
      if (!worker) throw new Error(`Nobody does the job "${name}".`)
      const id = await insertJob(trx, { name, data, owner })
      await sql`select pg_advisory_xact_lock(${lockSpace}, ${id}::int)`.execute(trx)
      start(id, worker)
      return id
    },
    cancel: askToCancel,
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

interface Worker {
  readonly handler: JobHandler
  readonly giveUp: JobGiveUp | undefined
}

interface Work extends Worker {
  readonly db: Db
  readonly log: Log
}

/** Namespace of the advisory locks under which jobs are written: they last until the transaction ends, so that whoever takes one next knows whether the job exists. */
const lockSpace = 770_010

/** Waits until the transaction that asked for the job has ended, then does it; nothing is left to do when that was rolled back. */
const runJob = async ({ db, log, handler, giveUp }: Work, id: number): Promise<void> => {
  try {
    const job = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${lockSpace}, ${id}::int)`.execute(trx)
      return startJob(trx, id)
    })
    if (!job) return
    const outcome = await attempt({ db, log, handler, lastTry: true }, job)
    if (outcome.state === 'again' || outcome.state === 'lost') return
    await db.transaction().execute(async (trx) => {
      if ((await endJob(trx, job, outcome)) && outcome.state !== 'done') await giveUp?.(trx, job.data, outcome.reason)
    })
  } catch (error) {
    log.error('job lost', { job: id, ...errorFacts(error) })
  }
}
