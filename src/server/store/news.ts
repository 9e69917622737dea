import { sql } from 'kysely'
import type { ActivityInfo, NoticeInfo } from '../../contract/session'
import { taipeiToday } from '../../domain/dates'
import type { Ports } from '../ports'

/** Notices that are out today: pinned ones first, then the newest. */
export const currentNotices = async (
  { db, clock }: Ports,
  only: { readonly category?: string | undefined; readonly audience?: string | undefined },
): Promise<readonly NoticeInfo[]> => {
  const today = taipeiToday(clock())
  const { rows } = await sql<NoticeInfo>`
    select ${noticeColumns}
    from notice
    where publish_date <= ${today}::date
      and (expire_date is null or expire_date >= ${today}::date)
      and (${only.category ?? null}::text is null or category = ${only.category ?? null}::text)
      and (${only.audience ?? null}::text is null or audience in ('All', ${only.audience ?? null}::text))
    order by pinned desc, publish_date desc, serial_id desc
    limit 200`.execute(db)
  return rows
}

/** One notice that is out today. */
export const currentNotice = async ({ db, clock }: Ports, serialId: number): Promise<NoticeInfo | undefined> => {
  const today = taipeiToday(clock())
  const { rows } = await sql<NoticeInfo>`
    select ${noticeColumns}
    from notice
    where serial_id = ${serialId} and publish_date <= ${today}::date and (expire_date is null or expire_date >= ${today}::date)`.execute(db)
  return rows[0]
}

const noticeColumns = sql`
  serial_id as "SerialId", title as "Title", category as "Category", audience as "Audience",
  content as "Content", pinned as "Pinned", publish_date as "PublishDate", expire_date as "ExpireDate"`

/** Activities that run today, in the order the bank gave them. */
export const currentActivities = async ({ db, clock }: Ports): Promise<readonly ActivityInfo[]> => {
  const today = taipeiToday(clock())
  const { rows } = await sql<ActivityInfo>`
    select
      serial_id as "SerialId", title as "Title", summary as "Summary", link_url as "LinkUrl",
      start_date as "StartDate", end_date as "EndDate"
    from activity
    where start_date <= ${today}::date
      and (end_date is null or end_date >= ${today}::date)
    order by sort, start_date desc, serial_id
    limit 50`.execute(db)
  return rows
}
