import { countText, money } from '../../browser/format'
import type { PayerPayment } from '../../contract/session'
import { Facts } from '../Facts'
import { totalsOf } from './payments'

/** How many payments there are, and what they come to in each currency. */
export const PaymentTotals = ({ payments }: { payments: readonly PayerPayment[] }) =>
  payments.length > 0 && (
    <Facts
      className="totals"
      facts={[
        ['繳款筆數', `${countText(payments.length)} 筆`],
        ...totalsOf(payments).map(({ currency, amount }) => ['繳款總金額', money(amount, currency)] as const),
      ]}
    />
  )
