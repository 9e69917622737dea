import { sql } from 'kysely'
import type { Overview, TermCollection } from '../../contract/call-responses'
import { addDays } from '../../domain/dates/dates'
import { agreementCondition } from '../access/tenant'
import type { Call } from '../call'
import { contextOf, todayOf } from '../context'
import { currencyOrder } from './amounts'

/** Number of terms that the first page shows; all open terms are in its totals. */
const maxTerms = 12

type Terms = NonNullable<Overview['Terms']>

/** An open term that has no bills, and therefore no currency. */
interface TermWithoutBills {
  readonly SerialId: number
  readonly CurrencyType: null
}

/**
 * Returns what was collected and what is outstanding of the open terms, those with the latest deadline first.
 * The statement reads tallies instead of bills and payments, as the progress of a single term does.
 */
export const readTerms = async ({ ports, scope }: Call): Promise<Terms> => {
  const { rows } = await sql<TermCollection | TermWithoutBills>`
    with term as (
      select t.serial_id, t.apply_code, t.bill_term_id, t.bill_term_name, t.payment_end_date
      from bill_term t
      where ${agreementCondition(scope, 't')} and t.term_status = 'Open'
    ), bills as (
      select b.apply_code, b.bill_term_id, b.currency_type,
        sum(b.bill_count) as bill_count,
        coalesce(sum(b.bill_count) filter (where b.pay_status in ('Paid', 'OverPaid')), 0) as paid_count,
        sum(b.should_pay_amount) as should_pay_amount, sum(b.paid_amount) as paid_amount, sum(b.outstanding_amount) as outstanding_amount
      from bill_tally b
      where ${agreementCondition(scope, 'b')} and b.bill_state = 'Active'
      group by 1, 2, 3
      having sum(b.bill_count) > 0
    ), channels as (
      select p.apply_code, p.bill_term_id, p.currency_type, p.channel_id, sum(p.amount)::bigint as amount
      from payment_tally p
      where ${agreementCondition(scope, 'p')} and p.bill_state = 'Active'
      group by 1, 2, 3, 4
      having sum(p.amount) > 0
    ), by_term as (
      select apply_code, bill_term_id, currency_type,
        jsonb_agg(jsonb_build_object('ChannelId', channel_id, 'PaidAmount', amount) order by amount desc, channel_id) as paid
      from channels
      group by 1, 2, 3
    )
    select t.serial_id as "SerialId", t.apply_code as "ApplyCode", t.bill_term_id as "BillTermId", t.bill_term_name as "BillTermName",
      t.payment_end_date as "PaymentEndDate", b.currency_type as "CurrencyType", b.bill_count::bigint as "BillCount", b.paid_count::bigint as "PaidCount",
      b.should_pay_amount::bigint as "ShouldPayAmount", b.paid_amount::bigint as "PaidAmount", b.outstanding_amount::bigint as "OutstandingAmount",
      coalesce(c.paid, '[]') as "Channels"
    from term t
    left join bills b on (b.apply_code, b.bill_term_id) = (t.apply_code, t.bill_term_id)
    left join by_term c on (c.apply_code, c.bill_term_id, c.currency_type) = (t.apply_code, t.bill_term_id, b.currency_type)
    order by t.payment_end_date desc nulls last, t.serial_id desc, ${currencyOrder(sql`b.currency_type`)}`.execute(
    ports.db,
  )
  const collections = rows.filter((row) => row.CurrencyType !== null)
  const billed = serialIdsOf(collections)
  const shown = billed.slice(0, maxTerms)
  return {
    TermCount: serialIdsOf(rows).length,
    BilledTermCount: billed.length,
    Totals: totalsOf(collections),
    Terms: collections.filter(({ SerialId }) => shown.includes(SerialId)),
  }
}

const serialIdsOf = (rows: readonly Pick<TermCollection, 'SerialId'>[]): readonly number[] => [
  ...new Set(rows.map(({ SerialId }) => SerialId)),
]

/** Returns the sums of all terms by currency. */
const totalsOf = (rows: readonly TermCollection[]): Terms['Totals'] =>
  [...new Set(rows.map(({ CurrencyType }) => CurrencyType))].map((CurrencyType) => {
    const ofCurrency = rows.filter((row) => row.CurrencyType === CurrencyType)
    const sumOf = (name: 'BillCount' | 'PaidCount' | 'ShouldPayAmount' | 'PaidAmount' | 'OutstandingAmount'): number =>
      ofCurrency.reduce((sum, row) => sum + row[name], 0)
    return {
      CurrencyType,
      BillCount: sumOf('BillCount'),
      PaidCount: sumOf('PaidCount'),
      ShouldPayAmount: sumOf('ShouldPayAmount'),
      PaidAmount: sumOf('PaidAmount'),
      OutstandingAmount: sumOf('OutstandingAmount'),
    }
  })

/** Number of days after today whose deadlines are shown. */
const shownDays = 14

type Deadlines = NonNullable<Overview['Deadlines']>

/** Returns the deadlines of unpaid bills from today on, by term, the earliest first. */
export const readDeadlines = async (call: Call): Promise<Deadlines> => {
  const { ports, scope } = call
  const today = todayOf(contextOf(call))
  const Until = addDays(today, shownDays)
  const { rows } = await sql<Deadlines['Items'][number]>`
    with unpaid as (
      select b.apply_code, b.bill_term_id, b.payment_end_date, b.currency_type, sum(b.bill_count) as bills, sum(b.outstanding_amount) as outstanding
      from bill_tally b
      where ${agreementCondition(scope, 'b')} and b.bill_state = 'Active' and b.pay_status in ('Unpaid', 'PartialPaid')
        and b.payment_end_date between ${today}::date and ${Until}::date
      group by 1, 2, 3, 4
      having sum(b.bill_count) > 0
    )
    select t.serial_id as "SerialId", u.apply_code as "ApplyCode", u.bill_term_id as "BillTermId",
      coalesce(t.bill_term_name, u.bill_term_id) as "BillTermName", u.payment_end_date as "PaymentEndDate", u.currency_type as "CurrencyType",
      u.bills::bigint as "UnpaidCount", u.outstanding::bigint as "OutstandingAmount"
    from unpaid u
    left join bill_term t on (t.apply_code, t.bill_term_id) = (u.apply_code, u.bill_term_id)
    order by u.payment_end_date, u.apply_code, u.bill_term_id, ${currencyOrder(sql`u.currency_type`)}`.execute(ports.db)
  return { Until, Items: rows }
}
