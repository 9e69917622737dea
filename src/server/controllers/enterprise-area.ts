import { captchaRule, verifyCaptcha } from '../accounts/captcha/captcha'
import { loginCompany } from '../accounts/company-login'
import { companySessionResponse } from '../accounts/company-session'
import { readFields } from '../accounts/fields'
import { requestOtp } from '../accounts/one-time-password/request'
import { resetPassword, verifyOtp } from '../accounts/one-time-password/verify'
import { giveReason } from '../accounts/reason'
import { logout, sessionsOf, userOfSession } from '../accounts/sessions'
import type { Controller } from '../call'
import { defineController } from '../module'
import { readOverview } from '../overview/overview'

/** Calls of company users for signing in, signing out and setting a password, and for their sessions. */
const calls: Controller = {
  Login: async (call) => {
    await verifyCaptcha(call)
    return loginCompany(call, readFields(call.body, loginFields))
  },
  Logout: logout,
  EnabledUnformNo: (call) => requestOtp(call, 'EnabledUnformNo'),
  ForgetMima: (call) => requestOtp(call, 'ForgetMima'),
  VerifyOTP: verifyOtp,
  ResetMima: resetPassword,
  GetSession: async (call) => {
    const user = await userOfSession(call)
    return companySessionResponse(user, call.schemas, { at: call.ports.clock(), lastSignIn: user.lastSignIn })
  },
  GiveReason: giveReason,
  GetOverview: readOverview,
  GetSessions: async (call) => sessionsOf(call, (await userOfSession(call)).serial_id),
}

export default defineController('EnterpriseArea', { calls })

const loginFields = {
  UniformNo: { label: '統一編號', max: 8 },
  UserId: { label: '使用者代號', max: 12 },
  Mima: { label: '密碼', max: 64, isKeptAsTyped: true },
  VCode: captchaRule,
} as const
