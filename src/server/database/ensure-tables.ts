import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, sql } from 'kysely'
import type { KeyFacts } from '../../schema/checks'
import { hasTable } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { ensureTallies } from './bill-tally'
import { existingTables } from './existing-tables'
import { nonUniqueKeys } from './key-facts'
import { migrate } from './migrations'
import { type TableChange, tableChanges } from './table-changes'
import { tableOf } from './table-definition'

/** Reports that a key does not identify the records of its table; the portal must not write to such a database. */
export class NonUniqueKeys extends Error {
  override readonly name = 'NonUniqueKeys'

  constructor(readonly keys: readonly KeyFacts[]) {
    super(`The database has no unique index on the key of ${keys.map(({ table, key }) => `${table} (${key.join(', ')})`).join(', ')}.`)
  }
}

/**
 * Runs the missing migrations and gives the tables what the schemas require; never drops anything but unique indexes that the portal created, and never changes a type.
 * Returns the SQL that it could not apply; throws `NonUniqueKeys` if the unique index of a key is missing.
 */
export const ensureTables = (db: Db, schemas: SchemaSet): Promise<string[]> =>
  db.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor()
    await adapter.acquireMigrationLock(connection, startLock)
    try {
      await migrate(connection)
      const unapplied: string[] = []
      for (const change of await missingChanges(connection, schemas)) unapplied.push(...(await apply(connection, change)))
      const nonUnique = await nonUniqueKeys(connection, schemas, await existingTables(connection))
      if (nonUnique.length > 0) throw new NonUniqueKeys(nonUnique)
      await ensureTallies(connection)
      return unapplied
    } finally {
      await adapter.releaseMigrationLock(connection, startLock)
    }
  })

/** Makes processes that start together wait for each other. On PostgreSQL the migrator's lock belongs to the session, so the migrator can acquire it again. */
const startLock = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID }

/** Returns the changes that the tables of a database still need. */
export const missingChanges = async (db: Db, schemas: SchemaSet): Promise<readonly TableChange[]> =>
  tableChanges(
    schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas)),
    await existingTables(db),
  )

/** Applies a change; returns its SQL if the records of the table prevent it. */
const apply = async (db: Db, { statement, creates }: TableChange): Promise<string[]> => {
  try {
    await sql.raw(statement).execute(db)
    return []
  } catch (error) {
    if (creates !== 'index') throw error
    return [`${statement}; -- ${error instanceof Error ? error.message : String(error)}`]
  }
}
