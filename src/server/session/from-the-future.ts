import { sql } from 'kysely'
import { lockMinutes } from '../../domain/portal-user'
import type { Ports } from '../ports'
import { skewMinutes } from '../store/known-time'
import { captchaSeconds } from './captcha'

/**
 * Ends what a clock that was set back would keep alive for too long: sessions that were used, and codes that were sent, at a time that is yet to come.
 * Asked at the start and whenever the clock goes back; nobody's lock ends, and none lasts longer than the longest.
 */
export const endFuture = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> => {
  const now = sql`${clock().toISOString()}::timestamptz`
  const soon = sql`${now} + make_interval(mins => ${skewMinutes}::int)`
  await sql`update session set ended_at = ${now}, end_reason = 'clock' where ended_at is null and last_seen > ${soon}`.execute(db)
  await sql`delete from one_time_password where sent_at > ${soon}`.execute(db)
  await sql`delete from captcha where expires_at > ${soon} + make_interval(secs => ${captchaSeconds}::int)`.execute(db)
  const longest = sql`make_interval(mins => ${lockMinutes.longest}::int)`
  await sql`update rate_limit set window_end = ${now} + ${longest} where window_end > ${soon} + ${longest}`.execute(db)
  await sql`update portal_user_secret set locked_until = ${now} + ${longest} where locked_until > ${soon} + ${longest}`.execute(db)
}
