import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Drops the index of the lines that wait to be matched again. It is recreated on startup from `../bills-and-lines/line-identity.ts`, where it now includes waiting reversals. */
export const waitingReversals = async (db: Db): Promise<void> => {
  await sql`drop index if exists transaction_line_waiting`.execute(db)
}
