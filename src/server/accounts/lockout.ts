import { sql } from 'kysely'
import { locksUntilLongest, maxLoginErrors, minutesLocked } from '../../domain/access/portal-user'
import type { Db } from '../ports'

/**
 * Uses up one of a user's remaining tries before the password is compared, so that parallel guesses cannot share a try. Returns false for a locked user.
 * The last try locks the user at once; after a correct password, {@link clearWrongPasswords} removes the lock.
 * It is one statement, so that the status on the page of users never differs from the lock.
 */
export const takeTry = async (db: Db, userId: number, at: Date): Promise<boolean> => {
  const now = sql`${at.toISOString()}::timestamptz`
  const count = sql`case when s.locked_until is null then s.wrong_count + 1 else 1 end`
  const lock = sql`${now} + (${JSON.stringify(minutesByLock)}::text::jsonb ->> least(s.lock_count, ${minutesByLock.length - 1}::int))::int * interval '1 minute'`
  const { rows } = await sql`
    with taken as (
      update portal_user_secret s set
        wrong_count = ${count},
        lock_count = case when ${count} >= ${maxLoginErrors} then s.lock_count + 1 else s.lock_count end,
        locked_until = case when ${count} >= ${maxLoginErrors} then ${lock} else null end
      where s.user_id = ${userId} and (s.locked_until is null or s.locked_until <= ${now})
      returning s.user_id, s.wrong_count, s.locked_until is not null as locked
    )
    update portal_user u set
      login_error_count = taken.wrong_count,
      user_status = case
        when taken.locked and u.user_status = 'Enabled' then 'Locked'
        when not taken.locked and u.user_status = 'Locked' then 'Enabled'
        else u.user_status
      end
    from taken where u.serial_id = taken.user_id
    returning u.serial_id`.execute(db)
  return rows.length > 0
}

/** Minutes of each consecutive lock; further locks are as long as the last one. */
const minutesByLock = Array.from({ length: locksUntilLongest }, (_, index) => minutesLocked(index + 1))

/** Clears wrong passwords and locks after a correct one. */
export const clearWrongPasswords = async (db: Db, userId: number): Promise<void> => {
  await sql`
    with cleared as (
      update portal_user_secret set wrong_count = 0, lock_count = 0, locked_until = null where user_id = ${userId} returning user_id
    )
    update portal_user u set
      login_error_count = 0,
      user_status = case when u.user_status = 'Locked' then 'Enabled' else u.user_status end
    from cleared where u.serial_id = cleared.user_id`.execute(db)
}

/** Returns how many minutes a lock still lasts; 0 means no lock. */
export const lockMinutesLeft = async (db: Db, userId: number, at: Date): Promise<number> => {
  const secret = await db.selectFrom('portal_user_secret').select('locked_until').where('user_id', '=', userId).executeTakeFirst()
  const until = secret?.locked_until ?? null
  return until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - at.getTime()) / 60_000))
}
