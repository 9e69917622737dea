import { sql } from 'kysely'
import type { ReportRows } from '../../record-context'

/**
 * The rows of the report of a day's payments: the lines of the channels, and the company's own collections as those of
 * the channel A0.
 * Parts of a divided line stand for the whole, and a reversal is negative.
 * Both halves read one table, and their columns have the same types, so that a row is found by its key.
 */
export const dailyPaidRows: ReportRows = () => sql`
  select r.source, r.serial_id, r.apply_code, r.account_date, r.channel_id, r.trade_date, r.trade_time, r.vac_account,
    b.payer_id, r.payer_name, b.payer_unit_id, r.currency_type, r.amount, r.channel_fee, r.net_amount
  from (
    select 'line'::text as source, l.serial_id, l.apply_code, l.account_date, l.channel_id, l.trade_date, l.trade_time,
      l.vac_account, l.payer_name, l.bill_serial_id, l.currency_type,
      case when l.amount_sign = 'Minus' then -l.amount else l.amount end as amount,
      case when l.amount_sign = 'Minus' then -l.channel_fee else l.channel_fee end as channel_fee,
      case when l.amount_sign = 'Minus' then -l.net_amount else l.net_amount end as net_amount
    from transaction_line l
    where l.write_off_status is distinct from 'Divided'
      and not (l.write_off_status = 'Reversed' and l.parent_serial_id is not null)
    union all
    select 'collection'::text, c.serial_id, c.apply_code, c.collect_date, 'A0'::text, c.collect_date, null::text,
      c.vac_account, c.payer_name, c.bill_serial_id, c.currency_type, c.collect_amount, 0::bigint, c.collect_amount
    from self_collection c
    where c.collect_status = 'Collected'
  ) r
  left join bill b on b.serial_id = r.bill_serial_id`
