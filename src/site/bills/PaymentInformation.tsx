import './settled.css'
import { Link } from 'react-router-dom'
import { calendarDateText, moneyText } from '../../browser/format'
import type { PayerBill } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { CurrencyTotals } from '../layout/DescriptionList'
import { usePayer } from '../payer/PayerArea'
import { TitleWithPrintButton } from '../payer/TitleWithPrintButton'
import { isLive } from '../payments/payments'
import { amountDue, BillCard, isPayable } from './BillCard'

/** Renders the page 繳費資訊查詢: first the payable bills, ordered by deadline, then the bills that are paid in full. */
export const Component = () => {
  const { DataLists1: bills, DataLists2: payments } = usePayer()
  const counteredPayments = payments.filter((payment) => !isLive(payment))
  const payable = bills.filter(isPayable).sort((a, b) => a.PaymentEndDate.localeCompare(b.PaymentEndDate))
  const settled = bills.filter((bill) => !isPayable(bill))
  return (
    <>
      <TitleWithPrintButton title="繳費資訊查詢" />
      {payable.length === 0 && <p className="note note-success">目前沒有待繳的帳單。</p>}
      <CurrencyTotals labels={['待繳帳單', '待繳總金額']} rows={payable} amountOf={amountDue} />
      <div className="bills">
        {payable.map((bill) => (
          <BillCard
            key={bill.SerialId}
            bill={bill}
            counteredPayments={counteredPayments.filter(({ SerialId }) => SerialId === bill.SerialId)}
          />
        ))}
      </div>
      <SettledBills bills={settled} />
    </>
  )
}

/** Renders the bills that are paid in full, the latest deadline first, with a link to their receipts. */
const SettledBills = ({ bills }: { bills: readonly PayerBill[] }) =>
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
                  {bill.CustomerName}．<span className="whole">{bill.BillNo}</span>．
                  <span className="whole">期限 {calendarDateText(bill.PaymentEndDate)}</span>
                </small>
              </span>
              <span className={`badge badge-${bill.BillStatus}`}>{enumText('BillStatus', bill.BillStatus)}</span>
              <strong>{moneyText(bill.ShouldPayAmount, bill.CurrencyType)}</strong>
            </li>
          ))}
      </ul>
    </section>
  )
