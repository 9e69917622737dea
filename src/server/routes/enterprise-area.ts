import type { Controller } from '../call'
import { useCaptcha } from '../session/captcha'
import { loginCompany } from '../session/company-login'
import { companySession } from '../session/company-session'
import { readFields, textOf } from '../session/fields'
import { logout } from '../session/logout'
import { requestOtp } from '../session/one-time-password/request'
import { resetMima } from '../session/one-time-password/reset'
import { verifyOtp } from '../session/one-time-password/verify'
import { ownUser } from '../session/own-user'
import { sessionsOf } from '../session/session-list'

/** Signing in and out of the company area, and the ways to a password. */
export const enterpriseArea: Controller = {
  Login: async (call) => {
    await useCaptcha(call.ports, call.caller.verificationCode, textOf(call.body, 'VCode'))
    return loginCompany(call, readFields(call.body, loginForm))
  },
  Logout: logout,
  EnabledUnformNo: (call) => requestOtp(call, 'EnabledUnformNo'),
  ForgetMima: (call) => requestOtp(call, 'ForgetMima'),
  VerifyOTP: verifyOtp,
  ResetMima: resetMima,
  GetSession: async (call) => {
    const user = await ownUser(call)
    return companySession(user, call.schemas, { at: call.ports.clock(), lastSignIn: user.lastSignIn })
  },
  GetSessions: async (call) => sessionsOf(call.ports, (await ownUser(call)).serial_id, 'sessionId' in call.scope ? call.scope.sessionId : ''),
}

const loginForm = {
  UniformNo: { label: '統一編號', max: 8 },
  UserId: { label: '使用者代號', max: 12 },
  Mima: { label: '密碼', max: 64, exact: true },
  VCode: { label: '圖形驗證碼', max: 6 },
} as const
