import type { SchemaSet } from '../../schema/load/schema-set'
import type { JobRunner } from '../jobs/runner'
import type { Ports } from '../ports'
import { recompute } from '../records/recompute'

const minute = 60_000

/** Recomputes values in the background where a schema file computes them otherwise than at the last start; what fails, such as while the database is away, is retried. */
export const scheduleRecomputation = (
  jobs: JobRunner,
  { db, clock, log, schemas }: Pick<Ports, 'db' | 'clock' | 'log'> & { readonly schemas: SchemaSet },
): void => {
  let done = false
  jobs.repeat('recomputing values', minute, async (isStopping) => {
    if (done) return
    const changed = await recompute({ db, clock, schemas, isStopped: isStopping })
    done = !isStopping()
    if (Object.keys(changed).length > 0) log.info('computed values recomputed', changed)
  })
}
