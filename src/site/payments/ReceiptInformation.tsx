import './filters.css'
import './table.css'
import { useState } from 'react'
import type { PayerPayment } from '../../contract/call-responses'
import { PayerDownloadButton } from '../payer/BusyButton'
import { usePayer } from '../payer/PayerArea'
import { TitleWithPrintButton } from '../payer/TitleWithPrintButton'
import { PaymentPages } from './PaymentPages'
import { type PaymentColumn, PaymentTable, PaymentTotals, paymentColumns } from './PaymentTable'
import { allTime, PeriodFilter, PrintedFilters } from './PeriodFilter'
import { isLive, paymentsInPeriod } from './payments'

/**
 * Renders the page 收據資訊查詢: the payments that have a receipt and were neither reversed nor cancelled, grouped by bill,
 * with downloads of certificates for the whole bill and for each payment.
 */
export const Component = () => {
  const { DataLists2: payments } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const receipts = paymentsInPeriod(payments, period).filter((payment) => payment.ReceiptNo !== '' && isLive(payment))
  return (
    <>
      <TitleWithPrintButton title="收據資訊查詢" />
      <div className="filters">
        <PeriodFilter period={period} onChange={setPeriod} />
      </div>
      <PrintedFilters period={period} />
      <PaymentTotals payments={receipts} />
      {receipts.length === 0 ? (
        <p className="card empty">查無資料</p>
      ) : (
        <PaymentPages key={`${period.from} ${period.to}`} payments={receipts}>
          {(page) =>
            groupByBill(page).map((paymentsOfBill) => (
              <Receipts key={paymentsOfBill[0].SerialId} payments={paymentsOfBill} />
            ))
          }
        </PaymentPages>
      )}
    </>
  )
}

type BillPayments = readonly [PayerPayment, ...PayerPayment[]]

const Receipts = ({ payments }: { payments: BillPayments }) => {
  const [{ SerialId: billSerialId, BillTermName, CustomerName, BillNo }] = payments
  return (
    <section className="receipts" aria-labelledby={`receipts-${billSerialId}`}>
      <header className="receipts-head">
        <h2 id={`receipts-${billSerialId}`}>
          {BillTermName}
          <small>
            {CustomerName}．<span className="whole">帳單編號 {BillNo}</span>
          </small>
        </h2>
        <PayerDownloadButton
          plain
          call="PayerArea.DownLoadCertificate"
          query={{ SerialId: billSerialId }}
          text="下載繳費證明"
          name={BillNo}
        />
      </header>
      <PaymentTable caption={`${BillTermName}的收據`} columns={receiptColumns} payments={payments} />
    </section>
  )
}

const certificateColumn: PaymentColumn<PayerPayment> = {
  title: '單筆證明',
  cell: ({ DetailId, ReceiptNo }) => (
    <PayerDownloadButton
      plain
      call="PayerArea.DownloadCertificateByDetail"
      query={{ DetailId }}
      text="下載單筆證明"
      name={ReceiptNo}
    />
  ),
}

const receiptColumns = [
  paymentColumns.receiptNo,
  paymentColumns.paidTime,
  paymentColumns.channel,
  paymentColumns.amount,
  certificateColumn,
]

// The `SerialId` of a payment is that of its bill.
const groupByBill = (payments: readonly PayerPayment[]): readonly BillPayments[] => {
  const bills = new Map<number, BillPayments>()
  for (const payment of payments) {
    const paymentsSoFar = bills.get(payment.SerialId)
    bills.set(payment.SerialId, paymentsSoFar ? [...paymentsSoFar, payment] : [payment])
  }
  return [...bills.values()]
}
