import type { otpRequest, otpTicket, verifyOtpResponse } from './openapi/calls/enterprise-area'
import type { changeMimaRequest } from './openapi/calls/users-and-jobs'
import type { ValueOf } from './openapi/json'

/** Body of EnterpriseArea/EnabledUnformNo and ForgetMima. */
export type OtpRequest = ValueOf<typeof otpRequest>
/** OutData of EnterpriseArea/EnabledUnformNo and ForgetMima. */
export type OtpTicket = ValueOf<typeof otpTicket>
/** OutData of EnterpriseArea/VerifyOTP. */
export type VerifyOtpResponse = ValueOf<typeof verifyOtpResponse>
/** Body of PortalUser/ChangeMima. */
export type ChangeMimaRequest = ValueOf<typeof changeMimaRequest>

/** The limits of one-time passwords. */
export const otpLimits = {
  /** Seconds after which a step of the form expires. */
  stepSeconds: 600,
  /** Seconds after which a code expires. */
  codeSeconds: 300,
  /** Seconds after which another code may be requested. */
  resendSeconds: 60,
  /** Maximum number of attempts for one code. */
  tries: 3,
  /**
   * Maximum number of codes for one account in a day.
   * Requests from IP addresses from which the user has signed in before are counted separately from all others.
   */
  codesPerDay: 5,
  /** Number of digits of a code. */
  digits: 6,
} as const
