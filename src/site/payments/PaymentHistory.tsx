import './filters.css'
import '../bills/pay-ways.css'
import { useState } from 'react'
import { channelTimes } from '../bills/channel-times'
import { Facts } from '../layout/Facts'
import { SelectFilter } from '../layout/SelectFilter'
import { usePayer } from '../payer/PayerArea'
import { Disclosure, PrintedTitle } from '../payer/PrintedTitle'
import { type PaymentColumn, PaymentTable, PaymentTotals, paymentColumns } from './PaymentTable'
import { allTime, PeriodFilter } from './PeriodFilter'
import { billStateText, type PaymentWithState, paymentsIn, withBillStates } from './payments'

/** Renders the page 繳費紀錄查詢: the payments of the payer, filtered by period and state of the bill. */
export const Component = () => {
  const { DataLists1: bills, DataLists2: allPayments } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const [state, setState] = useState('')
  const payments = withBillStates(allPayments, bills)
  const states = [...new Set(payments.map(({ BillStatus }) => BillStatus))]
  const shownPayments = paymentsIn(payments, period).filter(({ BillStatus }) => state === '' || BillStatus === state)
  return (
    <>
      <PrintedTitle title="繳費紀錄查詢" />
      <div className="filters">
        <PeriodFilter period={period} onChange={setPeriod} />
        {states.length > 1 && (
          <SelectFilter
            label="帳單狀態"
            className="state-filter"
            options={states.map((code) => [code, billStateText(code)] as const)}
            value={state}
            onChange={setState}
          />
        )}
      </div>
      <PaymentTotals payments={shownPayments} />
      <PaymentTable caption="繳費紀錄" columns={shownColumns} payments={shownPayments} />
      <div className="card visibility">
        <Disclosure title="剛繳款卻查不到？各管道的入帳時間">{() => <Facts facts={channelTimes.map(({ channels, delay }) => [delay, channels])} />}</Disclosure>
      </div>
    </>
  )
}

const stateColumn: PaymentColumn<PaymentWithState> = {
  title: '帳單狀態',
  cell: ({ BillStatus }) => <span className={`badge badge-${BillStatus}`}>{billStateText(BillStatus)}</span>,
}

const shownColumns = [paymentColumns.paidTime, paymentColumns.term, paymentColumns.billNo, paymentColumns.channel, stateColumn, paymentColumns.amount]
