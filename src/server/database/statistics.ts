import { sql } from 'kysely'
import type { Db } from '../ports'
import { inTransaction } from './transaction'

/**
 * Updates the planner's statistics of a table after many changes, because with outdated statistics queries would scan the whole table.
 * Reads a sample of 3,000 rows, because PostgreSQL reads 300 rows for each unit of the target; the default target of 100 blocks an embedded database for more than half a second.
 */
export const updateStatistics = (db: Db, table: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`set local default_statistics_target = 10`.execute(trx)
    await sql`analyze ${sql.table(table)}`.execute(trx)
  })
