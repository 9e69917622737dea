import './settled.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { calendarDateText, moneyText } from '../../browser/format'
import type { PayerBill } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { amountDue } from './bill-amounts'

/** Renders the unpaid bills that no channel accepts any more, with the telephone number of the company. */
export const ClosedBills = ({ bills }: { bills: readonly PayerBill[] }) =>
  bills.length > 0 && (
    <section className="card settled" aria-labelledby="closed">
      <header>
        <h2 id="closed">已無法在此繳費</h2>
      </header>
      <p>各繳費管道均不再受理，也不計入待繳總金額；如需繳納，請洽收款單位。</p>
      <ul>
        {bills.map((bill) => (
          <BillItem key={bill.SerialId} bill={bill} amount={amountDue(bill)}>
            <Contact bill={bill} />
          </BillItem>
        ))}
      </ul>
    </section>
  )

const Contact = ({ bill: { CustomerName, CustomerPhone } }: { bill: PayerBill }) => (
  <span className="settled-contact">
    請洽{CustomerName}
    {CustomerPhone && (
      <>
        ，電話 <a href={`tel:${CustomerPhone.replace(/[^\d+#,]/g, '')}`}>{CustomerPhone}</a>
      </>
    )}
  </span>
)

/** Renders the bills that are paid in full, with a link to their receipts. */
export const SettledBills = ({ bills }: { bills: readonly PayerBill[] }) =>
  bills.length > 0 && (
    <section className="card settled" aria-labelledby="settled">
      <header>
        <h2 id="settled">已結清的帳單</h2>
        <Link to="/receipt-information">查看收據</Link>
      </header>
      <ul>
        {bills.map((bill) => (
          <BillItem key={bill.SerialId} bill={bill} amount={bill.ShouldPayAmount} />
        ))}
      </ul>
    </section>
  )

const BillItem = ({ bill, amount, children }: { bill: PayerBill; amount: number; children?: ReactNode }) => (
  <li>
    <span className="settled-name">
      {bill.BillTermName}
      <small>
        {bill.CustomerName}．<span className="whole">{bill.BillNo}</span>．
        <span className="whole">期限 {calendarDateText(bill.PaymentEndDate)}</span>
      </small>
    </span>
    <span className={`badge badge-${bill.BillStatus}`}>{enumText('BillStatus', bill.BillStatus)}</span>
    <strong>{moneyText(amount, bill.CurrencyType)}</strong>
    {children}
  </li>
)
