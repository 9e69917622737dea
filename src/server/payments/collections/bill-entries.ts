import { sql } from 'kysely'
import { payStatus } from '../../../domain/bills/bill'
import { agreementCondition } from '../../access/tenant'
import type { Row } from '../../database/tables'
import type { Db } from '../../ports'
import type { RecordContext } from '../../records/context'
import type { LedgerContext } from '../ledger-context'
import { updateBills } from '../write-entries'

/** Locks bills of the session's agreements in the order of their keys until the transaction ends. */
export const lockBills = async ({ db, scope }: Pick<RecordContext, 'db' | 'scope'>, ids: readonly number[]): Promise<void> => {
  await sql`
    select from bill b where b.serial_id = any(${ids}::bigint[]) and ${agreementCondition(scope, 'b')} order by b.serial_id for no key update`.execute(db)
}

/** The amount of an entry that was added to a bill; negative for a counter-entry. */
export interface AddedAmount {
  /** The serial id of the bill. */
  readonly bill: Row<'payment'>['bill_serial_id']
  readonly amount: Row<'payment'>['amount']
}

/** Adds the amounts of new entries to their bills. The caller must have locked the bills. */
export const addToBills = async (db: Db, added: readonly AddedAmount[], context: LedgerContext): Promise<void> => {
  const sums = new Map<number, number>()
  for (const { bill, amount } of added) sums.set(bill, (sums.get(bill) ?? 0) + amount)
  const { rows } = await sql<{ id: Row<'bill'>['serial_id']; paid: Row<'bill'>['paid_amount']; shouldPay: NonNullable<Row<'bill'>['should_pay_amount']> }>`
    select serial_id as id, paid_amount as paid, should_pay_amount as "shouldPay" from bill where serial_id = any(${[...sums.keys()]}::bigint[])`.execute(db)
  const paidBills = rows.map(({ id, paid, shouldPay }) => {
    const PaidAmount = paid + (sums.get(id) ?? 0)
    return { BillSerialId: id, PaidAmount, PayStatus: payStatus(PaidAmount, shouldPay) }
  })
  await updateBills(db, paidBills, context)
}
