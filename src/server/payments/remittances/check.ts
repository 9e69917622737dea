import { type RawBuilder, sql } from 'kysely'
import { addDays, taipeiToday } from '../../../domain/dates/dates'
import { remittingChannels } from '../../../domain/payments/remit-date'
import { inTransaction } from '../../database/transaction'
import type { Db } from '../../ports'

/**
 * Compares what channels have remitted on these days with the lines of the same channel, market item and expected day,
 * and replaces the results of these days.
 * Money counts as missing only after the day on which it was due.
 * The bank itself receives the money of channels without a remittance period, so these channels remit nothing.
 */
export const refreshRemittanceChecks = (
  db: Db,
  { days, now }: { readonly days: readonly string[]; readonly now: Date },
): Promise<void> =>
  inTransaction(db, async (trx) => {
    await sql`lock table remittance_check in share row exclusive mode`.execute(trx)
    const isCompared = (date: RawBuilder<unknown>) => sql`${date} = any(${[...days]}::date[])`
    await sql`delete from remittance_check where ${isCompared(sql`remit_date`)}`.execute(trx)
    const time = sql`${now.toISOString()}::timestamptz`
    await sql`
      with expected as (
        select expect_remit_date as remit_date, channel_id, market_item_code, count(*) as lines,
          sum(case when amount_sign = 'Minus' then -amount else amount end) as amount
        from transaction_line
        where ${isCompared(sql`expect_remit_date`)} and parent_serial_id is null and coalesce(currency_type, 'TWD') = 'TWD'
        group by 1, 2, 3
      ), remitted as (
        select remit_date, channel_id, market_item_code, sum(amount) as amount
        from remittance
        where ${isCompared(sql`remit_date`)}
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
        or (remit_date < ${taipeiToday(now)} and (market_item_code is not null or channel_id = any(${remittingChannels}::text[])))`.execute(
      trx,
    )
  })

/**
 * Repeats the comparison for the days with remittances since a file of payments was reported, because the file may be
 * booked after the remittances of its payments.
 * If `reportedOn` is null, the day of the file is unknown, and the last `repeatedDays` days are compared.
 */
export const refreshChecksOfPayments = async (
  db: Db,
  { reportedOn, now }: { readonly reportedOn: string | null; readonly now: Date },
): Promise<void> => {
  const since = reportedOn ?? addDays(taipeiToday(now), -repeatedDays)
  const remittances = db.selectFrom('remittance').select('remit_date').distinct().where('remit_date', '>=', since)
  const days = (await remittances.execute()).flatMap(({ remit_date }) => remit_date ?? [])
  if (days.length > 0) await refreshRemittanceChecks(db, { days, now })
}

/** Number of days before today for which the comparison is repeated, because lines may arrive late. */
export const repeatedDays = 35

/**
 * Repeats the comparison for today and the days of `repeatedDays`: money becomes due as days pass, and lines may arrive
 * late.
 */
export const refreshRecentRemittanceChecks = (db: Db, now: Date): Promise<void> => {
  const today = taipeiToday(now)
  return refreshRemittanceChecks(db, {
    days: Array.from({ length: repeatedDays + 1 }, (_, ago) => addDays(today, -ago)),
    now,
  })
}
