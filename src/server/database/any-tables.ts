import type { Db } from '../ports'

/** The database with tables of any name. */
export type AnyTables = ReturnType<typeof anyTables>

/** Returns the database with tables that only a schema knows at run time; their columns are not checked by the compiler. */
export const anyTables = (db: Db) => db.withTables<Record<string, Record<string, unknown>>>()
