import { type RawBuilder, sql } from 'kysely'
import { addMonths } from '../../../domain/dates/dates'
import { agreementCondition } from '../../access/tenant'
import type { Scope } from '../../scope'

/** The month and the agreement of a fee report; without an agreement, the report has all agreements of the caller. */
export interface FeeQuery {
  /** YYYY-MM, the month of the account dates. */
  readonly month: string
  readonly applyCode: string | undefined
}

/**
 * Returns a select of the lines for which channels charge a fee in a month, with their direction: 1, or -1 for one that
 * was reversed in the month.
 * Every payment that a channel reported counts, also an exception. A divided one counts once, as a whole.
 * A payment that was reversed counts in the month of its own account date, and is taken off, with its own fee, in the
 * month of the reversal.
 */
export const chargedLines = (scope: Scope, { month, applyCode }: FeeQuery): RawBuilder<unknown> => {
  const isOwn = (table: string) => isOfQuery(scope, applyCode, table)
  const first = `${month}-01`
  const isInMonth = (table: string) => {
    const accountDate = sql.ref(`${table}.account_date`)
    return sql`${accountDate} >= ${first} and ${accountDate} < ${addMonths(first, 1)}`
  }
  const columns = sql`p.apply_code, p.channel_id, p.market_item_code, p.fee_bear_type, p.currency_type, p.amount, p.channel_fee`
  // The index of an agreement's lines is by trade date, whose bounds the tally knows.
  const tradeDate = (end: RawBuilder<unknown>) =>
    sql`(select ${end}(d.trade_date) from line_tally d where ${isOwn('d')} and ${isInMonth('d')})`
  return sql`
    select ${columns}, p.trans_date, 1 as direction
    from transaction_line p
    where ${isOwn('p')} and ${isInMonth('p')}
      and p.trade_date between ${tradeDate(sql`min`)} and ${tradeDate(sql`max`)}
      and p.amount_sign = 'Plus' and p.parent_serial_id is null
    union all
    select ${columns}, r.trans_date, -1
    from transaction_line r
    join transaction_line p on p.serial_id = r.pair_serial_id
    where ${isInMonth('r')} and r.amount_sign = 'Minus' and ${isOwn('p')}`
}

/** Returns the condition for rows of a table of the caller's agreements, or of the one that the query names. */
export const isOfQuery = (scope: Scope, applyCode: FeeQuery['applyCode'], table: string): RawBuilder<unknown> =>
  applyCode === undefined
    ? agreementCondition(scope, table)
    : sql`${agreementCondition(scope, table)} and ${sql.ref(`${table}.apply_code`)} = ${applyCode}`
