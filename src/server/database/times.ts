import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { addDays } from '../../domain/dates/dates'

/**
 * Returns an instant of the database (`2026-11-20T01:15:30.123456Z`) in Taipei time for a response.
 * The result includes microseconds, because UpdateTime is the token of the optimistic lock.
 */
export const toTaipei = (utc: string): string => {
  // A list contains many times. Creating a `Date` for each of them would take several times as long.
  const hour = Number(utc.slice(11, 13)) + hoursAhead
  const [day, hourOfDay] = hour < 24 ? [utc.slice(0, 10), hour] : [nextDay(utc.slice(0, 10)), hour - 24]
  const fraction = utc.slice(20, 26).replace('Z', '')
  return `${day}T${String(hourOfDay).padStart(2, '0')}${utc.slice(13, 19)}.${fraction.padEnd(6, '0')}+08:00`
}

/** Hours by which the time in Taipei is ahead of UTC. */
const hoursAhead = 8

/** Returns the day after a day. The days are cached, because a list contains few different ones. */
const nextDay = (day: string): string => {
  const known = nextDays.get(day)
  if (known !== undefined) return known
  const next = addDays(day, 1)
  nextDays.set(day, next)
  return next
}

const nextDays = new LRUCache<string, string>({ max: 1000 })

/** Returns an instant of the database in Taipei time for a message: 2026/11/20 09:15. */
export const minuteInTaipei = (utc: string): string => toTaipei(utc).slice(0, 16).replaceAll('-', '/').replace('T', ' ')

/**
 * Returns the SQL for what {@link toTaipei} returns.
 * The offset is fixed, because the time zone Asia/Taipei had summer time until 1979.
 */
export const taipeiText = (time: RawBuilder<unknown>): RawBuilder<string> =>
  sql`to_char(${time} at time zone make_interval(hours => ${sql.lit(hoursAhead)}), 'YYYY-MM-DD"T"HH24:MI:SS.US"+08:00"')`

/**
 * Returns the SQL for the update time of a record that is changed now.
 * It is later than the time in the column `previous`, even for two changes at the same clock time, because the
 * optimistic lock compares these times.
 */
export const nextUpdateTime = (now: Date, previous = 'update_time'): RawBuilder<string> =>
  sql`greatest(${now}::timestamptz, ${sql.ref(previous)} + interval '1 microsecond')`
