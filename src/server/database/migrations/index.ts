import { Migrator, sql } from 'kysely'
import type { Db } from '../../ports'
import { baseline, migratedVersion } from './0001-baseline'
import { stagedRows } from './0002-staged-rows'
import { locksByAddress } from './0003-locks-by-address'
import { accountState } from './0004-account-state'
import { acceptedRules } from './0005-accepted-rules'
import { importFiles } from './0006-import-files'
import { voidedAccounts } from './0007-voided-accounts'
import { billItems } from './0008-bill-items'
import { billTally } from './0009-bill-tally'
import { billNotices } from './0010-bill-notices'
import { slipFiles } from './0011-slip-files'
import { noticeLinks } from './0012-notice-links'
import { paymentTallyLocks } from './0013-payment-tally-locks'
import { ledger } from './0014-ledger'
import { acceptedLines } from './0015-accepted-lines'
import { billsByState } from './0016-bills-by-state'
import { waitingReversals } from './0018-waiting-reversals'
import { paymentsNotTruncated } from './0019-payments-not-truncated'

/**
 * Lists the migrations by name: the changes of the tables that no schema describes. A new migration gets the next number, and is never changed after its release.
 * The restore of a backup may leave tables that the backup does not contain, so a migration that creates a table accepts one that exists.
 */
export const migrations = {
  '0001-baseline': { up: baseline },
  '0002-staged-rows': { up: stagedRows },
  '0003-locks-by-address': { up: locksByAddress },
  '0004-account-state': { up: accountState },
  '0005-accepted-rules': { up: acceptedRules },
  '0006-import-files': { up: importFiles },
  '0007-voided-accounts': { up: voidedAccounts },
  '0008-bill-items': { up: billItems },
  '0009-bill-tally': { up: billTally },
  '0010-bill-notices': { up: billNotices },
  '0011-slip-files': { up: slipFiles },
  '0012-notice-links': { up: noticeLinks },
  '0013-payment-tally-locks': { up: paymentTallyLocks },
  '0014-ledger': { up: ledger },
  '0015-accepted-lines': { up: acceptedLines },
  '0016-bills-by-state': { up: billsByState },
  '0018-waiting-reversals': { up: waitingReversals },
  '0019-payments-not-truncated': { up: paymentsNotTruncated },
}

/**
 * The tables that migrations create. A backup of an earlier version does not contain the later ones, and their rows belong to records that its restore replaces,
 * so both the restore and a start after it remove these tables.
 */
export const laterTables = [
  'staged_row',
  'accepted_rules',
  'import_file',
  'import_mapping',
  'bill_tally',
  'payment_tally',
  'bill_notice',
  'bill_notice_run',
  'notice_link',
  'notice_unsubscription',
  'slip_file',
  'line_handling',
  'accepted_tally',
  'bill_by_state',
] as const

/** Runs the migrations that are missing in the database, all or none; throws before any change if the database has a migration that this program does not know. */
export const migrate = async (db: Db): Promise<void> => {
  const { schema, migrated } = await migrationState(db)
  if (migrated && (await isFromBeforeMigrations(db))) await clearMigrations(db)
  await missingMigrations(db)
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    // Migrations are ordered by name. Kysely would compare this order with the times of their runs, which are wrong after a clock rollback.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
}

/** Returns the names of the migrations that are missing in the database; throws if it has one that this program does not know. */
export const missingMigrations = async (db: Db): Promise<readonly string[]> => {
  const { migrated } = await migrationState(db)
  const completed = migrated && !(await isFromBeforeMigrations(db)) ? await migrationsOf(db) : []
  const unknown = completed.find((name) => !(name in migrations))
  if (unknown !== undefined)
    throw new Error(
      `The database was written by a newer portal (this program does not know its migration ${unknown}). Nothing was changed. Start the newer portal, or restore the backup from before the update.`,
    )
  return Object.keys(migrations).filter((name) => !completed.includes(name))
}

/** Returns the PostgreSQL schema of the portal's tables, and whether it has the table of the migrations. */
const migrationState = async (db: Db): Promise<{ readonly schema: string; readonly migrated: boolean }> => {
  const { rows } = await sql<{ schema: string; migrated: boolean }>`
    select current_schema() as schema, to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as migrated`.execute(db)
  return rows[0] ?? { schema: 'public', migrated: false }
}

/**
 * Returns whether the tables come from a backup that was made before migrations existed and was restored over the tables of a later portal.
 * A first start that was interrupted leaves the table of the migrations without any other table; such a database is new.
 */
const isFromBeforeMigrations = async (db: Db): Promise<boolean> => {
  const found = await sql<{ exists: boolean }>`select to_regclass('data_version') is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return false
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from data_version`.execute(db)
  return (rows[0]?.version ?? 0) < migratedVersion
}

/** Deletes the records of the completed migrations, and drops the tables and triggers that only the later portal had. */
const clearMigrations = async (db: Db): Promise<void> => {
  await sql`delete from kysely_migration`.execute(db)
  await sql`drop function if exists tally_bills(), tally_payments(), keep_payments(), list_bills_by_state() cascade`.execute(db)
  await sql`drop table if exists ${sql.join(laterTables.map((name) => sql.table(name)))}`.execute(db)
}

/** Returns the names of the migrations that a database has. */
const migrationsOf = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
