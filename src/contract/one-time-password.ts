import type { MessageChannel } from './message-channels'

/**
 * Body of EnterpriseArea/EnabledUnformNo and ForgetMima: who asks, with a solved captcha (its ticket in the header VCode).
 * The same call with {@link OtpResend} sends a new code for a step under way, without another captcha.
 */
export interface OtpRequest {
  readonly UniformNo: string
  readonly UserId: string
  readonly Channel: MessageChannel
  readonly VCode: string
}

/** Body of a resend, accepted once {@link OtpTicket.ResendAfter} seconds have passed; an earlier one is answered by 429 with Retry-After. */
export interface OtpResend {
  readonly IdentifyCode: string
}

/** OutData of both calls, the same whether such a user exists or not and whether a code was sent. A resend gives a new IdentifyCode and ends the one before. */
export interface OtpTicket {
  /** Names the step under way; an opaque text. */
  readonly IdentifyCode: string
  /** Seconds until the step lapses. */
  readonly ExpiresIn: number
  /** Seconds until a new code may be asked for. */
  readonly ResendAfter: number
  /** Seconds until the code itself lapses. */
  readonly CodeExpiresIn: number
}

/** Body of EnterpriseArea/VerifyOTP. Wrong: 1005 with the tries left in the sentence; lapsed, used or tried too often: 1006. */
export interface VerifyOtpRequest {
  readonly IdentifyCode: string
  readonly OTP: string
}

/** OutData of VerifyOTP: another IdentifyCode, for ResetMima alone. */
export interface VerifyOtpAnswer {
  readonly IdentifyCode: string
  readonly ExpiresIn: number
  /** Whose password it is, for the rules beside the form. */
  readonly UserId: string
}

/** Body of EnterpriseArea/ResetMima; OutData is null. 1008 and 1009 carry `Errors.NewMima`, a differing repetition `Errors.ConfirmMima`, a lapsed step is 1006. */
export interface ResetMimaRequest {
  readonly IdentifyCode: string
  readonly NewMima: string
  readonly ConfirmMima: string
}

/** Body of PortalUser/ChangeMima; a wrong OldMima is 1001 with `Errors.OldMima`. OutData is a fresh {@link CompanyLoginAnswer}: the old token ends. */
export interface ChangeMimaRequest {
  readonly OldMima: string
  readonly NewMima: string
  readonly ConfirmMima: string
}

/** How long a step, a code and the pause before the next code last, and how often a code may be tried and sent. */
export const otpLimits = { stepSeconds: 600, codeSeconds: 300, resendSeconds: 60, tries: 3, codesPerDay: 5, digits: 6 } as const
