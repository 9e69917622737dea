import { sql } from 'kysely'
import { Refusal } from '../../domain/refusal'
import type { Row } from '../database/tables'
import type { Db } from '../ports'

/** The active bill that uses an account. */
export interface BillUsingAccount {
  readonly account: NonNullable<Row<'bill'>['vac_account']>
  readonly payStatus: Row<'bill'>['pay_status']
  readonly applyCode: Row<'bill'>['apply_code']
  readonly billNo: NonNullable<Row<'bill'>['bill_no']>
}

/**
 * Returns the message for a bill of the agreement `ownCode` that cannot have the account, and whether the bill that
 * uses the account is paid and therefore cannot be voided.
 * Nothing is revealed about a bill of another agreement: `isPaid` is false for it.
 */
export const accountConflict = (
  { account, payStatus, applyCode, billNo }: BillUsingAccount,
  ownCode: string,
): { readonly isPaid: boolean; readonly message: string } => {
  if (applyCode !== ownCode) return { isPaid: false, message: `虛擬帳號 ${account} 已被使用，請改用其他編號。` }
  if (payStatus === 'Paid' || payStatus === 'OverPaid')
    return { isPaid: true, message: `虛擬帳號 ${account} 的帳單 ${billNo} 已繳費，請改用其他期別或編號。` }
  return { isPaid: false, message: `虛擬帳號 ${account} 已由帳單 ${billNo} 使用，請先將該帳單作廢。` }
}

/**
 * Throws a refusal (2003) if another bill uses the account.
 * The unique index would reject the bill as well, but could not name the other bill.
 */
export const requireFreeAccount = async (
  db: Db,
  account: string,
  bill: { readonly ApplyCode: string; readonly SerialId: number | null },
): Promise<void> => {
  const { rows } = await sql<BillUsingAccount>`
    select vac_account as account, pay_status as "payStatus", apply_code as "applyCode", bill_no as "billNo"
    from bill
    where vac_account = ${account} and bill_state = 'Active' and account_state = 'InUse' and serial_id is distinct from ${bill.SerialId}::bigint
    limit 1`.execute(db)
  if (!rows[0]) return
  const { message } = accountConflict(rows[0], bill.ApplyCode)
  throw new Refusal('2003', message, { VACAccount: message })
}
