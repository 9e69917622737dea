import { addYears } from '../dates/dates'
import type { EnumCode } from '../enums'

export type PayStatus = EnumCode<'PayStatus'>
export type BillStatus = EnumCode<'BillStatus'>
export type BillState = EnumCode<'BillState'>

/** What a bill's states are worked out from. */
export interface BillFacts {
  readonly BillState: BillState
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly PaymentEndDate: string
}

/** Returns the stored state: how far the bill is paid. */
export const payStatus = (paid: number, should: number): PayStatus => {
  if (paid === 0) return 'Unpaid'
  if (paid === should) return 'Paid'
  return paid < should ? 'PartialPaid' : 'OverPaid'
}

/** Returns the state that people see: void before all else, overdue once the deadline has passed and money is missing. */
export const billStatus = (bill: BillFacts, today: string): BillStatus => {
  if (bill.BillState === 'Void') return 'Void'
  const status = payStatus(bill.PaidAmount, bill.ShouldPayAmount)
  return (status === 'Unpaid' || status === 'PartialPaid') && bill.PaymentEndDate < today ? 'Overdue' : status
}

/** Returns why a bill takes no more money; null = it takes some, so that there is a slip for it and a way to pay online. */
export const whyClosed = ({ BillState, PaidAmount, ShouldPayAmount }: Omit<BillFacts, 'PaymentEndDate'>): 'void' | 'paid' | null => {
  if (BillState === 'Void') return 'void'
  // A bill paid in excess is paid as well.
  return PaidAmount < ShouldPayAmount ? null : 'paid'
}

/** How many years after the start of its term a deadline may lie, the one of the stores included. */
export const deadlineYears = 2

/** Returns the last day that a deadline may be, by the first day of its term. */
export const latestDeadline = (termStart: string): string => addYears(termStart, deadlineYears)

/** Whether money has come in for a bill, which a certificate can prove. */
export const isProvable = ({ PaidAmount }: Pick<BillFacts, 'PaidAmount'>): boolean => PaidAmount > 0
