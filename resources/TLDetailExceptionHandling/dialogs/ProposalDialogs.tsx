import { Alert } from '@mui/material'
import { FailurePanel, PageSkeleton } from '../../../src/admin'
import { type HandlingRecord, useHandlings, useLine } from '../calls'
import { HandlingSummary } from '../HandlingSummary'
import { type ExceptionLine, lineOf } from '../line'
import { HandlingDialog } from './HandlingDialog'
import { type HandlingCall, type HandlingDialogProps, useHandling } from './use-handling'

/** Renders the dialog with which a second person releases a proposal. */
export const ReleaseDialog = (props: HandlingDialogProps) => <ProposalDialog {...props} {...dialogs.Release} />

/** Renders the dialog with which a second person refuses a proposal. */
export const RefuseDialog = (props: HandlingDialogProps) => <ProposalDialog {...props} {...dialogs.Refuse} />

/** Renders the dialog with which proposers take their own proposal back. */
export const WithdrawDialog = (props: HandlingDialogProps) => <ProposalDialog {...props} {...dialogs.Withdraw} />

/** Renders the dialog with which a second person undoes a handling. */
export const UndoDialog = (props: HandlingDialogProps) => <ProposalDialog {...props} {...dialogs.Undo} />

/** What distinguishes the dialogs about what a person did or proposed. */
interface Dialog {
  readonly call: Extract<HandlingCall, 'Release' | 'Refuse' | 'Withdraw' | 'Undo'>
  readonly title: string
  readonly note: string
  readonly danger?: boolean
  readonly needsReason: boolean
  readonly reasonLabel?: string
  readonly phrases?: readonly string[]
}

const dialogs: Readonly<Record<Dialog['call'], Dialog>> = {
  Release: { call: 'Release', title: '放行', note: '放行後立即生效，並更新帳單的繳款狀態。', needsReason: false },
  Refuse: {
    call: 'Refuse',
    title: '退回',
    note: '退回後交易回到待處理，帳單不變；退回的原因會留在處理紀錄。',
    danger: true,
    needsReason: true,
    reasonLabel: '退回原因',
    phrases: ['帳單選錯，請重新處理', '請補充說明', '金額有誤，請重新處理'],
  },
  Withdraw: { call: 'Withdraw', title: '撤回提案', note: '撤回後交易回到待處理，可以重新提出。', needsReason: false },
  Undo: {
    call: 'Undo',
    title: '取消處理',
    note: '取消後以沖回的方式恢復帳單，原來的紀錄都會保留；交易回到待處理。',
    danger: true,
    needsReason: true,
    reasonLabel: '取消原因',
    phrases: ['處理錯誤，重新處理', '繳款人來電更正', '改由系統外退款'],
  },
}

const ProposalDialog = (props: HandlingDialogProps & Dialog) => {
  const { title, note, danger = false, needsReason, phrases = [], reasonLabel = '處理說明' } = props
  const line = useLine(lineOf(props))
  const handling = useHandling(props, { call: props.call, line, body: noInput, needsReason })
  return (
    <HandlingDialog
      handling={handling}
      title={title}
      submitText={title}
      danger={danger}
      phrases={phrases}
      reasonLabel={reasonLabel}
      localEffect={null}
    >
      <LatestHandling line={line.line} state={props.call === 'Undo' ? undoable : proposed} />
      <Alert severity="info">{note}</Alert>
    </HandlingDialog>
  )
}

const noInput = {}
const proposed: readonly HandlingRecord['State'][] = ['Proposed']
const undoable: readonly HandlingRecord['State'][] = ['Done']

/** Renders the handling that the dialog is about: what, by whom, when and why. */
const LatestHandling = ({ line, state }: { line: ExceptionLine; state: readonly HandlingRecord['State'][] }) => {
  const { data, error, isLoading, refetch } = useHandlings(line)
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (isLoading) return <PageSkeleton />
  const handling = data?.Items.find(({ State }) => state.includes(State))
  return handling ? <HandlingSummary handling={handling} line={line} /> : null
}
