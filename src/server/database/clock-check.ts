import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../ports'

/**
 * Maximum number of days between two uses of the portal, longer than any series of holidays.
 * After a longer gap an operator must confirm the clock.
 */
export const maxClockGapDays = 14

/**
 * Records the time and returns null if the clock can be trusted.
 * Otherwise returns a message for the operator; in that case, nothing may be deleted because of its age.
 * A clock that is years ahead must not cause the deletion of a bank's records.
 */
export const checkClock = async (db: Db, now: Date): Promise<string | null> => {
  await initializeLatest(db, now)
  const { numUpdatedRows } = await db
    .updateTable('known_time')
    .set({ latest: now.toISOString() })
    .where(isClockTrusted(now))
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return null
  const { latest } = await db.selectFrom('known_time').select('latest').executeTakeFirstOrThrow()
  return `The clock says ${readableTime(now.toISOString())}, but the portal was last in use on ${readableTime(latest)}, more than ${maxClockGapDays} days earlier. ${remedy}`
}

const remedy = 'Correct the clock. If it is right, confirm it with: npm run admin -- confirm-time'

/** Records that the operator has confirmed the clock. */
export const confirmTime = async (db: Db, now: Date): Promise<void> => {
  await initializeLatest(db, now)
  await db.updateTable('known_time').set({ latest: now.toISOString() }).execute()
}

/**
 * Returns the SQL condition that the clock is at most `maxClockGapDays` days after the latest known time.
 * Irreversible changes that depend on age require it.
 */
export const isClockTrusted = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`not exists (select 1 from known_time where latest < ${now.toISOString()}::timestamptz - make_interval(days => ${maxClockGapDays}::int))`

/**
 * If no time is recorded yet, records the time of the latest log entry, because the portal may have been in use before
 * `known_time` existed; without log entries, records the current time.
 */
const initializeLatest = async (db: Db, now: Date): Promise<void> => {
  await sql`
    insert into known_time (latest)
    select coalesce(greatest((select max(log_time) from security_log), (select max(at) from audit_log)), ${now.toISOString()}::timestamptz)
    where not exists (select 1 from known_time)
    on conflict do nothing`.execute(db)
}

const readableTime = (dateTime: string): string => `${dateTime.slice(0, 16).replace('T', ' ')} UTC`
