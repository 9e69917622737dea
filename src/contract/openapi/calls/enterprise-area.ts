import { rights } from '../../../domain/access/roles'
import type { SessionInfo } from '../../extensions'
import { channelCodes } from '../../message-channels'
import type { OtpRequest, OtpResend, OtpTicket, ResetMimaRequest, VerifyOtpAnswer, VerifyOtpRequest } from '../../one-time-password'
import type { CompanyData, CompanyLoginAnswer, CompanySession, MenuInfo } from '../../session'
import type { CallShape, CallsOf } from '../call'
import { closed, entry, type JsonSchema, listOf, moment, nothing, oneOf, orNull, text, whole, yesNo } from '../json'

const user = closed<CompanyData>({
  UniformNo: text('統一編號'),
  CustomerName: text('客戶名稱'),
  UserId: text('使用者代號'),
  UserName: text('使用者姓名'),
  RoleId: text('角色代碼'),
  RoleName: text('角色'),
  ApplyCodes: listOf(text('委託單位代號'), '可操作的委託單位；銀行人員為空，可查全部'),
  LastLoginTime: orNull(moment('上次登入時間')),
  LastLoginIP: orNull(text('上次登入的 IP')),
  MustChangeMima: yesNo('須先變更密碼：其他呼叫都回覆 1007'),
  MustChangeReason: orNull(oneOf('須變更的原因', ['First', 'Expired'])),
  MimaDaysLeft: orNull(whole('密碼還有幾天到期；未到提醒期時為 null')),
})

const menu = closed<MenuInfo>({
  MenuId: text('頁面或群組的代號'),
  MenuName: text('名稱'),
  Path: text('網址路徑；群組為空字串'),
  ParentId: text('所屬群組'),
  Sort: whole('順序'),
  Rights: listOf(oneOf('權限', Object.keys(rights)), '權限'),
})

const session = { data: user, MenuInfos: listOf(menu, '選單'), UniformNo: text('統一編號') }

/** OutData of a sign-in and of a change of the password. */
export const companyLogin = closed<CompanyLoginAnswer>({ JWTToken: text('權杖；之後放在標頭 Authorization: Bearer', { 'x-sensitive': true }), ...session })

/** The last sign-ins of a user. */
export const sessionList = listOf(
  closed<SessionInfo>({
    LoginTime: moment('登入時間'),
    LastSeenTime: moment('最後使用時間'),
    IP: text('IP'),
    EndTime: orNull(moment('結束時間')),
    EndReason: orNull(oneOf('結束原因', ['logout', 'superseded', 'disabled', 'reset', 'removed', 'changed', 'ended', 'locked', 'idle'])),
    Current: yesNo('目前的連線'),
  }),
)

/** A new password and its repetition. */
export const newMima = { NewMima: secret('新密碼', 256), ConfirmMima: secret('確認新密碼', 256) }

/** Describes a password, which is never logged and never returned. */
export function secret(description: string, maxLength: number): JsonSchema {
  return { ...entry(description, maxLength), format: 'password', 'x-sensitive': true }
}

const identify = entry('申請的識別碼', 64)

const otp = (title: string): CallShape => ({
  title,
  text: '以圖形驗證碼申請；只帶 IdentifyCode 表示重新寄送。不論使用者是否存在，回覆都相同。',
  captcha: true,
  body: {
    oneOf: [
      closed<OtpRequest>({
        UniformNo: entry('統一編號', 12),
        UserId: entry('使用者代號', 12),
        Channel: oneOf('接收方式', channelCodes),
        VCode: entry('圖形驗證碼', 6),
      }),
      closed<OtpResend>({ IdentifyCode: identify }),
    ],
  },
  data: closed<OtpTicket>({
    IdentifyCode: text('申請的識別碼'),
    ExpiresIn: whole('申請幾秒後失效'),
    ResendAfter: whole('幾秒後可重新寄送'),
    CodeExpiresIn: whole('一次性密碼幾秒後失效'),
  }),
})

/** Signing in and out of the company area, and the ways to a password. */
export const enterpriseCalls: CallsOf<'EnterpriseArea'> = {
  'EnterpriseArea.Login': {
    title: '登入',
    captcha: true,
    body: closed({ UniformNo: entry('統一編號', 8), UserId: entry('使用者代號', 12), Mima: secret('密碼', 64), VCode: entry('圖形驗證碼', 6) }),
    data: companyLogin,
  },
  'EnterpriseArea.Logout': { title: '登出', data: nothing },
  'EnterpriseArea.EnabledUnformNo': otp('首次啟用：申請一次性密碼'),
  'EnterpriseArea.ForgetMima': otp('忘記密碼：申請一次性密碼'),
  'EnterpriseArea.VerifyOTP': {
    title: '驗證一次性密碼',
    body: closed<VerifyOtpRequest>({ IdentifyCode: identify, OTP: secret('一次性密碼', 6) }),
    data: closed<VerifyOtpAnswer>({ IdentifyCode: text('設定密碼用的識別碼'), ExpiresIn: whole('幾秒後失效'), UserId: text('使用者代號') }),
  },
  'EnterpriseArea.ResetMima': { title: '設定新密碼', body: closed<ResetMimaRequest>({ IdentifyCode: identify, ...newMima }), data: nothing },
  'EnterpriseArea.GetSession': { title: '查詢目前的登入資料', data: closed<CompanySession>(session) },
  'EnterpriseArea.GetSessions': { title: '查詢自己最近的登入', data: sessionList },
}
