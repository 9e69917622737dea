import './bill.css'
import { calendarDateText, dateText, moneyText } from '../../browser/format'
import type { PayerBill, PayerPayment } from '../../contract/call-responses'
import { closedReason } from '../../domain/bills/bill'
import { daysBetween, taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { cancelledOrReversedText, entryStates } from '../../domain/payments/entry-state'
import { DescriptionList } from '../layout/DescriptionList'
import { PlainText } from '../layout/FormattedText'
import { PaymentMethods } from './PaymentMethods'

interface BillCardProps {
  readonly bill: PayerBill
  /** Payments of the bill that were reversed or cancelled. */
  readonly counteredPayments: readonly PayerPayment[]
}

/** Renders a bill of a payer with its reversed or cancelled payments and, while it can be paid, the ways to pay it. */
export const BillCard = ({ bill, counteredPayments }: BillCardProps) => (
  <article className="card bill" aria-labelledby={`bill-${bill.SerialId}`}>
    <header className="bill-head">
      <h2 id={`bill-${bill.SerialId}`}>
        {bill.BillTermName}
        <small>{bill.CustomerName}</small>
      </h2>
      <span className={`badge badge-${bill.BillStatus}`}>{enumText('BillStatus', bill.BillStatus)}</span>
    </header>
    <p className="bill-amount">
      <span>{isPayable(bill) ? '應繳金額' : '帳單金額'}</span>
      <strong>{moneyText(isPayable(bill) ? amountDue(bill) : bill.ShouldPayAmount, bill.CurrencyType)}</strong>
      {bill.PaidAmount > 0 && <small>已繳 {moneyText(bill.PaidAmount, bill.CurrencyType)}</small>}
    </p>
    <BillDetails bill={bill} counteredPayments={counteredPayments} />
    {isPayable(bill) && <PaymentMethods bill={bill} />}
  </article>
)

const BillDetails = ({ bill, counteredPayments }: BillCardProps) => {
  const daysNote = (
    <small className={`due due-${bill.BillStatus}`}>{daysUntilDeadlineText(bill, taipeiToday(new Date()))}</small>
  )
  const deadline = (
    <>
      {calendarDateText(bill.PaymentEndDate)}
      {isPayable(bill) && daysNote}
    </>
  )
  const notices =
    isPayable(bill) && bill.Notices ? [['注意事項', <PlainText key="notices" text={bill.Notices} />] as const] : []
  return (
    <DescriptionList
      items={[
        ['繳費期限', deadline],
        ['帳單編號', bill.BillNo],
        ['繳款人', bill.PayerName],
        ['繳費項目', <FeeItems key="items" bill={bill} />],
        ...counteredPayments.map(counteredItem),
        ...notices,
      ]}
    />
  )
}

const counteredItem = ({ EntryState, PaidTime, PaidAmount, CurrencyType, CounterTime }: PayerPayment) =>
  [
    entryStates[EntryState],
    `${dateText(PaidTime)} 的繳款 ${moneyText(PaidAmount, CurrencyType)} 已於 ${dateText(CounterTime)} ${cancelledOrReversedText(EntryState)}，如有疑問請洽收款單位。`,
  ] as const

const FeeItems = ({ bill }: { bill: PayerBill }) => (
  <ul className="items">
    {bill.FeeItems.map(({ FeeName, Amount }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: two items may have the same name, and the list never changes
      <li key={index}>
        {FeeName} <span>{moneyText(Amount, bill.CurrencyType)}</span>
      </li>
    ))}
  </ul>
)

/** Returns whether a bill can be paid, by the same rule as the server. */
export const isPayable = ({ BillStatus, PaidAmount, ShouldPayAmount }: PayerBill): boolean =>
  closedReason({ BillState: BillStatus === 'Void' ? 'Void' : 'Active', PaidAmount, ShouldPayAmount }) === null

/** Returns the unpaid part of the amount of a bill. */
export const amountDue = ({ ShouldPayAmount, PaidAmount }: PayerBill): number =>
  Math.max(ShouldPayAmount - PaidAmount, 0)

/** Returns how many days are left until the deadline of a bill, or have passed since. */
const daysUntilDeadlineText = ({ PaymentEndDate }: PayerBill, today: string): string => {
  const days = daysBetween(today, PaymentEndDate)
  if (days < 0) return `已逾期 ${-days} 天`
  return days === 0 ? '今天截止' : `還有 ${days} 天`
}
