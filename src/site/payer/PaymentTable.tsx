import { countText } from '../../browser/format'
import './table.css'
import type { PayerPayment } from '../../contract/session'
import type { Column } from './payment-columns'

interface Props<Row extends PayerPayment> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly payments: readonly Row[]
  /** Leaves out how many there are, where the page says so itself. */
  readonly uncounted?: true
}

/** Payments as a table; on narrow screens each row is a card that names its cells. */
export const PaymentTable = <Row extends PayerPayment>({ caption, columns, payments, uncounted }: Props<Row>) => (
  <div className="card table">
    {payments.length === 0 ? (
      <p className="empty">查無資料</p>
    ) : (
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric && 'numeric'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.DetailId}>
              {columns.map(({ title, numeric, cell }) => (
                <td key={title} data-title={title} className={numeric && 'numeric'}>
                  <span>{cell(payment)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {!uncounted && (
      <p className="table-count" role="status">
        共 {countText(payments.length)} 筆
      </p>
    )}
  </div>
)
