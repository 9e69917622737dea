import { taipeiTime } from '../domain/dates/dates'
import { formatRocSlash } from '../domain/dates/roc-date'
import { formatMoney } from '../domain/money/money'
import { siteConfig } from './http/config'

/**
 * Returns an amount with its currency: `NT$1,050`, `-NT$56`, `USD 10.50`.
 * The input is in the smallest unit of the currency.
 */
export const moneyText = (amount: number, currency = 'TWD'): string =>
  `${amount < 0 ? '-' : ''}${currency === 'TWD' ? 'NT$' : `${currency} `}${formatMoney(Math.abs(amount), currency)}`

/** Returns a count with thousands separators: `1,060`. */
export const countText = (count: number): string => formatMoney(count)

/**
 * Returns a share in percent with one decimal place: `99.9%`; `－` if the whole is 0.
 * The share is rounded down, so that only a complete one is shown as 100%.
 */
export const shareText = (part: number, whole: number): string =>
  whole === 0 ? '－' : `${(Math.floor((part * 1000) / whole) / 10).toFixed(1)}%`

/**
 * Returns an ISO date or datetime as a Gregorian date: `2026-11-30` becomes `2026/11/30`; empty text without a date.
 */
export const dateText = (date: string | null | undefined): string => (date ?? '').slice(0, 10).replaceAll('-', '/')

/** Returns an ISO date in the configured calendar: `2026/11/30` or `115/11/30`; empty text without a date. */
export const calendarDateText = (date: string | null | undefined): string =>
  date && siteConfig().calendar === 'roc' ? formatRocSlash(date.slice(0, 10)) : dateText(date)

/** Returns an ISO datetime in Taiwan's time: `2026/11/20 09:15`; empty text without a date. */
export const dateTimeText = (dateTime: string | null | undefined): string =>
  dateTime ? taipeiTime(new Date(dateTime)).slice(0, 16).replaceAll('-', '/').replace('T', ' ') : ''
