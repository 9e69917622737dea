import { Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { askConfirmation } from '../../browser/dialogs/dialogs'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import type { JobInfo } from '../../contract/call-responses'
import { useTask } from '../hooks/use-task'
import { jobsQueryKey } from './use-jobs'

/**
 * Renders the button that cancels a job after a confirmation, or nothing if the job is already being cancelled or the
 * backend cannot cancel jobs.
 */
export const JobCancelButton = ({ job }: { job: JobInfo }) => {
  const queryClient = useQueryClient()
  const { busy, run } = useTask()
  if (!useCapability('Ext.CancelJob') || job.Cancelling) return null
  const confirmAndCancel = async () => {
    if (!(await askConfirmation('要取消這項作業嗎？', confirmTexts))) return
    await run(async () => {
      // The server rejects the call if the job has ended in the meantime. The refreshed list shows how the job ended.
      await call('Ext.CancelJob', { params: { JobId: job.JobId } }).finally(() =>
        queryClient.invalidateQueries({ queryKey: jobsQueryKey }),
      )
    })
  }
  return (
    <Button
      size="small"
      color="error"
      disabled={busy}
      aria-label={`取消作業 ${job.Title}`.trim()}
      onClick={() => void confirmAndCancel()}
      sx={{ minWidth: 0, px: 1, flexShrink: 0 }}
    >
      取消
    </Button>
  )
}

const confirmTexts = {
  body: '尚未處理的資料不再處理，已經建立的資料會收回；已繳費的帳單會保留下來，已寄出的通知不能收回。停止後，這裡會說明結果。',
  confirmText: '取消作業',
  cancelText: '繼續處理',
  danger: true,
}
