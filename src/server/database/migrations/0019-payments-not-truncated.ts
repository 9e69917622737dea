import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Prevents TRUNCATE on the entries. Migration 0014 already prevents changes and deletions of single entries. */
export const paymentsNotTruncated = async (db: Db): Promise<void> => {
  await sql`create or replace trigger payment_keep_all before truncate on payment for each statement execute function keep_payments()`.execute(db)
}
