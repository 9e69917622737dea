import { sql } from 'kysely'
import type { Db } from '../ports'

/**
 * Waits until no other transaction holds this name, and holds it until the transaction ends.
 * Later statements of the transaction read what the former holder has committed.
 */
export const lockName = async ({ db }: { readonly db: Db }, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db)
}
