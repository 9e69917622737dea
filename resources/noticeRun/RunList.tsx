import { Link as MuiLink, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import { Link } from 'react-admin'
import { FailurePanel, Pager, PageSkeleton, type PlainColumn, PlainTable, SectionCard, useQuery } from '../../src/admin'
import { countText, dateTimeText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import type { NoticeRuns } from '../../src/contract/call-responses'
import { noticeRunPageSize, toListParams } from '../../src/contract/list-query'
import { messageChannels } from '../../src/domain/message-channels'

/** Renders the notice runs, newest first. A run sends the notices of the bills that a user selected. */
export const RunList = () => {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery({
    queryKey: ['notice-runs', page],
    queryFn: ({ signal }) =>
      call<NoticeRuns>('Bills.GetNoticeRuns', {
        query: toListParams({ filters: {}, page, pageSize: noticeRunPageSize }),
        quiet: true,
        signal,
      }),
  })
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard title="寄送紀錄" note="點選時間，可看每張帳單的結果。" label="寄送紀錄">
      {data.Runs.length === 0 ? (
        <Typography color="textSecondary">
          還沒有寄送過通知。請在「代收資料維護」選取帳單，再寄送電子郵件或簡訊通知。
        </Typography>
      ) : (
        <Stack spacing={2}>
          <PlainTable label="寄送紀錄" columns={columns} rows={data.Runs} />
          <Pager page={page} perPage={noticeRunPageSize} total={data.RunCount} unit="次" onPage={setPage} />
        </Stack>
      )}
    </SectionCard>
  )
}

type Run = NoticeRuns['Runs'][number]

const columns: readonly PlainColumn<Run>[] = [
  {
    title: '時間',
    cell: ({ RunId, RequestTime }) => (
      <MuiLink component={Link} to={`/admin/noticeRun?id=${RunId}`}>
        {dateTimeText(RequestTime)}
      </MuiLink>
    ),
  },
  { title: '方式', cell: ({ Channel }) => messageChannels[Channel].name },
  { title: '寄送人員', cell: ({ RequestUser }) => RequestUser },
  { title: '張數', align: 'right', cell: ({ BillCount }) => countText(BillCount) },
  { title: '已寄出', align: 'right', cell: ({ SentCount }) => countText(SentCount) },
  { title: '未寄出', align: 'right', cell: ({ GivenUpCount }) => countText(GivenUpCount) },
  {
    title: '寄送中',
    align: 'right',
    cell: ({ BillCount, SentCount, GivenUpCount }) => countText(BillCount - SentCount - GivenUpCount),
  },
]
