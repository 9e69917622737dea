import { sql } from 'kysely'
import { adaptiveBatchSize } from './database/batch-size'
import { leapDays } from './database/clock-check'
import type { Tables } from './database/tables'
import { sweepFiles } from './files'
import type { Db } from './ports'

/** Days for which the portal keeps what grows by itself; `src/server/README.md` lists the same numbers. */
export const retentionDays = {
  /** Limits, captchas and steps of one-time passwords: they say nothing once they have run out. */
  expired: 0,
  /** Rows of an import that ended with its process before they became records. */
  staged: 1,
  /** Messages of a demo portal. */
  outbox: 30,
  /** Sessions, from the last sign of life, and background work, from its end. */
  work: 90,
  /** Sign-ins and changes: five years, even by a clock that is ahead and still trusted. */
  trail: 5 * 365 + 2 + leapDays,
} as const

const rules: readonly Rule[] = [
  { table: 'rate_limit', since: 'window_end', days: retentionDays.expired },
  { table: 'captcha', since: 'expires_at', days: retentionDays.expired },
  { table: 'one_time_password', since: 'expires_at', days: retentionDays.expired },
  { table: 'outbox', since: 'create_time', days: retentionDays.outbox },
  { table: 'staged_row', since: 'staged_at', days: retentionDays.staged },
  { table: 'session', since: 'last_seen', days: retentionDays.work },
  { table: 'job', since: 'finish_time', days: retentionDays.work },
  { table: 'security_log', since: 'log_time', days: retentionDays.trail },
  { table: 'audit_log', since: 'at', days: retentionDays.trail },
]

type Rule = { [Table in keyof Tables]: { readonly table: Table; readonly since: keyof Tables[Table] & string; readonly days: number } }[keyof Tables]

/** Deletes what has been kept for long enough; answers how many rows went, by table, where any did. */
export const purge = async (db: Db, now: Date, isStopping = () => false): Promise<Readonly<Record<string, number>>> => {
  const deleted: Record<string, number> = {}
  for (const rule of rules) {
    if (isStopping()) return deleted
    const count = await purgeTable(db, rule, { now, isStopping })
    if (count > 0) deleted[rule.table] = count
  }
  const files = await sweepFiles(db, now)
  if (files > 0) deleted.file = files
  return deleted
}

/** Deletes the rows of a table that are older than so many days, in small steps; answers how many went. */
const purgeTable = async (
  db: Db,
  { table, since, days }: Readonly<Record<'table' | 'since', string>> & { readonly days: number },
  { now, isStopping }: { readonly now: Date; readonly isStopping: () => boolean },
): Promise<number> => {
  const limit = sql`${now.toISOString()}::timestamptz - make_interval(days => ${days}::integer)`
  const pace = adaptiveBatchSize({ first: 200, most: 10_000 })
  for (let deleted = 0; ; ) {
    const portion = pace.rows
    const { rows } = await db.transaction().execute((trx) =>
      pace.step(() =>
        sql`
          delete from ${sql.table(table)}
          where ctid in (select ctid from ${sql.table(table)} where ${sql.ref(since)} < ${limit} limit ${portion})
          returning 1`.execute(trx),
      ),
    )
    deleted += rows.length
    if (rows.length < portion || isStopping()) return deleted
  }
}
