import { taipeiTime } from '../domain/dates/dates'
import { rocSlash } from '../domain/dates/roc-date'
import { formatMoney } from '../domain/money/money'
import { siteConfig } from './http/config'

/** Returns an amount, given in the smallest unit of its currency, with the currency: `NT$1,050`, `-NT$56`, `USD 10.50`. */
export const money = (amount: number, currency = 'TWD'): string =>
  `${amount < 0 ? '-' : ''}${currency === 'TWD' ? 'NT$' : `${currency} `}${formatMoney(Math.abs(amount), currency)}`

/** Returns a count with thousands separators: `1,060`. */
export const countText = (count: number): string => count.toLocaleString('en')

/** Returns `2026-11-30` as `2026/11/30`; empty stays empty. */
export const dateText = (date: string | null | undefined): string => (date ?? '').slice(0, 10).replaceAll('-', '/')

/** Returns a date in the configured calendar: `2026/11/30` or `115/11/30`. */
export const dayText = (date: string | null | undefined): string => (date && siteConfig().calendar === 'roc' ? rocSlash(date.slice(0, 10)) : dateText(date))

/** Formats a datetime in Taiwan's time as `2026/11/20 09:15`; empty stays empty. */
export const dateTimeText = (dateTime: string | null | undefined): string =>
  dateTime ? taipeiTime(new Date(dateTime)).slice(0, 16).replaceAll('-', '/').replace('T', ' ') : ''
