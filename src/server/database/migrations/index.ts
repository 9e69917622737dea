import { Migrator, sql } from 'kysely'
import type { Db } from '../../ports'
import { baseline, firstVersionWithMigrations } from './0001-baseline'
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
import { talliesInOnePass } from './0020-tallies-in-one-pass'
import { cheaperPaymentIndexes } from './0021-cheaper-payment-indexes'
import { heldFiles } from './0022-held-files'
import { jobDeaths } from './0023-job-deaths'
import { recordImports } from './0024-record-imports'
import { creationRequests } from './0025-creation-requests'
import { logsAndDemoMark } from './0027-logs-and-demo-mark'

/**
 * The migrations by name. They make the changes that cannot be derived from schema files: to tables without a schema, and to stored data and columns of the other tables.
 * A new migration gets the next number, and is never changed after its release. The number 0017 was skipped.
 * A new table gets a name that begins with `internal_`, which no schema file may use (`reserved-names.ts`).
 * A restore by another program than `npm run restore` may leave tables that the backup does not contain, so a migration that creates a table accepts an existing one.
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
  '0020-tallies-in-one-pass': { up: talliesInOnePass },
  '0021-cheaper-payment-indexes': { up: cheaperPaymentIndexes },
  '0022-held-files': { up: heldFiles },
  '0023-job-deaths': { up: jobDeaths },
  '0024-record-imports': { up: recordImports },
  '0025-creation-requests': { up: creationRequests },
  '0027-logs-and-demo-mark': { up: logsAndDemoMark },
}

/**
 * The tables that migrations after the baseline create. A backup of an earlier version may lack these tables. After its restore, their rows would belong to records
 * that no longer exist. So `npm run restore` drops the tables first; the server does it at its start if another program has restored a backup from before migrations.
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
  'bank_file_difference',
  'creation_request',
  'internal_demo_mark',
  'record_import',
] as const

/** Runs the migrations that are missing in the database, all or none; throws before any change if the database has a migration that this program does not know. */
export const migrate = async (db: Db): Promise<void> => {
  const { schema, hasMigrationTable } = await migrationState(db)
  if (hasMigrationTable && (await isFromBeforeMigrations(db))) await clearMigrations(db)
  // Throws if the database has an unknown migration.
  await missingMigrations(db)
  const { error } = await new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
    // Otherwise, Kysely would reject migrations whose order by name differs from the order of their recorded times, as it can after a clock rollback.
    allowUnorderedMigrations: true,
  }).migrateToLatest()
  if (error) throw error
}

/** Returns the names of the migrations that are missing in the database; throws if it has one that this program does not know. */
export const missingMigrations = async (db: Db): Promise<readonly string[]> => {
  const { hasMigrationTable } = await migrationState(db)
  const completed = hasMigrationTable && !(await isFromBeforeMigrations(db)) ? await migrationsOf(db) : []
  const unknown = completed.find((name) => !(name in migrations))
  if (unknown !== undefined)
    throw new Error(
      `The database was written by a newer portal (this program does not know its migration ${unknown}). Nothing was changed. Start the newer portal, or restore the backup from before the update.`,
    )
  return Object.keys(migrations).filter((name) => !completed.includes(name))
}

/** Returns the name of the PostgreSQL schema with the portal's tables, and whether it has Kysely's table of completed migrations. */
const migrationState = async (db: Db): Promise<{ readonly schema: string; readonly hasMigrationTable: boolean }> => {
  const { rows } = await sql<{ schema: string; hasMigrationTable: boolean }>`
    select current_schema() as schema, to_regclass(quote_ident(current_schema()) || '.kysely_migration') is not null as "hasMigrationTable"`.execute(db)
  return rows[0] ?? { schema: 'public', hasMigrationTable: false }
}

/**
 * Returns whether the tables come from a backup that was made before migrations existed and was restored over the tables of a later portal.
 * Returns false for a new database: after an interrupted first start, its only table may be the one of the migrations.
 */
const isFromBeforeMigrations = async (db: Db): Promise<boolean> => {
  const found = await sql<{ exists: boolean }>`select to_regclass('data_version') is not null as exists`.execute(db)
  if (!found.rows[0]?.exists) return false
  const { rows } = await sql<{ version: number | null }>`select max(version) as version from data_version`.execute(db)
  return (rows[0]?.version ?? 0) < firstVersionWithMigrations
}

/** Deletes the records of the completed migrations, and drops the tables and triggers that only the later portal had. */
const clearMigrations = async (db: Db): Promise<void> => {
  await sql`delete from kysely_migration`.execute(db)
  await sql`
    drop function if exists tally_bills(), tally_payments(), keep_payments(), count_accepted_lines(), list_bills_by_state(),
      keep_logs(), delete_expired_logs(text, timestamptz, integer) cascade`.execute(db)
  await sql`drop table if exists ${sql.join(laterTables.map((name) => sql.table(name)))}`.execute(db)
}

/** Returns the names of the migrations that a database has. */
const migrationsOf = async (db: Db): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
