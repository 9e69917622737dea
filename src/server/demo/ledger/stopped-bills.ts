import { addDays } from '../../../domain/dates/dates'
import type { StoredBill } from '../bills'
import type { DemoOwner } from '../uploads'

/** Returns the bills whose accounts were taken off the white list of an agreement: their payments are incidents. */
export const stoppedBills = ({ agreement }: DemoOwner, bills: readonly StoredBill[], today: string): readonly StoredBill[] => {
  const day = addDays(today, -2)
  const isOpen = ({ pattern, payer, term }: StoredBill) => pattern === 'open' && Number(payer.PayerNo) > 2 && term.start <= day && day <= term.end
  return agreement.whiteList ? bills.filter(isOpen).slice(-2) : []
}
