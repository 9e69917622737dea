import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useRefresh } from 'react-admin'
import {
  type ActionDialogProps,
  dialogPaper,
  FailurePanel,
  PageSkeleton,
  useLeaveGuard,
  useQuery,
  useTask,
} from '../../../src/admin'
import { countText } from '../../../src/browser/format'
import { ApiError } from '../../../src/browser/http/api-error'
import { call } from '../../../src/browser/http/client'
import type { BulkHandlingPreview } from '../../../src/contract/exceptions'
import { isReason, ReasonInput } from '../inputs/ReasonInput'
import { BulkEffect } from './BulkEffect'
import { BulkProgress, useBulkJob } from './BulkProgress'
import { confirmClosing } from './use-handling'

/** Renders the dialog that writes lines off on the bills of their own accounts. */
export const MultiChangeBillDialog = (props: ActionDialogProps) => <BulkDialog {...props} bulk={changeBills} />

/** Renders the dialog that sets lines aside, because their money is returned outside the portal. */
export const MultiInvalidDialog = (props: ActionDialogProps) => <BulkDialog {...props} bulk={invalidate} />

/** What distinguishes the two dialogs. */
interface Bulk {
  readonly call: 'MultiChangeBill' | 'MultiInvalid'
  readonly title: string
  readonly note: string
  readonly phrases: readonly string[]
  readonly danger: boolean
}

const changeBills: Bulk = {
  call: 'MultiChangeBill',
  title: '銷回原帳單',
  note: '每筆交易銷到自己虛擬帳號的帳單，例如同意收取的逾期繳款；金額超過帳單未繳餘額的不處理。',
  phrases: ['逾期繳款，同意收取', '部分繳款，同意收取'],
  danger: false,
}

const invalidate: Bulk = {
  call: 'MultiInvalid',
  title: '作廢',
  note: '作廢後這些款項不會銷任何帳單。系統不會退款：請在系統外把款項退還繳款人。',
  phrases: ['重複繳款，已退還繳款人', '超繳，已全額退還繳款人', '繳款人誤繳，已退還'],
  danger: true,
}

const BulkDialog = ({ bulk, onDone, onClose, ...selected }: ActionDialogProps & { readonly bulk: Bulk }) => {
  const titleId = useId()
  const refresh = useRefresh()
  const { busy, run } = useTask()
  const [reason, setReason] = useState('')
  const [jobId, setJobId] = useState<number | null>(null)
  const lines = linesBody(selected)
  const { data: preview, error, refetch } = useBulkPreview(bulk, lines)
  const progress = useBulkJob(jobId)
  const isDirty = reason !== '' && jobId === null
  useLeaveGuard(isDirty)
  const count = preview?.Count ?? 0
  const canSubmit = count > 0 && isReason(reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!canSubmit) return
    void run(async () => {
      try {
        const { JobId } = await call<{ readonly JobId: number }>(`TLDetailExceptionHandling.${bulk.call}`, {
          body: { ...lines, Version: preview?.Version, Reason: reason.trim() },
        })
        setJobId(JobId)
      } catch (failure) {
        // Other lines match the query now, or a line has changed: the user must see the new number and sum.
        if (failure instanceof ApiError && failure.code === '2009') void refetch()
        throw failure
      }
    })
  }
  const close = async () => {
    if (busy || (isDirty && !(await confirmClosing()))) return
    if (jobId !== null) {
      onDone(
        (progress.result?.Refused ?? []).map(({ SerialId, Message }) => ({ id: String(SerialId), message: Message })),
      )
      refresh()
    }
    onClose()
  }
  return (
    <Dialog
      open
      onClose={() => void close()}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }}
      >
        <DialogTitle id={titleId}>{bulk.title}</DialogTitle>
        <DialogContent>
          {jobId !== null ? (
            <BulkProgress progress={progress} title={bulk.title} />
          ) : error ? (
            <FailurePanel error={error} onRetry={() => void refetch()} />
          ) : preview === undefined ? (
            <PageSkeleton />
          ) : (
            <Stack spacing={2.5} sx={{ pt: 0.5 }}>
              <BulkEffect preview={preview} title={bulk.title} note={bulk.note} records={selected.records} />
              {count > 0 && <ReasonInput label="處理說明" value={reason} onChange={setReason} phrases={bulk.phrases} />}
            </Stack>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={() => void close()} disabled={busy}>
            {jobId === null ? '取消' : '關閉'}
          </Button>
          {jobId === null && (
            <Button
              type="submit"
              variant="contained"
              color={bulk.danger ? 'error' : 'primary'}
              loading={busy}
              disabled={!canSubmit}
            >
              {count > 0 ? `${bulk.title} ${countText(count)} 筆` : bulk.title}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** Returns the lines for the body of a call: the query, or the selected lines with the versions that the user has seen. */
const linesBody = ({ records, selection }: Pick<ActionDialogProps, 'records' | 'selection'>) =>
  selection
    ? { Query: selection.query }
    : { Records: records.map(({ SerialId, UpdateTime }) => ({ SerialId, UpdateTime })) }

const useBulkPreview = (bulk: Bulk, lines: ReturnType<typeof linesBody>) =>
  useQuery({
    queryKey: ['bulk-handling', bulk.call, JSON.stringify(lines)],
    queryFn: ({ signal }) =>
      call<BulkHandlingPreview>(`TLDetailExceptionHandling.Preview${bulk.call}`, {
        body: lines,
        quiet: true,
        overlay: false,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
