import type { ReactNode } from 'react'
import { dateTimeText, money } from '../../browser/format'
import type { PayerPayment } from '../../contract/session'
import { enumText } from '../../domain/enums'

/** One column of a payer's table. */
export interface Column<Row extends PayerPayment> {
  readonly title: string
  readonly numeric?: true
  cell(payment: Row): ReactNode
}

export const columns = {
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
  amount: { title: '繳款金額', numeric: true, cell: ({ PaidAmount, CurrencyType }) => money(PaidAmount, CurrencyType) },
} as const satisfies Record<string, Column<PayerPayment>>
