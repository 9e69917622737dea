import { LinearProgress, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { countText } from '../../browser/format'
import { JobCancelButton } from '../jobs/JobCancelButton'
import { isUnderWay, useJobs } from '../jobs/use-jobs'
import { StepCard } from './StepCard'
import type { StepProps } from './use-import'

/** How far the job is that goes on with a file of many rows; it may be cancelled, and goes on when its user leaves the page. */
export const JobStep = ({ journey }: StepProps) => {
  const { jobs, readAt, refresh } = useJobs()
  const job = jobs?.find(({ JobId }) => JobId === journey.running?.jobId)
  const total = job?.Total ?? journey.preview?.TotalCount
  const settled = useRef(false)
  const asked = useRef(Number.POSITIVE_INFINITY)
  // The list of jobs may be older than the job.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job
  useEffect(() => {
    refresh()
    asked.current = Date.now()
  }, [journey.running?.jobId])
  useEffect(() => {
    // A job that is not among the latest ones has ended or is not the user's; reading its result shows which.
    const isMissing = !job && jobs !== undefined && readAt > asked.current
    if (settled.current || !journey.running || (job ? isUnderWay(job) : !isMissing)) return
    settled.current = true
    void journey.settle(job ?? { JobId: journey.running.jobId, State: 'done', Error: null })
  }, [job, jobs, readAt, journey])
  return (
    <StepCard title="處理中" actions={job && isUnderWay(job) && <JobCancelButton job={job} />}>
      <Typography role="status">
        {job?.Cancelling
          ? '取消中，請稍候。'
          : `資料較多，正在背景處理${job?.Done ? `，已處理 ${countText(job.Done)} 筆` : ''}。您可以離開這一頁，完成後由作業通知回到結果。`}
      </Typography>
      <LinearProgress aria-label="進度" {...(total ? { variant: 'determinate', value: Math.min(100, ((job?.Done ?? 0) / total) * 100) } : {})} />
    </StepCard>
  )
}
