import './settled.css'
import { Link } from 'react-router-dom'
import { dayText, money } from '../../browser/format'
import type { PayerBill } from '../../contract/session'
import { enumText } from '../../domain/enums'

/** Bills that take no more money, the newest first: what they were, and the way to their receipts. */
export const SettledBills = ({ bills }: { bills: readonly PayerBill[] }) =>
  bills.length > 0 && (
    <section className="card settled" aria-labelledby="settled">
      <header>
        <h2 id="settled">已結清的帳單</h2>
        <Link to="/receipt-information">查看收據</Link>
      </header>
      <ul>
        {[...bills]
          .sort((a, b) => b.PaymentEndDate.localeCompare(a.PaymentEndDate))
          .map((bill) => (
            <li key={bill.SerialId}>
              <span className="settled-name">
                {bill.BillTermName}
                <small>
                  {bill.CustomerName}．<span className="whole">{bill.BillNo}</span>．<span className="whole">期限 {dayText(bill.PaymentEndDate)}</span>
                </small>
              </span>
              <span className={`badge badge-${bill.BillStatus}`}>{enumText('BillStatus', bill.BillStatus)}</span>
              <strong>{money(bill.ShouldPayAmount, bill.CurrencyType)}</strong>
            </li>
          ))}
      </ul>
    </section>
  )
