import { sql } from 'kysely'
import type { Db } from '../ports'

/** Runs the work in a transaction, or within `db` if that is a transaction already. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work)

/** Runs the work in a transaction that is rolled back when the work has ended. */
export const inRolledBackTransaction = async (db: Db, work: (trx: Db) => Promise<unknown>): Promise<void> => {
  const trx = await db.startTransaction().execute()
  try {
    await work(trx)
  } finally {
    await trx.rollback().execute()
  }
}

/**
 * Waits until no other transaction holds this name, and holds it until the transaction ends.
 * Later statements of the transaction read what the former holder has committed.
 */
export const lockName = async ({ db }: { readonly db: Db }, name: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(db)
}

/** The database type with tables of any name. */
export type AnyTables = ReturnType<typeof anyTables>

/**
 * Returns the database for tables whose names are known only at run time; the compiler does not check their columns.
 */
export const anyTables = (db: Db) => db.withTables<Record<string, Record<string, unknown>>>()
