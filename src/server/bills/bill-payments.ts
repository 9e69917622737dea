import { type RawBuilder, sql } from 'kysely'
import type { EntryStatus } from '../../domain/payments/entry-state'
import { entryState, isPayment, joinCounterEntries, withTaipeiTimes } from '../payments/entries'

/** A payment of a bill. */
interface BillPayment extends EntryStatus {
  readonly DetailId: string
  readonly PaidTime: string
  readonly ChannelId: string
  readonly Amount: number
  readonly ReceiptNo: string
}

/** Returns the query for the payments of a bill, newest first. Payments that were taken back stay in the list with their state. */
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
