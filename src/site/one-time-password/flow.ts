import { useOutletContext } from 'react-router-dom'
import { call } from '../../browser/http/client'
import { keepOtpData, type OtpData, type OtpFlow } from '../../browser/session/verification'
import type { EndpointId } from '../../contract/endpoints'
import type { OtpRequest, OtpTicket } from '../../contract/one-time-password'

/** What sets the two flows apart. */
export interface FlowWords {
  readonly flow: OtpFlow
  readonly title: string
  readonly lead: string
  /** The call that sends the one-time password. */
  readonly request: EndpointId
  readonly done: string
}

export const flowWords = {
  portal: {
    flow: 'portal',
    title: '首次啟用（開通）',
    lead: '第一次使用請先驗證身分並設定密碼。一次性密碼會送到您登記的聯絡方式。',
    request: 'EnterpriseArea.EnabledUnformNo',
    done: '帳號已啟用，請以新密碼登入。',
  },
  'forgot-password': {
    flow: 'forgot-password',
    title: '忘記密碼',
    lead: '請先驗證身分，再設定新密碼。一次性密碼會送到您登記的聯絡方式。',
    request: 'EnterpriseArea.ForgetMima',
    done: '密碼已重新設定，請以新密碼登入。',
  },
} as const satisfies Record<OtpFlow, FlowWords>

/** Returns the flow that the page belongs to. */
export const useFlow = (): FlowWords => useOutletContext<FlowWords>()

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
