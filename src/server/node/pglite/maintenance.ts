import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { taipeiTime, taipeiToday } from '../../../domain/dates/dates'
import { inTransaction } from '../../database/transaction'
import type { JobRunner } from '../../jobs/runner'
import type { Clock, Db, Log } from '../../ports'
import { backupFile, forgetOld } from './backup/automatic'

interface Changed {
  readonly name: string
  /** Rows only pass through it. */
  readonly stage: boolean
  readonly big: boolean
  /** Has rows to clear away, or new ones to note. */
  readonly untidy: boolean
  /** Has other values than its statistics say. */
  readonly changed: boolean
}

/** Does what PostgreSQL's autovacuum would do, for PGlite has none: soon after every few thousand changed rows, so that no round is long. */
const vacuumChanged = async (db: Db): Promise<void> => {
  for (const table of await findChanged(db)) await (table.stage ? clear(db, table) : tend(db, table))
}

/** Tidies every table thoroughly, indexes of big ones included; for the night. */
export const vacuumAll = async (db: Db): Promise<void> => {
  const { rows } = await sql<{ name: string }>`select format('%I.%I', schemaname, relname) as name from pg_stat_user_tables order by 1`.execute(db)
  for (const { name } of rows) {
    await sql.raw(`vacuum ${name}`).execute(db)
    await analyze(db, name)
  }
}

const findChanged = async (db: Db): Promise<readonly Changed[]> => {
  const { rows } = await sql<Changed>`
    select name, stage, big, untidy, changed
    from (
      select
        format('%I.%I', schemaname, relname) as name,
        relname = 'staged_row' as stage,
        pg_relation_size(relid) > 16 * 1024 * 1024 as big,
        n_ins_since_vacuum + n_dead_tup > least(5000, 200 + n_live_tup / 5) as untidy,
        n_mod_since_analyze > 500 + n_live_tup / 10 as changed
      from pg_stat_user_tables
    ) t
    where untidy or changed`.execute(db)
  return rows
}

// A big table's indexes are read whole to forget a few dead rows; that waits for the night.
const tend = async (db: Db, { name, big, untidy, changed }: Changed): Promise<void> => {
  if (untidy) await sql.raw(`vacuum ${big ? '(index_cleanup off, truncate off)' : ''} ${name}`).execute(db)
  if (changed) await analyze(db, name)
}

/** Nothing is worth tidying while rows pass through; once none is left, what they took is given back in one stroke. */
const clear = (db: Db, { name, changed }: Changed): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { rows } = await sql.raw(`select 1 from ${name} limit 1`).execute(trx)
    if (rows.length === 0) await sql.raw(`truncate ${name}`).execute(trx)
    else if (changed) await analyze(trx, name)
  })

/** Looks at 3,000 rows instead of PostgreSQL's 30,000, which kept everybody waiting for more than half a second. */
const analyze = (db: Db, name: string): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`set local default_statistics_target = 10`.execute(trx)
    await sql.raw(`analyze ${name}`).execute(trx)
  })

/** What an embedded database needs looking after with. */
interface Upkeep {
  readonly db: Db
  readonly backup: (file: string) => Promise<void>
  readonly dataDir: string
  readonly clock: Clock
  readonly log: Log
}

/** Does what an administrator's schedule does for a server: vacuums after changes, and every night vacuums everything and writes a backup. */
export const scheduleUpkeep = (jobs: JobRunner, upkeep: Upkeep): void => {
  const begun = Date.now()
  jobs.repeat('vacuuming the database', 2000, () => vacuumChanged(upkeep.db))
  jobs.repeat('nightly backup', 60_000, async () => {
    if (Date.now() - begun > warmUpMs) await doNight(upkeep)
  })
}

/** A start that makes up for a missed night answers its first users beforehand. */
const warmUpMs = 5 * 60_000

/** Once a day, from three o'clock in Taipei on; a night that the portal slept through is made up for. */
export const doNight = async ({ db, backup, dataDir, clock, log }: Upkeep): Promise<void> => {
  const now = clock()
  const file = backupFile(dataDir, 'nightly', taipeiToday(now))
  if (hourInTaipei(now) < 3 || existsSync(file)) return
  await vacuumAll(db)
  await backup(file)
  forgetOld(dataDir, 'nightly', file)
  log.info('nightly backup', { file })
}

const hourInTaipei = (at: Date): number => Number(taipeiTime(at).slice(11, 13))
