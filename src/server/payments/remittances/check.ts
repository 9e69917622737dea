import { sql } from 'kysely'
import { addDays, taipeiToday } from '../../../domain/dates/dates'
import { dailyChannels } from '../../../domain/payments/remit-date'
import type { Db } from '../../ports'
import type { RemitDays } from './store'

/** Days between a payment and its expected remittance, at most: ten days of a period, the days until its payment, and a long holiday. */
const maxDelay = 60

/**
 * Compares what channels have remitted on these days with the lines of the same channel, item and expected day, and replaces the results of these days.
 * Money that is not due before today is missing only later. The bank itself receives the money of channels without a period, so it is not expected from them.
 */
export const refreshRemittanceChecks = (db: Db, { from, to, now }: RemitDays & { readonly now: Date }): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await sql`lock table remittance_check in share row exclusive mode`.execute(trx)
    await sql`delete from remittance_check where remit_date between ${from} and ${to}`.execute(trx)
    const time = sql`${now.toISOString()}::timestamptz`
    await sql`
      with expected as (
        select expect_remit_date as remit_date, channel_id, market_item_code, count(*) as lines,
          sum(case when amount_sign = 'Minus' then -amount else amount end) as amount
        from transaction_line
        where trade_date between ${addDays(from, -maxDelay)} and ${to} and expect_remit_date between ${from} and ${to} and parent_serial_id is null
        group by 1, 2, 3
      ), remitted as (
        select remit_date, channel_id, market_item_code, sum(amount) as amount
        from remittance
        where remit_date between ${from} and ${to}
        group by 1, 2, 3
      ), compared as (
        select coalesce(e.remit_date, r.remit_date) as remit_date, coalesce(e.channel_id, r.channel_id) as channel_id,
          coalesce(e.market_item_code, r.market_item_code) as market_item_code, coalesce(e.lines, 0) as lines,
          coalesce(e.amount, 0) as expected, r.amount as remitted
        from expected e
        full join remitted r
          on (r.remit_date, r.channel_id, coalesce(r.market_item_code, '')) = (e.remit_date, e.channel_id, coalesce(e.market_item_code, ''))
      )
      insert into remittance_check
        (remit_date, channel_id, market_item_code, line_count, expected_amount, remitted_amount, difference, check_status,
          create_user, create_time, update_user, update_time)
      select remit_date, channel_id, market_item_code, lines, expected, coalesce(remitted, 0), coalesce(remitted, 0) - expected,
        case
          when lines = 0 then 'NoLines'
          when coalesce(remitted, 0) = expected then 'Matched'
          when remitted is null then 'Missing'
          when remitted < expected then 'Short'
          else 'Over'
        end,
        '', ${time}, '', ${time}
      from compared
      where remitted is not null
        or (remit_date < ${taipeiToday(now)} and (market_item_code is not null or channel_id = any(${dailyChannels}::text[])))`.execute(trx)
  })

/** Days for which the comparison is repeated, because lines may arrive late. */
const repeatedDays = 35

/** Compares the last days again: days that have passed since, and lines that arrived late. */
export const refreshRecentRemittanceChecks = (db: Db, now: Date): Promise<void> => {
  const today = taipeiToday(now)
  return refreshRemittanceChecks(db, { from: addDays(today, -repeatedDays), to: today, now })
}
