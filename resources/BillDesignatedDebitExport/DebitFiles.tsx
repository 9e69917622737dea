import { Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import {
  DialogHost,
  DownloadButton,
  FailurePanel,
  Pager,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  StatusChip,
  useOpenDialog,
  useRights,
  useSchema,
} from '../../src/admin'
import { countText, dateText, dateTimeText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { download } from '../../src/browser/http/client'
import { useCompanySession } from '../../src/browser/session/session'
import { debitFilePageSize } from '../../src/contract/debits'
import { enumText } from '../../src/domain/enums'
import { type DebitFile, useDebitFiles, useRefreshDebits } from './calls'
import { DebitRecords } from './DebitRecords'
import { useDecisions } from './use-decisions'

/** Renders the earlier files of all batches with the numbers of their answered records, newest first. */
export const DebitFiles = () => {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useDebitFiles(page)
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <DialogHost>
      <SectionCard title="匯出檔" note="相同條件為一批；回覆檔由銀行收檔後更新。">
        {data.FileCount === 0 ? (
          <Typography color="textSecondary">還沒有匯出檔。請先填寫匯出條件，預覽後再匯出。</Typography>
        ) : (
          <Stack spacing={2}>
            <PlainTable label="匯出檔" columns={columns} rows={data.Files} />
            <Pager page={page} perPage={debitFilePageSize} total={data.FileCount} unit="個" onPage={setPage} />
          </Stack>
        )}
      </SectionCard>
    </DialogHost>
  )
}

const formatText = (format: DebitFile['MediaFormat']): string =>
  format === 'AchP02' ? '票交所授權（P02）' : enumText('MediaFormat', format)

const columns: readonly PlainColumn<DebitFile>[] = [
  { title: '序號', cell: ({ FileId }) => FileId },
  { title: '狀態', cell: ({ State }) => <StatusChip code={State} text={enumText('DebitFileState', State)} /> },
  { title: '作業', cell: (file) => <FileActions file={file} /> },
  { title: '媒體格式', cell: ({ MediaFormat }) => formatText(MediaFormat) },
  { title: '委託單位', cell: ({ ApplyCode }) => ApplyCode },
  { title: '期別', cell: ({ BillTermId }) => BillTermId },
  { title: '扣款日', cell: ({ DebitDate }) => dateText(DebitDate) },
  { title: '筆數', align: 'right', cell: ({ RecordCount }) => countText(RecordCount) },
  {
    title: '總金額',
    align: 'right',
    cell: ({ MediaFormat, TotalAmount }) => (MediaFormat === 'AchP02' ? '' : countText(TotalAmount)),
  },
  { title: '成功', align: 'right', cell: ({ SucceededCount }) => countText(SucceededCount) },
  { title: '失敗', align: 'right', cell: ({ RefusedCount }) => countText(RefusedCount) },
  { title: '未回覆', align: 'right', cell: ({ UnansweredCount }) => countText(UnansweredCount) },
  { title: '製作', cell: ({ RequestUser, RequestTime }) => `${RequestUser} ${dateTimeText(RequestTime)}` },
  {
    title: '放行／退回／作廢',
    cell: (file) => (
      <>
        <div>{decisionText(file.CheckUser, file.CheckTime, file.CheckReason)}</div>
        <div>{decisionText(file.WithdrawUser, file.WithdrawTime, file.WithdrawReason)}</div>
      </>
    ),
  },
  {
    title: '最近下載',
    cell: ({ DownloadUser, DownloadTime, DownloadCount }) =>
      DownloadUser === null ? '' : `${DownloadUser} ${dateTimeText(DownloadTime)}（共 ${countText(DownloadCount)} 次）`,
  },
]

const decisionText = (user: string | null, time: string | null, reason: string | null): string =>
  user === null ? '' : `${user} ${dateTimeText(time)}${reason === null ? '' : `：${reason}`}`

const FileActions = ({ file }: { readonly file: DebitFile }) => {
  const { name } = useSchema()
  const can = useRights()
  const openDialog = useOpenDialog()
  const user = useCompanySession()?.data.UserId
  const { busy, release, refuse, withdraw } = useDecisions(file)
  const refresh = useRefreshDebits()
  const canWithdraw = useCapability('BillDesignatedDebitExport.Withdraw')
  const isOwn = file.RequestUser === user
  const isUnanswered = file.State === 'Released' && file.UnansweredCount === file.RecordCount
  const canDecide = file.State === 'Proposed' && can(name, 'Approve') && !isOwn
  // Own proposals are taken back; released files become void.
  const withdrawText =
    file.State === 'Proposed' && isOwn ? '撤回' : isUnanswered && can(name, 'Approve') ? '作廢' : null
  return (
    <Stack direction="row">
      <Button
        size="small"
        aria-label={`明細 ${file.FileId}`}
        onClick={() => openDialog((close) => <DebitRecords fileId={file.FileId} onClose={close} />)}
      >
        明細
      </Button>
      {file.State === 'Released' && (
        <DownloadButton
          size="small"
          text="下載"
          label={`下載 ${file.FileId}`}
          onDownload={async () => {
            await download('BillDesignatedDebitExport.Download', { params: { FileId: file.FileId }, quiet: true })
            await refresh()
          }}
        />
      )}
      {canDecide && (
        <>
          <Button size="small" disabled={busy} aria-label={`放行 ${file.FileId}`} onClick={release}>
            放行
          </Button>
          <Button size="small" disabled={busy} aria-label={`退回 ${file.FileId}`} onClick={refuse}>
            退回
          </Button>
        </>
      )}
      {canWithdraw && withdrawText && (
        <Button size="small" disabled={busy} aria-label={`${withdrawText} ${file.FileId}`} onClick={withdraw}>
          {withdrawText}
        </Button>
      )}
    </Stack>
  )
}
