import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Drops the index of the lines that are matched again, which now has waiting reversals too; the start creates it as it is in `../line-identity.ts`. */
export const waitingReversals = async (db: Db): Promise<void> => {
  await sql`drop index if exists transaction_line_waiting`.execute(db)
}
