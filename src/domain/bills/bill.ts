import { addYears } from '../dates/dates'
import type { EnumCode } from '../enums'

/** The stored payment status of a bill. */
export type PayStatus = EnumCode<'PayStatus'>
/** The displayed status of a bill. */
export type BillStatus = EnumCode<'BillStatus'>
/** Whether a bill is active or void. */
export type BillState = EnumCode<'BillState'>

/** The values from which the statuses of a bill are computed. */
export interface BillFacts {
  readonly BillState: BillState
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly PaymentEndDate: string
}

/** Circumstances that decide, together with the amounts, which actions are allowed on a bill. */
export interface BillCircumstances {
  /** Whether a payment was ever written off on the bill, even if the payment was reversed later. */
  readonly hasWriteOff: boolean
  /** Whether a direct debit file contains the bill. */
  readonly isExported: boolean
}

/** Returns the stored payment status, which compares the paid amount with the amount due. */
export const payStatus = (paid: number, due: number): PayStatus => {
  if (paid === 0) return 'Unpaid'
  if (paid === due) return 'Paid'
  return paid < due ? 'PartialPaid' : 'OverPaid'
}

/** Checks whether a bill is overdue (逾期): its deadline has passed and it is not fully paid. */
export const isOverdue = (
  { PaidAmount, ShouldPayAmount, PaymentEndDate }: Omit<BillFacts, 'BillState'>,
  today: string,
): boolean => ['Unpaid', 'PartialPaid'].includes(payStatus(PaidAmount, ShouldPayAmount)) && PaymentEndDate < today

/** Returns the displayed status. Void takes precedence over overdue, and overdue over the payment status. */
export const billStatus = (bill: BillFacts, today: string): BillStatus => {
  if (bill.BillState === 'Void') return 'Void'
  return isOverdue(bill, today) ? 'Overdue' : payStatus(bill.PaidAmount, bill.ShouldPayAmount)
}

/** Returns why a bill accepts no further payment; null if it accepts payments. */
export const closedReason = ({
  BillState,
  PaidAmount,
  ShouldPayAmount,
}: Omit<BillFacts, 'PaymentEndDate'>): 'void' | 'paid' | null => {
  if (BillState === 'Void') return 'void'
  // An overpaid bill counts as paid.
  return PaidAmount < ShouldPayAmount ? null : 'paid'
}

/** Maximum number of years between the start of a term and its deadlines, including the deadline for stores. */
export const deadlineYears = 2

/** Returns the latest allowed deadline for a term that starts on this day. */
export const latestDeadline = (termStart: string): string => addYears(termStart, deadlineYears)

/** Returns why a bill cannot be changed; null if it can be. `paid` includes partly paid bills. */
export const changeRefusalReason = ({
  BillState,
  PaidAmount,
}: Pick<BillFacts, 'BillState' | 'PaidAmount'>): 'void' | 'paid' | null => {
  if (BillState === 'Void') return 'void'
  return PaidAmount === 0 ? null : 'paid'
}

/** The values of a bill that a file of direct debits contains; they cannot be changed until its reply. */
export const debitedFields = ['ShouldPayAmount', 'VACAccount', 'PayerId'] as const

/**
 * Returns why a bill cannot be voided; null if it can be.
 * A bill with entries cannot be voided, even if its payments were reversed.
 */
export const voidRefusalReason = (
  bill: Pick<BillFacts & BillCircumstances, 'BillState' | 'PaidAmount' | 'hasWriteOff' | 'isExported'>,
): 'void' | 'paid' | 'writtenOff' | 'exported' | null => {
  const reason = changeRefusalReason(bill)
  if (reason !== null) return reason
  if (bill.hasWriteOff) return 'writtenOff'
  return bill.isExported ? 'exported' : null
}
