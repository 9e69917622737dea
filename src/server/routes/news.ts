import type { ActivityInfo, NoticeInfo } from '../../contract/session'
import { taipeiToday } from '../../domain/dates'
import type { Db, Ports } from '../ports'

/** Notices that are out today: pinned ones first, then the newest. */
export const currentNotices = async (
  { db, clock }: Ports,
  only: { readonly category?: string | undefined; readonly audience?: string | undefined },
): Promise<readonly NoticeInfo[]> => {
  let notices = publishedNotices(db, clock())
  if (only.category !== undefined) notices = notices.where('category', '=', only.category)
  if (only.audience !== undefined) notices = notices.where('audience', 'in', ['All', only.audience])
  return notices.orderBy('pinned', 'desc').orderBy('publish_date', 'desc').orderBy('serial_id', 'desc').limit(200).execute()
}

/** One notice that is out today. */
export const currentNotice = ({ db, clock }: Ports, serialId: number): Promise<NoticeInfo | undefined> =>
  publishedNotices(db, clock()).where('serial_id', '=', serialId).executeTakeFirst()

const publishedNotices = (db: Db, now: Date) =>
  db
    .selectFrom('notice')
    .select(['serial_id as SerialId', 'title as Title', 'category as Category', 'audience as Audience'])
    .select(['content as Content', 'publish_date as PublishDate', 'expire_date as ExpireDate'])
    .select((eb) => eb.fn.coalesce('pinned', eb.lit(false)).as('Pinned'))
    .where('publish_date', '<=', taipeiToday(now))
    .where((eb) => eb.or([eb('expire_date', 'is', null), eb('expire_date', '>=', taipeiToday(now))]))

/** Activities that run today, in the order the bank gave them. */
export const currentActivities = ({ db, clock }: Ports): Promise<readonly ActivityInfo[]> => {
  const today = taipeiToday(clock())
  return db
    .selectFrom('activity')
    .select(['serial_id as SerialId', 'title as Title', 'summary as Summary', 'link_url as LinkUrl', 'start_date as StartDate', 'end_date as EndDate'])
    .where('start_date', '<=', today)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
    .orderBy('sort')
    .orderBy('start_date', 'desc')
    .orderBy('serial_id')
    .limit(50)
    .execute()
}
