import { addDays, weekday } from './dates'

/** Days other than weekends on which banks are closed, YYYY-MM-DD. */
export type Holidays = ReadonlySet<string>

/** Checks whether banks are open on this day. */
export const isBusinessDay = (date: string, holidays: Holidays): boolean =>
  weekday(date) !== 0 && weekday(date) !== 6 && !holidays.has(date)

/** Returns the day itself if it is a business day, otherwise the next business day. */
export const sameOrNextBusinessDay = (date: string, holidays: Holidays): string => {
  let day = date
  while (!isBusinessDay(day, holidays)) day = addDays(day, 1)
  return day
}

/** Returns the day itself if it is a business day, otherwise the previous business day. */
export const sameOrPreviousBusinessDay = (date: string, holidays: Holidays): string => {
  let day = date
  while (!isBusinessDay(day, holidays)) day = addDays(day, -1)
  return day
}

/** Returns the business day that is `days` business days after a date. */
export const addBusinessDays = (date: string, days: number, holidays: Holidays): string => {
  let day = date
  for (let count = 0; count < days; count++) day = sameOrNextBusinessDay(addDays(day, 1), holidays)
  return day
}
