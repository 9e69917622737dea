import { lockMinutes } from '../../domain/access/portal-user'
import { skewMinutes } from '../database/clock-check'
import type { Ports } from '../ports'
import { captchaSeconds } from './captcha/captcha'

/**
 * Ends sessions that were used in the future and codes that were sent in the future, which a clock that was set back would keep alive for too long.
 * Shortens locks to the longest allowed one. Called at every start.
 */
export const correctClockRollback = async ({ db, clock }: Pick<Ports, 'db' | 'clock'>): Promise<void> => {
  const now = clock().getTime()
  const after = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
  const soon = after(skewMinutes)
  await db
    .updateTable('session')
    .set({ ended_at: after(0), end_reason: 'clock' })
    .where('ended_at', 'is', null)
    .where('last_seen', '>', soon)
    .execute()
  await db.deleteFrom('one_time_password').where('sent_at', '>', soon).execute()
  await db
    .deleteFrom('captcha')
    .where('expires_at', '>', after(skewMinutes + captchaSeconds / 60))
    .execute()
  const [end, latest] = [after(lockMinutes.longest), after(skewMinutes + lockMinutes.longest)]
  await db.updateTable('rate_limit').set({ window_end: end }).where('window_end', '>', latest).execute()
  await db.updateTable('portal_user_secret').set({ locked_until: end }).where('locked_until', '>', latest).execute()
}
