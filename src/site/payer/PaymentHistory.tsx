import './filters.css'
import './pay-ways.css'
import { useState } from 'react'
import { usePageTitle } from '../use-page-title'
import { visibility } from './channel-times'
import { Disclosure } from './Disclosure'
import { usePayer } from './PayerArea'
import { PaymentTable } from './PaymentTable'
import { PaymentTotals } from './PaymentTotals'
import { PeriodFilter } from './PeriodFilter'
import { PrintButton } from './PrintButton'
import { type Column, columns } from './payment-columns'
import { type PaymentRow, paymentsIn, stateText, withStates } from './payments'
import { allTime } from './period'
import { StateFilter } from './StateFilter'

/** 繳費紀錄查詢: every payment of the payer, narrowed by period and by the state of its bill. */
export const Component = () => {
  usePageTitle('繳費紀錄查詢')
  const { DataLists1, DataLists2 } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const [state, setState] = useState('')
  const payments = withStates(DataLists2, DataLists1)
  const states = [...new Set(payments.map(({ BillStatus }) => BillStatus))]
  const shown = paymentsIn(payments, period).filter(({ BillStatus }) => state === '' || BillStatus === state)
  return (
    <>
      <div className="title-row">
        <h1>繳費紀錄查詢</h1>
        <PrintButton />
      </div>
      <div className="filters">
        <PeriodFilter period={period} choose={setPeriod} />
        {states.length > 1 && <StateFilter states={states} state={state} choose={setState} />}
      </div>
      <PaymentTotals payments={shown} />
      <PaymentTable caption="繳費紀錄" columns={shownColumns} payments={shown} />
      <div className="card visibility">
        <Disclosure title="剛繳款卻查不到？各管道的入帳時間">{() => <Visibility />}</Disclosure>
      </div>
    </>
  )
}

const stateColumn: Column<PaymentRow> = {
  title: '帳單狀態',
  cell: ({ BillStatus }) => <span className={`badge badge-${BillStatus}`}>{stateText(BillStatus)}</span>,
}

const shownColumns = [columns.paidTime, columns.term, columns.billNo, columns.channel, stateColumn, columns.amount]

const Visibility = () => (
  <dl className="facts">
    {visibility.map(({ channels, when }) => (
      <div key={channels}>
        <dt>{when}</dt>
        <dd>{channels}</dd>
      </div>
    ))}
  </dl>
)
