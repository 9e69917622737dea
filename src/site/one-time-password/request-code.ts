import { call } from '../../browser/http'
import { keepOtpData, type OtpData } from '../../browser/verification'
import type { OtpRequest, OtpTicket } from '../../contract/one-time-password'
import type { FlowWords } from './flow'

/** Asks for a one-time password and remembers the step that it opens. */
export const requestCode = async ({ flow, request }: FlowWords, body: OtpRequest): Promise<OtpData> => {
  const { UniformNo, UserId, Channel } = body
  return keep({ UniformNo, UserId, Channel, Flow: flow, Step: 'verification' }, await call<OtpTicket>(request, { body }))
}

/** Asks for another code of the step under way. */
export const resendCode = async ({ request }: FlowWords, otp: OtpData): Promise<OtpData> =>
  keep(otp, await call<OtpTicket>(request, { body: { IdentifyCode: otp.IdentifyCode } }))

const keep = (about: Omit<OtpData, 'IdentifyCode' | 'ExpiresAt' | 'ResendAt'>, ticket: OtpTicket): OtpData => {
  const otp = {
    ...about,
    IdentifyCode: ticket.IdentifyCode,
    ExpiresAt: Date.now() + ticket.ExpiresIn * 1000,
    ResendAt: Date.now() + ticket.ResendAfter * 1000,
  }
  keepOtpData(otp)
  return otp
}
