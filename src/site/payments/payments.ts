import type { PayerBill, PayerPayment } from '../../contract/call-responses'
import { taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { entryStates } from '../../domain/payments/entry-state'
import type { PaymentPeriod } from './PeriodFilter'

/** Returns whether a payment is live: neither reversed nor cancelled. */
export const isLive = ({ EntryState }: Pick<PayerPayment, 'EntryState'>): boolean => EntryState === 'Live'

/** A payment with the state that a list shows: its own if it was reversed or cancelled, otherwise that of its bill, or `Live` if the bill is not loaded. */
export interface PaymentWithState extends PayerPayment {
  readonly shownState: string
}

/** Returns the text of a state. `Live` says only that the payment was received, because the bill may still be open. */
export const shownStateText = (code: string): string => entryTexts[code] ?? enumText('BillStatus', code)

const entryTexts: Readonly<Record<string, string>> = entryStates

/** Returns payments with the state that a list shows. */
export const withStates = (payments: readonly PayerPayment[], bills: readonly PayerBill[]): readonly PaymentWithState[] => {
  const states = new Map(bills.map(({ SerialId, BillStatus }) => [SerialId, BillStatus]))
  return payments.map((payment) => ({ ...payment, shownState: (isLive(payment) && states.get(payment.SerialId)) || payment.EntryState }))
}

/** Returns payments within a period, the newest first. */
export const paymentsIn = <Row extends PayerPayment>(payments: readonly Row[], { from, to }: PaymentPeriod): readonly Row[] =>
  payments
    .filter(({ PaidTime }) => {
      const day = taipeiToday(new Date(PaidTime))
      return (from === '' || day >= from) && (to === '' || day <= to)
    })
    .sort((a, b) => Date.parse(b.PaidTime) - Date.parse(a.PaidTime))
