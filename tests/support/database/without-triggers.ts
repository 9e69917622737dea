import { sql } from 'kysely'
import type { Db } from '../../../src/server/ports'

/** Runs statements that triggers would refuse, in one transaction without triggers. */
export const withoutTriggers = (db: Db, work: (trx: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await work(trx)
  })
