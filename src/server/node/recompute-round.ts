import type { SchemaSet } from '../../schema/schema-set'
import { errorFacts } from '../error-facts'
import type { Ports } from '../ports'
import { recompute } from '../records/recompute'
import { every } from './jobs/every'

const minute = 60_000

/** Makes computed values anew in the background where a file says them otherwise than at the last start; what fails, such as while the database is away, is tried again. */
export const startRecompute = ({
  db,
  clock,
  log,
  schemas,
}: Pick<Ports, 'db' | 'clock' | 'log'> & { readonly schemas: SchemaSet }): { stop(): Promise<void> } => {
  let [stopped, done] = [false, false]
  const round = every(minute, async () => {
    if (done) return
    try {
      const changed = await recompute({ db, clock, schemas, isStopped: () => stopped })
      done = true
      if (Object.keys(changed).length > 0) log.info('computed values made anew', changed)
    } catch (error) {
      log.error('making computed values anew failed', errorFacts(error))
    }
  })
  return {
    stop: () => {
      stopped = true
      return round.stop()
    },
  }
}
