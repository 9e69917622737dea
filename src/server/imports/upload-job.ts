import { sql } from 'kysely'
import type { ImportMode } from '../../contract/imports'
import { Refusal } from '../../domain/refusal'
import type { RecordValues } from '../../schema/language/types'
import type { SchemaSet } from '../../schema/load/schema-set'
import { type AuditLine, writeAuditLines } from '../audit'
import { errorDetails, isConcurrencyError } from '../database/errors'
import { updateStatistics } from '../database/statistics'
import { nextUpdateTime } from '../database/times'
import { inTransaction } from '../database/transaction'
import { loadFile } from '../files'
import type { JobCounts } from '../jobs/job-listing'
import { JobCancelled, writeOutcome } from '../jobs/job-rows'
import type { Db, JobRun, Ports, Sheets } from '../ports'
import { randomId } from '../security/keys'
import { errorLogOf, type UploadKey, type UploadTable, writeErrorLog } from './error-log'
import { isWarning, type RowError, rowError } from './row-error'
import { countStaged, deleteStaged, discardStage, withStageWriter } from './stage'
import type { ValidatedChunk } from './upload-rows'

/** A kind of upload that a job imports. */
export interface UploadKind {
  readonly table: UploadTable
  /** The name of the job that imports an upload. Its data contain the key of the upload. */
  readonly job: string
  /** The name of the resource whose records are the uploads. */
  readonly resource: string
  /** The tables to which an upload adds many rows, directly or by triggers. */
  readonly filledTables: readonly string[]
}

/** Returns the numbers of rows that an import of an upload has written and rejected, for the list of jobs. */
export const uploadCounts = ({ table }: Pick<UploadKind, 'table'>): JobCounts => {
  const countOf = (column: 'success_count' | 'fail_count') =>
    sql<number | null>`(
      select u.${sql.ref(column)} from ${sql.table(table)} u where u.serial_id = (job.data ->> 'SerialId')::bigint
    )`
  return { succeeded: countOf('success_count'), failed: countOf('fail_count') }
}

/** The number of rows of an upload, and the number of rows that became records. */
export interface UploadCounts {
  readonly TotalCount: number
  readonly SuccessCount: number
}

/** An upload to import, with the steps that are specific to its kind. */
export interface Upload extends UploadKind {
  readonly id: number
  /** Null has the effect of `GoodRows`. */
  readonly mode: ImportMode | null
  readonly file: string
  readonly uniformNo: string
  readonly userId: string
  readonly read: (file: Parameters<Sheets['read']>[0]) => AsyncIterable<ValidatedChunk>
  /**
   * Returns an error for each staged row that repeats a stored record.
   * It runs before the transaction, so that requests do not wait for it as well.
   * Duplicates that another transaction adds afterwards must violate a unique index, after which the publication is
   * repeated.
   * Absent if `findConflicts` finds all conflicts.
   */
  readonly findDuplicates?: (db: Db, stage: string) => Promise<readonly RowError[]>
  /**
   * Locks the records that the staged rows change or to which they refer.
   * Returns the errors about duplicates, and an error for each other row that conflicts with stored data.
   */
  readonly findConflicts: (trx: Db, stage: string, duplicates: readonly RowError[]) => Promise<readonly RowError[]>
  /** Writes the records of the staged rows and returns their number. */
  readonly writeRecords: (trx: Db, stage: string, count: number) => Promise<number>
  /**
   * Completes the upload after its counts and its error log have been written.
   * Returns additional values for its audit line.
   */
  readonly complete: (trx: Db, counts: UploadCounts, log: readonly RowError[]) => Promise<RecordValues>
}

/** The ports, the schemas and the run of the job that imports an upload. */
export interface UploadWork {
  readonly ports: Ports
  readonly schemas: SchemaSet
  readonly run: JobRun
}

