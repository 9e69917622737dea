import { type RawBuilder, sql } from 'kysely'
import { adaptiveBatchSize } from './database/batch-size'
import { maxClockGapDays } from './database/clock-check'
import type { Tables } from './database/tables'
import { deleteOldHiddenFiles } from './files'
import { expireJobFiles } from './jobs/job-file'
import { debitContentDays, expireDebitContents } from './payments/debits/expire-contents'
import type { Db } from './ports'

/** Retention periods in days; `src/server/README.md` lists the same numbers. */
export const retentionDays = {
  /**
   * Counters of rate limits, captchas, unfinished verifications by one-time password, and links in notices.
   * They are deleted when they expire.
   */
  expired: 0,
  /** Staged rows of an import whose process ended before they were published. */
  staged: 1,
  /** Outcomes of creations that can be sent again (`requestIdHours` in `contract/request-id.ts`). */
  creations: 1,
  /** Messages in the outbox of a demo portal, and the pushes that its receiver has got. */
  outbox: 30,
  /** Contents of files of direct debits, and the accounts and ids that were sent, from the day of the debit. */
  debitContents: debitContentDays,
  /** Sessions, from their last use, and jobs, from their end. */
  sessionsAndJobs: 90,
  /**
   * Corrected mappings of columns, from their last use: longer than a year, for files that a company uploads once a
   * year.
   */
  mappings: 2 * 365,
  /** Digests of files whose records were imported, from the latest import: as long as mappings, for the same reason. */
  recordImports: 2 * 365,
  /**
   * Security log, audit trail, notices of bills and of credits: five years with two leap days, plus the largest error of the clock
   * that the portal accepts, so that nothing is deleted early.
   */
  logs: 5 * 365 + 2 + maxClockGapDays,
} as const

const retentionRules: readonly RetentionRule[] = [
  { table: 'rate_limit', since: 'window_end', days: retentionDays.expired },
  { table: 'captcha', since: 'expires_at', days: retentionDays.expired },
  { table: 'one_time_password', since: 'expires_at', days: retentionDays.expired },
  { table: 'notice_link', since: 'expire_time', days: retentionDays.expired },
  { table: 'creation_request', since: 'request_time', days: retentionDays.creations },
  { table: 'outbox', since: 'create_time', days: retentionDays.outbox },
  { table: 'internal_demo_push', since: 'receive_time', days: retentionDays.outbox },
  { table: 'staged_row', since: 'staged_at', days: retentionDays.staged },
  { table: 'import_mapping', since: 'update_time', days: retentionDays.mappings },
  { table: 'record_import', since: 'import_time', days: retentionDays.recordImports },
  { table: 'session', since: 'last_seen', days: retentionDays.sessionsAndJobs },
  { table: 'job', since: 'finish_time', days: retentionDays.sessionsAndJobs },
  // Credits come in many at a time, so their notices have no index of the time, which they would have to write.
  { table: 'immediate_client_notify', since: 'create_time', days: retentionDays.logs, inOrderOf: 'serial_id' },
  // Deleting a run also deletes its notices.
  { table: 'bill_notice_run', since: 'request_time', days: retentionDays.logs },
]

/**
 * The tables whose rows only the database function `delete_expired_logs` deletes; triggers refuse every other change.
 */
const logs = ['security_log', 'audit_log'] as const

/**
 * The retention period of a table's rows, counted from the time in the column `since`.
 * The mapped type allows only columns of that table.
 */
type RetentionRule = {
  [Table in keyof Tables]: {
    readonly table: Table
    readonly since: keyof Tables[Table] & string
    readonly days: number
    /**
     * The key, whose order is that of the times: only the first rows are examined.
     * Without it, the column `since` has an index, or the table is small.
     */
    readonly inOrderOf?: keyof Tables[Table] & string
  }
}[keyof Tables]

/**
 * Deletes rows older than their retention period, files of jobs and contents of direct debits after their last day, and
 * the hidden files that interrupted uploads and print jobs left behind.
 * Returns the number of deleted rows by table, without tables that had none.
 * Stops early when `isStopping` returns true.
 */
export const purgeTables = async (
  db: Db,
  now: Date,
  isStopping = () => false,
): Promise<Readonly<Record<string, number>>> => {
  const deleted: Record<string, number> = {}
  for (const rule of retentionRules) {
    if (isStopping()) return deleted
    const count = await purgeTable(db, rule, { now, isStopping })
    if (count > 0) deleted[rule.table] = count
  }
  for (const log of logs) {
    if (isStopping()) return deleted
    const count = await purgeLog(db, log, { now, isStopping })
    if (count > 0) deleted[log] = count
  }
  const expired = await expireJobFiles(db, now)
  if (expired > 0) deleted.internal_job_file = expired
  const debits = await expireDebitContents(db, { now, isStopping })
  if (debits > 0) deleted.internal_debit_file = debits
  const files = await deleteOldHiddenFiles(db, now)
  if (files > 0) deleted.file = files
  return deleted
}

/** The time of a purge, and whether the portal is stopping. */
interface Purge {
  readonly now: Date
  readonly isStopping: () => boolean
}

/**
 * Deletes the expired rows of a table; returns their number.
 * The rows are selected by `ctid`, because the tables have different keys.
 */
const purgeTable = (db: Db, { table, since, days, inOrderOf }: UntypedRule, purge: Purge): Promise<number> =>
  inSteps(db, purge, async (trx, maxRows) => {
    const oldest = inOrderOf
      ? sql`(select ctid, ${sql.ref(since)} from ${sql.table(table)} order by ${sql.ref(inOrderOf)} limit ${maxRows})`
      : sql.table(table)
    const { rows } = await sql`
      delete from ${sql.table(table)}
      where ctid in (select ctid from ${oldest} o where ${sql.ref(since)} < ${daysBefore(purge.now, days)} limit ${maxRows})
      returning 1`.execute(trx)
    return rows.length
  })

type UntypedRule = Readonly<Record<'table' | 'since', string>> & { readonly days: number; readonly inOrderOf?: string }

/** Deletes the expired lines of a log; returns their number. */
const purgeLog = (db: Db, log: (typeof logs)[number], purge: Purge): Promise<number> =>
  inSteps(db, purge, async (trx, maxRows) => {
    const { rows } = await sql<{ deleted: number }>`
      select delete_expired_logs(${log}, ${daysBefore(purge.now, retentionDays.logs)}, ${maxRows}::integer) as deleted`.execute(
      trx,
    )
    return Number(rows[0]?.deleted ?? 0)
  })

const daysBefore = (now: Date, days: number): RawBuilder<string> =>
  sql`${now.toISOString()}::timestamptz - make_interval(days => ${days}::integer)`

/**
 * Deletes rows in small steps; returns their number.
 * `deleteRows` deletes at most the given number of rows and returns how many it has deleted.
 */
const inSteps = async (
  db: Db,
  { isStopping }: Purge,
  deleteRows: (trx: Db, maxRows: number) => Promise<number>,
): Promise<number> => {
  const batchSize = adaptiveBatchSize({ initial: 200, max: 10_000 })
  for (let total = 0; ; ) {
    const maxRows = batchSize.rows
    const deleted = await db.transaction().execute((trx) => batchSize.run(() => deleteRows(trx, maxRows)))
    total += deleted
    if (deleted < maxRows || isStopping()) return total
  }
}
