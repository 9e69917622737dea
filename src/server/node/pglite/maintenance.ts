import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { taipeiTime, taipeiToday } from '../../../domain/dates/dates'
import { updateStatistics } from '../../database/statistics'
import type { JobRunner } from '../../jobs/runner'
import type { Db, Ports } from '../../ports'
import { backupFile, deleteOldBackups } from './backup/automatic'

interface ChangedTable {
  readonly name: string
  /** A staging table: rows are inserted and soon deleted. */
  readonly stage: boolean
  readonly big: boolean
  /** Has dead or new rows that vacuum should process. */
  readonly dirty: boolean
  /** Has outdated planner statistics. */
  readonly changed: boolean
}

/** Vacuums tables after every few thousand changed rows, so that each run is short: PGlite has no autovacuum. */
const vacuumChanged = async (db: Db): Promise<void> => {
  for (const table of await changedTables(db)) await (table.stage ? clearStage(db, table) : vacuumTable(db, table))
}

/** Vacuums every table completely, including the indexes of big ones; runs at night. */
export const vacuumAll = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables order by 1`.execute(db)
  for (const { name } of rows) {
    await sql`vacuum ${sql.table(name)}`.execute(db)
    await updateStatistics(db, name)
  }
}

const changedTables = async (db: Db): Promise<readonly ChangedTable[]> => {
  const { rows } = await sql<ChangedTable>`
    select name, stage, big, dirty, changed
    from (
      select
        relname as name,
        relname = 'staged_row' as stage,
        pg_relation_size(relid) > 16 * 1024 * 1024 as big,
        n_ins_since_vacuum + n_dead_tup > least(5000, 200 + n_live_tup / 5) as dirty,
        n_mod_since_analyze > 500 + n_live_tup / 10 as changed
      from pg_stat_user_tables
    ) t
    where dirty or changed`.execute(db)
  return rows
}

// Vacuum reads a big table's indexes completely even for a few dead rows; that is left to the night.
const vacuumTable = async (db: Db, { name, big, dirty, changed }: ChangedTable): Promise<void> => {
  if (dirty) await sql`vacuum ${big ? sql`(index_cleanup off, truncate off)` : sql``} ${sql.table(name)}`.execute(db)
  if (changed) await updateStatistics(db, name)
}

/** A staging table in use is not vacuumed; an empty one is truncated, which frees its space at once. */
const clearStage = (db: Db, { name, changed }: ChangedTable): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(trx)
    if (rows.length === 0) await sql`truncate ${sql.table(name)}`.execute(trx)
    else if (changed) await updateStatistics(trx, name)
  })

/** The ports and paths that the maintenance of an embedded database needs. */
interface MaintenanceContext extends Pick<Ports, 'db' | 'clock' | 'log'> {
  readonly backup: (file: string) => Promise<void>
  readonly dataDir: string
}

/** Schedules vacuum runs after changes, and every night a full vacuum and a backup; on a server an administrator schedules them. */
export const scheduleMaintenance = (jobs: JobRunner, context: MaintenanceContext): void => {
  const startedAt = Date.now()
  jobs.repeat('vacuuming the database', 2000, () => vacuumChanged(context.db))
  jobs.repeat('nightly backup', 60_000, async () => {
    if (Date.now() - startedAt > warmUpMs) await runNightlyMaintenance(context)
  })
}

/** Delay of the nightly maintenance after the start, so that a missed night does not slow down the first requests. */
const warmUpMs = 5 * 60_000

/** Vacuums and backs up the database once a day, after three o'clock in Taipei, or later if the portal was not running then. */
export const runNightlyMaintenance = async ({ db, backup, dataDir, clock, log }: MaintenanceContext): Promise<void> => {
  const now = clock()
  const file = backupFile(dataDir, 'nightly', taipeiToday(now))
  if (hourInTaipei(now) < 3 || existsSync(file)) return
  await vacuumAll(db)
  await backup(file)
  deleteOldBackups(dataDir, 'nightly', file)
  log.info('nightly backup', { file })
}

const hourInTaipei = (at: Date): number => Number(taipeiTime(at).slice(11, 13))
