import { type RawBuilder, sql } from 'kysely'
import { formatMoney } from '../../../domain/money/money'
import { type FeeBracket, postChannels, postFeeBrackets } from '../../../domain/payments/channel-fee'
import type { RecordContext, ReportQuery, ReportRows } from '../../record-context'
import { chargedLines, type FeeQuery } from './charged-lines'
import { issueFeeReceipts } from './fee-receipts'

/** The item of insurance premiums, which has a report of its own because of its periods of settlement. */
const insuranceItem = 'I0O'

/**
 * The rows of the three forms of the fee report: by channel, the same for insurance premiums alone, and the receipts of
 * what the company bears.
 */
export const channelFeeRows: ReportRows = async (context, query) => {
  switch (query.call) {
    case 'ReportPrint.ChannelFeeReportByReceipt':
      await issueFeeReceipts(context, feeQueryOf(query))
      return receiptRows(feeQueryOf(query))
    case 'ReportPrint.ChannelFeeReportByI0O':
      return feeRows(context, feeQueryOf(query), { where: sql`l.market_item_code = ${insuranceItem}`, period })
    default:
      return feeRows(context, feeQueryOf(query), { where: sql`true`, period: noPeriod })
  }
}

const feeQueryOf = ({ values: { YearMonth = [], ApplyCode = [] } }: ReportQuery): FeeQuery => ({
  month: String(YearMonth[0]),
  applyCode: ApplyCode[0] === undefined ? undefined : String(ApplyCode[0]),
})

/** The period in which a channel settles lines: its kind, its first and its last day. */
interface Period {
  readonly kind: RawBuilder<unknown>
  readonly first: RawBuilder<unknown>
  readonly last: RawBuilder<unknown>
}

const noPeriod: Period = { kind: sql`null::text`, first: sql`null::date`, last: sql`null::date` }

/**
 * The period that contains the day on which the channel reported a line: the week from Monday to Sunday, or the days
 * from the 1st, the 11th or the 21st of the month on; any other kind settles each day.
 */
const period: Period = {
  kind: sql`i.pay_period_type`,
  first: sql`case i.pay_period_type
    when 'Week' then date_trunc('week', l.trans_date::timestamp)::date
    when 'TenDay' then date_trunc('month', l.trans_date::timestamp)::date + 10 * least((extract(day from l.trans_date)::int - 1) / 10, 2)
    else l.trans_date end`,
  last: sql`case i.pay_period_type
    when 'Week' then date_trunc('week', l.trans_date::timestamp)::date + 6
    when 'TenDay' then case
      when extract(day from l.trans_date) > 20 then (date_trunc('month', l.trans_date::timestamp) + interval '1 month - 1 day')::date
      else date_trunc('month', l.trans_date::timestamp)::date + 9 + 10 * ((extract(day from l.trans_date)::int - 1) / 10) end
    else l.trans_date end`,
}

/** Returns the rows by agreement, channel, item, bracket, fee of a line, bearer, currency and period. */
const feeRows = (
  { scope }: RecordContext,
  query: FeeQuery,
  { where, period: { kind, first, last } }: { readonly where: RawBuilder<unknown>; readonly period: Period },
): RawBuilder<unknown> => sql`
  select concat_ws('|', g.apply_code, g.channel_id, g.market_item_code, lpad(g.bracket_start::text, 8, '0'), g.unit_fee, g.fee_bear_type,
      g.currency_type, g.period_start) as row_key,
    null::text as receipt_no, a.uniform_no, c.customer_name, g.apply_code, null::text as real_account,
    ${query.month}::text as year_month, g.market_item_code, g.channel_id, g.bracket, g.pay_period_type, g.period_start,
    g.period_end, g.currency_type, g.line_count, g.amount, g.unit_fee, g.fee, g.fee_bear_type,
    null::text as total_in_words, null::date as print_date
  from (
    select l.apply_code, l.channel_id, l.market_item_code, ${bracketStart} as bracket_start, ${bracketText} as bracket,
      l.channel_fee as unit_fee, l.fee_bear_type, l.currency_type, ${kind} as pay_period_type, ${first} as period_start,
      ${last} as period_end, sum(l.direction)::bigint as line_count, sum(l.direction * l.amount)::bigint as amount,
      sum(l.direction * l.channel_fee)::bigint as fee
    from (${chargedLines(scope, query)}) l
    left join market_item i on i.market_item_code = l.market_item_code
    where ${where}
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
    having sum(l.direction) <> 0 or sum(l.direction * l.amount) <> 0
  ) g
  left join agreement a on a.apply_code = g.apply_code
  left join customer c on c.uniform_no = a.uniform_no`

/** Returns SQL with one value for each bracket of the post office, and another one for lines of other channels. */
const byPostBracket = (
  sqlOf: (bracket: FeeBracket) => RawBuilder<unknown>,
  otherwise: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  case when l.channel_id in (${sql.join(postChannels)}) then case ${sql.join(
    postFeeBrackets.map((bracket) => sql`when l.amount <= ${bracket.MaxAmount} then ${sqlOf(bracket)}`),
    sql` `,
  )} end else ${otherwise} end`

/** The first amount of the bracket of a line. The bracket of a store's line is that of its item. */
const bracketStart = byPostBracket(({ MinAmount }) => sql`${MinAmount}::bigint`, sql`coalesce(i.min_amount, 0)`)

const bracketText = byPostBracket(
  ({ MinAmount, MaxAmount }) =>
    sql`${
      MaxAmount === postFeeBrackets.at(-1)?.MaxAmount
        ? `${formatMoney(MinAmount)} 以上`
        : `${formatMoney(MinAmount)}～${formatMoney(MaxAmount)}`
    }::text`,
  sql`to_char(i.min_amount, 'FM99,999,999') || '～' || to_char(i.max_amount, 'FM99,999,999')`,
)

/** Returns the rows of the latest receipt of each agreement, one for each channel. */
const receiptRows = ({ month }: FeeQuery): RawBuilder<unknown> => sql`
  select concat_ws('|', r.receipt_no, l."ChannelId") as row_key, r.receipt_no, r.uniform_no, r.customer_name,
    r.apply_code, r.real_account, r.year_month, null::text as market_item_code, l."ChannelId" as channel_id,
    null::text as bracket, null::text as pay_period_type, null::date as period_start, null::date as period_end,
    'TWD' as currency_type, l."LineCount" as line_count, null::bigint as amount, null::bigint as unit_fee,
    l."Fee" as fee, 'Deduct' as fee_bear_type, r.total_in_words, r.issue_date as print_date
  from fee_receipt r
  cross join lateral jsonb_to_recordset(r.content -> 'Channels') as l ("ChannelId" text, "LineCount" bigint, "Fee" bigint)
  where r.year_month = ${month} and not exists (
    select from fee_receipt n where n.apply_code = r.apply_code and n.year_month = r.year_month and n.no > r.no)`
