import type { PayerBill } from '../../contract/session'
import { whyClosed } from '../../domain/bills/bill'
import { daysBetween } from '../../domain/dates/dates'

/** Whether a bill can be paid, by the rule that the server refuses by. */
export const isPayable = ({ BillStatus, PaidAmount, ShouldPayAmount }: PayerBill): boolean =>
  whyClosed({ BillState: BillStatus === 'Void' ? 'Void' : 'Active', PaidAmount, ShouldPayAmount }) === null

/** What is left to pay of a bill. */
export const owed = ({ ShouldPayAmount, PaidAmount }: PayerBill): number => Math.max(ShouldPayAmount - PaidAmount, 0)

/** How urgent a bill is, in words. */
export const dueText = ({ PaymentEndDate }: PayerBill, today: string): string => {
  const days = daysBetween(today, PaymentEndDate)
  if (days < 0) return `已逾期 ${-days} 天`
  return days === 0 ? '今天截止' : `還有 ${days} 天`
}