/** Marks an upload as being processed. Returns false if the upload was deleted or has ended. */
export const startUpload = async (db: Db, { table }: UploadKind, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await updateUnfinishedUpload(db, { table, id })
    .set({ import_status: 'Processing' })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns an update statement for an upload, which has no effect if the upload has ended. */
export const updateUnfinishedUpload = (db: Db, { table, id }: UploadKey) =>
  db.updateTable(table).where('serial_id', '=', id).where('import_status', 'in', ['Pending', 'Processing'])

/**
 * Runs the import of an upload.
 * All records are published in one transaction at the end, so after a crash the import starts again from the first row.
 */
export const runUpload = async (work: UploadWork, upload: Upload): Promise<void> => {
  const { backgroundDb: db } = work.ports
  const stage = randomId()
  try {
    await publish(work, upload, await stageFile(work, upload, stage))
  } finally {
    await discardStage(db, stage)
  }
  for (const table of upload.filledTables) await updateStatistics(db, table)
}

/** The staged rows of a file, and the errors and warnings about all its rows. */
interface StagedFile {
  readonly stage: string
  readonly stagedCount: number
  readonly errors: readonly RowError[]
}

/** Reads and validates the file, and stages its good rows. Stores the number of its rows and their errors. */
const stageFile = async (
  { ports: { backgroundDb: db }, run }: UploadWork,
  upload: Upload,
  stage: string,
): Promise<StagedFile> => {
  await run.progress(0)
  const file = await loadFile(db, upload.file, upload.uniformNo)
  const errors: RowError[] = []
  let [total, stagedCount] = [0, 0]
  await withStageWriter(db, stage, async (write) => {
    for await (const { rows, good, errors: chunkErrors } of upload.read(file)) {
      errors.push(...chunkErrors)
      await write(good)
      total += rows.length
      stagedCount += good.length
      await run.progress(total)
    }
  })
  await run.progress(total, total)
  await updateUnfinishedUpload(db, upload)
    .set({ total_count: total, error_log: JSON.stringify(errorLogOf(errors)) })
    .execute()
  return { stage, stagedCount, errors }
}

/** Maximum number of attempts to publish the rows of an upload. */
const maxTries = 5

/**
 * Publishes the staged rows and ends the upload, in one transaction.
 * Retries the transaction after a conflict with a concurrent transaction.
 */
const publish = async (work: UploadWork, upload: Upload, file: StagedFile, tries = 1): Promise<void> => {
  const { backgroundDb: db } = work.ports
  try {
    const duplicates = (await upload.findDuplicates?.(db, file.stage)) ?? []
    await inTransaction(db, (trx) => publishRows(trx, work, upload, { ...file, duplicates }))
  } catch (error) {
    // A concurrent transaction may have written the same account or number.
    // The next attempt reads its records and reports the row.
    if (tries < maxTries && isConcurrencyError(error)) return publish(work, upload, file, tries + 1)
    throw error
  }
}

const publishRows = async (
  trx: Db,
  { ports, run }: UploadWork,
  upload: Upload,
  { stage, stagedCount, errors, duplicates }: StagedFile & { readonly duplicates: readonly RowError[] },
): Promise<void> => {
  await run.confirm(trx)
  if (!(await lockProcessing(trx, upload))) return
  const foundCount = await countStaged(trx, stage)
  requireCount('staged rows', foundCount, stagedCount)
  const conflicts = await upload.findConflicts(trx, stage, duplicates)
  const log = errorLogOf([...errors, ...conflicts])
  if (conflicts.length > 0) await writeErrorLog(trx, upload, log)
  const isRefused = upload.mode === 'AllOrNothing' && log.some((error) => !isWarning(error))
  if (!isRefused) await deleteStaged(trx, stage, conflicts)
  const goodCount = conflicts.length === 0 ? foundCount : await countStaged(trx, stage)
  const count = isRefused ? 0 : goodCount
  if (count > 0) requireCount('written records', await upload.writeRecords(trx, stage, count), count)
  await finish(trx, upload, { count, log, now: ports.clock() })
  await run.end(trx)
}

/** Locks an upload that is being processed. Returns false if the upload was deleted or has ended. */
const lockProcessing = async (trx: Db, { table, id }: UploadKey): Promise<boolean> => {
  const locked = trx
    .selectFrom(table)
    .select('serial_id')
    .where('serial_id', '=', id)
    .where('import_status', '=', 'Processing')
    .forUpdate()
  return (await locked.executeTakeFirst()) !== undefined
}

/** Throws an error if rows were lost, so that the job is retried and the file is not imported in part. */
const requireCount = (name: string, actual: number, expected: number): void => {
  if (actual !== expected) throw new Error(`The import has ${actual} ${name} instead of ${expected}.`)
}

/** Writes the final state of an upload, and its audit line. */
const finish = async (
  trx: Db,
  upload: Upload,
  { count, log, now }: { readonly count: number; readonly log: readonly RowError[]; readonly now: Date },
): Promise<void> => {
  const counts = await trx
    .updateTable(upload.table)
    .set({
      import_status:
        count === 0
          ? 'Failed'
          : sql`case when ${count}::bigint < total_count then 'PartialFailed' else 'Succeeded' end`,
      success_count: count,
      fail_count: sql`total_count - ${count}::bigint`,
      finish_time: now.toISOString(),
      update_time: nextUpdateTime(now),
    })
    .where('serial_id', '=', upload.id)
    .returning(['total_count as TotalCount', 'success_count as SuccessCount'])
    .executeTakeFirstOrThrow()
  const additionalValues = await upload.complete(trx, counts, log)
  await writeAuditLines(trx, uploadAudit(upload, now, { ...counts, ...additionalValues }))
}

/** Returns the audit line of an upload that has ended. */
export const uploadAudit = (
  { resource, id, userId, uniformNo }: Pick<Upload, 'resource' | 'id' | 'userId' | 'uniformNo'>,
  at: Date,
  after: UploadCounts & RecordValues,
): AuditLine => ({ at, userId, uniformNo, ip: '', action: 'Import', resource, recordKey: String(id), after })

/** Writes the final state of an upload whose job failed or was cancelled. `reason` is the error that ended the job. */
export const endFailedUpload = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  { table, id, job }: Pick<Upload, 'table' | 'id' | 'job'>,
  reason: unknown,
): Promise<void> => {
  if (!(reason instanceof Refusal || reason instanceof JobCancelled))
    log.error('import failed', { table, import: id, ...errorDetails(reason) })
  const message = failureMessage(reason)
  const now = clock()
  const error = JSON.stringify([rowError(1, '檔案', '', 'E112', message)])
  await updateUnfinishedUpload(db, { table, id })
    .set({
      import_status: 'Failed',
      success_count: 0,
      fail_count: sql`total_count`,
      error_log: sql`${error}::text::jsonb || coalesce(error_log, '[]')`,
      finish_time: now.toISOString(),
      update_time: nextUpdateTime(now),
    })
    .execute()
  if (reason instanceof JobCancelled) await writeOutcome(db, { name: job, data: { SerialId: id }, outcome: message })
}

/** Returns the message for the user whose import has failed. */
const failureMessage = (reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '匯入已取消，這個檔案沒有匯入任何資料；如仍需要，請重新上傳整個檔案。'
  return '系統發生錯誤，這個檔案沒有匯入任何資料，請稍後重新上傳。'
}
