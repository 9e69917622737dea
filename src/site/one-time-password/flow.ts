import { useOutletContext } from 'react-router-dom'
import type { OtpFlow } from '../../browser/verification'
import type { EndpointId } from '../../contract/endpoints'

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

/** The flow that the page belongs to. */
export const useFlow = (): FlowWords => useOutletContext<FlowWords>()
