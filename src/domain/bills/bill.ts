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

/** What can be done to a bill; the server enforces it, screens only read it. */
export type BillAction = 'update' | 'delete' | 'downloadSlip' | 'downloadCertificate' | 'mailNotice' | 'smsNotice'

/** Facts beyond the amounts that decide what may be done. */
export interface BillCircumstances {
  readonly hasWriteOff: boolean
  /** Already in a direct debit file. */
  readonly exported: boolean
  readonly Email: string | null
  readonly Mobile: string | null
  /** Taipei days of the last notices. */
  readonly mailedOn: string | null
  readonly textedOn: string | null
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
export const closedReason = ({ BillState, PaidAmount, ShouldPayAmount }: Omit<BillFacts, 'PaymentEndDate'>): 'void' | 'paid' | null => {
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

/** Everything that may be done to a bill today. */
export const allowedActions = (bill: BillFacts & BillCircumstances, today: string): readonly BillAction[] =>
  billActions.filter((action) => rules[action](bill, today))

type Rule = (bill: BillFacts & BillCircumstances, today: string) => boolean

const active: Rule = (bill) => bill.BillState === 'Active'
const unpaid: Rule = (bill, today) => active(bill, today) && bill.PaidAmount === 0
const owing: Rule = (bill) => closedReason(bill) === null

const rules = {
  update: unpaid,
  delete: (bill, today) => unpaid(bill, today) && !bill.hasWriteOff && !bill.exported,
  downloadSlip: owing,
  downloadCertificate: isProvable,
  mailNotice: (bill, today) => owing(bill, today) && !!bill.Email && bill.mailedOn !== today,
  smsNotice: (bill, today) => owing(bill, today) && !!bill.Mobile && bill.textedOn !== today,
} satisfies Record<BillAction, Rule>

const billActions = Object.keys(rules) as readonly BillAction[]
