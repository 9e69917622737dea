import { sql } from 'kysely'
import type { BulkHandlingResult } from '../../../../contract/exceptions'
import { maxListedRefusals } from '../../../../contract/exceptions-limits'
import type { JobListing } from '../../../jobs/job-listing'
import type { ModuleJob } from '../../../module'
import type { Db, JobRun } from '../../../ports'
import type { RecordContext } from '../../../record-context'
import type { Scope } from '../../../scope'
import type { LineVersion } from '../change-line'
import { type BulkHandling, type RefusedLine, refusedLines, requestsFor } from './bulk-handling'
import { planBatch } from './plan-batch'
import { writeHandlings } from './write-handlings'

/** Name of the job that handles many lines. */
export const bulkHandlingJob = 'bulkHandling'

/** Number of lines that are handled in one transaction. */
export const linesPerBatch = 100

/** The data of the job. */
interface BulkHandlingData extends BulkHandling {
  readonly lines: readonly LineVersion[]
  readonly scope: Scope
  readonly ip: string
}

/**
 * Handles lines in batches, each in a transaction of its own.
 * If the process dies, the job starts again from the first line; lines that it has already handled are skipped.
 */
export const runBulkHandling: ModuleJob['run'] = async ({ ports, schemas, modules }, data, run) => {
  // The cast is safe, because `enqueueBulkHandling` wrote the data.
  const { lines, scope, ip, ...wanted } = data as unknown as BulkHandlingData
  const context = { db: ports.backgroundDb, schemas, modules, scope, clock: ports.clock, ip }
  const handled = await handledIds(ports.backgroundDb, run.id)
  const open = lines.filter(({ serialId }) => !handled.has(serialId))
  const batchRun = { wanted, run, count: lines.length, refused: [] }
  for (let start = 0; start < open.length; start += linesPerBatch) {
    await run.progress(handled.size + start, lines.length)
    await handleBatch(context, open.slice(start, start + linesPerBatch), batchRun)
  }
  await ports.backgroundDb.transaction().execute(async (trx) => {
    await run.confirm(trx)
    await storeResult(trx, batchRun)
    await trx.updateTable('job').set({ done: lines.length, total: lines.length }).where('id', '=', run.id).execute()
    await run.end(trx)
  })
}

const handledIds = async (db: Db, jobId: number): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{
    id: number
  }>`select line_serial_id as id from line_handling where job_id = ${jobId}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

interface BatchRun {
  readonly wanted: BulkHandling
  readonly run: JobRun
  /** Number of all lines of the job. */
  readonly count: number
  /** The lines so far that cannot be handled. */
  readonly refused: RefusedLine[]
}

/**
 * Handles a batch, and stores the result so far in the same transaction: a job that is cancelled or fails later tells
 * what it has done.
 */
const handleBatch = (context: RecordContext, batch: readonly LineVersion[], batchRun: BatchRun): Promise<void> =>
  context.db.transaction().execute(async (db) => {
    const { wanted, run, refused } = batchRun
    await run.confirm(db)
    let rest = requestsFor(wanted, batch)
    while (rest.length > 0) {
      const plan = await planBatch({ ...context, db }, rest)
      await writeHandlings({ ...context, db }, plan.handlings, run.id)
      refused.push(...refusedLines(plan))
      rest = plan.deferred
    }
    await storeResult(db, batchRun)
  })

/**
 * Stores the result so far for the user who requested the job.
 * A proposal that a second person has refused since, or that was withdrawn, still counts as proposed.
 */
const storeResult = async (trx: Db, { wanted, run, count, refused }: BatchRun): Promise<void> => {
  const { rows } = await sql<{ proposed: number; done: number }>`
    select count(*) filter (where ${isProposal}) as proposed, count(*) filter (where not ${isProposal}) as done
    from line_handling where job_id = ${run.id}`.execute(trx)
  const result: BulkHandlingResult = {
    Action: wanted.action,
    Count: count,
    DoneCount: Number(rows[0]?.done ?? 0),
    ProposedCount: Number(rows[0]?.proposed ?? 0),
    RefusedCount: refused.length,
    Refused: refused.slice(0, maxListedRefusals),
  }
  await trx
    .updateTable('job')
    .set({ result: JSON.stringify(result) })
    .where('id', '=', run.id)
    .execute()
}

const isProposal = sql`state in ('Proposed', 'Refused', 'Withdrawn')`

/** The note of the job in the list of a user's jobs: what became of the lines, if not all are done. */
export const bulkHandlingNote: NonNullable<JobListing['note']> = sql`
  case when job.finish_time is not null and (job.result ->> 'DoneCount')::int < (job.result ->> 'Count')::int
    then '完成 ' || (job.result ->> 'DoneCount') || ' 筆，待放行 ' || (job.result ->> 'ProposedCount')
      || ' 筆，未處理 ' || ((job.result ->> 'Count')::int - (job.result ->> 'DoneCount')::int - (job.result ->> 'ProposedCount')::int) || ' 筆'
  end`
