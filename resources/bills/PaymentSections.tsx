import { Alert, Box, Button, Stack, Typography } from '@mui/material'
import { Link, useRecordContext } from 'react-admin'
import { type PlainColumn, PlainTable, SectionCard, useAbilities, useSchema } from '../../src/admin'
import { Code39 } from '../../src/browser/Code39'
import { dateTimeText, moneyText } from '../../src/browser/format'
import { QrCode } from '../../src/browser/QrCode'
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

/**
 * Renders the barcodes with which a bill can be paid, its payments, its notices, and a link to the upload that created
 * the bill.
 */
export const PaymentSections = () => {
  const bill = useRecordContext<Bill>()
  if (!bill) return null
  return (
    <>
      <PaymentCodes bill={bill} />
      {bill.Payments && <PaymentList bill={bill} payments={bill.Payments} />}
      {bill.NoticeLog && <NoticeLog notices={bill.NoticeLog} />}
      {bill.ImportBatchNo && <UploadLink batchNo={bill.ImportBatchNo} />}
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
  readonly ImportBatchNo?: string | null
  readonly MarketBarcodes?: readonly string[]
  /** Why the bill has no market barcodes; empty if it has them. */
  readonly MarketRefusal?: string
  readonly PostBarcodes?: readonly string[]
  readonly TWQRPayload?: string
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

const PaymentCodes = ({
  bill: { MarketBarcodes = [], MarketRefusal = '', PostBarcodes = [], TWQRPayload = '' },
}: {
  bill: Bill
}) => {
  if (MarketBarcodes.length + PostBarcodes.length === 0 && MarketRefusal === '' && TWQRPayload === '') return null
  return (
    <SectionCard title="繳費條碼" note="金額為目前應繳餘額，與今天下載的繳款單相同。">
      <Stack spacing={3}>
        {MarketBarcodes.length > 0 && <Barcodes title="超商條碼" texts={MarketBarcodes} />}
        {MarketRefusal && <Alert severity="info">沒有超商條碼：{MarketRefusal}。</Alert>}
        {PostBarcodes.length > 0 && <Barcodes title="郵局條碼" texts={PostBarcodes} />}
        {TWQRPayload && (
          <div>
            <CodeTitle text="TWQR／台灣Pay" />
            <Box
              sx={{
                width: 200,
                maxWidth: '100%',
                bgcolor: '#fff',
                '& figure': { m: 0 },
                '& svg': { display: 'block' },
              }}
            >
              <QrCode text={TWQRPayload} name="TWQR 繳費條碼" />
            </Box>
          </div>
        )}
      </Stack>
    </SectionCard>
  )
}

const CodeTitle = ({ text }: { text: string }) => (
  <Typography component="h3" sx={{ fontSize: '0.9375rem', fontWeight: 600, mb: 1 }}>
    {text}
  </Typography>
)

// White in both themes, because scanners need dark bars on a light background.
const Barcodes = ({ title, texts }: { title: string; texts: readonly string[] }) => (
  <div>
    <CodeTitle text={title} />
    <Box
      sx={{
        '& figure': { m: 0, py: 1, overflowX: 'auto', bgcolor: '#fff', color: '#000' },
        '& svg': { display: 'block' },
        '& figcaption': captionStyle,
      }}
    >
      {texts.map((text) => (
        <Code39 key={text} text={text} />
      ))}
    </Box>
  </div>
)

const captionStyle = { pl: 1.25, fontSize: '0.875rem', letterSpacing: '0.12em', fontVariantNumeric: 'tabular-nums' }

const PaymentList = ({ bill, payments }: { bill: Bill; payments: readonly Payment[] }) => (
  <SectionCard title={payments.length > 0 ? `繳款紀錄（${payments.length} 筆）` : '繳款紀錄'} label="繳款紀錄">
    {payments.length > 0 ? (
      <PlainTable label="繳款紀錄" columns={paymentColumns(bill.CurrencyType)} rows={payments} />
    ) : (
      <Typography color="textSecondary">目前沒有繳款。</Typography>
    )}
  </SectionCard>
)

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

const UploadLink = ({ batchNo }: { batchNo: string }) => {
  const can = useAbilities(useSchema('billImportList'))
  if (!can('list')) return null
  return (
    <SectionCard
      title="上傳批次"
      aside={
        <Button component={Link} to="/admin/billImportList" state={{ filters: { ImportBatchNo: batchNo } }}>
          查看這批上傳
        </Button>
      }
    >
      <Typography>這張帳單來自匯入批號 {batchNo} 的檔案。</Typography>
    </SectionCard>
  )
}
