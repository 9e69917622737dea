import { Box, Stack } from '@mui/material'
import { StatusChip } from '../../src/admin'
import { dateTimeText, moneyText } from '../../src/browser/format'
import { enumText } from '../../src/domain/enums'
import type { HandlingRecord } from './calls'

/** Renders a handling of a line: what was done or proposed, by whom, when and why, and what became of it. */
export const HandlingSummary = ({ handling, currency }: { handling: HandlingRecord; currency: string }) => {
  const { Action, State, Reason, User, Time, Parts } = handling
  return (
    <Stack spacing={0.5} sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Box sx={{ fontWeight: 600 }}>{`${enumText('ExceptionAction', Action)}${targetText(handling)}`}</Box>
        <StatusChip code={stateTones[State]} text={stateTexts[State]} />
      </Stack>
      {Parts.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {Parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and the items have no state
            <li key={index}>{partText(part, currency)}</li>
          ))}
        </Box>
      )}
      <Step verb={State === 'Proposed' ? '提出' : '處理'} user={User} time={Time} reason={Reason} />
      {handling.Checker && (
        <Step
          verb={State === 'Refused' ? '退回' : State === 'Withdrawn' ? '撤回' : '放行'}
          user={handling.Checker}
          time={handling.CheckTime}
          reason={handling.CheckReason}
        />
      )}
      {handling.UndoUser && (
        <Step verb="取消" user={handling.UndoUser} time={handling.UndoTime} reason={handling.UndoReason} />
      )}
    </Stack>
  )
}

const partText = ({ BillNo, VACAccount, Amount }: HandlingRecord['Parts'][number], currency: string): string =>
  `${BillNo ? `帳單 ${BillNo}` : `虛擬帳號 ${VACAccount ?? ''}`}：${moneyText(Amount, currency)}`

const targetText = ({ Action, BillNo, VACAccount, Parts }: HandlingRecord): string => {
  if (Action === 'ChangeBill' && BillNo) return `到帳單 ${BillNo}`
  if (Action === 'ChangeVACAccount' && VACAccount) return `為 ${VACAccount}`
  return Action === 'Divide' ? `為 ${Parts.length} 筆` : ''
}

interface StepProps {
  readonly verb: string
  readonly user: string
  readonly time: string | null
  readonly reason: string | null
}

const Step = ({ verb, user, time, reason }: StepProps) => (
  <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
    {`${dateTimeText(time)} ${user} ${verb}${reason ? `：${reason}` : ''}`}
  </Box>
)

const stateTexts: Readonly<Record<HandlingRecord['State'], string>> = {
  Proposed: '待放行',
  Refused: '已退回',
  Withdrawn: '已撤回',
  Done: '已完成',
  Unmatched: '更正後仍未銷帳',
  Undone: '已取消',
}

const stateTones: typeof stateTexts = {
  Proposed: 'Pending',
  Refused: 'Rejected',
  Withdrawn: '',
  Done: 'Done',
  Unmatched: 'Pending',
  Undone: '',
}
