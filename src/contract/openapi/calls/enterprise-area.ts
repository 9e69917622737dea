import { type Right, rights } from '../../../domain/access/roles'
import { otpChannelCodes } from '../../../domain/message-channels'
import { reasonLength } from '../../access-reason'
import type { CallDescription, CallsOf } from '../call'
import {
  type Described,
  dateTime,
  exactObject,
  flag,
  integer,
  listOf,
  nonEmptyText,
  nullValue,
  oneOf,
  orNull,
  text,
} from '../json'
import { solvedCaptcha } from './home'
import { overview, overviewQuery } from './overview'

/** The user of a company session. */
export const companyData = exactObject({
  UniformNo: text('統一編號'),
  CustomerName: text('客戶名稱'),
  UserId: text('使用者代號'),
  UserName: text('使用者姓名'),
  RoleId: text('角色代碼'),
  RoleName: text('角色'),
  /** The agreements that this user may work with; empty for bank users, who may work with all. */
  ApplyCodes: listOf(text('委託單位代號'), '可操作的委託單位；銀行人員為空，可查全部'),
  LastLoginTime: orNull(dateTime('上次登入時間')),
  LastLoginIP: orNull(text('上次登入的 IP')),
  /** True: only PortalUser/ChangeMima and Logout are available; every other call returns 1007. */
  MustChangeMima: flag('須先變更密碼：其他呼叫都回覆 1007'),
  /** First = another person or the portal set the password; Expired = the password is older than a year. */
  MustChangeReason: orNull(oneOf('須變更的原因', ['First', 'Expired'])),
  /** Days until the password must be changed; null before the warning period. */
  MimaDaysLeft: orNull(integer('密碼還有幾天到期；未到提醒期時為 null')),
})

/**
 * One entry of the admin menu.
 * A group has an empty Path and no Rights; a page has the MenuId of its group in ParentId.
 */
export const menuInfo = exactObject({
  MenuId: text('頁面或群組的代號'),
  MenuName: text('名稱'),
  /** `/admin/<page>`, or an empty string for a group. */
  Path: text('網址路徑；群組為空字串'),
  ParentId: text('所屬群組'),
  Sort: integer('順序'),
  Rights: listOf(oneOf('權限', Object.keys(rights) as readonly Right[]), '權限'),
})

const sessionProperties = { data: companyData, MenuInfos: listOf(menuInfo, '選單'), UniformNo: text('統一編號') }

/** The data of the current session, without the token. */
export const companySession = exactObject(sessionProperties)

/** OutData of a sign-in and of a change of the password. */
export const companyLogin = exactObject({
  JWTToken: text('權杖；之後放在標頭 Authorization: Bearer', { 'x-sensitive': true }),
  ...sessionProperties,
})

/**
 * A sign-in of a company user.
 * GetSessions returns the latest 20, newest first.
 * EndTime and EndReason are null until the session ends.
 * The server's type EndReason explains the reasons.
 */
export const sessionInfo = exactObject({
  LoginTime: dateTime('登入時間'),
  LastSeenTime: dateTime('最後使用時間'),
  IP: text('IP'),
  EndTime: orNull(dateTime('結束時間')),
  EndReason: orNull(
    oneOf('結束原因', [
      'logout',
      'superseded',
      'disabled',
      'reset',
      'removed',
      'changed',
      'ended',
      'locked',
      'clock',
      'idle',
    ]),
  ),
  /** Whether this is the caller's session. */
  Current: flag('目前的連線'),
})

/** The properties of a body that sets a new password, which is entered twice. */
export const newMima = { NewMima: secret('新密碼', 256), ConfirmMima: secret('確認新密碼', 256) }

/** Describes a password, which is never logged and never returned. */
export function secret(description: string, maxLength: number): Described<string> {
  return { ...nonEmptyText(description, maxLength), format: 'password', 'x-sensitive': true }
}

const identifyCode = nonEmptyText('申請的識別碼', 64)

