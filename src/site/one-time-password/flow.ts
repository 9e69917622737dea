import { useOutletContext } from 'react-router-dom'
import { call } from '../../browser/http/client'
import { type OtpData, type OtpFlow, storeOtpData } from '../../browser/session/verification'
import type { EndpointId } from '../../contract/endpoints'
import type { OtpRequest, OtpTicket } from '../../contract/one-time-password'

/**
 * The properties in which the two flows with a one-time password differ: the first use of an account, and the forgotten
 * password.
 */
export interface FlowInfo {
  /** The first part of the paths of the flow. */
  readonly id: OtpFlow
  readonly title: string
  readonly introduction: string
  /** The call that sends the one-time password. */
  readonly requestCall: EndpointId
  /** The message that the sign-in page shows after the last step. */
  readonly doneNotice: string
}

/** The two flows by the first part of their paths. */
export const otpFlows = {
  portal: {
    id: 'portal',
    title: '首次啟用（開通）',
    introduction: '第一次使用請先驗證身分並設定密碼。一次性密碼會送到您登記的聯絡方式。',
    requestCall: 'EnterpriseArea.EnabledUnformNo',
    doneNotice: '帳號已啟用，請以新密碼登入。',
  },
  'forgot-password': {
    id: 'forgot-password',
    title: '忘記密碼',
    introduction: '請先驗證身分，再設定新密碼。一次性密碼會送到您登記的聯絡方式。',
    requestCall: 'EnterpriseArea.ForgetMima',
    doneNotice: '密碼已重新設定，請以新密碼登入。',
  },
} as const satisfies Record<OtpFlow, FlowInfo>

/** Returns the flow that the page belongs to. */
export const useFlow = (): FlowInfo => useOutletContext<FlowInfo>()

/** Requests a one-time password and stores the data of the next step. */
export const requestCode = async ({ id, requestCall }: FlowInfo, body: OtpRequest): Promise<OtpData> => {
  const { UniformNo, UserId, Channel } = body
  return storeFlowStep(
    { UniformNo, UserId, Channel, Flow: id, Step: 'verification' },
    await call<OtpTicket>(requestCall, { body }),
  )
}

/** Requests another one-time password and stores the new data of the current step. */
export const resendCode = async ({ requestCall }: FlowInfo, otp: OtpData): Promise<OtpData> =>
  storeFlowStep(otp, await call<OtpTicket>(requestCall, { body: { IdentifyCode: otp.IdentifyCode } }))

const storeFlowStep = (
  flowData: Omit<OtpData, 'IdentifyCode' | 'ExpiresAt' | 'ResendAt'>,
  ticket: OtpTicket,
): OtpData => {
  const otp = {
    ...flowData,
    IdentifyCode: ticket.IdentifyCode,
    ExpiresAt: Date.now() + ticket.ExpiresIn * 1000,
    ResendAt: Date.now() + ticket.ResendAfter * 1000,
  }
  storeOtpData(otp)
  return otp
}
