import './table.css'
import type { ReactNode } from 'react'
import { dateTimeText, moneyText } from '../../browser/format'
import type { PayerPayment } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { CurrencyTotals } from '../layout/DescriptionList'
import { isLive } from './payments'

interface PaymentTableProps<Row extends PayerPayment> {
  readonly caption: string
  readonly columns: readonly PaymentColumn<Row>[]
  readonly payments: readonly Row[]
}

/** Renders payments as a table; on narrow screens each row is a card whose cells have labels. */
export const PaymentTable = <Row extends PayerPayment>({ caption, columns, payments }: PaymentTableProps<Row>) => (
  <div className="card table">
    {payments.length === 0 ? (
      <p className="empty">查無資料</p>
    ) : (
      <table>
        <caption className="hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, numeric }) => (
              <th key={title} scope="col" className={numeric && 'numeric'}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment.DetailId}>
              {columns.map(({ title, numeric, cell }) => (
                <td key={title} data-title={title} className={numeric && 'numeric'}>
                  <span>{cell(payment)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </div>
)

/** A column of a table of payments. */
export interface PaymentColumn<Row extends PayerPayment> {
  readonly title: string
  readonly numeric?: true
  cell(payment: Row): ReactNode
}

/** The columns that several pages use in their tables. */
export const paymentColumns = {
  paidTime: { title: '繳款時間', cell: ({ PaidTime }) => dateTimeText(PaidTime) },
  term: {
    title: '帳單',
    cell: ({ BillTermName, CustomerName }) => (
      <>
        {BillTermName}
        <small>{CustomerName}</small>
      </>
    ),
  },
  billNo: { title: '帳單編號', cell: ({ BillNo }) => BillNo },
  channel: { title: '繳費管道', cell: ({ ChannelId }) => enumText('Channel', ChannelId) },
  receiptNo: { title: '收據號碼', cell: ({ ReceiptNo }) => ReceiptNo },
  amount: {
    title: '繳款金額',
    numeric: true,
    cell: ({ PaidAmount, CurrencyType, EntryState }) => {
      const amount = moneyText(PaidAmount, CurrencyType)
      return isLive({ EntryState }) ? amount : <del>{amount}</del>
    },
  },
} as const satisfies Record<string, PaymentColumn<PayerPayment>>

/** Renders the number of payments that were neither reversed nor cancelled, and their total in each currency. */
export const PaymentTotals = ({ payments }: { payments: readonly PayerPayment[] }) => (
  <CurrencyTotals
    labels={['繳款筆數', '繳款總金額']}
    rows={payments.filter(isLive)}
    amountOf={({ PaidAmount }) => PaidAmount}
  />
)
