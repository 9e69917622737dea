import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material'
import { useId } from 'react'
import {
  dialogPaper,
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  StatusChip,
  useIsNarrow,
} from '../../src/admin'
import { countText, dateTimeText } from '../../src/browser/format'
import type { DebitFileRecords } from '../../src/contract/call-responses'
import { maxListedDebits } from '../../src/contract/debits'
import { enumText } from '../../src/domain/enums'
import { useDebitRecords } from './calls'

/** Renders the dialog with the records of a file and their replies. */
export const DebitRecords = ({ fileId, onClose }: { readonly fileId: number; readonly onClose: () => void }) => {
  const titleId = useId()
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      fullWidth
      fullScreen={useIsNarrow()}
      maxWidth="lg"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <DialogTitle id={titleId}>匯出檔 {fileId} 的明細</DialogTitle>
      <DialogContent>
        <Records fileId={fileId} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>關閉</Button>
      </DialogActions>
    </Dialog>
  )
}

const Records = ({ fileId }: { readonly fileId: number }) => {
  const { data, error, refetch } = useDebitRecords(fileId)
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <Stack spacing={2}>
      <Typography role="status">{summaryOf(data)}</Typography>
      <PlainTable
        label="明細"
        columns={data.File.MediaFormat === 'AchP02' ? payerColumns : [billNo, ...payerColumns]}
        rows={data.Records}
      />
    </Stack>
  )
}

const summaryOf = ({ File, Records: records }: DebitFileRecords): string => {
  const { RecordCount, SucceededCount, RefusedCount, UnansweredCount } = File
  const listed = RecordCount > maxListedDebits ? `列出 ${records.length} 筆，失敗的在前。` : ''
  return `共 ${countText(RecordCount)} 筆：成功 ${countText(SucceededCount)} 筆，失敗 ${countText(RefusedCount)} 筆，未回覆 ${countText(UnansweredCount)} 筆。${listed}`
}

type RecordItem = DebitFileRecords['Records'][number]

const billNo: PlainColumn<RecordItem> = { title: '帳單編號', cell: ({ BillNo }) => BillNo }

const payerColumns: readonly PlainColumn<RecordItem>[] = [
  { title: '繳款人代號', cell: ({ PayerId }) => PayerId },
  { title: '繳款人姓名', cell: ({ PayerName }) => PayerName },
  { title: '扣款帳號', cell: ({ DebitAccount }) => DebitAccount },
  { title: '金額', align: 'right', cell: ({ Amount }) => countText(Amount) },
  {
    title: '回覆',
    cell: ({ State }) => <StatusChip code={State} text={enumText('DebitRecordState', State)} />,
  },
  {
    title: '說明',
    style: { whiteSpace: 'normal', minWidth: 160 },
    cell: ({ ResultCode, ResultText }) =>
      ResultCode === null ? '' : `${ResultCode} ${ResultText ?? '（不在代碼表的代碼）'}`,
  },
  { title: '回覆時間', cell: ({ AnswerTime }) => (AnswerTime === null ? '' : dateTimeText(AnswerTime)) },
]
