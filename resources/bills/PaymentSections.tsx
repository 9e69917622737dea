import { Alert, Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { EmptySection, type PlainColumn, PlainTable, SectionCard } from '../../src/admin'
import { dateTimeText, moneyText } from '../../src/browser/format'
import type { BillNotice } from '../../src/contract/call-responses'
import { enumText } from '../../src/domain/enums'
import { type EntryStatus, entryStates } from '../../src/domain/payments/entry-state'
import { NoticeLog } from './NoticeLog'

/** Renders a warning if the bill was changed after its slip was printed. */
export const ReprintWarning = () => {
  const bill = useRecordContext<Bill>()
  if (!bill?.ReprintNeeded || bill.BillState !== 'Active') return null
  return (
    <Alert severity="warning">
      帳單在列印後已修改，印好的繳款單不能再使用。請按「下載繳款單」重新列印，並請繳款人改用新的繳款單。
    </Alert>
  )
}

/** Renders the payments and the notices of a bill. */
export const PaymentSections = () => {
  const bill = useRecordContext<Bill>()
  if (!bill) return null
  return (
    <>
      {bill.Payments && <PaymentList bill={bill} payments={bill.Payments} />}
      {bill.NoticeLog && <NoticeLog notices={bill.NoticeLog} />}
    </>
  )
}

/**
 * A bill as its detail page shows it; fields that are hidden from the role are missing.
 * Not an interface, because only a type alias is assignable to react-admin's record type.
 */
type Bill = {
  readonly id: string
  readonly BillState: string
  readonly CurrencyType: string
  readonly ReprintNeeded?: boolean | null
  readonly Payments?: readonly Payment[]
  readonly NoticeLog?: readonly BillNotice[]
}

interface Payment extends EntryStatus {
  readonly DetailId: string
  readonly PaidTime: string
  readonly ChannelId: string
  readonly Amount: number
  readonly ReceiptNo: string
}

const PaymentList = ({ bill, payments }: { bill: Bill; payments: readonly Payment[] }) => {
  if (payments.length === 0) return <EmptySection title="繳款紀錄" text="目前沒有繳款。" />
  const live = payments.filter(({ EntryState }) => EntryState === 'Live')
  return (
    <SectionCard title={`繳款紀錄（${payments.length} 筆）`} label="繳款紀錄" dense>
      <PlainTable label="繳款紀錄" columns={paymentColumns(bill.CurrencyType)} rows={payments} />
      {payments.length > 1 && (
        <Typography sx={{ mt: 1, textAlign: 'right', fontWeight: 600 }}>
          {`已入帳合計 ${moneyText(
            live.reduce((sum, { Amount }) => sum + Amount, 0),
            bill.CurrencyType,
          )}`}
        </Typography>
      )}
    </SectionCard>
  )
}

const paymentColumns = (currency: string): readonly PlainColumn<Payment>[] => [
  { title: '繳款時間', cell: ({ PaidTime }) => dateTimeText(PaidTime) },
  {
    title: '金額',
    align: 'right',
    cell: ({ Amount, EntryState }) =>
      EntryState === 'Live' ? moneyText(Amount, currency) : <del>{moneyText(Amount, currency)}</del>,
  },
  {
    title: '狀態',
    cell: ({ EntryState, CounterTime }) =>
      [entryStates[EntryState], dateTimeText(CounterTime)].filter(Boolean).join(' '),
  },
  { title: '繳款通路', cell: ({ ChannelId }) => enumText('Channel', ChannelId) },
  { title: '收據號碼', cell: ({ ReceiptNo }) => ReceiptNo },
]
