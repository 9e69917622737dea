import { sql } from 'kysely'
import type { BillNotice, NoticeRun } from '../../../contract/session'
import { agreementCondition } from '../../access/tenant'
import { toTaipei } from '../../database/times'
import { type Call, HttpRefusal } from '../../http/call'
import type { Db } from '../../ports'
import { parseKeyNumber } from '../../records/parse-key'

/** Returns the notices of a bill, newest first. */
export const noticesOfBill = async (db: Db, serialId: number): Promise<readonly BillNotice[]> => {
  const { rows } = await sql<BillNotice>`
    select
      n.channel as "Channel", n.recipient as "Recipient", n.notify_status as "NotifyStatus", n.reason as "Reason",
      r.request_user as "RequestUser", r.request_time as "RequestTime", n.finish_time as "FinishTime"
    from bill_notice n
    join bill_notice_run r on r.run_id = n.run_id
    where n.bill_serial_id = ${serialId}
    order by n.notice_id desc
    limit 50`.execute(db)
  return rows.map((notice) => ({ ...notice, RequestTime: toTaipei(notice.RequestTime), FinishTime: notice.FinishTime && toTaipei(notice.FinishTime) }))
}

/** Returns how far a run has come, with the result of each of its bills that the session may see; 404 where it may see none. */
export const noticeRun = async ({ ports, params, scope }: Call): Promise<NoticeRun> => {
  const { rows } = await sql<NoticeRun['Results'][number]>`
    select b.serial_id as "SerialId", b.bill_no as "BillNo", n.recipient as "Recipient", n.notify_status as "NotifyStatus", n.reason as "Reason"
    from bill_notice n
    join bill b on b.serial_id = n.bill_serial_id
    where n.run_id = ${parseKeyNumber(params.RunId ?? '') ?? 0} and ${agreementCondition(scope, 'b')}
    order by n.notice_id`.execute(ports.db)
  if (rows.length === 0) throw new HttpRefusal(404, '找不到這次的寄送，可能已經刪除，或您沒有查詢的權限。')
  return { Results: rows }
}

/** A run as the list of background work names it. */
export const runTitle = sql<string | null>`(
  select
    case r.channel when 'Email' then '電子郵件通知' else '簡訊通知' end
    || '：共 ' || count(*) || ' 張帳單，已寄出 ' || count(*) filter (where n.notify_status = 'Success') || ' 張'
    || case when bool_or(n.notify_status = 'GiveUp') then '，未寄出 ' || count(*) filter (where n.notify_status = 'GiveUp') || ' 張' else '' end
  from bill_notice n
  join bill_notice_run r on r.run_id = n.run_id
  where r.run_id = (job.data ->> 'RunId')::bigint
  group by r.channel
)`
