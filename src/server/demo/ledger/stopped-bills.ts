import { addDays } from '../../../domain/dates/dates'
import type { StoredBill } from '../bills'
import type { DemoTenant } from '../demo-portal'

/**
 * Returns two bills whose accounts are disabled on the white list of an agreement, so that their payments become
 * incidents.
 * The bills of the first two payers are not used.
 */
export const stoppedBills = (
  { agreement }: DemoTenant,
  bills: readonly StoredBill[],
  today: string,
): readonly StoredBill[] => {
  // The day of the unusual payments: `scenarioDay` in `scenarios.ts`.
  const day = addDays(today, -2)
  const isSelectable = ({ pattern, payer, term }: StoredBill) =>
    pattern === 'open' && Number(payer.PayerNo) > 2 && term.start <= day && day <= term.end
  return agreement.usesWhiteList ? bills.filter(isSelectable).slice(-2) : []
}
