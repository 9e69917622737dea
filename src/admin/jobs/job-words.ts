import { countText, dateTimeText } from '../../browser/format'
import type { JobInfo } from '../../contract/extensions'

const stateTexts = { waiting: '等待中', running: '處理中', done: '已完成', failed: '失敗', cancelled: '已取消' } as const satisfies Record<
  JobInfo['State'],
  string
>

/** The state of one piece of work in words. */
export const stateText = ({ State, Cancelling }: JobInfo): string => (Cancelling ? '取消中' : stateTexts[State])

/** Codes whose colours chips know. */
export const stateTones = {
  waiting: 'Pending',
  running: 'Processing',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<JobInfo['State'], string>

/** What there is to say below a piece of work: why it or its last try failed, what a cancelled one left, how far it is, or when it ended. */
export const jobDetail = ({ State, Error: reason, Done, Total, FinishTime, CreateTime }: JobInfo): string => {
  if (State !== 'done' && reason) return reason
  if (State === 'running' && Total) return `已處理 ${countText(Done)}／${countText(Total)} 筆`
  return dateTimeText(FinishTime ?? CreateTime)
}
