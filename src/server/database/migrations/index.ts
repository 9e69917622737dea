import { Migrator, sql } from 'kysely'
import type { Db } from '../../ports'
import { tables } from './0001-tables'
import { handlingsAndPushes } from './0002-handlings-and-pushes'
import { lineTallies } from './0003-line-tallies'
import { debits } from './0004-debits'
import { jobFiles } from './0005-job-files'
import { debitFiles } from './0006-debit-files'
import { savedViews } from './0007-saved-views'

/**
 * The migrations by name.
 * They make the changes that cannot be derived from schema files: to tables without a schema, and to stored data and
 * columns of the other tables.
 * A new migration gets the next number, and is never changed after its release.
 * A new table gets a name that begins with `internal_`, which no schema file may use (`reserved-names.ts`).
 */
export const migrations = {
  '0001-tables': { up: tables },
  '0002-handlings-and-pushes': { up: handlingsAndPushes },
  '0003-line-tallies': { up: lineTallies },
  '0004-debits': { up: debits },
  '0005-job-files': { up: jobFiles },
  '0006-debit-files': { up: debitFiles },
  '0007-saved-views': { up: savedViews },
}

/**
 * Runs the migrations that are missing in the database, all or none; throws before any change if the database has a
 * migration that this program does not know, or is of version 0.1.
 */
export const migrate = async (db: Db): Promise<void> => {
  const { schema } = await migrationState(db)
  // Throws if the database has an unknown migration.
  await missingMigrations(db)
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    // Otherwise, Kysely would reject migrations whose order by name differs from the order of their recorded times, as
    // it can after a clock rollback.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
}

/**
 * Returns the names of the migrations that are missing in the database; throws if it has one that this program does not
 * know, or is of version 0.1.
 */
export const missingMigrations = async (db: Db): Promise<readonly string[]> => {
  const { hasMigrationTable, isOfVersion01 } = await migrationState(db)
  if (isOfVersion01)
    throw new Error(
      'The database was written by version 0.1 of the portal, which was never released and whose data this version does not take over. Nothing was changed. Start with an empty data folder or database; version 0.1 still reads the old one.',
    )
  const completed = hasMigrationTable ? await migrationsOf(db) : []
  const unknown = completed.find((name) => !(name in migrations))
  if (unknown !== undefined)
    throw new Error(
      `The database was written by a newer portal (this program does not know its migration ${unknown}). Nothing was changed. Start the newer portal, or restore the backup from before the update.`,
    )
  return Object.keys(migrations).filter((name) => !completed.includes(name))
}

interface MigrationState {
  /** The name of the PostgreSQL schema with the portal's tables. */
  readonly schema: string
  /** Whether it has Kysely's table of completed migrations. */
  readonly hasMigrationTable: boolean
  /** Only version 0.1 had a table `data_version`. */
  readonly isOfVersion01: boolean
}

const migrationState = async (db: Db): Promise<MigrationState> => {
  const { rows } = await sql<MigrationState>`
    select current_schema() as schema,
      to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as "hasMigrationTable",
      to_regclass(quote_ident(current_schema()) || '.data_version') is not null as "isOfVersion01"`.execute(db)
  return rows[0] ?? { schema: 'public', hasMigrationTable: false, isOfVersion01: false }
}

/** Returns the names of the migrations that a database has. */
const migrationsOf = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
