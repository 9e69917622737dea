import { deadlineYears, latestDeadline } from '../../../domain/bill'
import type { Fail } from '../row-error'
import type { ImportContext, Term } from './context'
import type { Draft } from './parsed-row'

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
  const latest = latestDeadline(term.PaymentStartDate)
  if (PaymentEndDate > latest) return fail('PaymentEndDate', 'E107', lateDeadline(term.BillTermId, latest))
  // A deadline of the bill's own is meant for the stores as well.
  const MarketEndDate = PaymentEndDate === term.PaymentEndDate ? term.MarketEndDate : null
  if (MarketEndDate !== null && MarketEndDate > latest)
    return fail(
      'BillTermId',
      'E107',
      `期別「${term.BillTermId}」的超商代收期限最晚為 ${slashed(latest)}（繳款起日後 ${deadlineYears} 年），請先在代收期別維護更正。`,
    )
  return { PaymentStartDate, PaymentEndDate, MarketEndDate }
}

/** The sentence for a deadline that lies too long after the start of its term. */
export const lateDeadline = (termId: string, latest: string): string =>
  `繳款截止日最晚為 ${slashed(latest)}（期別「${termId}」的繳款起日後 ${deadlineYears} 年），請更正。`

const slashed = (date: string): string => date.replaceAll('-', '/')
