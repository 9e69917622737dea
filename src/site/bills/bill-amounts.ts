import type { PayerBill } from '../../contract/call-responses'
import { closedReason } from '../../domain/bills/bill'

/** Returns whether an amount of a bill is still due, by the same rule as the server. */
export const isUnpaid = ({ BillStatus, PaidAmount, ShouldPayAmount }: PayerBill): boolean =>
  closedReason({ BillState: BillStatus === 'Void' ? 'Void' : 'Active', PaidAmount, ShouldPayAmount }) === null

/** Returns the unpaid part of the amount of a bill. */
export const amountDue = ({ ShouldPayAmount, PaidAmount }: PayerBill): number =>
  Math.max(ShouldPayAmount - PaidAmount, 0)
