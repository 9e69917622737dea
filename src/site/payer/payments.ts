import type { PayerBill, PayerPayment } from '../../contract/session'
import { taipeiToday } from '../../domain/dates'
import type { Period } from './period'

/** A payment with the state of its bill. */
export interface PaymentRow extends PayerPayment {
  readonly BillStatus: string
}

/** Payments with the states of their bills; a bill that is not in the list any more has been paid. */
export const withStates = (payments: readonly PayerPayment[], bills: readonly PayerBill[]): readonly PaymentRow[] => {
  const states = new Map(bills.map(({ SerialId, BillStatus }) => [SerialId, BillStatus]))
  return payments.map((payment) => ({ ...payment, BillStatus: states.get(payment.SerialId) ?? 'Paid' }))
}

/** Payments within a period, the newest first. */
export const paymentsIn = <Row extends PayerPayment>(payments: readonly Row[], { from, to }: Period): readonly Row[] =>
  payments
    .filter(({ PaidTime }) => {
      const day = taipeiToday(new Date(PaidTime))
      return (from === '' || day >= from) && (to === '' || day <= to)
    })
    .sort((a, b) => Date.parse(b.PaidTime) - Date.parse(a.PaidTime))

/** What was paid in each currency. */
export const totalsOf = (payments: readonly PayerPayment[]): readonly { readonly currency: string; readonly amount: number }[] =>
  [...new Set(payments.map(({ CurrencyType }) => CurrencyType))].map((currency) => ({
    currency,
    amount: payments.filter(({ CurrencyType }) => CurrencyType === currency).reduce((sum, { PaidAmount }) => sum + PaidAmount, 0),
  }))
