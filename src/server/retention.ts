import { sql } from 'kysely'
import { expireSlipFiles } from './bills/batches/slip-file'
import { adaptiveBatchSize } from './database/batch-size'
import { maxClockGapDays } from './database/clock-check'
import type { Tables } from './database/tables'
import { deleteOldHiddenFiles } from './files'
import type { Db } from './ports'

/** Retention periods in days; `src/server/README.md` lists the same numbers. */
export const retentionDays = {
  /** Counters of rate limits, captchas, unfinished verifications by one-time password, and links in notices. They are deleted when they expire. */
  expired: 0,
  /** Staged rows of an import whose process ended before they were published. */
  staged: 1,
  /** Outcomes of creations that can be sent again (`requestIdHours` in `contract/request-id.ts`). */
  creations: 1,
  /** Messages in the outbox of a demo portal. */
  outbox: 30,
  /** Sessions, from their last use, and jobs, from their end. */
  sessionsAndJobs: 90,
  /** Corrected mappings of columns, from their last use: longer than a year, for files that a company uploads once a year. */
  mappings: 2 * 365,
  /** Security log, audit trail and notices of bills: five years with two leap days, plus the largest error of the clock that the portal accepts, so that nothing is deleted early. */
  logs: 5 * 365 + 2 + maxClockGapDays,
} as const

const retentionRules: readonly RetentionRule[] = [
  { table: 'rate_limit', since: 'window_end', days: retentionDays.expired },
  { table: 'captcha', since: 'expires_at', days: retentionDays.expired },
  { table: 'one_time_password', since: 'expires_at', days: retentionDays.expired },
  { table: 'notice_link', since: 'expire_time', days: retentionDays.expired },
  { table: 'creation_request', since: 'request_time', days: retentionDays.creations },
  { table: 'outbox', since: 'create_time', days: retentionDays.outbox },
  { table: 'staged_row', since: 'staged_at', days: retentionDays.staged },
  { table: 'import_mapping', since: 'update_time', days: retentionDays.mappings },
  { table: 'session', since: 'last_seen', days: retentionDays.sessionsAndJobs },
  { table: 'job', since: 'finish_time', days: retentionDays.sessionsAndJobs },
  { table: 'security_log', since: 'log_time', days: retentionDays.logs },
  { table: 'audit_log', since: 'at', days: retentionDays.logs },
  // Deleting a run also deletes its notices.
  { table: 'bill_notice_run', since: 'request_time', days: retentionDays.logs },
]

/** The retention period of a table's rows, counted from the time in the column `since`. The mapped type allows only columns of that table. */
type RetentionRule = { [Table in keyof Tables]: { readonly table: Table; readonly since: keyof Tables[Table] & string; readonly days: number } }[keyof Tables]

/** Deletes rows older than their retention period, slip files after their last day, and the hidden files that interrupted uploads and print jobs left behind. Returns the number of deleted rows by table, without tables that had none. Stops early when `isStopping` returns true. */
export const purgeTables = async (db: Db, now: Date, isStopping = () => false): Promise<Readonly<Record<string, number>>> => {
  const deleted: Record<string, number> = {}
  for (const rule of retentionRules) {
    if (isStopping()) return deleted
    const count = await purgeTable(db, rule, { now, isStopping })
    if (count > 0) deleted[rule.table] = count
  }
  const expired = await expireSlipFiles(db, now)
  if (expired > 0) deleted.slip_file = expired
  const files = await deleteOldHiddenFiles(db, now)
  if (files > 0) deleted.file = files
  return deleted
}

/** Deletes the expired rows of a table in small steps; returns their number. The rows are selected by `ctid`, because the tables have different keys. */
const purgeTable = async (
  db: Db,
  { table, since, days }: Readonly<Record<'table' | 'since', string>> & { readonly days: number },
  { now, isStopping }: { readonly now: Date; readonly isStopping: () => boolean },
): Promise<number> => {
  const cutoff = sql`${now.toISOString()}::timestamptz - make_interval(days => ${days}::integer)`
  const batchSize = adaptiveBatchSize({ initial: 200, max: 10_000 })
  for (let deleted = 0; ; ) {
    const batchRows = batchSize.rows
    const { rows } = await db.transaction().execute((trx) =>
      batchSize.run(() =>
        sql`
          delete from ${sql.table(table)}
          where ctid in (select ctid from ${sql.table(table)} where ${sql.ref(since)} < ${cutoff} limit ${batchRows})
          returning 1`.execute(trx),
      ),
    )
    deleted += rows.length
    if (rows.length < batchRows || isStopping()) return deleted
  }
}
