import { Refusal } from '../../domain/refusal'
import { errorFacts, errorText } from '../database/errors'
import type { Db, JobHandler, Log } from '../ports'
import { type JobEnd, type JobTry, runOf } from './job-rows'
import { JobStopped } from './job-stopped'

/** How a try went; `again` = it failed for a reason that may pass, `lost` = somebody else answers for the job now. */
export type Outcome = JobEnd | { readonly state: 'again'; readonly error: string; readonly reason: unknown } | { readonly state: 'lost' }

interface Work {
  readonly db: Db
  readonly log: Log
  readonly handler: JobHandler
  readonly lastTry: boolean
}

/** Lets the handler work; whatever it throws becomes an outcome and never reaches the process. */
export const attempt = async ({ db, log, handler, lastTry }: Work, job: JobTry): Promise<Outcome> => {
  try {
    await handler(job.data, runOf(db, job))
    return { state: 'done' }
  } catch (error) {
    if (error instanceof JobStopped) return error.reason === 'lost' ? { state: 'lost' } : { state: 'cancelled', reason: error }
    if (error instanceof Refusal) return { state: 'failed', error: error.message, reason: error }
    log.error('job failed', { job: job.id, name: job.name, tries: job.tries, ...errorFacts(error) })
    return { state: lastTry ? 'failed' : 'again', error: errorText(error), reason: error }
  }
}
