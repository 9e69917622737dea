import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  LinearProgress,
  Stack,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import { useRefresh } from 'react-admin'
import {
  type ActionDialogProps,
  BulkPreview,
  dialogPaper,
  FailurePanel,
  PageSkeleton,
  type PartOfQuery,
  RefusedRecords,
  useQuery,
  useTask,
} from '../../src/admin'
import { countText } from '../../src/browser/format'
import { ApiError } from '../../src/browser/http/api-error'
import { useExtensionCalls } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import { newRequestId, requestIdFor } from '../../src/browser/http/request-id'
import { textSizes } from '../../src/browser/theme/type-scale'
import type { NoticePreview, NoticeRequestResult, NoticeRun } from '../../src/contract/call-responses'
import { noticeName } from '../../src/domain/bills/bill-notice'
import { smsSize } from '../../src/domain/bills/notice-template'
import { isEmailChannel, type NoticeChannel, noticeCallId } from '../../src/domain/message-channels'

/** Returns the dialog that sends the payers of bills notices by a channel. */
export const noticeDialog = (channel: NoticeChannel) => (props: ActionDialogProps) => (
  <NoticeDialog channel={channel} {...props} />
)

const NoticeDialog = ({
  channel,
  generatedDialog,
  ...props
}: ActionDialogProps & { readonly channel: NoticeChannel }) => {
  const calls = useExtensionCalls()
  if (calls === undefined) return null
  const isServed = calls.includes('Bills.PreviewNotice') && calls.includes('Bills.GetNoticeRun')
  return isServed ? <NoticeSteps channel={channel} {...props} /> : generatedDialog
}

type StepsProps = Omit<ActionDialogProps, 'generatedDialog'> & { readonly channel: NoticeChannel }

/**
 * Renders a preview of the recipients and the message, and after the confirmation the progress and the result of each
 * bill.
 */
