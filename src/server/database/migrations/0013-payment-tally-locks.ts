import { sql } from 'kysely'
import type { Db } from '../../ports'
import { addPayments, lockTallies, signedPayments, triggerFunction } from './0009-bill-tally'

/**
 * Locks the bills of payments before the payments are counted. Without the lock, a payment that is added while its bill changes to another group of the tally
 * could be counted in the former group. Dropping a trigger corrects earlier errors of this kind: after the migrations, the server counts everything again if a
 * trigger is missing (`../bills-and-lines/bill-tally.ts`).
 */
export const paymentTallyLocks = async (db: Db): Promise<void> => {
  await sql.raw(paymentFunction).execute(db)
  await sql`drop trigger if exists payment_tally_insert on payment`.execute(db)
}

/** Returns the statement that locks the bills of payments in the order of their keys. The next statement then reads the bills as earlier transactions committed them. */
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
