import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Refuses TRUNCATE of the entries, as it is refused to change or delete single ones. */
export const paymentsNotTruncated = async (db: Db): Promise<void> => {
  await sql`create or replace trigger payment_keep_all before truncate on payment for each statement execute function keep_payments()`.execute(db)
}
