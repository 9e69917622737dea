import { sql } from 'kysely'
import type { Db } from '../../ports'

/** Adds a second set of lockout columns (failed attempts, number of lockouts, end of lockout) for addresses that have not signed in to the account before. They start with the values of the existing columns, which applied to all addresses until now. */
export const locksByAddress = async (db: Db): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements: readonly string[] = [
  `alter table portal_user_secret
    add column if not exists other_wrong_count integer not null default 0,
    add column if not exists other_lock_count integer not null default 0,
    add column if not exists other_locked_until timestamptz`,
  'update portal_user_secret set other_wrong_count = wrong_count, other_lock_count = lock_count, other_locked_until = locked_until',
]
