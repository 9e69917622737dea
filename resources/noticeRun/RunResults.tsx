import { Button, Link as MuiLink, Stack, Typography } from '@mui/material'
import { Link } from 'react-admin'
import {
  FailurePanel,
  PageSkeleton,
  type PlainColumn,
  PlainTable,
  SectionCard,
  StatusChip,
  useQuery,
} from '../../src/admin'
import { countText, dateTimeText } from '../../src/browser/format'
import { ApiError } from '../../src/browser/http/api-error'
import { call } from '../../src/browser/http/client'
import type { NoticeRun } from '../../src/contract/call-responses'
import { noticeName } from '../../src/domain/bills/bill-notice'
import { enumText } from '../../src/domain/enums'

// Milliseconds between two calls while a run is in progress.
const pollingInterval = 3_000

/**
 * Renders one run of notices with the result of each bill.
 * The results are refreshed until every notice is sent or abandoned.
 */
export const RunResults = ({ runId }: { runId: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['notice-run', runId],
    queryFn: ({ signal }) =>
      call<NoticeRun>('Bills.GetNoticeRun', { params: { RunId: runId }, quiet: true, overlay: false, signal }),
    // Polling continues after a failed call, for example without a network, unless the server says that the run no
    // longer exists.
    refetchInterval: ({ state }) =>
      state.data?.Results.some(isUnderWay) && !isGone(state.error) ? pollingInterval : false,
  })
  if (error && data === undefined) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard
      title={`${noticeName(data.Channel)}：${dateTimeText(data.RequestTime)}`}
      note={`寄送人員 ${data.RequestUser}`}
      label="寄送結果"
      aside={
        <Button component={Link} to="/admin/noticeRun">
          所有寄送紀錄
        </Button>
      }
    >
      <Stack spacing={2}>
        <Typography role="status">{summaryOf(data)}</Typography>
        <PlainTable label="每張帳單的結果" columns={columns} rows={data.Results} />
      </Stack>
    </SectionCard>
  )
}

type Result = NoticeRun['Results'][number]

/** Returns whether the error says that the run no longer exists or is not visible to the user. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

// The server retries a failed notice until it abandons it.
const isUnderWay = ({ NotifyStatus }: Result): boolean => NotifyStatus === 'Pending' || NotifyStatus === 'Failed'

const summaryOf = ({ Results }: NoticeRun): string => {
  const count = (isCounted: (result: Result) => boolean) => countText(Results.filter(isCounted).length)
  const sent = count(({ NotifyStatus }) => NotifyStatus === 'Success')
  const abandoned = count(({ NotifyStatus }) => NotifyStatus === 'GiveUp')
  return `共 ${countText(Results.length)} 張：已寄出 ${sent} 張，未寄出 ${abandoned} 張，寄送中 ${count(isUnderWay)} 張。`
}

const columns: readonly PlainColumn<Result>[] = [
  {
    title: '帳單編號',
    cell: ({ SerialId, BillNo }) => (
      <MuiLink component={Link} to={`/admin/bills/${SerialId}/show`}>
        {BillNo}
      </MuiLink>
    ),
  },
  {
    title: '結果',
    cell: ({ NotifyStatus }) => <StatusChip code={NotifyStatus} text={enumText('NotifyStatus', NotifyStatus)} />,
  },
  { title: '收件', cell: ({ Recipient }) => Recipient },
  { title: '說明', style: { whiteSpace: 'normal', minWidth: 160 }, cell: ({ Reason }) => Reason },
  { title: '寄出或停止', cell: ({ FinishTime }) => (FinishTime === null ? '' : dateTimeText(FinishTime)) },
]
