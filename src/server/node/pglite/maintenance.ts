import { sql } from 'kysely'
import { inTransaction } from '../../database/transaction'
import type { Db } from '../../ports'

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
export const vacuumChanged = async (db: Db): Promise<void> => {
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
