import './bill.css'
import { type ReactNode, useState } from 'react'
import { DigitGroups } from '../../browser/DigitGroups'
import { calendarDateText, dateText, moneyText } from '../../browser/format'
import type { PayerBill, PayerPayment } from '../../contract/call-responses'
import { daysBetween, taipeiToday } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { cancelledOrReversedText, entryStates } from '../../domain/payments/entry-state'
import { DescriptionList } from '../layout/DescriptionList'
import { PlainText } from '../layout/FormattedText'
import { BusyButton } from '../payer/BusyButton'
import { amountDue } from './bill-amounts'
import { PrintedCodes } from './PrintedCodes'
import { usePaymentView } from './use-payment-view'

interface BillCardProps {
  readonly bill: PayerBill
  /** Payments of the bill that were reversed or cancelled. */
  readonly counteredPayments: readonly PayerPayment[]
}

/** Renders the payable bill of a payer who has only one. */
export const BillCard = (props: BillCardProps) => (
  <BillArticle bill={props.bill} title={<BillName bill={props.bill} />}>
    <BillContent {...props} />
  </BillArticle>
)

/** Renders one of several payable bills: a row that opens. Until the payer decides, only the first bill is open. */
export const BillRow = ({ isFirst, ...props }: BillCardProps & { isFirst: boolean }) => {
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? isFirst
  const { bill } = props
  const title = (
    <button type="button" className="bill-toggle" aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
      <BillName bill={bill} />
      {!isOpen && (
        <span className="bill-summary">
          <strong>{moneyText(amountDue(bill), bill.CurrencyType)}</strong>
          <Deadline bill={bill} />
        </span>
      )}
    </button>
  )
  return (
    <BillArticle bill={bill} title={title}>
      {/* A closed bill is printed, too. */}
      <div hidden={!isOpen} className="bill-content">
        <BillContent {...props} />
      </div>
    </BillArticle>
  )
}

const BillArticle = ({ bill, title, children }: { bill: PayerBill; title: ReactNode; children: ReactNode }) => (
  <article className="card bill" aria-labelledby={`bill-${bill.SerialId}`}>
    <header className="bill-head">
      <h2 id={`bill-${bill.SerialId}`}>{title}</h2>
      <span className={`badge badge-${bill.BillStatus}`}>{enumText('BillStatus', bill.BillStatus)}</span>
    </header>
    {children}
  </article>
)

const BillName = ({ bill }: { bill: PayerBill }) => (
  <span>
    {bill.BillTermName}
    <small>{bill.CustomerName}</small>
  </span>
)

const BillContent = (props: BillCardProps) => (
  <>
    <BillParts {...props} />
    <PrintedCodes bill={props.bill} />
  </>
)

const BillParts = ({ bill, counteredPayments }: BillCardProps) => (
  <div className="bill-parts">
    <div>
      <p className="bill-amount">
        <span>應繳金額</span>
        <strong>{moneyText(amountDue(bill), bill.CurrencyType)}</strong>
        {bill.PaidAmount > 0 && <small>已繳 {moneyText(bill.PaidAmount, bill.CurrencyType)}</small>}
      </p>
      <p className="bill-due">
        <Deadline bill={bill} />
      </p>
      <PayButton bill={bill} />
    </div>
    <BillDetails bill={bill} counteredPayments={counteredPayments} />
  </div>
)

const Deadline = ({ bill }: { bill: PayerBill }) => (
  <span className="whole">
    繳費期限 {calendarDateText(bill.PaymentEndDate)}{' '}
    <small className={`due due-${bill.BillStatus}`}>{daysUntilDeadlineText(bill, taipeiToday(new Date()))}</small>
  </span>
)

const PayButton = ({ bill: { SerialId, BillNo } }: { bill: PayerBill }) => {
  const { pay } = usePaymentView()
  const open = async () => {
    await loadPaymentWays()
    pay(SerialId)
  }
  return (
    <BusyButton
      id={payButtonId(SerialId)}
      text="立即繳費"
      label={`立即繳費 ${BillNo}`}
      className="button bill-pay"
      work={open}
    />
  )
}

/** Loads the code of the ways to pay, which only payers who pay need. */
export const loadPaymentWays = () => import('./PaymentWays')

/** Returns the id of the button that opens the ways to pay a bill. */
export const payButtonId = (serialId: number): string => `pay-${serialId}`

const BillDetails = ({ bill, counteredPayments }: BillCardProps) => (
  <DescriptionList
    items={[
      ['帳單編號', bill.BillNo],
      ['繳款人', bill.PayerName],
      ...(bill.VACAccount ? [accountItem(bill)] : []),
      ['繳費項目', <FeeItems key="items" bill={bill} />],
      ...counteredPayments.map(counteredItem),
      ...(bill.Notices ? [['注意事項', <PlainText key="notices" text={bill.Notices} />] as const] : []),
    ]}
  />
)

const accountItem = ({ BankCode, VACAccount }: PayerBill) =>
  [
    '銷帳編號',
    <span key="account">
      {BankCode && `(${BankCode}) `}
      <DigitGroups account={VACAccount} />
    </span>,
  ] as const

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

/** Returns how many days are left until the deadline of a bill, or have passed since. */
const daysUntilDeadlineText = ({ PaymentEndDate }: PayerBill, today: string): string => {
  const days = daysBetween(today, PaymentEndDate)
  if (days < 0) return `已逾期 ${-days} 天`
  return days === 0 ? '今天截止' : `還有 ${days} 天`
}
