import type { PayerBill } from '../../contract/session'
import { daysBetween } from '../../domain/dates'

/** States in which a bill still takes money; only these have a slip to download. */
const payableStates: readonly string[] = ['Unpaid', 'PartialPaid', 'Overdue']

/** Whether a bill can be paid. */
export const isPayable = ({ BillStatus }: PayerBill): boolean => payableStates.includes(BillStatus)

/** What is left to pay of a bill. */
export const owed = ({ ShouldPayAmount, PaidAmount }: PayerBill): number => Math.max(ShouldPayAmount - PaidAmount, 0)

/** How urgent a bill is, in words. */
export const dueText = ({ PaymentEndDate }: PayerBill, today: string): string => {
  const days = daysBetween(today, PaymentEndDate)
  if (days < 0) return `已逾期 ${-days} 天`
  return days === 0 ? '今天截止' : `還有 ${days} 天`
}
