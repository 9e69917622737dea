import { sql } from 'kysely'
import { lockDurationInMinutes, lockoutsUntilLongestLock, maxLoginErrors } from '../../domain/access/portal-user'
import type { Call } from '../call'
import type { Row } from '../database/tables'
import type { Db } from '../ports'
import { isCompanyClosed, type PortalUser } from './portal-user'
import { recordUserEvent, type SecurityEvent } from './security-log'
import { enqueueUserNotice } from './user-notices'

/**
 * Where a password is entered: at an IP address from which somebody has signed in to the account before, or at any
 * other address.
 * Each origin has its own attempts and lock, so that other people cannot lock out the owner.
 */
export type SignInOrigin = 'known' | 'other'

/** A password attempt of a user, counted before the password is compared. */
export interface PasswordAttempt {
  readonly origin: SignInOrigin
  /** Whether the attempt was refused, because a lock had not ended. */
  readonly isRefused: boolean
  /** The end of the lock that this attempt started, because it was the last one; null if it started none. */
  readonly lockedUntil: string | null
}

/**
 * Uses up one of the remaining attempts before the password is compared, so that parallel guesses cannot share an
 * attempt.
 * The last attempt locks the user at once; after a correct password, {@link resetPasswordFailures} removes the lock.
 * A single statement writes both tables, so that the status on the users page always agrees with the lock.
 */
export const consumePasswordAttempt = async (
  db: Db,
  userId: number,
  { origin, at }: { readonly origin: SignInOrigin; readonly at: Date },
): Promise<PasswordAttempt> => {
  const { wrong, locks, until } = columnsByOrigin[origin]
  const now = timeOf(at)
  const newCount = sql`case when ${until} is null then ${wrong} + 1 else 1 end`
  // The duration is looked up by the number of earlier locks.
  const lockEnd = sql`${now} + (${JSON.stringify(minutesByLock)}::text::jsonb ->> least(${locks}, ${minutesByLock.length - 1}::int))::int * interval '1 minute'`
  const { rows } = await sql<{ until: Row<'portal_user_secret'>['locked_until'] }>`
    with changed as (
      update portal_user_secret set
        ${wrong} = ${newCount},
        ${locks} = case when ${newCount} >= ${maxLoginErrors} then ${locks} + 1 else ${locks} end,
        ${until} = case when ${newCount} >= ${maxLoginErrors} then ${lockEnd} else null end
      where user_id = ${userId} and (${until} is null or ${until} <= ${now})
      returning user_id, ${wrong} as wrong_count, ${until} as until, ${isLocked(now)} as locked
    )
    update portal_user u set login_error_count = changed.wrong_count, user_status = ${newStatus}
    from changed where u.serial_id = changed.user_id
    returning changed.until`.execute(db)
  return { origin, isRefused: rows.length === 0, lockedUntil: rows[0]?.until ?? null }
}

/** Minutes of each consecutive lock; further locks are as long as the last one. */
const minutesByLock = Array.from({ length: lockoutsUntilLongestLock }, (_, index) => lockDurationInMinutes(index + 1))

const columnsByOrigin = {
  known: { wrong: sql.ref('wrong_count'), locks: sql.ref('lock_count'), until: sql.ref('locked_until') },
  other: {
    wrong: sql.ref('other_wrong_count'),
    locks: sql.ref('other_lock_count'),
    until: sql.ref('other_locked_until'),
  },
}

const timeOf = (at: Date) => sql`${at.toISOString()}::timestamptz`

const isLocked = (now: ReturnType<typeof timeOf>) =>
  sql`coalesce(greatest(locked_until, other_locked_until) > ${now}, false)`

// A user has the status Locked until the locks of both origins have ended.
const newStatus = sql`case
  when changed.locked and u.user_status = 'Enabled' then 'Locked'
  when not changed.locked and u.user_status = 'Locked' then 'Enabled'
  else u.user_status
end`

/** Resets the count of wrong passwords and removes the lock of an origin after a correct password from there. */
export const resetPasswordFailures = async (
  db: Db,
  userId: number,
  { origin, at }: { readonly origin: SignInOrigin; readonly at: Date },
): Promise<void> => {
  const { wrong, locks, until } = columnsByOrigin[origin]
  await sql`
    with changed as (
      update portal_user_secret set ${wrong} = 0, ${locks} = 0, ${until} = null where user_id = ${userId}
      returning user_id, ${isLocked(timeOf(at))} as locked
    )
    update portal_user u set login_error_count = 0, user_status = ${newStatus}
    from changed where u.serial_id = changed.user_id`.execute(db)
}

/** Returns the minutes until the lock of the origin `known` ends; 0 means no lock. */
export const lockMinutesLeftAtKnownOrigin = async (db: Db, userId: number, at: Date): Promise<number> => {
  const secret = await db
    .selectFrom('portal_user_secret')
    .select('locked_until')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const until = secret?.locked_until ?? null
  return until === null ? 0 : Math.max(0, Math.ceil((Date.parse(until) - at.getTime()) / 60_000))
}

/**
 * A failed password check: the account as it was entered, the user of that account if there is one, and the consumed
 * attempt.
 */
interface PasswordFailure {
  readonly event: SecurityEvent['event']
  readonly enteredAccount: { readonly uniform_no: string; readonly user_id: string }
  readonly user: PortalUser | undefined
  readonly passwordAttempt: PasswordAttempt
}

/**
 * Logs a failed password check, without the password; if it has locked the account, enqueues the notice to the owner in
 * the same transaction.
 */
export const recordPasswordFailure = (
  call: Call,
  { event, enteredAccount, user, passwordAttempt: { origin, lockedUntil } }: PasswordFailure,
): Promise<void> =>
  call.ports.db.transaction().execute(async (trx) => {
    await recordUserEvent({ ...call, ports: { ...call.ports, db: trx } }, event, enteredAccount)
    if (user === undefined || lockedUntil === null || user.user_status === 'Disabled' || isCompanyClosed(user)) return
    await enqueueUserNotice(call.ports, trx, user, { kind: 'locked', origin, until: lockedUntil })
  })
