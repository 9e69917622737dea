import type { otpRequest, otpTicket, verifyOtpResponse } from './openapi/calls/enterprise-area'
import type { changeMimaRequest } from './openapi/calls/users-and-jobs'
import type { ValueOf } from './openapi/json'

/** Body of EnterpriseArea/EnabledUnformNo and ForgetMima. */
export type OtpRequest = ValueOf<typeof otpRequest>
/** OutData of both calls. */
export type OtpTicket = ValueOf<typeof otpTicket>
/** OutData of EnterpriseArea/VerifyOTP. */
export type VerifyOtpResponse = ValueOf<typeof verifyOtpResponse>
/** Body of PortalUser/ChangeMima. */
export type ChangeMimaRequest = ValueOf<typeof changeMimaRequest>

/** Durations of a step, of a code and of the pause before the next code; limits of attempts and of codes a day. */
export const otpLimits = { stepSeconds: 600, codeSeconds: 300, resendSeconds: 60, tries: 3, codesPerDay: 5, digits: 6 } as const
