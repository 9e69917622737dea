import { isOtpChannel, type OtpChannel } from '../../domain/message-channels'
import { tabStorage } from '../storage/browser-storage'
import { parseAs } from '../storage/cache'

/** The two flows that verify a company user by a one-time password, by the first part of their paths. */
export type OtpFlow = 'portal' | 'forgot-password'

/** The steps of a flow that need its token, by the last part of their paths. */
export type OtpStep = 'verification' | 'password-reset'

/**
 * The data that one step of a one-time-password flow passes to the next, stored in sessionStorage.
 * Times are milliseconds since 1970.
 */
export interface OtpData {
  readonly UniformNo: string
  /** The token of `Step`. */
  readonly IdentifyCode: string
  readonly UserId: string
  readonly Channel: OtpChannel
  readonly Flow: OtpFlow
  readonly Step: OtpStep
  /** When the token expires. */
  readonly ExpiresAt: number
  /** The earliest time at which another code may be requested. */
  readonly ResendAt: number
}

// The specification names these data, not their keys.
const ticketKey = 'VERIFICATION_CODE'
const otpKey = 'TEMP_OTP_DATA'

/** Stores the ticket of the captcha on screen, which calls send as the header VCode. */
export const storeCaptchaTicket = (ticket: string): void => tabStorage().setItem(ticketKey, ticket)

/** Returns the ticket of the captcha on screen, or null. */
export const captchaTicket = (): string | null => tabStorage().getItem(ticketKey)

/** Removes the ticket of the captcha. */
export const removeCaptchaTicket = (): void => tabStorage().removeItem(ticketKey)

/** Stores the data of a one-time-password flow between its steps. */
export const storeOtpData = (data: OtpData): void => tabStorage().setItem(otpKey, JSON.stringify(data))

/** Returns the data of the current flow; null if there are none, or if the token of the step has expired. */
export const otpData = (): OtpData | null => {
  const data = parseAs(tabStorage().getItem(otpKey), isOtpData)
  if (data && Date.now() < data.ExpiresAt) return data
  removeOtpData()
  return null
}

/** Removes the data of the flow. */
export const removeOtpData = (): void => tabStorage().removeItem(otpKey)

const isOtpData = (data: unknown): data is OtpData =>
  typeof data === 'object' &&
  data !== null &&
  'IdentifyCode' in data &&
  'Flow' in data &&
  'Step' in data &&
  'ExpiresAt' in data &&
  'Channel' in data &&
  isOtpChannel(data.Channel)
