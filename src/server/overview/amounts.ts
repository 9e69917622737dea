import { type RawBuilder, sql } from 'kysely'

/** Returns the SQL of the order in which currencies are listed: New Taiwan dollars first. */
export const currencyOrder = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} = 'TWD' desc, ${column}`

/** The SQL of the currency of a line `l`. */
export const lineCurrency = sql<string>`coalesce(l.currency_type, 'TWD')`

/** The SQL of the amount of a line `l`; that of a reversal is negative, as in the totals of lists. */
export const lineAmount = sql<number>`case when l.amount_sign = 'Minus' then -l.amount else l.amount end`

/** Returns the SQL of the start of a day in Taipei. */
export const dayStart = (day: string): RawBuilder<unknown> => sql`${`${day}T00:00:00+08:00`}::timestamptz`
