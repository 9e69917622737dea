import type { RecordValues } from '../../../src/schema/language/types'
import type { Answer } from '../../support/client'
import { newestOtp } from '../../support/outbox'
import { type Portal, portal, twoCompanies } from '../../support/portal'
import { givenUser, signIn } from './sign-in'

export type Flow = 'EnabledUnformNo' | 'ForgetMima'

export const goodMima = 'Blue7Whale!sky'

/** Two companies and the committee's maker in the state given. */
export const portalWithMaker = async (user: RecordValues = {}) => {
  const here = await portal()
  await twoCompanies(here)
  return { ...here, user: await givenUser(here, user) }
}

/** Asks for a one-time password with a solved captcha. */
export const ask = (here: Portal, flow: Flow, fields: object = {}, ip?: string): Promise<Answer> =>
  signIn(here, `/EnterpriseArea/${flow}`, { UniformNo: '90000017', UserId: 'maker01', Channel: 'Email', ...fields }, ip)

export const resend = (here: Portal, flow: Flow, IdentifyCode: string, ip = '127.0.0.1'): Promise<Answer> =>
  here.request('POST', `/EnterpriseArea/${flow}`, { body: { IdentifyCode }, ip })

export const verify = (here: Portal, IdentifyCode: string, OTP: string, ip = '127.0.0.1'): Promise<Answer> =>
  here.request('POST', '/EnterpriseArea/VerifyOTP', { body: { IdentifyCode, OTP }, ip })

export const reset = (here: Portal, IdentifyCode: string, NewMima = goodMima, ConfirmMima = NewMima): Promise<Answer> =>
  here.request('POST', '/EnterpriseArea/ResetMima', { body: { IdentifyCode, NewMima, ConfirmMima } })

/** Walks up to the step that waits for the new password. */
export const verified = async (here: Portal, flow: Flow): Promise<string> => {
  const { data } = await ask(here, flow)
  return (await verify(here, data.IdentifyCode, await newestOtp(here))).data.IdentifyCode
}

/** A code that is not the right one. */
export const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')
