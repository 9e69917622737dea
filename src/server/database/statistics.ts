import { sql } from 'kysely'
import type { Db } from '../ports'
import { inTransaction } from './transaction'

/**
 * Sorts the list of new entries into the indexes of characters (`table-definition.ts`), and updates the planner's
 * statistics of a table after many changes, because with outdated statistics queries would scan the whole table.
 * Reads a sample of 3,000 rows, because PostgreSQL reads 300 rows for each unit of the target; the default target of
 * 100 blocks an embedded database for more than half a second.
 */
export const updateStatistics = (db: Db, table: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`set local default_statistics_target = 10`.execute(trx)
    await sql`analyze ${sql.table(table)}`.execute(trx)
    await sql`
      select gin_clean_pending_list(i.indexrelid::regclass)
      from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_am a on a.oid = c.relam
      where i.indrelid = ${table}::regclass and a.amname = 'gin'`.execute(trx)
  })
