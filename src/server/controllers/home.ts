import type { ActivityInfo, CaptchaTicket, NoticeInfo } from '../../contract/call-responses'
import { taipeiToday } from '../../domain/dates/dates'
import { captchaChallenge, captchaSeconds, newCaptcha, requireValidTicket } from '../accounts/captcha/captcha'
import { captchaPicture } from '../accounts/captcha/picture'
import { checkCertificate } from '../bills/certificate-check'
import { getSubscription, resubscribe, unsubscribe } from '../bills/notices/subscription'
import { type Controller, FileDownload, HttpRefusal } from '../call'
import { defineController } from '../module'
import type { Db, Ports } from '../ports'
import { singleValue } from '../query-values'
import { parseKeyNumber } from '../records/parse-key'
import { captchaLimits, countAttempt } from '../security/rate-limit'

/**
 * Calls without a session: captchas, published notices (公告), activities, checks of certificates, and subscriptions to
 * the messages about bills.
 */
const calls: Controller = {
  GetVICode: async ({ ports, client }): Promise<CaptchaTicket> => {
    await countAttempt(ports, captchaLimits.ticket, client.ip)
    return {
      VCode: await newCaptcha(ports),
      ExpiresIn: captchaSeconds,
      Challenge: await captchaChallenge(ports, client.ip),
    }
  },
  GetCaptchaImage: async (call) => {
    await countAttempt(call.ports, captchaLimits.picture, call.client.ip)
    return new FileDownload(
      'captcha.svg',
      'image/svg+xml',
      new TextEncoder().encode(await captchaPicture(call.ports, await requireValidTicket(call))),
    )
  },
  GetNotice: async ({ ports, params }) => {
    const id = parseKeyNumber(params.SerialId ?? '')
    const notice = id === null ? undefined : await currentNotice(ports, id)
    if (notice === undefined) throw new HttpRefusal(404, '找不到這則公告，可能已經下架。')
    return notice
  },
  CheckCertificate: checkCertificate,
  GetSubscription: getSubscription,
  Unsubscribe: unsubscribe,
  Resubscribe: resubscribe,
  GetNotices: ({ ports, query }) =>
    currentNotices(ports, { category: singleValue(query, 'Category'), audience: singleValue(query, 'Audience') }),
  GetActivities: ({ ports }) => currentActivities(ports),
}

export default defineController('Home', { calls })

/** Returns the notices that are published today, at most 200: pinned notices first, then the newest. */
const currentNotices = async (
  { db, clock }: Ports,
  { category, audience }: { readonly category?: string | undefined; readonly audience?: string | undefined },
): Promise<readonly NoticeInfo[]> => {
  let notices = publishedNotices(db, clock())
  if (category !== undefined) notices = notices.where('category', '=', category)
  if (audience !== undefined) notices = notices.where('audience', 'in', ['All', audience])
  return notices
    .orderBy('pinned', 'desc')
    .orderBy('publish_date', 'desc')
    .orderBy('serial_id', 'desc')
    .limit(200)
    .execute()
}

/** Returns a notice if it is published today. */
const currentNotice = ({ db, clock }: Ports, serialId: number): Promise<NoticeInfo | undefined> =>
  publishedNotices(db, clock()).where('serial_id', '=', serialId).executeTakeFirst()

const publishedNotices = (db: Db, now: Date) =>
  db
    .selectFrom('notice')
    .select(['serial_id as SerialId', 'title as Title', 'category as Category', 'audience as Audience'])
    .select(['content as Content', 'publish_date as PublishDate', 'expire_date as ExpireDate'])
    .select((eb) => eb.fn.coalesce('pinned', eb.lit(false)).as('Pinned'))
    .where('publish_date', '<=', taipeiToday(now))
    .where((eb) => eb.or([eb('expire_date', 'is', null), eb('expire_date', '>=', taipeiToday(now))]))

/** Returns the activities that run today, at most 50, in the order that the bank has set. */
const currentActivities = ({ db, clock }: Ports): Promise<readonly ActivityInfo[]> => {
  const today = taipeiToday(clock())
  return db
    .selectFrom('activity')
    .select([
      'serial_id as SerialId',
      'title as Title',
      'summary as Summary',
      'link_url as LinkUrl',
      'start_date as StartDate',
      'end_date as EndDate',
    ])
    .where('start_date', '<=', today)
    .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>=', today)]))
    .orderBy('sort')
    .orderBy('start_date', 'desc')
    .orderBy('serial_id')
    .limit(50)
    .execute()
}
