import { sql } from 'kysely'
import type { Db } from '../../ports'
import { addPayments, lockTallies, signedPayments, triggerFunction } from './0009-bill-tally'

/**
 * Lets payments lock their bills before they are counted. Without the lock, a bill that changes at the same time moves only the payments that it
 * sees, and the payment is counted where the bill was before. Without one of the triggers, the start counts everything again (`../bill-tally.ts`),
 * which corrects what such changes have left.
 */
export const paymentTallyLocks = async (db: Db): Promise<void> => {
  await sql.raw(paymentFunction).execute(db)
  await sql`drop trigger if exists payment_tally_insert on payment`.execute(db)
}

/** Returns the statement that locks the bills of payments in the order of their keys. The statement after it sees them as the transactions before it left them. */
const lockBills = (payments: string): string => `
    perform 1 from bill where serial_id in (select bill_serial_id from ${payments} p) order by serial_id for no key update`

const paymentFunction = triggerFunction('tally_payments', {
  INSERT: [lockBills('added'), addPayments(signedPayments(1, 'added', 'bill'))],
  UPDATE: [
    lockBills('(select * from added union all select * from removed)'),
    addPayments(`${signedPayments(1, 'added', 'bill')} union all ${signedPayments(-1, 'removed', 'bill')}`),
  ],
  DELETE: [lockBills('removed'), addPayments(signedPayments(-1, 'removed', 'bill'))],
  TRUNCATE: [lockTallies, '\n    delete from payment_tally'],
})
