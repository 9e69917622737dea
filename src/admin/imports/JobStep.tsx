import { LinearProgress, Typography } from '@mui/material'
import { useEffect, useRef } from 'react'
import { countText } from '../../browser/format'
import { JobCancelButton } from '../jobs/JobCancelButton'
import { isUnderWay, progressProps, useJobs } from '../jobs/use-jobs'
import { StepCard } from './StepCard'
import type { ImportStepProps } from './use-import'

/**
 * Renders the progress of the job that processes a large file.
 * The job can be cancelled, and it continues after the user leaves the page.
 */
export const JobStep = ({ wizard }: ImportStepProps) => {
  const { jobs, fetchedAt, refresh } = useJobs()
  const job = jobs?.find(({ JobId }) => JobId === wizard.runningJob?.jobId)
  const total = job?.Total ?? wizard.preview?.TotalCount
  const isResultRequested = useRef(false)
  const refreshedAt = useRef(Number.POSITIVE_INFINITY)
  // The list of jobs is fetched again, because it may have been fetched before the job was created.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job
  useEffect(() => {
    refresh()
    refreshedAt.current = Date.now()
  }, [wizard.runningJob?.jobId])
  useEffect(() => {
    // A job that is missing from a list fetched after this refresh belongs to another user or has ended.
    // Its result is requested to find out.
    const isMissing = !job && jobs !== undefined && fetchedAt > refreshedAt.current
    if (isResultRequested.current || !wizard.runningJob || (job ? isUnderWay(job) : !isMissing)) return
    isResultRequested.current = true
    void wizard.showJobResult(job ?? { JobId: wizard.runningJob.jobId, State: 'done', Error: null })
  }, [job, jobs, fetchedAt, wizard])
  return (
    <StepCard title="處理中" actions={job && isUnderWay(job) && <JobCancelButton job={job} />}>
      <Typography role="status">
        {job?.Cancelling
          ? '取消中，請稍候。'
          : `資料較多，正在背景處理${job?.Done ? `，已處理 ${countText(job.Done)} 筆` : ''}。您可以離開這一頁，完成後由作業通知回到結果。`}
      </Typography>
      <LinearProgress aria-label="進度" {...progressProps(job?.Done ?? 0, total)} />
    </StepCard>
  )
}
