import { sql } from 'kysely'
import { mediaTypeOf } from '../../../domain/file-kinds'
import { Refusal } from '../../../domain/refusal'
import { callIdOf } from '../../../schema/calls/endpoints'
import type { ReportFormat } from '../../../schema/language/report'
import { isReport, type ReportResource } from '../../../schema/language/resource'
import type { SchemaSet } from '../../../schema/load/schema-set'
import { reportInForm } from '../../../schema/reports/report-form'
import type { ReportLine } from '../../../schema/reports/report-lines'
import { maxSheetRows } from '../../../schema/sheets/sheet'
import { actorOf, companyOf } from '../../access/caller'
import { contactColumns } from '../../accounts/portal-user'
import { enqueueUserNotice, type NoticeRecipient } from '../../accounts/user-notices'
import { auditList } from '../../context'
import { errorDetails } from '../../database/errors'
import { nextUpdateTime } from '../../database/times'
import { writeContent } from '../../files'
import { beginJobFile, discardJobFile, type JobFileOwner, publishJobFile } from '../../jobs/job-file'
import { JobCancelled, writeOutcome } from '../../jobs/job-rows'
import type { ModuleJob, PortalParts } from '../../module'
import type { Db, JobRun, Ports } from '../../ports'
import type { RecordContext } from '../../record-context'
import type { Scope } from '../../scope'
import { reportCall } from '../report-call'
import { headOf, linesOf } from '../report-file'
import { reportRowSet } from '../report-rows'
import { writeReport } from '../write-report'
import { type ReportConditions, reportOf } from './report-types'
import { reportJob } from './request-report'

/** The values of a report's record that its job needs. */
interface StartedReport extends ReportConditions {
  readonly SerialId: number
  readonly ReportName: string
  readonly FileFormat: ReportFormat
}

/** The requester of a report, in the data of its job. */
interface Requester {
  readonly scope: Scope
  readonly ip: string
}

/** Maximum number of rows in each format. Readers of larger documents open them slowly or not at all. */
export const maxFileRows: Readonly<Record<ReportFormat, number>> = {
  Pdf: 100_000,
  // Subtotals, totals and the head need rows, too.
  Xlsx: maxSheetRows - 40_000,
  Csv: Number.POSITIVE_INFINITY,
  Txt: Number.POSITIVE_INFINITY,
}

/**
 * Writes the file of a report, by pages, and ends its job.
 * File, record, audit line and notice become visible together, so that a report whose process died is written again and
 * its requester is notified once.
 */
export const runReport: ModuleJob['run'] = async (portal, { SerialId, ...data }, run) => {
  // A report that was cancelled while it waited ends here, before its rows are sorted.
  await run.progress(0)
  const { ports, schemas, modules } = portal
  const started = await startReport(ports.backgroundDb, Number(SerialId))
  if (!started) return
  // The cast is safe, because `requestReport` wrote the data.
  const { scope, ip } = data as unknown as Requester
  const context = { db: ports.backgroundDb, schemas, modules, scope, clock: ports.clock, ip }
  const owner: JobFileOwner = { resource: 'Report', serialId: started.SerialId }
  const name = `${started.ReportName}.${started.FileFormat.toLowerCase()}`
  const fileId = await beginJobFile(ports.backgroundDb, owner, {
    name,
    type: mediaTypeOf(name),
    uniformNo: companyOf(scope),
  })
  try {
    const { report, rows, content } = await writtenReport(portal, context, started, run)
    const size = await writeContent(ports.backgroundDb, fileId, content)
    const count = rows.written
    await ports.backgroundDb.transaction().execute(async (db) => {
      const until = await publishJobFile(db, fileId, ports.clock())
      await endReport({ db, clock: ports.clock }, started.SerialId, { count, size, until })
      await auditList({ ...context, db }, report, { action: 'Export', count })
      await notifyRequester(ports, { ...context, db }, { started, until })
      await run.end(db)
    })
  } catch (error) {
    // A failed deletion must not replace the original error. Files that stay hidden are deleted after a day.
    await discardJobFile(ports.backgroundDb, fileId).catch(() => {})
    throw error
  }
}

/** The number of rows that a file has so far. It may end lower than the number of sorted rows, which change meanwhile. */
interface RowCounter {
  written: number
}

/** Returns the content of a report, whose lines are read while it is written, with the counter of its rows. */
const writtenReport = async (
  { ports, schemas }: PortalParts,
  context: RecordContext,
  started: StartedReport,
  run: JobRun,
) => {
  const { report: name, query } = reportOf(started)
  const form = reportInForm(reportNamed(schemas, name), undefined)
  const call = await reportCall(context, form, query, callIdOf(form, 'list'))
  const rowSet = await reportRowSet(call)
  requireRows(started.FileFormat, rowSet.count)
  await run.progress(0, rowSet.count)
  const rows: RowCounter = { written: 0 }
  const lines = withProgress(linesOf(call, rowSet), run, rows)
  const first = await lines.next()
  const content = writeReport(ports, started.FileFormat, {
    report: call.report,
    head: await headOf({ ports, scope: context.scope }, call),
    currencies: rowSet.currencies,
    first: first.done ? [] : first.value,
    more: lines,
  })
  return { report: call.report, rows, content }
}

