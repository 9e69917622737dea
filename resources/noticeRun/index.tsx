import { Typography } from '@mui/material'
import { defineScreens, PageHeader, PageSkeleton, useLinkedRecordId, useSchema } from '../../src/admin'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { RunList } from './RunList'
import { RunResults } from './RunResults'

/** Renders the page 通知寄送紀錄: the runs of notices, or one of them with the result of each bill. */
const NoticeRunPage = () => (
  <>
    <PageHeader resource={useSchema()} />
    <PageContent />
  </>
)

const PageContent = () => {
  const runId = useLinkedRecordId()
  const calls = useExtensionCalls()
  if (calls === undefined) return <PageSkeleton />
  if (!calls.includes('Bills.GetNoticeRuns'))
    return <Typography>這個網站沒有通知寄送紀錄；每張帳單的結果列在帳單的「通知紀錄」。</Typography>
  return runId ? <RunResults key={runId} runId={runId} /> : <RunList />
}

export default defineScreens({ Page: NoticeRunPage })
