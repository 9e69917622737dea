/** Checks whether a text is a real day written `YYYY-MM-DD`; there is no year 0. */
export const isIsoDate = (value: string): boolean =>
  /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value) && isoDateOf(Date.parse(`${value}T00:00:00Z`)) === value

/** Reads a time of day (9:30, 09:30, 0930) as `HH:MM`; returns null for any other text. */
export const parseTime = (value: string): string | null => {
  const [, hour = '', minute = ''] = /^(\d{1,2}):(\d{2})$/.exec(value) ?? /^(\d{2})(\d{2})$/.exec(value) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60 ? `${hour.padStart(2, '0')}:${minute}` : null
}

/**
 * Splits a text such as 2026/11/30 下午 03:30 into its day as written (2026/11/30) and its time of day as HH:MM:SS
 * (15:30:00).
 * The time is empty if the text contains none.
 */
export const splitTime = (text: string): readonly [day: string, time: string] => {
  const match =
    /(?:[\sT]|(?<=日))\s{0,2}(上午|下午|AM|PM)?\s?(\d{1,2}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?\s?(AM|PM)?$/i.exec(
      text,
    )
  const [, period, hour, minute, second = '00', trailingPeriod] = match ?? []
  const hours = hourOf(Number(hour), period ?? trailingPeriod)
  return match && hours < 24
    ? [text.slice(0, match.index).trim(), `${String(hours).padStart(2, '0')}:${minute}:${second}`]
    : [text, '']
}

const hourOf = (hour: number, period: string | undefined): number =>
  period ? (hour % 12) + (/下午|PM/i.test(period) ? 12 : 0) : hour

/** Returns the date that is `days` days later, or earlier if `days` is negative. */
export const addDays = (date: string, days: number): string =>
  isoDateOf(Date.parse(`${date}T00:00:00Z`) + days * msPerDay) ?? date

/** Returns the same day `years` years later. 29 February becomes 28 February in a year that is not a leap year. */
export const addYears = (date: string, years: number): string => {
  const [year = 0, month = 1, day = 1] = date.slice(0, 10).split('-').map(Number)
  // Day 0 of a month is the last day of the previous month, and `month` is one more than JavaScript's index of the
  // month.
  const last = new Date(Date.UTC(year + years, month, 0)).getUTCDate()
  return `${String(year + years).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(day, last)).padStart(2, '0')}`
}

/**
 * Returns the same day `months` months later.
 * The last day of a month becomes the last day of the later month, and so does a day that the later month does not
 * have.
 */
export const addMonths = (date: string, months: number): string => {
  const [year = 0, month = 1] = date.split('-').map(Number)
  const target = (isoDateOf(Date.UTC(year, month - 1 + months, 1)) ?? date).slice(0, 7)
  const [, last] = firstAndLastDay(target)
  const sameDay = target + date.slice(7)
  return date === firstAndLastDay(date.slice(0, 7))[1] || sameDay > last ? last : sameDay
}

/** Returns the first and the last day of a month written `YYYY-MM`. */
export const firstAndLastDay = (month: string): readonly [string, string] => {
  const first = `${month}-01`
  // The last day is the day before the first of the next month.
  // The day 31 days after the first of a month is always in the next month.
  return [first, addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1)]
}

/** Returns the number of days from one date to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / msPerDay

/** Returns the number of the day in its year, from 1. */
export const dayOfYear = (date: string): number => daysBetween(`${date.slice(0, 4)}-01-01`, date) + 1

/** Returns the day of the week: 0 is Sunday, 6 is Saturday. */
export const weekday = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Matches a time of day in the format of the bank's files: HHmmss. */
export const bankTimePattern = /^([01]\d|2[0-3])[0-5]\d[0-5]\d$/

/**
 * Formats a time of day from the bank's files: 082129 as 08:21:29.
 * Other texts, which old records may contain, are returned unchanged.
 */
export const formatBankTime = (time: string): string =>
  bankTimePattern.test(time) ? time.replace(/(..)(..)(..)/, '$1:$2:$3') : time

/** Returns the local date in Taiwan. */
export const taipeiToday = (now: Date): string => taipeiTime(now).slice(0, 10)

/** Returns the local time in Taiwan, to the second: `2026-11-20T10:00:00`. */
export const taipeiTime = (now: Date): string => new Date(now.getTime() + taipeiOffset).toISOString().slice(0, 19)

const msPerDay = 86_400_000
const taipeiOffset = 8 * 3_600_000

const isoDateOf = (time: number): string | null =>
  Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
