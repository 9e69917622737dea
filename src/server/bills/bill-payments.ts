import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EntryState, EntryStatus } from '../../domain/payments/entry-state'
import { toTaipei } from '../database/times'

/**
 * Joins the counter-entry of each entry `p` as `counter`; the columns of `counter` are null if the entry is not
 * countered.
 */
export const joinCounterEntries = sql`left join payment counter on counter.counters_payment_id = p.payment_id`

/** The condition for entries `p` that are payments, live or countered, and not counter-entries. */
export const isPayment = sql<SqlBool>`p.amount > 0`

/** The state of the payment `p`. Needs {@link joinCounterEntries}. */
export const entryState: RawBuilder<EntryState> = sql`case
        when counter.payment_id is null then 'Live'
        when p.collection_serial_id is null then 'Reversed'
        else 'Cancelled'
      end`

/** Converts the times of a payment from the database to Taipei time. */
export const withTaipeiTimes = <Row extends EntryStatus & { readonly PaidTime: string }>(row: Row): Row => ({
  ...row,
  PaidTime: toTaipei(row.PaidTime),
  CounterTime: row.CounterTime && toTaipei(row.CounterTime),
})

/** A payment of a bill. */
interface BillPayment extends EntryStatus {
  readonly DetailId: string
  readonly PaidTime: string
  readonly ChannelId: string
  readonly Amount: number
  readonly ReceiptNo: string
}

/**
 * Returns the query for the payments of a bill, newest first.
 * Payments that were taken back stay in the list with their state.
 */
export const paymentsQuery = (serialId: number): RawBuilder<BillPayment> => sql`
  select
    p.detail_id as "DetailId", p.paid_time as "PaidTime", p.channel_id as "ChannelId", p.amount as "Amount", p.receipt_no as "ReceiptNo",
    ${entryState} as "EntryState", counter.paid_time as "CounterTime"
  from payment p
  ${joinCounterEntries}
  where p.bill_serial_id = ${serialId} and ${isPayment}
  order by p.paid_time desc, p.payment_id desc`

/** Returns the payments that the query has read, for a response. */
export const paymentsOf = (rows: readonly BillPayment[]): readonly BillPayment[] => rows.map(withTaipeiTimes)
