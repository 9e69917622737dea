import { addYears } from '../dates/dates'
import type { EnumCode } from '../enums'

export type PayStatus = EnumCode<'PayStatus'>
export type BillStatus = EnumCode<'BillStatus'>
export type BillState = EnumCode<'BillState'>

/** The values from which a bill's states are computed. */
export interface BillFacts {
  readonly BillState: BillState
  readonly ShouldPayAmount: number
  readonly PaidAmount: number
  readonly PaymentEndDate: string
}

/** What can be done to a bill; the server enforces it, screens only read it. */
export type BillAction = 'update' | 'delete' | 'downloadSlip' | 'downloadCertificate' | 'mailNotice' | 'smsNotice'

/** Facts beyond the amounts that decide what may be done. */
export interface BillCircumstances {
  readonly hasWriteOff: boolean
  /** Already included in a direct debit file. */
  readonly exported: boolean
  readonly Email: string | null
  readonly Mobile: string | null
  /** Days, in Taipei, of the last notices. */
  readonly mailedOn: string | null
  readonly textedOn: string | null
}

/** Returns the stored state: how far the bill is paid. */
export const payStatus = (paid: number, due: number): PayStatus => {
  if (paid === 0) return 'Unpaid'
  if (paid === due) return 'Paid'
  return paid < due ? 'PartialPaid' : 'OverPaid'
}

/** Returns the displayed state: void takes precedence; overdue once the deadline has passed and the bill is not fully paid. */
export const billStatus = (bill: BillFacts, today: string): BillStatus => {
  if (bill.BillState === 'Void') return 'Void'
  const status = payStatus(bill.PaidAmount, bill.ShouldPayAmount)
  return (status === 'Unpaid' || status === 'PartialPaid') && bill.PaymentEndDate < today ? 'Overdue' : status
}

/** Returns why a bill accepts no further payment; null if it accepts payments, so that a slip and online payment are available. */
export const closedReason = ({ BillState, PaidAmount, ShouldPayAmount }: Omit<BillFacts, 'PaymentEndDate'>): 'void' | 'paid' | null => {
  if (BillState === 'Void') return 'void'
  // An overpaid bill counts as paid.
  return PaidAmount < ShouldPayAmount ? null : 'paid'
}

/** Maximum number of years between the start of a term and a deadline, including that of the stores. */
export const deadlineYears = 2

/** Returns the latest allowed deadline for a term that starts on this day. */
export const latestDeadline = (termStart: string): string => addYears(termStart, deadlineYears)

/** Whether a bill has received a payment, which a certificate can prove. */
export const hasPayment = ({ PaidAmount }: Pick<BillFacts, 'PaidAmount'>): boolean => PaidAmount > 0

/** Returns the actions that are allowed on a bill today. */
export const allowedActions = (bill: BillFacts & BillCircumstances, today: string): readonly BillAction[] =>
  billActions.filter((action) => rules[action](bill, today))

type Rule = (bill: BillFacts & BillCircumstances, today: string) => boolean

const isActive: Rule = (bill) => bill.BillState === 'Active'
const isUnpaid: Rule = (bill, today) => isActive(bill, today) && bill.PaidAmount === 0
const isOpen: Rule = (bill) => closedReason(bill) === null

const rules = {
  update: isUnpaid,
  delete: (bill, today) => isUnpaid(bill, today) && !bill.hasWriteOff && !bill.exported,
  downloadSlip: isOpen,
  downloadCertificate: hasPayment,
  mailNotice: (bill, today) => isOpen(bill, today) && !!bill.Email && bill.mailedOn !== today,
  smsNotice: (bill, today) => isOpen(bill, today) && !!bill.Mobile && bill.textedOn !== today,
} satisfies Record<BillAction, Rule>

const billActions = Object.keys(rules) as readonly BillAction[]
