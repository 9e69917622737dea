import { dateTimeText } from '../../browser/format'
import type { SessionInfo } from '../../contract/extensions'

const reasons = {
  logout: '已登出',
  superseded: '在另一處登入',
  disabled: '帳號停用',
  reset: '密碼重設',
  removed: '帳號刪除',
  changed: '變更密碼',
  ended: '由管理者結束',
  locked: '帳號鎖定',
  clock: '系統時間校正',
  idle: '閒置過久',
} as const satisfies Record<NonNullable<SessionInfo['EndReason']>, string>

/** How a sign-in ended and when, or that it goes on. */
export const endText = ({ EndReason, EndTime, Current }: SessionInfo): string => {
  if (EndReason === null) return Current ? '目前的登入' : '使用中'
  return `${reasons[EndReason]}　${dateTimeText(EndTime)}`
}
