import { sql } from 'kysely'
import type { ReportRows } from '../../record-context'

/**
 * The rows of the report of a day's payments: the lines of the channels, and the company's own collections as those of
 * the channel A0.
 * Parts of a divided line stand for the whole, and a reversal is negative.
 */
export const dailyPaidRows: ReportRows = () => sql`
  select 'line' as source, l.serial_id, l.apply_code, l.account_date, l.channel_id, l.trade_date, l.trade_time,
    l.vac_account, b.payer_id, l.payer_name, b.payer_unit_id, l.currency_type,
    case when l.amount_sign = 'Minus' then -l.amount else l.amount end as amount,
    case when l.amount_sign = 'Minus' then -l.channel_fee else l.channel_fee end as channel_fee,
    case when l.amount_sign = 'Minus' then -l.net_amount else l.net_amount end as net_amount
  from transaction_line l
  left join bill b on b.serial_id = l.bill_serial_id
  where l.write_off_status is distinct from 'Divided'
    and not (l.write_off_status = 'Reversed' and l.parent_serial_id is not null)
  union all
  select 'collection', c.serial_id, c.apply_code, c.collect_date, 'A0', c.collect_date, null,
    c.vac_account, b.payer_id, c.payer_name, b.payer_unit_id, c.currency_type,
    c.collect_amount, 0, c.collect_amount
  from self_collection c
  left join bill b on b.serial_id = c.bill_serial_id
  where c.collect_status = 'Collected'`
