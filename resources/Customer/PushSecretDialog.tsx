import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Stack,
  TextField,
  Typography,
} from '@mui/material'
import { useId, useState } from 'react'
import type { RaRecord } from 'react-admin'
import { dialogPaper, useTask, visuallyHidden } from '../../src/admin'
import { dateTimeText } from '../../src/browser/format'
import { call } from '../../src/browser/http/client'
import { useCopy } from '../../src/browser/use-copy'
import type { PushSecretState, RotatedPushSecret } from '../../src/contract/call-responses'
import { formerSecretDays } from '../../src/domain/payments/bank-credit'

/** Props of the dialog that makes a secret. */
export interface PushSecretDialogProps {
  readonly agreement: RaRecord
  readonly state: PushSecretState
  /** Called once a secret was made, or could not be made. */
  readonly onChanged: () => void
  readonly onClose: () => void
}

/**
 * Renders the dialog that makes the secret of an agreement and shows it once.
 * Only the state of this component contains the secret, so that nothing of it is left when the dialog closes.
 */
export const PushSecretDialog = ({ agreement, state, onChanged, onClose }: PushSecretDialogProps) => {
  const titleId = useId()
  const [made, setMade] = useState<RotatedPushSecret>()
  const { busy, run } = useTask()
  const make = async () => {
    await run(async () => {
      const { ApplyCode } = agreement
      // With the time that was read, a rotation whose response was lost is not repeated unnoticed.
      const body = { SecretTime: state.SecretTime }
      setMade(await call<RotatedPushSecret>('Agreement.RotatePushSecret', { params: { ApplyCode }, body, quiet: true }))
    })
    onChanged()
  }
  const verb = state.SecretTime === null ? '產製' : '更換'
  return (
    <Dialog
      open
      // A click beside the dialog must not close it before the secret was copied.
      onClose={made || busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <DialogTitle id={titleId}>{made ? '新的簽章密鑰' : `${verb}即時入帳簽章密鑰`}</DialogTitle>
      <DialogContent>
        <Typography sx={{ fontWeight: 600, mb: 1.5 }}>
          代收約定 {agreement.ApplyCode} {agreement.AgreementName}
        </Typography>
        {made ? <MadeSecret made={made} /> : <Effect state={state} />}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2 }}>
        <Button variant="outlined" onClick={onClose} disabled={busy}>
          {made ? '已保存，關閉' : '取消'}
        </Button>
        {!made && (
          <Button variant="contained" loading={busy} onClick={() => void make()}>
            {verb}密鑰
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** Renders what happens when a secret is made. */
const Effect = ({ state: { SecretTime, CanSign, FormerUntil } }: { state: PushSecretState }) => (
  <Stack spacing={1.5}>
    <Typography>
      {!CanSign
        ? '密鑰產製後，送給委託單位系統的通知立即以它簽章。'
        : `新密鑰立即開始簽章；目前的密鑰同時簽章 ${formerSecretDays} 日，請委託單位在期限內改用新密鑰。`}
    </Typography>
    <Typography>新密鑰只顯示一次。請準備好交給委託單位的方式後再{SecretTime === null ? '產製' : '更換'}。</Typography>
    {FormerUntil !== null && (
      <Alert severity="warning">
        更早的舊密鑰原本有效到 {dateTimeText(FormerUntil)}，更換後立即失效。委託單位若還在用它，請先改用目前的密鑰。
      </Alert>
    )}
  </Stack>
)

/** Renders a secret that was just made, with a button that copies it. */
const MadeSecret = ({ made: { Secret, FormerUntil } }: { made: RotatedPushSecret }) => {
  const { result, copy } = useCopy(Secret)
  return (
    <Stack spacing={2}>
      <Alert severity="warning">這是唯一一次顯示，關閉後無法再查看。遺失時須再更換一次。</Alert>
      <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: { sm: 'flex-start' } }}>
        <TextField
          label="密鑰"
          value={Secret}
          multiline
          autoFocus
          onFocus={({ target }) => target.select()}
          slotProps={{
            htmlInput: { readOnly: true, spellCheck: false, autoComplete: 'off', sx: { fontFamily: 'monospace' } },
            inputLabel: { shrink: true },
          }}
        />
        <Button variant="contained" onClick={copy} sx={{ whiteSpace: 'nowrap', minHeight: 40 }}>
          {result ?? '複製'}
        </Button>
        <Box component="span" role="status" sx={visuallyHidden}>
          {result && `${result}密鑰`}
        </Box>
      </Stack>
      <Typography>
        {FormerUntil === null
          ? '請以安全的方式交給委託單位。'
          : `請以安全的方式交給委託單位。舊密鑰同時簽章到 ${dateTimeText(FormerUntil)}；委託單位改用新密鑰後，可以提早停用。`}
      </Typography>
    </Stack>
  )
}