/**
 * Body of EnterpriseArea/EnabledUnformNo and ForgetMima: the user and a solved captcha, whose ticket is in the header
 * VCode.
 * A body with only an IdentifyCode is accepted as well: the call then sends a new code for the current step without
 * another captcha, or returns 429 with Retry-After if ResendAfter seconds have not passed yet.
 */
export const otpRequest = exactObject({
  UniformNo: nonEmptyText('統一編號', 12),
  UserId: nonEmptyText('使用者代號', 12),
  Channel: oneOf('接收方式', otpChannelCodes),
  VCode: solvedCaptcha,
})

/**
 * OutData of EnterpriseArea/EnabledUnformNo and ForgetMima, which does not reveal whether the user exists.
 * A resend returns a new IdentifyCode and invalidates the previous one.
 */
export const otpTicket = exactObject({
  /** Identifies the current step; an opaque text. */
  IdentifyCode: text('申請的識別碼'),
  ExpiresIn: integer('申請幾秒後失效'),
  ResendAfter: integer('幾秒後可重新寄送'),
  CodeExpiresIn: integer('一次性密碼幾秒後失效'),
})

/**
 * OutData of EnterpriseArea/VerifyOTP: a new IdentifyCode, which is valid only for ResetMima, and the UserId, with
 * which the form checks the password rules.
 */
export const verifyOtpResponse = exactObject({
  IdentifyCode: text('設定密碼用的識別碼'),
  ExpiresIn: integer('幾秒後失效'),
  UserId: text('使用者代號'),
})

const otpCall = (title: string): CallDescription => ({
  title,
  text: '以圖形驗證碼申請；只帶 IdentifyCode 表示重新寄送。不論使用者是否存在，回覆都相同。',
  captcha: true,
  body: { oneOf: [otpRequest, exactObject({ IdentifyCode: identifyCode })] },
  data: otpTicket,
})

/** Sign-in and sign-out of the company area, and setting a password. */
export const enterpriseCalls: CallsOf<'EnterpriseArea'> = {
  'EnterpriseArea.Login': {
    title: '登入',
    captcha: true,
    body: exactObject({
      UniformNo: nonEmptyText('統一編號', 8),
      UserId: nonEmptyText('使用者代號', 12),
      Mima: secret('密碼', 64),
      VCode: solvedCaptcha,
    }),
    data: companyLogin,
  },
  'EnterpriseArea.Logout': { title: '登出', data: nullValue },
  'EnterpriseArea.EnabledUnformNo': otpCall('首次啟用：申請一次性密碼'),
  'EnterpriseArea.ForgetMima': otpCall('忘記密碼：申請一次性密碼'),
  'EnterpriseArea.VerifyOTP': {
    title: '驗證一次性密碼',
    // The call returns 1005 for a wrong code, with the number of remaining attempts, and 1006 for a code that is
    // expired, used or has no attempts left.
    body: exactObject({ IdentifyCode: identifyCode, OTP: secret('一次性密碼', 6) }),
    data: verifyOtpResponse,
  },
  // Refusals with 1008 and 1009 have a message in `Errors.NewMima`.
  // If the repetition differs, `Errors.ConfirmMima` has a message.
  // If the step has expired, the call returns 1006.
  'EnterpriseArea.ResetMima': {
    title: '設定新密碼',
    body: exactObject({ IdentifyCode: identifyCode, ...newMima }),
    data: nullValue,
  },
  'EnterpriseArea.GetSession': { title: '查詢目前的登入資料', data: companySession },
  'EnterpriseArea.GiveReason': {
    title: '記錄銀行人員查看個人資料的事由',
    text: '事由存於登入狀態，至登出為止；之後的查看、查詢、匯出紀錄都附上事由',
    body: exactObject({ Reason: text('事由', { minLength: reasonLength.min, maxLength: reasonLength.max }) }),
    data: nullValue,
  },
  'EnterpriseArea.GetOverview': {
    title: '查詢首頁的數字',
    text: '沒有查詢權限的部分不在回覆中；每個數字與其清單以相同條件查詢的結果相同。',
    query: overviewQuery,
    data: overview,
  },
  'EnterpriseArea.GetSessions': { title: '查詢自己最近的登入', data: listOf(sessionInfo) },
}
