import { otpLimits, type VerifyOtpAnswer } from '../../../contract/one-time-password'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../http/call'
import type { Ports } from '../../ports'
import { dummyHash } from '../dummy-hash'
import { readFields } from '../fields'
import { countTry, forgiveTry, isWithin, otpRateLimits } from '../rate-limit'
import { recordEvent, type SecurityEvent } from '../security-log'
import { type OpenStep, passStep, takeOtpTry } from './steps'

/** Exchanges the code for a step that lets the password be set. A code works once, however many calls bring it at the same time. */
export const verifyOtp = async (call: Call): Promise<VerifyOtpAnswer> => {
  const { ports, caller } = call
  const { IdentifyCode, OTP } = readFields(call.body, form)
  await countTry(ports, otpRateLimits.verify, caller.ip)
  const step = await takeOtpTry(ports, IdentifyCode)
  if (step === undefined) throw expired()
  const open = await takeGuess(ports, IdentifyCode, step)
  const right = await ports.passwords.verify(open ? step.code_hash : await dummyHash(ports), OTP)
  if (!open || !right || step.user_id === null) throw await wrong(call, step)
  const next = await passStep(ports, IdentifyCode, step.code_hash)
  if (next === undefined) throw expired()
  await forgiveTry(ports, otpRateLimits.verify, caller.ip)
  await record(call, step, 'one-time password right')
  return { IdentifyCode: next, ExpiresIn: otpLimits.stepSeconds, UserId: step.typed_user_id }
}

const form = {
  IdentifyCode: { label: '識別碼', max: 64, exact: true },
  OTP: { label: '一次性密碼', max: otpLimits.digits },
} as const

// Counted for a step without a code as well: the time of the answer must not show the difference.
const takeGuess = async (ports: Ports, identifyCode: string, { code_hash }: OpenStep): Promise<boolean> =>
  (await isWithin(ports, otpRateLimits.guesses, code_hash || identifyCode)) && code_hash !== ''

const expired = (): Refusal => new Refusal('1006', '一次性密碼已失效，請重新寄送或重新申請。', { OTP: '一次性密碼已失效，請重新寄送。' })

const wrong = async (call: Call, step: OpenStep): Promise<Refusal> => {
  await record(call, step, 'one-time password wrong')
  const left = otpLimits.tries - step.tries
  const sentence = left > 0 ? `一次性密碼錯誤，還可以再試 ${left} 次。` : '一次性密碼錯誤次數過多，已失效，請重新寄送。'
  return new Refusal(left > 0 ? '1005' : '1006', sentence, { OTP: sentence })
}

const record = ({ ports, caller }: Call, step: OpenStep, event: SecurityEvent['event']): Promise<void> =>
  recordEvent(ports, caller, { event, kind: 'company', uniformNo: step.uniform_no, subject: step.typed_user_id })
