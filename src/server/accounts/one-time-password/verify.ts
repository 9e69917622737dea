import { otpLimits, type VerifyOtpAnswer } from '../../../contract/one-time-password'
import { nextUserStatus } from '../../../domain/access/portal-user'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../http/call'
import type { Ports } from '../../ports'
import { readFields } from '../fields'
import { newPasswordFields, notifyPasswordChanged, storeChosenPassword, validateNewPassword } from '../passwords'
import { dummyHash, getUser, isCompanyClosed } from '../portal-user'
import { countTry, isWithinLimit, otpRateLimits, subtractTry } from '../rate-limit'
import { recordUserEvent, type SecurityEvent } from '../security-log'
import { endSessionsOf } from '../sessions'
import { identifyCodeRule, userEvents } from './request'
import { endStep, findStep, type OpenStep, passStep, takeOtpTry } from './steps'

/** Exchanges the code for a step in which the password can be set. A code works once, even when several calls send it at the same time. */
export const verifyOtp = async (call: Call): Promise<VerifyOtpAnswer> => {
  const { ports, caller } = call
  const { IdentifyCode, OTP } = readFields(call.body, form)
  await countTry(ports, otpRateLimits.verify, caller.ip)
  const step = await takeOtpTry(ports, IdentifyCode)
  if (step === undefined) throw expired()
  const canGuess = await takeGuess(ports, IdentifyCode, step)
  const isCorrect = await ports.passwords.verify(canGuess ? step.code_hash : await dummyHash(ports), OTP)
  if (!canGuess || !isCorrect || step.user_id === null) throw await wrongCode(call, step)
  const next = await passStep(ports, IdentifyCode, step.code_hash)
  if (next === undefined) throw expired()
  await subtractTry(ports, otpRateLimits.verify, caller.ip)
  await recordStepEvent(call, 'one-time password right', step)
  return { IdentifyCode: next, ExpiresIn: otpLimits.stepSeconds, UserId: step.typed_user_id }
}

const form = {
  IdentifyCode: identifyCodeRule,
  OTP: { label: '一次性密碼', max: otpLimits.digits },
} as const

// A guess is counted for a step without a code as well: the response time must not show the difference.
const takeGuess = async (ports: Ports, identifyCode: string, { code_hash }: OpenStep): Promise<boolean> =>
  (await isWithinLimit(ports, otpRateLimits.guesses, code_hash || identifyCode)) && code_hash !== ''

const expired = (): Refusal => new Refusal('1006', '一次性密碼已失效，請重新寄送或重新申請。', { OTP: '一次性密碼已失效，請重新寄送。' })

const wrongCode = async (call: Call, step: OpenStep): Promise<Refusal> => {
  await recordStepEvent(call, 'one-time password wrong', step)
  const left = otpLimits.tries - step.tries
  const message = left > 0 ? `一次性密碼錯誤，還可以再試 ${left} 次。` : '一次性密碼錯誤次數過多，已失效，請重新寄送。'
  return new Refusal(left > 0 ? '1005' : '1006', message, { OTP: message })
}

const recordStepEvent = (call: Call, event: SecurityEvent['event'], { uniform_no, typed_user_id }: OpenStep): Promise<void> =>
  recordUserEvent(call, event, { uniform_no, user_id: typed_user_id })

/** Sets the password of a user who was identified by a one-time password, and ends all of their sessions. */
export const resetPassword = async (call: Call): Promise<null> => {
  const { ports } = call
  const { IdentifyCode, ...typed } = readFields(call.body, resetForm)
  const step = await findStep(ports, 'reset', IdentifyCode)
  const user = step?.user_id == null ? undefined : await getUser(ports, step.user_id)
  const status = step && user && !isCompanyClosed(user) ? nextUserStatus(user.user_status, userEvents[step.flow]) : null
  if (user === undefined || status === null) throw resetExpired()
  await validateNewPassword(ports, user, typed)
  const hash = await ports.passwords.hash(typed.NewMima)
  const at = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    if (!(await endStep(ports, trx, IdentifyCode))) throw resetExpired()
    await storeChosenPassword(trx, user.serial_id, { hash, status, at })
    await endSessionsOf(trx, user.serial_id, 'reset', at)
  })
  await recordUserEvent(call, 'password reset by one-time password', user)
  notifyPasswordChanged(ports, user)
  return null
}

const resetForm = { IdentifyCode: identifyCodeRule, ...newPasswordFields } as const

const resetExpired = (): Refusal => new Refusal('1006', '設定密碼的時間已過或已設定完成，請重新申請一次性密碼。')
