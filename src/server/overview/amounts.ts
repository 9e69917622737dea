import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Number of companies that a figure of the bank names. */
export const maxCompanies = 8

/** Returns the SQL of the order in which currencies are listed: New Taiwan dollars first. */
export const currencyOrder = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`${column} = 'TWD' desc, ${column}`

/** The SQL of the currency of a line `l`. */
export const lineCurrency = sql<string>`coalesce(l.currency_type, 'TWD')`

/**
 * The SQL of the condition that a line `l` counts in sums, by the `totalRules` of the lists of lines: a divided line
 * counts as its parts, and a line whose division was undone or reversed counts itself.
 */
export const countsInSums = sql<SqlBool>`l.write_off_status is distinct from 'Divided'
  and (l.parent_serial_id is null or l.write_off_status is distinct from 'Reversed')`

/** Returns the SQL of the sum of an amount of lines `l`, which subtracts reversals as the lists of lines do. */
export const signedSum = (column: 'amount' | 'net_amount'): RawBuilder<number> => {
  const amount = sql.ref(`l.${column}`)
  return sql`coalesce(sum(case when l.amount_sign = 'Minus' then -${amount} else ${amount} end), 0)::bigint`
}

/** Returns the SQL of the start of a day in Taipei. */
export const dayStart = (day: string): RawBuilder<unknown> => sql`${`${day}T00:00:00+08:00`}::timestamptz`