const NoticeSteps = ({ channel, records, part, onDone, onClose }: StepsProps) => {
  const titleId = useId()
  const refresh = useRefresh()
  const serialIds = records.map(({ SerialId }) => Number(SerialId))
  const { data: preview, error, refetch } = usePreview(channel, serialIds)
  const { requestResult, busy, send } = useSend(channel, serialIds)
  const { run, error: runError } = useRun(requestResult)
  const close = () => {
    if (requestResult) {
      onDone(failedBills(requestResult, run))
      refresh()
    }
    onClose()
  }
  const sendableCount = preview?.Results.filter(isAccepted).length ?? 0
  return (
    <Dialog
      open
      onClose={busy ? undefined : close}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <DialogTitle id={titleId}>{`寄送${noticeName(channel)}`}</DialogTitle>
      <DialogContent>
        {preview && requestResult ? (
          <ResultStep preview={preview} requestResult={requestResult} run={run} error={runError} />
        ) : preview ? (
          <PreviewStep channel={channel} preview={preview} part={part} />
        ) : error ? (
          <FailurePanel error={error} onRetry={() => void refetch()} />
        ) : (
          <PageSkeleton />
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={close} disabled={busy}>
          {requestResult ? '關閉' : '取消'}
        </Button>
        {!requestResult && (
          <Button variant="contained" loading={busy} disabled={sendableCount === 0} onClick={() => void send()}>
            {sendableCount === 0 ? '寄送' : `寄送 ${countText(sendableCount)} 張`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

const usePreview = (channel: NoticeChannel, serialIds: readonly number[]) =>
  useQuery({
    queryKey: ['notice-preview', channel, ...serialIds],
    queryFn: ({ signal }) =>
      call<NoticePreview>('Bills.PreviewNotice', {
        body: { Channel: channel, SerialIds: serialIds },
        quiet: true,
        signal,
      }),
    // The preview is fetched only once, because after sending the server would reject every bill as already notified.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

const useSend = (channel: NoticeChannel, serialIds: readonly number[]) => {
  const { busy, run } = useTask()
  const [requestResult, setRequestResult] = useState<NoticeRequestResult>()
  const [creationId] = useState(newRequestId)
  const send = () =>
    run(async () => {
      const callId = noticeCallId(channel)
      setRequestResult(
        await call<NoticeRequestResult>(callId, {
          body: { SerialIds: serialIds, ...(await requestIdFor(callId, creationId)) },
        }),
      )
    })
  return { requestResult, busy, send }
}

// Milliseconds between two calls while a run is in progress.
const pollingInterval = 1_500

const useRun = (requestResult: NoticeRequestResult | undefined) => {
  const runId = requestResult?.RunId ?? null
  const { data: run, error } = useQuery({
    queryKey: ['notice-run', runId],
    queryFn: ({ signal }) =>
      call<NoticeRun>('Bills.GetNoticeRun', { params: { RunId: String(runId) }, quiet: true, overlay: false, signal }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (isGone(state.error) || isEnded(state.data) ? false : pollingInterval),
    gcTime: 0,
  })
  return { run, error }
}

const isEnded = (run: NoticeRun | undefined): boolean => run !== undefined && !run.Results.some(isUnderWay)

/** Returns whether the error says that the run no longer exists or is not visible to the user. */
const isGone = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404

type BillResult = NoticeRun['Results'][number]

const isAccepted = ({ ReturnCode }: { readonly ReturnCode: string }): boolean => ReturnCode === '0000'

// The server retries a failed notice until it abandons it.
const isUnderWay = ({ NotifyStatus }: BillResult): boolean => NotifyStatus === 'Pending' || NotifyStatus === 'Failed'

const failedBills = (requestResult: NoticeRequestResult, run: NoticeRun | undefined) => [
  ...requestResult.Results.filter((result) => !isAccepted(result)).map(({ SerialId, ReturnMsg }) => ({
    id: String(SerialId),
    message: ReturnMsg,
  })),
  ...(run?.Results ?? [])
    .filter(({ NotifyStatus }) => NotifyStatus === 'GiveUp')
    .map(({ SerialId, Reason }) => ({ id: String(SerialId), message: Reason ?? '' })),
]

const PreviewStep = ({
  channel,
  preview: { Results, Subject, Text },
  part,
}: {
  channel: NoticeChannel
  preview: NoticePreview
  part: PartOfQuery | undefined
}) => {
  const accepted = Results.filter(isAccepted)
  return (
    <Stack spacing={2}>
      <BulkPreview
        records={Results.map((bill) => ({
          id: String(bill.SerialId),
          name: bill.BillNo,
          text: bill.Recipient,
          refusal: isAccepted(bill) ? null : bill.ReturnMsg,
        }))}
        unit="張"
        question={(count) =>
          `確定要通知這 ${count} 張帳單的繳款人嗎？${isEmailChannel(channel) ? '繳款單會附在信中；約定扣款及目前沒有繳款方式的帳單不附。' : ''}`
        }
        verb="寄送"
        acceptedLabel="收件的帳單"
        refusedLabel="不寄送的帳單"
        part={part}
      />
      {Text && (
        <div>
          <Typography component="h3" sx={{ fontSize: textSizes.small, fontWeight: 600, mb: 0.5 }}>
            {accepted.length > 1 ? '內容（以第一張為例）' : '內容'}
          </Typography>
          <Box
            sx={{
              p: 1.5,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              fontSize: textSizes.small,
              lineHeight: 1.7,
              whiteSpace: 'pre-line',
              overflowWrap: 'anywhere',
            }}
          >
            {Subject && <Box sx={{ fontWeight: 600, mb: 0.5 }}>{Subject}</Box>}
            {Text}
          </Box>
          {!isEmailChannel(channel) && (
            <Typography color="textSecondary" sx={{ fontSize: textSizes.label, mt: 0.5 }}>
              {smsSizeText(Text)}
            </Typography>
          )}
        </div>
      )}
    </Stack>
  )
}

const smsSizeText = (text: string): string => {
  const { characters, parts } = smsSize(text)
  return `共 ${countText(characters)} 字，計 ${countText(parts)} 則簡訊。`
}

interface ResultStepProps {
  readonly preview: NoticePreview
  readonly requestResult: NoticeRequestResult
  readonly run: NoticeRun | undefined
  readonly error: unknown
}

const ResultStep = ({ preview, requestResult, run, error }: ResultStepProps) => {
  const billNumbers = new Map(preview.Results.map(({ SerialId, BillNo }) => [SerialId, BillNo]))
  const results = run?.Results ?? []
  const count = (...states: readonly string[]) =>
    results.filter(({ NotifyStatus }) => states.includes(NotifyStatus)).length
  const [sentCount, endedCount] = [count('Success'), count('Success', 'GiveUp')]
  const isFinished = requestResult.RunId === null || (run !== undefined && endedCount === results.length)
  const unsent = results.filter(({ Reason }) => Reason !== null)
  const refused = requestResult.Results.filter((result) => !isAccepted(result))
  return (
    <Stack spacing={2}>
      {requestResult.RunId !== null && (
        <LinearProgress
          variant={run ? 'determinate' : 'indeterminate'}
          aria-label="寄送進度"
          value={(endedCount / Math.max(results.length, 1)) * 100}
          sx={{ height: 8, borderRadius: 4 }}
        />
      )}
      {!isGone(error) && (
        <Typography role="status">{`已寄出 ${countText(sentCount)}／${countText(requestResult.QueuedCount)} 張${isFinished ? '，寄送完畢。' : '，寄送中…'}`}</Typography>
      )}
      {!isFinished && !isGone(error) && (
        <Typography color="textSecondary">
          可以關閉這個視窗，寄送會繼續；結果列在「通知寄送紀錄」與各帳單的「通知紀錄」。
        </Typography>
      )}
      {error ? (
        <Alert severity="warning">{isGone(error) ? error.message : '目前無法讀取進度，寄送不受影響。'}</Alert>
      ) : null}
      <RefusedRecords
        title={(count) => `未寄出的 ${count} 張：`}
        label="未寄出的帳單"
        unit="張"
        records={unsent.map(({ BillNo, Reason }) => ({ name: BillNo, reason: Reason ?? '' }))}
      />
      <RefusedRecords
        title={(count) => `不寄送的 ${count} 張：`}
        label="不寄送的帳單"
        unit="張"
        records={refused.map(({ SerialId, ReturnMsg }) => ({
          name: billNumbers.get(SerialId) ?? '',
          reason: ReturnMsg,
        }))}
      />
    </Stack>
  )
}
