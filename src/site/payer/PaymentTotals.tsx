import { countText, money } from '../../browser/format'
import type { PayerPayment } from '../../contract/session'
import { totalsOf } from './payments'

/** How many payments there are, and what they come to in each currency. */
export const PaymentTotals = ({ payments }: { payments: readonly PayerPayment[] }) =>
  payments.length > 0 && (
    <dl className="totals">
      <div>
        <dt>繳款筆數</dt>
        <dd>{countText(payments.length)} 筆</dd>
      </div>
      {totalsOf(payments).map(({ currency, amount }) => (
        <div key={currency}>
          <dt>繳款總金額</dt>
          <dd>{money(amount, currency)}</dd>
        </div>
      ))}
    </dl>
  )
