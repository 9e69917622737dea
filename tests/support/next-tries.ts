import { sql } from 'kysely'
import type { Db } from '../../src/server/ports'

/** Puts the next try of every job off until {@link hurryNextTries}, so that a test may look at what a failed one has left. */
export const delayNextTries = async (db: Db): Promise<void> => {
  await sql`update pgboss.job set retry_delay = 3600`.execute(db)
}

/** Makes the next try of every waiting job due. */
export const hurryNextTries = async (db: Db): Promise<void> => {
  await sql`update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`.execute(db)
  await sql`update job set due_time = now() - interval '1 second' where state = 'waiting'`.execute(db)
}
