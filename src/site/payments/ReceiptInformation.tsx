import './filters.css'
import './table.css'
import { useState } from 'react'
import type { PayerPayment } from '../../contract/session'
import { DownloadButton } from '../payer/BusyButton'
import { usePayer } from '../payer/PayerArea'
import { PrintedTitle } from '../payer/PrintedTitle'
import { type Column, columns, PaymentTable, PaymentTotals } from './PaymentTable'
import { allTime, PeriodFilter } from './PeriodFilter'
import { paymentsIn } from './payments'

/** 收據資訊查詢: the payments that have a receipt, bill by bill, with a certificate of the whole bill and of each payment. */
export const Component = () => {
  const { DataLists2 } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const receipts = paymentsIn(DataLists2, period).filter(({ ReceiptNo }) => ReceiptNo !== '')
  return (
    <>
      <PrintedTitle title="收據資訊查詢" />
      <div className="filters">
        <PeriodFilter period={period} onChange={setPeriod} />
      </div>
      <PaymentTotals payments={receipts} />
      {receipts.length === 0 && <p className="card empty">查無資料</p>}
      {byBill(receipts).map((payments) => (
        <Receipts key={payments[0].SerialId} payments={payments} />
      ))}
    </>
  )
}

type BillPayments = readonly [PayerPayment, ...PayerPayment[]]

const Receipts = ({ payments }: { payments: BillPayments }) => {
  const [{ SerialId, BillTermName, CustomerName, BillNo }] = payments
  return (
    <section className="receipts" aria-labelledby={`receipts-${SerialId}`}>
      <header className="receipts-head">
        <h2 id={`receipts-${SerialId}`}>
          {BillTermName}
          <small>
            {CustomerName}．<span className="whole">帳單編號 {BillNo}</span>
          </small>
        </h2>
        <DownloadButton plain call="PayerArea.DownLoadCertificate" query={{ SerialId }} text="下載繳費證明" name={BillNo} />
      </header>
      <PaymentTable caption={`${BillTermName}的收據`} columns={receiptColumns} payments={payments} uncounted />
    </section>
  )
}

const certificate: Column<PayerPayment> = {
  title: '單筆證明',
  cell: ({ DetailId, ReceiptNo }) => (
    <DownloadButton plain call="PayerArea.DownloadCertificateByDetail" query={{ DetailId }} text="下載單筆證明" name={ReceiptNo} />
  ),
}

const receiptColumns = [columns.receiptNo, columns.paidTime, columns.channel, columns.amount, certificate]

const byBill = (payments: readonly PayerPayment[]): readonly BillPayments[] => {
  const bills = new Map<number, BillPayments>()
  for (const payment of payments) {
    const known = bills.get(payment.SerialId)
    bills.set(payment.SerialId, known ? [...known, payment] : [payment])
  }
  return [...bills.values()]
}
