import { DEFAULT_MIGRATION_LOCK_TABLE, MIGRATION_LOCK_ID, sql } from 'kysely'
import type { KeyFacts } from '../../schema/checks'
import { hasTable } from '../../schema/language/resource'
import type { SchemaSet } from '../../schema/load/schema-set'
import type { Db } from '../ports'
import { ensureAcceptedTally } from './bills-and-lines/accepted-lines'
import { ensureTallies } from './bills-and-lines/bill-tally'
import { ensureBillsByState, ensurePartlyPaidBills } from './bills-and-lines/bills-by-state'
import { ensureIndexes } from './bills-and-lines/indexes'
import { ensureLineConstraints } from './bills-and-lines/line-constraints'
import { ensureLineTallies } from './bills-and-lines/line-tallies'
import type { StoredPart } from './checked-parts'
import { recordEmptyTables } from './computed-state'
import { existingTables } from './existing-tables'
import { nonUniqueKeys } from './key-facts'
import { migrate } from './migrations'
import { renamedItems, renameInItems } from './rename-item-fields'
import { type TableChange, tableChanges } from './table-changes'
import { tableOf } from './table-definition'
import { missingUserIdIndex } from './user-id-index'

/** Reports that records of a table have no key or may share a key; the portal must not write to such a database. */
export class NonUniqueKeys extends Error {
  override readonly name = 'NonUniqueKeys'

  constructor(readonly keys: readonly KeyFacts[]) {
    super(
      `Keys are empty, repeated or without a unique index: ${keys.map(({ table, key }) => `${table} (${key.join(', ')})`).join(', ')}.`,
    )
  }
}

/**
 * Runs the missing migrations and adapts the tables to the schemas.
 * The adaptation changes no types, and drops only unique indexes that the portal created, indexes of beginnings that
 * another index replaces, and the constraint `not null` of columns that no longer belong to a key.
 * Renames the values of renamed fields in list items; `checkedParts` are the parts whose names a previous start has
 * checked.
 * Returns the SQL that could not be applied; throws `NonUniqueKeys` if a key is empty or repeated in a table, or has no
 * unique index.
 */
export const ensureTables = (db: Db, schemas: SchemaSet, checkedParts: readonly StoredPart[] = []): Promise<string[]> =>
  withStartLock(db, async (connection) => {
    await migrate(connection)
    const unapplied: string[] = []
    for (const change of await missingChanges(connection, schemas))
      unapplied.push(...(await applyChange(connection, change)))
    for (const change of await missingUserIdIndex(connection))
      unapplied.push(...(await applyChange(connection, change)))
    const nonUnique = await nonUniqueKeys(connection, schemas, await existingTables(connection))
    if (nonUnique.length > 0) throw new NonUniqueKeys(nonUnique)
    // Only now does every key identify one record.
    for (const items of renamedItems(schemas, checkedParts)) await renameInItems(connection, items)
    await ensureTallies(connection)
    await ensureBillsByState(connection)
    await ensurePartlyPaidBills(connection)
    await ensureIndexes(connection)
    await ensureLineConstraints(connection)
    await ensureAcceptedTally(connection)
    await ensureLineTallies(connection)
    await recordEmptyTables(connection, schemas)
    return unapplied
  })

/**
 * Runs the work on one connection while no other process prepares the tables of the same database.
 * The lock is the one of Kysely's migrator.
 * On PostgreSQL it belongs to the session, so the migrator can acquire it again within the work.
 */
export const withStartLock = <Result>(db: Db, work: (connection: Db) => Promise<Result>): Promise<Result> =>
  db.connection().execute(async (connection) => {
    const { adapter } = connection.getExecutor()
    await adapter.acquireMigrationLock(connection, startLock)
    try {
      return await work(connection)
    } finally {
      await adapter.releaseMigrationLock(connection, startLock)
    }
  })

const startLock = { lockTable: DEFAULT_MIGRATION_LOCK_TABLE, lockRowId: MIGRATION_LOCK_ID }

/** Returns the changes that the tables of a database still need. */
export const missingChanges = async (db: Db, schemas: SchemaSet): Promise<readonly TableChange[]> =>
  tableChanges(
    schemas.resources.filter(hasTable).map((resource) => tableOf(resource, schemas)),
    await existingTables(db),
  )

/**
 * Applies a change and returns an empty list.
 * If the creation of an index fails, for example because of repeated values, returns its SQL with the error; throws if
 * another change fails.
 */
const applyChange = async (db: Db, { statement, creates }: TableChange): Promise<string[]> => {
  try {
    await sql.raw(statement).execute(db)
    return []
  } catch (error) {
    if (creates !== 'index') throw error
    return [`${statement}; -- ${error instanceof Error ? error.message : String(error)}`]
  }
}
