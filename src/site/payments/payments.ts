import type { PayerBill, PayerPayment } from '../../contract/call-responses'
import { taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { entryStates } from '../../domain/payments/entry-state'
import type { PaymentPeriod } from './PeriodFilter'

/** Returns whether a payment is live: neither reversed nor cancelled. */
export const isLive = ({ EntryState }: Pick<PayerPayment, 'EntryState'>): boolean => EntryState === 'Live'

/**
 * A payment with the state that a list shows.
 * A reversed or cancelled payment shows its own state, any other the state of its bill, or `Live` if that bill is not
 * loaded.
 */
export interface PaymentWithState extends PayerPayment {
  readonly shownState: string
}

/** Returns the text of a state. The text of `Live` says that the payment was received, not that the bill is paid. */
export const shownStateText = (code: string): string => entryTexts[code] ?? enumText('BillStatus', code)

// The wider type allows a look-up by any code.
const entryTexts: Readonly<Record<string, string>> = entryStates

/** Adds to each payment the state that a list shows. */
export const withStates = (
  payments: readonly PayerPayment[],
  bills: readonly PayerBill[],
): readonly PaymentWithState[] => {
  const billStatuses = new Map(bills.map(({ SerialId, BillStatus }) => [SerialId, BillStatus]))
  // The SerialId of a payment is that of its bill.
  const shownStateOf = (payment: PayerPayment) =>
    (isLive(payment) ? billStatuses.get(payment.SerialId) : undefined) ?? payment.EntryState
  return payments.map((payment) => ({ ...payment, shownState: shownStateOf(payment) }))
}

/** Returns payments within a period, the newest first. */
export const paymentsInPeriod = <Row extends PayerPayment>(
  payments: readonly Row[],
  { from, to }: PaymentPeriod,
): readonly Row[] =>
  payments
    .filter(({ PaidTime }) => {
      const day = taipeiToday(new Date(PaidTime))
      return (from === '' || day >= from) && (to === '' || day <= to)
    })
    .sort((a, b) => Date.parse(b.PaidTime) - Date.parse(a.PaidTime))
