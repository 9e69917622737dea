import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material'
import { type FormEvent, type ReactNode, useId } from 'react'
import { dialogPaper } from '../../../src/admin'
import { ApiError } from '../../../src/browser/http/api-error'
import { ReasonInput } from '../inputs/ReasonInput'
import { HandlingEffect } from './HandlingEffect'
import { LineHead } from './LineHead'
import { NextSteps } from './NextSteps'
import type { HandlingState } from './use-handling'

interface HandlingDialogProps {
  readonly handling: HandlingState
  readonly title: string
  /** Text of the button, unless somebody else must release the handling. */
  readonly submitText: string
  readonly danger?: boolean
  /** Phrases that the user can choose as the reason. */
  readonly phrases?: readonly string[]
  /** The fields whose refusals the input shows. */
  readonly ownFields?: readonly string[]
  /** What a backend without previews would show. */
  readonly localEffect?: ReactNode
  /** The input of the action, below the line. */
  readonly children?: ReactNode
  /** Label of the reason. */
  readonly reasonLabel?: string
}

/**
 * Renders the frame that all dialogs of this page share: the line and why it waits, the input, what will change, the
 * reason, refusals, the buttons, and after success what to print.
 */
export const HandlingDialog = (props: HandlingDialogProps) => {
  const { handling, title, submitText, danger = false, phrases = [], ownFields = [] } = props
  const titleId = useId()
  const needsRelease = handling.effect.preview?.NeedsRelease === true
  const isProposal = needsRelease && proposable.includes(handling.call)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void handling.submit()
  }
  return (
    <Dialog
      open
      onClose={() => void handling.close()}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="md"
      slotProps={{ paper: { sx: dialogPaper } }}
    >
      <Box component="form" noValidate onSubmit={submit} sx={formStyles}>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {handling.done ? (
            <NextSteps call={handling.call} done={handling.done} onLeave={() => void handling.close()} />
          ) : (
            <Stack spacing={2.5} sx={{ pt: 0.5 }}>
              <LineHead line={handling.line} />
              {props.children}
              <Refusal handling={handling} ownFields={ownFields} />
              <HandlingEffect handling={handling} localEffect={props.localEffect} />
              {isProposal && (
                <Alert severity="info">
                  這個委託單位的處理須由另一位可放行的人員放行：送出後交易成為「待放行」，放行後才會異動帳單。
                </Alert>
              )}
              {handling.needsReason && (
                <ReasonInput
                  label={props.reasonLabel ?? '處理說明'}
                  value={handling.reason}
                  onChange={handling.setReason}
                  phrases={phrases}
                  error={errorsOf(handling.refusal).Reason}
                />
              )}
            </Stack>
          )}
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2 }}>
          <Button variant="outlined" onClick={() => void handling.close()} disabled={handling.busy}>
            {handling.done ? '關閉' : '取消'}
          </Button>
          {!handling.done && (
            <Button
              type="submit"
              variant="contained"
              color={danger ? 'error' : 'primary'}
              loading={handling.busy}
              disabled={!handling.canSubmit}
            >
              {isProposal ? '送出放行' : submitText}
            </Button>
          )}
        </DialogActions>
      </Box>
    </Dialog>
  )
}

/** The actions that somebody else may have to release. */
const proposable: readonly HandlingState['call'][] = ['Divide', 'ChangeBill', 'ChangeVACAccount', 'Invalid']

const formStyles = { display: 'flex', flexDirection: 'column', minHeight: 0, flexGrow: 1 }

/** Returns the refusals of fields in an error. */
export const errorsOf = (error: Error | null): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.errors : {}

/** Renders why the action was refused, unless the input shows it. What has changed meanwhile can be read again. */
const Refusal = ({ handling, ownFields }: Pick<HandlingDialogProps, 'handling'> & { ownFields: readonly string[] }) => {
  const { refusal, isOutdated } = handling
  if (refusal === null || (refusal instanceof ApiError && refusal.status === 0)) return null
  const isShownAtInput = Object.keys(errorsOf(refusal)).some((field) => [...ownFields, 'Reason'].includes(field))
  if (isOutdated)
    return <OutdatedAlert handling={handling} text={isShownAtInput ? '帳單在您填寫時已異動。' : refusal.message} />
  return isShownAtInput ? null : (
    <Alert severity="error">
      {refusal.message}
      {handling.call === 'Release' && handling.line.WriteOffStatus === 'PendingRelease' && (
        <div>這個提案目前不能放行；請退回，由提出的人重新處理。</div>
      )}
    </Alert>
  )
}

const OutdatedAlert = ({ handling, text }: Pick<HandlingDialogProps, 'handling'> & { text: string }) => (
  <Alert
    severity="warning"
    action={
      <Button
        color="inherit"
        size="small"
        onClick={() => void handling.reload()}
        loading={handling.busy}
        sx={{ whiteSpace: 'nowrap' }}
      >
        重新載入
      </Button>
    }
  >
    {text}
    <div>您填寫的內容會保留。</div>
  </Alert>
)
