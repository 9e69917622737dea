import { sql } from 'kysely'
import type { RecordValues } from '../../../src/schema/language/language'
import type { Db } from '../../../src/server/ports'

/** What a test may say about a payment that it writes directly into the ledger. */
interface PaymentValues {
  readonly at?: string
  readonly channel?: string
  readonly detailId?: string
  readonly receiptNo?: string
  /** The collection by the company that it belongs to. */
  readonly collection?: number
}

/**
 * Adds a payment to the ledger, as its write-off does, and returns its id.
 * The columns of the bill are left to the test.
 */
export const addPayment = async (
  db: Db,
  { SerialId }: RecordValues,
  amount: number,
  values: PaymentValues = {},
): Promise<number> => {
  const { at = '2026-11-10T01:15:30Z', channel = '06', collection = null } = values
  const { rows } = await sql<{ id: number }>`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no, collection_serial_id)
    select coalesce(${values.detailId ?? null}, 'T' || n), ${Number(SerialId)}, ${amount}, ${at}, ${channel}, coalesce(${values.receiptNo ?? null}, 'R' || n), ${collection}
    from (select count(*) + 1 as n from payment) p
    returning payment_id as id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Adds the counter-entry of a payment. */
export const counterPayment = async (db: Db, paymentId: number, at = '2026-11-20T03:30:00Z'): Promise<void> => {
  await sql`
    insert into payment (bill_serial_id, amount, paid_time, channel_id, receipt_no, line_serial_id, collection_serial_id, counters_payment_id)
    select bill_serial_id, -amount, ${at}, channel_id, 'C' || payment_id, line_serial_id, collection_serial_id, payment_id
    from payment
    where payment_id = ${paymentId}`.execute(db)
}
