import { dayOfYear, daysBetween, isIsoDate } from './dates'

const rocEpoch = 1911

/**
 * Parses a date in any of the usual formats (2026-11-30, 2026/11/30, 2026.11.30, 20261130, 2026年11月30日, 1151130,
 * 01151130, 115/11/30, 115.11.30, 115年11月30日, 民國115年11月30日); returns null for any other text.
 */
export const parseDate = (value: string): string | null => {
  const text = withoutBlanks(value)
  const format = formats.find(({ pattern }) => pattern.test(text))
  const [, year = '', month = '', day = ''] = format?.pattern.exec(text) ?? []
  return format
    ? dateOf(Number(year) + (format.isRoc ? rocEpoch : 0), month, day, format.isRoc ? rocEpoch + 1 : 1)
    : null
}

/**
 * Parses a month in any of the usual formats (2026-11, 2026/11, 202611, 2026年11月, 115/11, 11511, 115年11月, 民國115年11月)
 * and returns it as `YYYY-MM`; returns null for any other text.
 */
export const parseMonth = (value: string): string | null => {
  const text = withoutBlanks(value)
  const [, year = '', month = ''] =
    monthFormats.map((format) => format.exec(text)).find((match) => match !== null) ?? []
  return parseDate(`${year}/${month}/01`)?.slice(0, 7) ?? null
}

/** Removes the blanks around 民國, 年, 月 and 日, as in 2026 年 12 月 2 日. */
const withoutBlanks = (value: string): string => value.trim().replace(/ ?([國年月日]) ?/g, '$1')

/**
 * Parses the `yyMMdd` of a store barcode.
 * Two-digit ROC years repeat every century, so the matching date that is nearest to the reference date is returned.
 */
export const parseRoc6 = (value: string, reference: string): string | null => {
  if (!/^\d{6}$/.test(value)) return null
  const candidates = [0, 100, 200].flatMap(
    (century) => parseDate(String(Number(value.slice(0, 2)) + century).padStart(3, '0') + value.slice(2)) ?? [],
  )
  return candidates.sort((a, b) => distance(a, reference) - distance(b, reference))[0] ?? null
}

/** Returns the ROC year of a date or a month; 0 or less before 1912. */
export const rocYear = (date: string): number => Number(date.slice(0, 4)) - rocEpoch

/** Returns a date as 民國115年11月30日. */
export const formatRocLong = (date: string): string => {
  const { year, month, day } = rocParts(date)
  return `民國${year}年${month}月${day}日`
}

/** Returns a date as 115/11/30. */
export const formatRocSlash = (date: string): string => {
  const { year, month, day } = rocParts(date)
  return `${year}/${month}/${day}`
}

/** Returns the month 2026-11 as 115/11. */
export const formatRocMonth = (month: string): string => formatRocSlash(`${month}-01`).slice(0, -3)

/** Returns a date as 1151130. */
export const formatRoc7 = (date: string): string => {
  const { year, month, day } = rocParts(date)
  return String(year).padStart(3, '0') + month + day
}

/** Returns a date as 151130. */
export const formatRoc6 = (date: string): string => formatRoc7(date).slice(1)

/**
 * Returns the day code (YDDD) of a virtual account: the last digit of the ROC year and the number of the day in the
 * year.
 * The day code of 2026-11-30 is 5334.
 */
export const dayCode = (date: string): string =>
  `${rocParts(date).year % 10}${String(dayOfYear(date)).padStart(3, '0')}`

// An eight-digit date that begins with 0 is read as an ROC date (the ACH format), because no relevant Gregorian year
// begins with 0.
const formats: readonly { readonly pattern: RegExp; readonly isRoc: boolean }[] = [
  { pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, isRoc: false },
  { pattern: /^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, isRoc: false },
  { pattern: /^(\d{4})\.(\d{1,2})\.(\d{1,2})$/, isRoc: false },
  { pattern: /^(\d{4})年(\d{1,2})月(\d{1,2})日$/, isRoc: false },
  { pattern: /^([1-9]\d{3})(\d{2})(\d{2})$/, isRoc: false },
  { pattern: /^0(\d{3})(\d{2})(\d{2})$/, isRoc: true },
  { pattern: /^(\d{3})(\d{2})(\d{2})$/, isRoc: true },
  { pattern: /^(\d{2,3})\/(\d{1,2})\/(\d{1,2})$/, isRoc: true },
  { pattern: /^(\d{2,3})\.(\d{1,2})\.(\d{1,2})$/, isRoc: true },
  { pattern: /^(\d{2,3})年(\d{1,2})月(\d{1,2})日$/, isRoc: true },
  { pattern: /^民國(\d{1,3})年(\d{1,2})月(\d{1,2})日$/, isRoc: true },
]

const monthFormats = [
  /^(\d{4})[-/](\d{1,2})$/,
  /^([1-9]\d{3})(\d{2})$/,
  /^(\d{2,3})\/(\d{1,2})$/,
  /^(\d{3})(\d{2})$/,
  /^(?:民國(?!\d{4}))?(\d{2,4})年(\d{1,2})月$/,
]

const dateOf = (year: number, month: string, day: string, firstYear: number): string | null => {
  const date = `${String(year).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return year >= firstYear && isIsoDate(date) ? date : null
}

const rocParts = (date: string) => ({ year: rocYear(date), month: date.slice(5, 7), day: date.slice(8, 10) })

const distance = (from: string, to: string): number => Math.abs(daysBetween(from, to))
