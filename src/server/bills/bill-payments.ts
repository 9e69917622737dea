import { sql } from 'kysely'
import { toTaipei } from '../database/times'
import type { Db } from '../ports'

/** A payment of a bill. */
interface BillPayment {
  readonly DetailId: string
  readonly PaidTime: string
  readonly ChannelId: string
  readonly Amount: number
  readonly ReceiptNo: string
}

/** Returns the payments of a bill, newest first. */
export const paymentsOfBill = async (db: Db, serialId: number): Promise<readonly BillPayment[]> => {
  const { rows } = await sql<BillPayment>`
    select detail_id as "DetailId", paid_time as "PaidTime", channel_id as "ChannelId", amount as "Amount", receipt_no as "ReceiptNo"
    from payment
    where bill_serial_id = ${serialId}
    order by paid_time desc, payment_id desc`.execute(db)
  return rows.map((row) => ({ ...row, PaidTime: toTaipei(row.PaidTime) }))
}
