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

/** Seconds until a step of the form and a code expire, and until another code may be requested; maximum numbers of attempts for one code and of codes a day; length of a code. */
export const otpLimits = { stepSeconds: 600, codeSeconds: 300, resendSeconds: 60, tries: 3, codesPerDay: 5, digits: 6 } as const
