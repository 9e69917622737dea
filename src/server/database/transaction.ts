import type { Db } from '../ports'

/** Runs the work in a transaction, or within the one that `db` already is. */
export const inTransaction = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> => (db.isTransaction ? work(db) : db.transaction().execute(work))
