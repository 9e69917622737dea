import { sql } from 'kysely'
import { firstAndLastDay } from '../../../domain/dates/dates'
import { formatRoc7 } from '../../../domain/dates/roc-date'
import { enumText } from '../../../domain/enums'
import { Refusal } from '../../../domain/refusal'
import type { RecordValues } from '../../../schema/language/types'
import { periodError } from '../../../schema/rules/list-filters'
import { actorOf, companyOf } from '../../access/caller'
import { requireQueryRight } from '../../access/operations'
import type { Call } from '../../call'
import { contextOf, throwIfFieldErrors } from '../../context'
import type { Db } from '../../ports'
import { createRecord } from '../../records/create'
import { type ReportConditions, reportOf } from './report-types'

/** Name of the job that writes the file of a requested report. */
export const reportJob = 'report'

/** Maximum number of unfinished reports of a company. */
export const maxUnfinishedReports = 20

/** The longest period of a report, in days. */
const maxReportDays = 92

/** Requests a report: stores the record and its job. */
export const requestReport = (call: Call): Promise<RecordValues> => {
  const { ports, schemas, scope, client } = call
  return createRecord(contextOf(call), schemas.get('Report'), call.body, {
    values: async (context, record) => {
      const conditions = conditionsOf(record)
      throwIfFieldErrors(periodErrors(conditions))
      requireQueryRight(call, reportOf(conditions).report)
      await requirePlaceInQueue(context.db, companyOf(scope))
      return {
        ReportName: reportName(conditions),
        JobStatus: 'Pending',
        RequestUser: actorOf(scope),
        RequestTime: context.clock().toISOString(),
      }
    },
    afterWrite: async ({ db }, { SerialId }) =>
      void (await ports.jobs.enqueue(
        db,
        reportJob,
        { SerialId, scope, ip: client.ip },
        { uniformNo: companyOf(scope), userId: actorOf(scope) },
      )),
  })
}

// The cast is safe, because the record was validated by its schema.
const conditionsOf = (record: RecordValues): ReportConditions => record as unknown as ReportConditions

const periodErrors = ({ ReportType, StartDate, EndDate }: ReportConditions): Readonly<Record<string, string>> => {
  const [first, last] = firstAndLastDay(StartDate.slice(0, 7))
  if (ReportType === 'ChannelFee' && (StartDate !== first || EndDate !== last))
    return { EndDate: `通路手續費月報表以一個月為單位，起日須為該月第一日，迄日須為該月最後一日（${slashes(last)}）。` }
  if (ReportType === 'DailyPaid' && StartDate !== EndDate)
    return { EndDate: `每日繳款明細表一次產製一天，迄日須與起日（${slashes(StartDate)}）相同。` }
  const error = periodError(StartDate, EndDate, maxReportDays)
  return error === undefined ? {} : { EndDate: error }
}

const slashes = (date: string): string => date.replaceAll('-', '/')

const reportName = ({ ReportType, StartDate, EndDate }: ReportConditions): string =>
  `${enumText('ReportType', ReportType)}_${formatRoc7(StartDate)}-${formatRoc7(EndDate)}`

/**
 * Throws a refusal if a company has the maximum number of unfinished reports: they are written one after the other, so
 * other companies would have to wait too.
 * The lock on the company makes concurrent requests wait, so that each counts the reports of the others.
 */
const requirePlaceInQueue = async (db: Db, uniformNo: string): Promise<void> => {
  await sql`select from customer where uniform_no = ${uniformNo} for no key update`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count
    from report r
    join agreement a using (apply_code)
    where r.job_status in ('Pending', 'Processing') and a.uniform_no = ${uniformNo}`.execute(db)
  if ((rows[0]?.count ?? 0) >= maxUnfinishedReports)
    throw new Refusal(
      '2006',
      `貴公司已有 ${maxUnfinishedReports} 份報表等待產製，請等其中一份完成，或在作業通知取消不需要的報表後再申請。`,
    )
}
