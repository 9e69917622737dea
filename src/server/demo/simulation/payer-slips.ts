import { sql } from 'kysely'
import { addDays } from '../../../domain/dates/dates'
import { billAndCategoryTables, openChannels } from '../../bills/bill-sql'
import type { Db } from '../../ports'
import type { SimulatedPeriod } from './simulate'
import type { PayerSlip } from './slip'

const batchSize = 5_000

/** Number of days after the deadline on which a bill may still be paid by mistake. */
const lateDays = 60

/**
 * Returns the bills that may be paid in a period, in the order of their serial ids.
 * They include void, paid and overdue bills, which some payers pay by mistake, but no bills with direct debit.
 */
export async function* payerSlips(
  db: Db,
  { firstDay, lastDay }: Pick<SimulatedPeriod, 'firstDay' | 'lastDay'>,
): AsyncGenerator<PayerSlip> {
  let lastId = 0
  for (;;) {
    // `billAndCategoryTables` joins the bill's agreement `a`, its category `g` and the market item `m` of the category.
    const { rows } = await sql<PayerSlip>`
      select
        b.serial_id as "SerialId", b.vac_account as "VACAccount", b.should_pay_amount as "ShouldPayAmount", b.paid_amount as "PaidAmount",
        b.bill_state as "BillState", b.payment_start_date as "PaymentStartDate", b.payment_end_date as "PaymentEndDate",
        b.market_end_date as "MarketEndDate", ${openChannels} as "Channels",
        coalesce(g.allow_partial, false) as "AllowPartial", coalesce(g.allow_overdue, false) as "AllowOverdue",
        jsonb_build_object(
          'rule', jsonb_build_object('applyCode', a.apply_code, 'checkType', a.vac_check_type, 'scheme', a.vac_check_scheme, 'length', a.vac_length),
          'Channels', a.channels, 'UseWhiteList', coalesce(a.use_white_list, false), 'RealAccount', coalesce(a.real_account, ''),
          'PostGiroAccount', a.post_giro_account, 'CvsThirdSegmentDate', a.cvs_third_segment_date, 'CvsAccountPadding', a.cvs_account_padding
        ) as agreement,
        case when m.market_item_code is not null then jsonb_build_object(
          'MarketItemCode', m.market_item_code, 'MinAmount', m.min_amount, 'MaxAmount', m.max_amount, 'FeeBearType', m.fee_bear_type,
          'ChannelFee', m.channel_fee, 'PayPeriodType', m.pay_period_type
        ) end as "marketItem"
      from bill b
      ${billAndCategoryTables}
      where b.serial_id > ${lastId} and b.payment_start_date <= ${lastDay} and b.payment_end_date >= ${addDays(firstDay, -lateDays)}
        and b.currency_type = 'TWD' and b.debit_flag is not true and (b.bill_state = 'Void' or b.account_state = 'InUse')
        and a.agreement_status = 'Active'
      order by b.serial_id
      limit ${batchSize}`.execute(db)
    yield* rows
    if (rows.length < batchSize) return
    lastId = rows.at(-1)?.SerialId ?? lastId
  }
}
