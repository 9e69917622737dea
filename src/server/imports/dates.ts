import type { ImportContext, Term } from './context'
import type { Draft } from './draft'
import type { Fail } from './judge'

/** When a bill may be paid. */
export interface BillDates {
  readonly PaymentStartDate: string
  readonly PaymentEndDate: string
  readonly MarketEndDate: string | null
}

/** The row's own days go before those of the upload form, and these before the term's. */
export const datesOf = ({ values }: Draft, term: Term, { form, today }: ImportContext, fail: Fail): BillDates | null => {
  const PaymentStartDate = values.PaymentStartDate ?? form.PaymentStartDate ?? term.PaymentStartDate
  const PaymentEndDate = values.PaymentEndDate ?? form.PaymentEndDate ?? term.PaymentEndDate
  if (PaymentEndDate < PaymentStartDate) return fail('PaymentEndDate', 'E107', `繳款截止日 ${PaymentEndDate} 早於繳款起日 ${PaymentStartDate}，請更正。`)
  if (PaymentEndDate < today) return fail('PaymentEndDate', 'E107', `繳款截止日 ${PaymentEndDate} 已過，請改為今天或之後的日期。`)
  // A deadline of the bill's own is meant for the stores as well.
  const MarketEndDate = PaymentEndDate === term.PaymentEndDate ? term.MarketEndDate : null
  return { PaymentStartDate, PaymentEndDate, MarketEndDate }
}
