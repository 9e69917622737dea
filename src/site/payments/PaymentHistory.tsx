import './filters.css'
import '../bills/pay-ways.css'
import { useState } from 'react'
import { dateText } from '../../browser/format'
import { channelsByDelay } from '../bills/visibility-delays'
import { DescriptionList } from '../layout/DescriptionList'
import { SelectFilter } from '../layout/SelectFilter'
import { Disclosure } from '../payer/Disclosure'
import { usePayer } from '../payer/PayerArea'
import { TitleWithPrintButton } from '../payer/TitleWithPrintButton'
import { PaymentPages } from './PaymentPages'
import { type PaymentColumn, PaymentTable, PaymentTotals, paymentColumns } from './PaymentTable'
import { allTime, PeriodFilter, PrintedFilters } from './PeriodFilter'
import { isLive, type PaymentWithState, paymentsInPeriod, shownStateText, withStates } from './payments'

/**
 * Renders the page 繳費紀錄查詢: the payments of the payer, filtered by period and state.
 * Reversed and cancelled payments are marked and excluded from the totals.
 */
export const Component = () => {
  const { DataLists1: bills, DataLists2: allPayments } = usePayer()
  const [period, setPeriod] = useState(allTime)
  const [state, setState] = useState('')
  const payments = withStates(allPayments, bills)
  const states = [...new Set(payments.map(({ shownState }) => shownState))]
  const shownPayments = paymentsInPeriod(payments, period).filter(
    ({ shownState }) => state === '' || shownState === state,
  )
  return (
    <>
      <TitleWithPrintButton title="繳費紀錄查詢" />
      <div className="filters">
        <PeriodFilter period={period} onChange={setPeriod} />
        {states.length > 1 && (
          <SelectFilter
            label="狀態"
            className="state-filter"
            options={states.map((code) => [code, shownStateText(code)] as const)}
            value={state}
            onChange={setState}
          />
        )}
      </div>
      <PrintedFilters period={period} stateText={state && `狀態 ${shownStateText(state)}`} />
      <PaymentTotals payments={shownPayments} />
      <PaymentPages key={`${period.from} ${period.to} ${state}`} payments={shownPayments}>
        {(page) => <PaymentTable caption="繳費紀錄" columns={historyColumns} payments={page} />}
      </PaymentPages>
      <div className="card visibility">
        <Disclosure title="剛繳款卻查不到？各管道的入帳時間">
          {() => <DescriptionList items={channelsByDelay.map(({ channelNames, delay }) => [delay, channelNames])} />}
        </Disclosure>
      </div>
    </>
  )
}

const stateColumn: PaymentColumn<PaymentWithState> = {
  title: '狀態',
  cell: ({ shownState, CounterTime, ...payment }) => (
    <>
      <span className={`badge badge-${shownState}`}>{shownStateText(shownState)}</span>
      {!isLive(payment) && <small>{dateText(CounterTime)}</small>}
    </>
  ),
}

const historyColumns = [
  paymentColumns.paidTime,
  paymentColumns.term,
  paymentColumns.billNo,
  paymentColumns.channel,
  stateColumn,
  paymentColumns.amount,
]
