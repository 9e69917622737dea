import { daysBetween, isIsoDate } from './dates'
import { rocYear } from './roc-date'

/** The first and the last day of business dates. A field that needs other days declares its own bounds. */
export const businessDates = { first: '2000-01-01', last: '2099-12-31' } as const

/** The days from which a date is sought, and the current day. */
interface MeantRange {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly today: string
}

/**
 * Returns the days that somebody may have meant who entered a day outside its range, the one nearest to today first.
 * The causes are years of two digits, which are read as ROC years (26/12/01 is 1937-12-01), and ROC years that are
 * entered as Gregorian ones (0115/12/01).
 */
export const meantDays = (day: string, { from, to, today }: MeantRange): readonly string[] => {
  const distance = (other: string) => Math.abs(daysBetween(other, today))
  return meantYears(Number(day.slice(0, 4)))
    .map((year) => `${year}${day.slice(4)}`)
    .filter(
      (other) => isIsoDate(other) && (!from || other >= from) && (!to || other <= to) && distance(other) <= maxDistance,
    )
    .sort((a, b) => distance(a) - distance(b))
}

/** Returns a day with its year in both calendars: 2026/12/01（民國 115 年）. */
export const dayInBothCalendars = (day: string): string =>
  `${day.replaceAll('-', '/')}${rocYear(day) > 0 ? `（民國 ${rocYear(day)} 年）` : ''}`

// In days. A day that is further away is no better guess than the day that was entered.
const maxDistance = 12 * 366

const meantYears = (year: number): readonly number[] => {
  const roc = year - 1911
  if (roc > 0 && roc < 100) return [2000 + roc, year + 100]
  const lastDigits = year % 1000
  const meant = lastDigits < 100 ? 2000 + lastDigits : 1911 + lastDigits
  // In 2126, the second digit may be wrong as well.
  return year > 2100 ? [...new Set([meant, 2000 + (year % 100)])] : [meant]
}
