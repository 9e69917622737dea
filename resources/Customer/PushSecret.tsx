import { Box, Button, Stack, Typography } from '@mui/material'
import { useState } from 'react'
import type { RaRecord } from 'react-admin'
import { FailurePanel, lazyComponent, PageSkeleton, useQuery, useRights, useTask, useToast } from '../../src/admin'
import { askConfirmation } from '../../src/browser/dialogs/dialogs'
import { dateTimeText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import { textSizes } from '../../src/browser/theme/type-scale'
import type { PushSecretState } from '../../src/contract/call-responses'
import type { PushSecretDialogProps } from './PushSecretDialog'

const PushSecretDialog = lazyComponent<PushSecretDialogProps>(
  async () => (await import('./PushSecretDialog')).PushSecretDialog,
)

/** Renders the secret with which an agreement's pushes are signed, for those who may make one; never its text. */
export const PushSecret = ({ agreement }: { agreement: RaRecord }) => {
  const mayChange = useRights()('Customer', 'Approve')
  const isServed = useCapability('Agreement.GetPushSecretState')
  return mayChange && isServed ? <ChangeableSecret agreement={agreement} /> : null
}

const ChangeableSecret = ({ agreement }: { agreement: RaRecord }) => {
  const [isDialogOpen, setDialogOpen] = useState(false)
  const ApplyCode = String(agreement.ApplyCode)
  const { data, error, refetch } = useQuery({
    queryKey: ['push-secret-state', ApplyCode],
    queryFn: ({ signal }) =>
      call<PushSecretState>('Agreement.GetPushSecretState', { params: { ApplyCode }, quiet: true, signal }),
    gcTime: 0,
  })
  const reload = () => void refetch()
  return (
    <Box role="group" aria-label={`即時入帳簽章密鑰 ${ApplyCode}`} sx={groupStyles}>
      <Typography component="h3" sx={{ fontSize: textSizes.small, fontWeight: 600 }}>
        即時入帳簽章密鑰
      </Typography>
      {data === undefined ? (
        error ? (
          <FailurePanel error={error} onRetry={reload} />
        ) : (
          <PageSkeleton />
        )
      ) : (
        <>
          <StateText state={data} />
          <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, mt: 1.5, displayPrint: 'none' }}>
            <Button variant="outlined" size="small" onClick={() => setDialogOpen(true)}>
              {data.SecretTime === null ? '產製密鑰' : '更換密鑰'}
            </Button>
            {data.FormerUntil !== null && <EndFormerButton applyCode={ApplyCode} onDone={reload} />}
          </Stack>
          {isDialogOpen && (
            <PushSecretDialog
              agreement={agreement}
              state={data}
              onChanged={reload}
              onClose={() => setDialogOpen(false)}
            />
          )}
        </>
      )}
    </Box>
  )
}

const groupStyles = { mt: 2.5, pt: 2, borderTop: 1, borderColor: 'divider' }

const StateText = ({ state }: { state: PushSecretState }) => (
  <Typography color="textSecondary" sx={{ mt: 0.5, fontSize: textSizes.small }}>
    {currentText(state)}
    {state.FormerUntil !== null && `舊密鑰同時簽章到 ${dateTimeText(state.FormerUntil)}。`}
  </Typography>
)

const currentText = ({ SecretTime, CanSign }: PushSecretState): string => {
  if (SecretTime === null) return '還沒有密鑰，通知不會送出；產製密鑰後，請交給委託單位設定。'
  return CanSign
    ? `目前的密鑰自 ${dateTimeText(SecretTime)} 起簽章。`
    : `${dateTimeText(SecretTime)} 產製的密鑰已無法使用，因為系統的金鑰已更換；通知不會送出，請更換密鑰並交給委託單位。`
}

const EndFormerButton = ({ applyCode, onDone }: { applyCode: string; onDone: () => void }) => {
  const { busy, run } = useTask()
  const toast = useToast()
  const end = async () => {
    const isConfirmed = await askConfirmation(`確定要停用 ${applyCode} 的舊密鑰嗎？`, {
      body: '停用後通知只以目前的密鑰簽章。委託單位的系統若還在用舊密鑰，就無法驗證通知。停用後無法恢復。',
      confirmText: '停用舊密鑰',
      danger: true,
    })
    if (!isConfirmed) return
    if (await run(() => call('Agreement.EndFormerPushSecret', { params: { ApplyCode: applyCode }, quiet: true })))
      toast('舊密鑰已停用。')
    onDone()
  }
  return (
    <Button variant="outlined" size="small" color="error" loading={busy} onClick={() => void end()}>
      停用舊密鑰
    </Button>
  )
}
