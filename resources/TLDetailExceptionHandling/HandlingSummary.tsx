import { Box, Stack } from '@mui/material'
import { RecordLink, StatusChip } from '../../src/admin'
import { DigitGroups } from '../../src/browser/DigitGroups'
import { dateTimeText, moneyText } from '../../src/browser/format'
import { textSizes } from '../../src/browser/theme/type-scale'
import { enumText } from '../../src/domain/enums'
import type { HandlingRecord } from './calls'
import type { ExceptionLine } from './line'

/** Renders a handling of a line: what was done or proposed, by whom, when and why, and what became of it. */
export const HandlingSummary = ({ handling, line }: { handling: HandlingRecord; line: ExceptionLine }) => {
  const { State, Reason, User, Time, Parts } = handling
  return (
    <Stack spacing={0.5} sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, alignItems: 'baseline' }}>
        <Box sx={{ fontWeight: 600 }}>
          <HandlingText handling={handling} line={line} />
        </Box>
        <StatusChip code={stateTones[State]} text={stateTexts[State]} />
      </Stack>
      {Parts.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {Parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key, and the items have no state
            <li key={index}>
              <PartTarget part={part} line={line} />
              {`：${moneyText(part.Amount, line.CurrencyType)}`}
            </li>
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

/** Renders what was done or proposed in words, such as 改銷到帳單 B1, with a link to the bill. */
export const HandlingText = ({ handling, line }: { handling: HandlingRecord; line: ExceptionLine }) => (
  <>
    {enumText('ExceptionAction', handling.Action)}
    <Target handling={handling} line={line} />
  </>
)

type Part = HandlingRecord['Parts'][number]

const PartTarget = ({ part, line }: { part: Part; line: ExceptionLine }) =>
  part.BillNo === null ? (
    <>
      {'虛擬帳號 '}
      <DigitGroups account={part.VACAccount ?? ''} />
    </>
  ) : (
    <BillLink bill={part} line={line} />
  )

/** Renders what a line was changed to. */
const Target = ({ handling, line }: { handling: HandlingRecord; line: ExceptionLine }) => {
  const { Action, BillNo, VACAccount, Parts } = handling
  if (Action === 'ChangeBill' && BillNo !== null)
    return (
      <>
        到
        <BillLink bill={handling} line={line} />
      </>
    )
  if (Action === 'ChangeVACAccount' && VACAccount !== null)
    return (
      <>
        {'為 '}
        <DigitGroups account={VACAccount} />
      </>
    )
  return Action === 'Divide' ? `為 ${Parts.length} 筆` : ''
}

const BillLink = ({ bill, line }: { bill: Pick<Part, 'BillNo' | 'BillSerialId'>; line: ExceptionLine }) => (
  <>
    {'帳單 '}
    <RecordLink
      reference="BillSerialId"
      record={{ ApplyCode: line.ApplyCode, BillSerialId: bill.BillSerialId }}
      text={bill.BillNo ?? ''}
    />
  </>
)

interface StepProps {
  readonly verb: string
  readonly user: string
  readonly time: string | null
  readonly reason: string | null
}

const Step = ({ verb, user, time, reason }: StepProps) => (
  <Box sx={{ color: 'text.secondary', fontSize: textSizes.small, overflowWrap: 'anywhere' }}>
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
