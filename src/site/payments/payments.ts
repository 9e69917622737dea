import type { PayerBill, PayerPayment } from '../../contract/session'
import { taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import type { Period } from './PeriodFilter'

/** A payment with the state of its bill, or `received` where the bill is not among those that are loaded. */
export interface PaymentRow extends PayerPayment {
  readonly BillStatus: string
}

/** What is known of a payment by itself: that the money came in, not that the bill is settled. */
const received = 'Received'

/** Returns the state in words. */
export const stateText = (code: string): string => (code === received ? '已入帳' : enumText('BillStatus', code))

/** Returns payments with the states of their bills, as far as those are loaded. */
export const withStates = (payments: readonly PayerPayment[], bills: readonly PayerBill[]): readonly PaymentRow[] => {
  const states = new Map(bills.map(({ SerialId, BillStatus }) => [SerialId, BillStatus]))
  return payments.map((payment) => ({ ...payment, BillStatus: states.get(payment.SerialId) ?? received }))
}

/** Returns payments within a period, the newest first. */
export const paymentsIn = <Row extends PayerPayment>(payments: readonly Row[], { from, to }: Period): readonly Row[] =>
  payments
    .filter(({ PaidTime }) => {
      const day = taipeiToday(new Date(PaidTime))
      return (from === '' || day >= from) && (to === '' || day <= to)
    })
    .sort((a, b) => Date.parse(b.PaidTime) - Date.parse(a.PaidTime))

/** Returns what was paid in each currency. */
export const totalsOf = (payments: readonly PayerPayment[]): readonly { readonly currency: string; readonly amount: number }[] =>
  [...new Set(payments.map(({ CurrencyType }) => CurrencyType))].map((currency) => ({
    currency,
    amount: payments.filter(({ CurrencyType }) => CurrencyType === currency).reduce((sum, { PaidAmount }) => sum + PaidAmount, 0),
  }))
