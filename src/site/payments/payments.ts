import type { PayerBill, PayerPayment } from '../../contract/session'
import { taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import type { PaymentPeriod } from './PeriodFilter'

/** A payment with the state of its bill, or `receivedState` where the bill is not loaded. */
export interface PaymentWithState extends PayerPayment {
  readonly BillStatus: string
}

/** The state of a payment whose bill is not loaded. It says only that the payment was received, because the bill may still be open. */
const receivedState = 'Received'

/** Returns the text of a state. */
export const billStateText = (code: string): string => (code === receivedState ? '已入帳' : enumText('BillStatus', code))

/** Returns payments, each with the state of its bill. */
export const withBillStates = (payments: readonly PayerPayment[], bills: readonly PayerBill[]): readonly PaymentWithState[] => {
  const states = new Map(bills.map(({ SerialId, BillStatus }) => [SerialId, BillStatus]))
  return payments.map((payment) => ({ ...payment, BillStatus: states.get(payment.SerialId) ?? receivedState }))
}

/** Returns payments within a period, the newest first. */
export const paymentsIn = <Row extends PayerPayment>(payments: readonly Row[], { from, to }: PaymentPeriod): readonly Row[] =>
  payments
    .filter(({ PaidTime }) => {
      const day = taipeiToday(new Date(PaidTime))
      return (from === '' || day >= from) && (to === '' || day <= to)
    })
    .sort((a, b) => Date.parse(b.PaidTime) - Date.parse(a.PaidTime))
