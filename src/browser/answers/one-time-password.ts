import { type OtpTicket, otpLimits, type VerifyOtpResponse } from '../../contract/one-time-password'
import type { KnownValues } from './read-answer'
import { textOr, valuesOf, withDefaults } from './values'

/**
 * Reads the answer to a request for a one-time password; needs IdentifyCode, or the code itself as the answer.
 * The specification fixes the ten minutes of a step; the other times are the portal's own.
 */
export const readOtpTicket = (outData: unknown): OtpTicket =>
  withDefaults<OtpTicket>(valuesOf(outData), {
    IdentifyCode: identifyCodeOf(outData),
    ExpiresIn: otpLimits.stepSeconds,
    ResendAfter: otpLimits.resendSeconds,
    CodeExpiresIn: otpLimits.codeSeconds,
  })

/** Reads the answer to a correct code. Without a code for the next step, the code of this step stays valid. */
export const readVerifiedOtp = (outData: unknown, known: KnownValues): VerifyOtpResponse =>
  withDefaults<VerifyOtpResponse>(valuesOf(outData), {
    IdentifyCode: textOr(outData, textOr(valuesOf(outData).IdentifyCode, textOr(known.IdentifyCode, ''))),
    ExpiresIn: otpLimits.stepSeconds,
    UserId: textOr(known.UserId, ''),
  })

const identifyCodeOf = (outData: unknown): string => {
  const code = textOr(outData, textOr(valuesOf(outData).IdentifyCode, ''))
  if (code === '') throw new TypeError('The answer has no IdentifyCode.')
  return code
}
