import { sql } from 'kysely'
import { updateStatistics } from '../../database/statistics'
import type { JobRunner } from '../../jobs/runner'
import type { Db, Ports } from '../../ports'
import { backupFile, deleteOldBackups } from './backup/automatic'

interface ChangedTable {
  readonly name: string
  /** Whether its rows are deleted soon after they are inserted. */
  readonly isStagingTable: boolean
  readonly isBig: boolean
  /** Whether it has dead or new rows that vacuum should process. */
  readonly needsVacuum: boolean
  /** Whether its planner statistics are outdated. */
  readonly needsAnalyze: boolean
}

/** Vacuums tables after every few thousand changed rows, so that each run is short: PGlite has no autovacuum. */
const vacuumChangedTables = async (db: Db): Promise<void> => {
  for (const table of await changedTables(db))
    await (table.isStagingTable ? maintainStagingTable(db, table) : vacuumTable(db, table))
}

/** Vacuums every table completely, including the indexes of big ones, and updates its statistics. It runs at night. */
export const vacuumAll = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables order by 1`.execute(db)
  for (const { name } of rows) {
    await sql`vacuum ${sql.table(name)}`.execute(db)
    await updateStatistics(db, name)
  }
}

const changedTables = async (db: Db): Promise<readonly ChangedTable[]> => {
  const { rows } = await sql<ChangedTable>`
    select name, "isStagingTable", "isBig", "needsVacuum", "needsAnalyze"
    from (
      select
        relname as name,
        relname = 'staged_row' as "isStagingTable",
        pg_relation_size(relid) > 16 * 1024 * 1024 as "isBig",
        n_ins_since_vacuum + n_dead_tup > least(5000, 200 + n_live_tup / 5) as "needsVacuum",
        n_mod_since_analyze > 500 + n_live_tup / 10 as "needsAnalyze"
      from pg_stat_user_tables
    ) t
    where "needsVacuum" or "needsAnalyze"`.execute(db)
  return rows
}

// Vacuum reads a big table's indexes completely even for a few dead rows, so only the nightly run vacuums these
// indexes.
const vacuumTable = async (db: Db, { name, isBig, needsVacuum, needsAnalyze }: ChangedTable): Promise<void> => {
  if (needsVacuum)
    await sql`vacuum ${isBig ? sql`(index_cleanup off, truncate off)` : sql``} ${sql.table(name)}`.execute(db)
  if (needsAnalyze) await updateStatistics(db, name)
}

/**
 * Truncates an empty staging table, which frees its space at once.
 * A staging table with rows is not vacuumed; only its statistics are updated.
 */
const maintainStagingTable = (db: Db, { name, needsAnalyze }: ChangedTable): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length === 0) await sql`truncate ${sql.table(name)}`.execute(trx)
    else if (needsAnalyze) await updateStatistics(trx, name)
  })

/** The ports and paths that the maintenance of an embedded database needs. */
interface MaintenanceContext extends Pick<Ports, 'db' | 'log'> {
  readonly backup: (file: string) => Promise<void>
  readonly dataDir: string
}

/**
 * Checks every two seconds which changed tables need a vacuum, and schedules a vacuum of all tables and a backup every
 * night after three o'clock.
 * On a database server, these are tasks of the administrator.
 */
export const scheduleMaintenance = (jobs: JobRunner, context: MaintenanceContext): void => {
  jobs.repeat('vacuuming the database', 2000, () => vacuumChangedTables(context.db))
  jobs.schedule('backup', 3, ({ day }) => vacuumAndBackUp(context, String(day)))
}

const vacuumAndBackUp = async ({ db, backup, dataDir, log }: MaintenanceContext, day: string): Promise<void> => {
  const file = backupFile(dataDir, 'nightly', day)
  await vacuumAll(db)
  await backup(file)
  deleteOldBackups(dataDir, 'nightly', file)
  log.info('nightly backup', { file })
}
