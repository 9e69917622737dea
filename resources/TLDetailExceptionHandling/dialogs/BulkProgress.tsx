import { Alert, LinearProgress, Stack, Typography } from '@mui/material'
import { useEffect } from 'react'
import { isUnderWay, progressProps, useJobs, useQuery, useQueryClient } from '../../../src/admin'
import { countText } from '../../../src/browser/format'
import { ApiError } from '../../../src/browser/http/api-error'
import { call } from '../../../src/browser/http/client'
import type { BulkHandlingResult } from '../../../src/contract/exceptions'
import { RefusedLines } from './BulkEffect'

// Milliseconds between two calls while the job is under way.
const pollingInterval = 1_500

/**
 * Returns the job that handles lines, and its result.
 * The result is asked for until there is one. If a job that has ended has none, it has handled nothing.
 */
export const useBulkJob = (jobId: number | null) => {
  const { jobs, refresh } = useJobs()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new job is read once
  useEffect(() => (jobId === null ? undefined : refresh()), [jobId])
  const job = jobs?.find(({ JobId }) => JobId === jobId)
  const hasEnded = job !== undefined && !isUnderWay(job)
  const queryClient = useQueryClient()
  // A failure from before the end says nothing, so that the result is asked for again once the job has ended.
  const queryKey = (isAfterEnd: boolean) => ['bulk-handling-result', jobId, isAfterEnd]
  const { data, error } = useQuery({
    queryKey: queryKey(hasEnded),
    // A result that was read before the job list is kept.
    initialData: () => queryClient.getQueryData<BulkHandlingResult>(queryKey(!hasEnded)),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      call<BulkHandlingResult>('TLDetailExceptionHandling.GetBulkResult', {
        params: { JobId: String(jobId) },
        quiet: true,
        overlay: false,
        signal,
      }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data || (hasEnded && isMissing(state.error)) ? false : pollingInterval),
    gcTime: 0,
  })
  return { job, result: data, hasNone: hasEnded && isMissing(error), isUnreadable: error !== null && !isMissing(error) }
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

interface BulkProgressProps {
  readonly progress: ReturnType<typeof useBulkJob>
  readonly title: string
}

/** Renders the progress of the job, and then its result with the lines that were not handled. */
export const BulkProgress = ({ progress: { job, result, hasNone, isUnreadable }, title }: BulkProgressProps) => {
  if (result) return <BulkResult result={result} title={title} />
  if (hasNone)
    return <Alert severity="error">{job?.Error ?? '作業已停止，沒有處理任何交易；請重新查詢後再試一次。'}</Alert>
  return (
    <Stack spacing={1.5} sx={{ pt: 0.5 }}>
      <LinearProgress aria-label="處理進度" {...progressProps(job?.Done ?? 0, job?.Total)} />
      <Typography role="status">
        {job?.Total ? `已處理 ${countText(job.Done)}／${countText(job.Total)} 筆。` : '處理中…'}
      </Typography>
      <Typography color="textSecondary">可以關閉這個視窗，處理會繼續；完成後會顯示在作業通知。</Typography>
      {isUnreadable && <Alert severity="warning">目前無法讀取進度，處理不受影響。</Alert>}
    </Stack>
  )
}

const BulkResult = ({ result, title }: { result: BulkHandlingResult; title: string }) => {
  const { Count, DoneCount, ProposedCount, RefusedCount, Refused } = result
  const openCount = Count - DoneCount - ProposedCount - RefusedCount
  const parts = [
    `已${title} ${countText(DoneCount)} 筆`,
    ...(ProposedCount > 0 ? [`待放行 ${countText(ProposedCount)} 筆`] : []),
    ...(RefusedCount > 0 ? [`沒有處理 ${countText(RefusedCount)} 筆`] : []),
  ]
  return (
    <Stack spacing={2} sx={{ pt: 0.5 }}>
      <Alert severity={RefusedCount + openCount > 0 ? 'warning' : 'success'} role="status">
        {`${parts.join('，')}。`}
        {openCount > 0 && `作業已停止，還有 ${countText(openCount)} 筆沒有處理，請重新查詢後再辦理。`}
        {ProposedCount > 0 && '待放行的交易須由另一位可放行的人員放行後生效。'}
      </Alert>
      <RefusedLines title={(count) => `沒有處理的 ${count} 筆：`} total={RefusedCount} refused={Refused} />
    </Stack>
  )
}
