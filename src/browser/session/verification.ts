import { isMessageChannel, type MessageChannel } from '../../contract/message-channels'
import { parseAs } from '../storage/cache'

/** The two flows that prove a company user by a one-time password, by the first part of their paths. */
export type OtpFlow = 'portal' | 'forgot-password'

/** The steps of a flow that need its token, by the last part of their paths. */
export type OtpStep = 'verification' | 'password-reset'

/** What the one-time-password flow remembers between its steps (specification, section 3). Moments are milliseconds since 1970. */
export interface OtpData {
  readonly UniformNo: string
  /** The token of the step that comes next. */
  readonly IdentifyCode: string
  readonly UserId: string
  readonly Channel: MessageChannel
  readonly Flow: OtpFlow
  readonly Step: OtpStep
  /** When the token of the step lapses. */
  readonly ExpiresAt: number
  /** From when on another code may be asked for. */
  readonly ResendAt: number
}

const codeKey = 'VERIFICATION_CODE'
const otpKey = 'TEMP_OTP_DATA'

/** Keeps the ticket of the captcha on screen; it travels as the header VCode. */
export const keepVerificationCode = (code: string): void => sessionStorage.setItem(codeKey, code)

/** Returns the ticket of the captcha on screen, or null. */
export const verificationCode = (): string | null => sessionStorage.getItem(codeKey)

/** Removes the captcha's ticket. */
export const removeVerificationCode = (): void => sessionStorage.removeItem(codeKey)

/** Keeps the data of a one-time-password flow between its steps. */
export const keepOtpData = (data: OtpData): void => sessionStorage.setItem(otpKey, JSON.stringify(data))

/** Returns the data of the flow under way, or null; they are gone with the token of their step. */
export const otpData = (): OtpData | null => {
  const data = parseAs(sessionStorage.getItem(otpKey), isOtpData)
  if (data && Date.now() < data.ExpiresAt) return data
  removeOtpData()
  return null
}

/** Removes the data of the flow. */
export const removeOtpData = (): void => sessionStorage.removeItem(otpKey)

const isOtpData = (data: unknown): data is OtpData =>
  typeof data === 'object' &&
  data !== null &&
  'IdentifyCode' in data &&
  'Flow' in data &&
  'Step' in data &&
  'ExpiresAt' in data &&
  'Channel' in data &&
  isMessageChannel(data.Channel)
