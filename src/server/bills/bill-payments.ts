import { sql } from 'kysely'
import type { EntryStatus } from '../../domain/payments/entry-state'
import { entryState, isPayment, joinCounterEntries, withTaipeiTimes } from '../payments/entries'
import type { Db } from '../ports'

/** A payment of a bill. */
interface BillPayment extends EntryStatus {
  readonly DetailId: string
  readonly PaidTime: string
  readonly ChannelId: string
  readonly Amount: number
  readonly ReceiptNo: string
}

/** Returns the payments of a bill, newest first. Payments that were taken back stay in the list with their state. */
export const paymentsOfBill = async (db: Db, serialId: number): Promise<readonly BillPayment[]> => {
  const { rows } = await sql<BillPayment>`
    select
      p.detail_id as "DetailId", p.paid_time as "PaidTime", p.channel_id as "ChannelId", p.amount as "Amount", p.receipt_no as "ReceiptNo",
      ${entryState} as "EntryState", counter.paid_time as "CounterTime"
    from payment p
    ${joinCounterEntries}
    where p.bill_serial_id = ${serialId} and ${isPayment}
    order by p.paid_time desc, p.payment_id desc`.execute(db)
  return rows.map(withTaipeiTimes)
}
