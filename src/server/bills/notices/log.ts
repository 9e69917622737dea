import { type RawBuilder, sql } from 'kysely'
import type { BillNotice, NoticeRun, NoticeRuns } from '../../../contract/call-responses'
import { noticeRunPageSize } from '../../../contract/list-query'
import { noticeChannelCodes, noticeChannels, noticeName } from '../../../domain/bills/bill-notice'
import { companyOf } from '../../access/caller'
import { visibilityInDetail } from '../../access/fields'
import { agreementCondition } from '../../access/tenant'
import { type Call, HttpRefusal } from '../../call'
import { toTaipei } from '../../database/times'
import type { JobListing } from '../../jobs/job-listing'
import { readPageNo } from '../../query-values'
import { parseKeyNumber } from '../../records/parse-key'

/** Returns the query for the latest 50 notices of a bill, newest first. */
export const noticesQuery = (serialId: number): RawBuilder<BillNotice> => sql`
  select
    n.channel as "Channel", n.recipient as "Recipient", n.notify_status as "NotifyStatus", n.reason as "Reason",
    r.request_user as "RequestUser", r.request_time as "RequestTime", n.finish_time as "FinishTime"
  from bill_notice n
  join bill_notice_run r on r.run_id = n.run_id
  where n.bill_serial_id = ${serialId}
  order by n.notice_id desc
  limit 50`

/** Returns the notices that the query has read, for a response. */
export const noticesOf = (rows: readonly BillNotice[]): readonly BillNotice[] =>
  rows.map((notice) => ({
    ...notice,
    RequestTime: toTaipei(notice.RequestTime),
    FinishTime: notice.FinishTime && toTaipei(notice.FinishTime),
  }))

/**
 * Returns the progress of a run, with the result of each of its bills that the session may see.
 * Throws a refusal (404) if the session may see none of them.
 */
export const noticeRun = async (call: Call): Promise<NoticeRun> => {
  const { ports, params, scope, schemas } = call
  const { rows } = await sql<RunRow & NoticeRun['Results'][number]>`
    select
      r.run_id as "RunId", r.channel as "Channel", r.request_user as "RequestUser", r.request_time as "RequestTime",
      b.serial_id as "SerialId", b.bill_no as "BillNo", n.recipient as "Recipient", n.notify_status as "NotifyStatus", n.reason as "Reason",
      n.finish_time as "FinishTime"
    from bill_notice n
    join bill_notice_run r on r.run_id = n.run_id
    join bill b on b.serial_id = n.bill_serial_id
    where n.run_id = ${parseKeyNumber(params.RunId ?? '') ?? 0} and ${agreementCondition(scope, 'b')}
    order by n.notice_id`.execute(ports.db)
  const [run] = rows
  if (run === undefined) throw new HttpRefusal(404, '找不到這次的寄送，可能已經刪除，或您沒有查詢的權限。')
  const { RunId, Channel, RequestUser, RequestTime } = run
  const isHidden = visibilityInDetail(call, schemas.get('bills'), noticeChannels[Channel].addressField) === 'hidden'
  const Results = rows.map(({ SerialId, BillNo, Recipient, NotifyStatus, Reason, FinishTime }) => ({
    SerialId,
    BillNo,
    Recipient: isHidden ? '' : Recipient,
    NotifyStatus,
    Reason,
    FinishTime: FinishTime && toTaipei(FinishTime),
  }))
  return { RunId, Channel, RequestUser, RequestTime: toTaipei(RequestTime), Results }
}

type RunRow = Omit<NoticeRun, 'Results'>

/**
 * Returns a page of the company's runs, newest first, with the number of bills that the session may see, in total and
 * by result.
 */
export const noticeRuns = async ({ ports, query, scope }: Call): Promise<NoticeRuns> => {
  const PageNo = readPageNo(query)
  const fromVisibleNotices = sql`
    from bill_notice n
    join bill b on b.serial_id = n.bill_serial_id
    where n.run_id = r.run_id and ${agreementCondition(scope, 'b')}`
  const companyRuns = sql`bill_notice_run r where r.uniform_no = ${companyOf(scope)} and exists (select ${fromVisibleNotices})`
  const { rows } = await sql<NoticeRuns['Runs'][number]>`
    select r.run_id as "RunId", r.channel as "Channel", r.request_user as "RequestUser", r.request_time as "RequestTime", counts.*
    from (select r.* from ${companyRuns} order by r.request_time desc, r.run_id desc limit ${noticeRunPageSize} offset ${(PageNo - 1) * noticeRunPageSize}) r
    cross join lateral (
      select
        count(*) as "BillCount",
        count(*) filter (where n.notify_status = 'Success') as "SentCount",
        count(*) filter (where n.notify_status = 'GiveUp') as "GivenUpCount"
      ${fromVisibleNotices}
    ) counts
    order by r.request_time desc, r.run_id desc`.execute(ports.db)
  const total = await sql<{ count: number }>`select count(*) from ${companyRuns}`.execute(ports.db)
  return {
    Runs: rows.map((row) => ({ ...row, RequestTime: toTaipei(row.RequestTime) })),
    RunCount: Number(total.rows[0]?.count ?? 0),
  }
}

/** The title of a run of notices, whose job is the row `job` of the outer statement. */
const runTitle = sql<string | null>`(
  select
    case r.channel ${sql.join(
      noticeChannelCodes.map((code) => sql`when ${sql.lit(code)} then ${sql.lit(noticeName(code))}`),
      sql` `,
    )} end
    || '：共 ' || count(*) || ' 張帳單，已寄出 ' || count(*) filter (where n.notify_status = 'Success') || ' 張'
    || case when bool_or(n.notify_status = 'GiveUp') then '，未寄出 ' || count(*) filter (where n.notify_status = 'GiveUp') || ' 張' else '' end
  from bill_notice n
  join bill_notice_run r on r.run_id = n.run_id
  where r.run_id = (job.data ->> 'RunId')::bigint
  group by r.channel
)`

/** The run of notices that a job sends, as the list of jobs shows it. */
export const billNoticeRecord: NonNullable<JobListing['record']> = {
  page: 'noticeRun',
  id: sql`job.data ->> 'RunId'`,
  title: runTitle,
}
