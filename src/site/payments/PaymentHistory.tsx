import './filters.css'
import '../bills/pay-ways.css'
import { useState } from 'react'
import { channelTimes } from '../bills/channel-times'
import { Facts } from '../layout/Facts'
import { SelectFilter } from '../layout/SelectFilter'
import { usePayer } from '../payer/PayerArea'
import { Disclosure, PrintedTitle } from '../payer/PrintedTitle'
import { type Column, columns, PaymentTable, PaymentTotals } from './PaymentTable'
import { allTime, PeriodFilter } from './PeriodFilter'
import { type PaymentWithState, paymentsIn, stateText, withStates } from './payments'

/** 繳費紀錄查詢: the payments of the payer, filtered by period and state of the bill. */
export const Component = () => {
  const { DataLists1, DataLists2 } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const [state, setState] = useState('')
  const payments = withStates(DataLists2, DataLists1)
  const states = [...new Set(payments.map(({ BillStatus }) => BillStatus))]
  const shown = paymentsIn(payments, period).filter(({ BillStatus }) => state === '' || BillStatus === state)
  return (
    <>
      <PrintedTitle title="繳費紀錄查詢" />
      <div className="filters">
        <PeriodFilter period={period} onChange={setPeriod} />
        {states.length > 1 && (
          <SelectFilter
            label="帳單狀態"
            className="state-filter"
            options={states.map((code) => [code, stateText(code)] as const)}
            value={state}
            onChange={setState}
          />
        )}
      </div>
      <PaymentTotals payments={shown} />
      <PaymentTable caption="繳費紀錄" columns={shownColumns} payments={shown} />
      <div className="card visibility">
        <Disclosure title="剛繳款卻查不到？各管道的入帳時間">{() => <Facts facts={channelTimes.map(({ channels, when }) => [when, channels])} />}</Disclosure>
      </div>
    </>
  )
}

const stateColumn: Column<PaymentWithState> = {
  title: '帳單狀態',
  cell: ({ BillStatus }) => <span className={`badge badge-${BillStatus}`}>{stateText(BillStatus)}</span>,
}

const shownColumns = [columns.paidTime, columns.term, columns.billNo, columns.channel, stateColumn, columns.amount]
