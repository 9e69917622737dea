import { type RawBuilder, sql } from 'kysely'
import { isOpenLine } from '../../database/bills-and-lines/line-identity'
import { paysBill } from '../../payments/line-rows'
import type { ReportRows } from '../../record-context'

/**
 * The rows of the write-off report of all companies: what counts as written off, and the lines that wait for it, by
 * agreement and channel.
 * The figures are sums of the tally of lines. Lines of no agreement have an empty code.
 */
export const bankWriteOffRows: ReportRows = (_, { values }) => {
  const [dateType] = values.DateType ?? []
  const day = dayColumns[String(dateType) as keyof typeof dayColumns] ?? dayColumns.TradeDate
  return sql`
    select coalesce(l.apply_code, '') as apply_code, a.uniform_no, l.channel_id, l.currency_type,
      ${sumOf(sql`l.line_count`, paysBill)} as line_count,
      ${sumOf(signed(sql`l.amount`), paysBill)} as amount,
      ${sumOf(signed(sql`l.channel_fee`), paysBill)} as channel_fee,
      ${sumOf(signed(sql`l.net_amount`), paysBill)} as net_amount,
      ${sumOf(sql`l.line_count`, isOpenLine)} as open_count,
      ${sumOf(signed(sql`l.amount`), isOpenLine)} as open_amount
    from line_tally l
    left join agreement a on a.apply_code = l.apply_code
    where ${day} between ${values.StartDate?.[0]} and ${values.EndDate?.[0]} and (${paysBill} or ${isOpenLine})
    group by l.apply_code, a.uniform_no, l.channel_id, l.currency_type
    having sum(l.line_count) <> 0`
}

const dayColumns = {
  TradeDate: sql`l.trade_date`,
  AccountDate: sql`l.account_date`,
  RemitDate: sql`l.expect_remit_date`,
} as const

const signed = (amount: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(case when l.amount_sign = 'Minus' then -${amount} else ${amount} end)`

const sumOf = (value: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(sum(${value}) filter (where ${condition}), 0)::bigint`