/** Returns a report by the name of its schema file. */
export const reportNamed = (schemas: SchemaSet, name: string): ReportResource => {
  const resource = schemas.get(name)
  if (!isReport(resource)) throw new Error(`schemas/${name}.json is not a report.`)
  return resource
}

/** Throws a refusal if a report has more rows than files of its format may have. */
const requireRows = (format: ReportFormat, count: number): void => {
  const max = maxFileRows[format]
  if (count <= max) return
  const others = format === 'Pdf' ? 'Excel、CSV 或文字檔' : 'CSV 或文字檔'
  throw new Refusal(
    '2006',
    `報表有 ${count.toLocaleString('en')} 筆，這個格式最多 ${max.toLocaleString('en')} 筆；請以相同條件改選${others}，或縮短期間。`,
  )
}

const withProgress = async function* (
  lines: AsyncIterable<readonly ReportLine[]>,
  run: JobRun,
  rows: RowCounter,
): AsyncGenerator<readonly ReportLine[], undefined> {
  for await (const step of lines) {
    yield step
    rows.written += step.filter(({ kind }) => kind === 'row').length
    await run.progress(rows.written)
  }
}

/** Marks a report as being written and returns it; undefined if it has ended. */
const startReport = async (db: Db, id: number): Promise<StartedReport | undefined> => {
  const { rows } = await sql<StartedReport>`
    update report
    set job_status = 'Processing'
    where serial_id = ${id} and job_status in ('Pending', 'Processing')
    returning
      serial_id as "SerialId", apply_code as "ApplyCode", report_type as "ReportType", report_name as "ReportName",
      date_type as "DateType", start_date as "StartDate", end_date as "EndDate", bill_term_id as "BillTermId",
      channel_ids as "ChannelIds", file_format as "FileFormat"`.execute(db)
  return rows[0]
}

/** The outcome of a report that was written. */
interface ReportOutcome {
  readonly count: number
  /** Size of the file in bytes. */
  readonly size: number
  /** The last day on which the file can be downloaded. */
  readonly until: string
}

const endReport = async (
  { db, clock }: Pick<Ports, 'db' | 'clock'>,
  id: number,
  { count, size, until }: ReportOutcome,
): Promise<void> => {
  const { numUpdatedRows } = await db
    .updateTable('report')
    .set({ job_status: 'Done', row_count: count, file_size: size, expire_date: until, ...endedAt(clock()) })
    .where('serial_id', '=', id)
    .where('job_status', '=', 'Processing')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('The record of a report has already ended.')
}

const endedAt = (now: Date) => ({ finish_time: now.toISOString(), update_time: nextUpdateTime(now) })

/** Enqueues an e-mail with a link to the requester, unless they have been deleted or disabled since. */
const notifyRequester = async (
  { jobs, clock }: Pick<Ports, 'jobs' | 'clock'>,
  { db, scope }: RecordContext,
  { started, until }: { readonly started: StartedReport; readonly until: string },
): Promise<void> => {
  const { rows } = await sql<NoticeRecipient>`
    select c.customer_name, u.user_id, ${contactColumns(clock())}
    from portal_user u
    join customer c on c.uniform_no = u.uniform_no
    where u.uniform_no = ${companyOf(scope)} and u.user_id = ${actorOf(scope)} and u.user_status <> 'Disabled'`.execute(
    db,
  )
  const notice = {
    kind: 'reportReady',
    report: started.ReportName,
    until,
    path: `/admin/Report/${started.SerialId}/show`,
  } as const
  for (const recipient of rows) await enqueueUserNotice({ jobs }, db, recipient, notice)
}

/** Marks a report as failed because it was cancelled, has too many rows, or failed in every attempt. */
export const onReportFailure = async (
  { db, clock, log }: Pick<Ports, 'db' | 'clock' | 'log'>,
  id: number,
  reason: unknown,
): Promise<void> => {
  const outcome = failureMessage({ log }, id, reason)
  await db
    .updateTable('report')
    .set({ job_status: 'Failed', error_message: outcome, ...endedAt(clock()) })
    .where('serial_id', '=', id)
    .where('job_status', 'in', ['Pending', 'Processing'])
    .execute()
  if (reason instanceof JobCancelled) await writeOutcome(db, { name: reportJob, data: { SerialId: id }, outcome })
}

const failureMessage = ({ log }: Pick<Ports, 'log'>, report: number, reason: unknown): string => {
  if (reason instanceof Refusal) return reason.message
  if (reason instanceof JobCancelled) return '產製已取消，沒有產生檔案；如仍需要，請重新產製。'
  log.error('report not written', { report, ...errorDetails(reason) })
  return '系統發生錯誤，沒有產生檔案，請稍後重新產製。'
}
