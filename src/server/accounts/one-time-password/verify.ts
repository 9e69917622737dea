import { otpLimits, type VerifyOtpResponse } from '../../../contract/one-time-password'
import { nextUserStatus } from '../../../domain/access/portal-user'
import { Refusal } from '../../../domain/refusal'
import type { Call } from '../../call'
import type { Ports } from '../../ports'
import { countAndCheckLimit, countAttempt, otpRateLimits, refundAttempt } from '../../security/rate-limit'
import { readFields } from '../fields'
import { newPasswordFields, storeChosenPassword, validateNewPassword } from '../passwords'
import { dummyHash, getUser, isCompanyClosed } from '../portal-user'
import { recordUserEvent, type SecurityEvent } from '../security-log'
import { endAllSessions } from '../sessions'
import { identifyCodeRule, userEvents } from './request'
import { advanceStep, consumeOtpAttempt, endStep, findStep, type StepWithCode } from './steps'

/**
 * Verifies the code and advances the flow to the step that sets the password.
 * A code works once, even if several calls send it at the same time.
 */
export const verifyOtp = async (call: Call): Promise<VerifyOtpResponse> => {
  const { ports, client } = call
  const { IdentifyCode, OTP } = readFields(call.body, verifyFields)
  await countAttempt(ports, otpRateLimits.verify, client.ip)
  const step = await consumeOtpAttempt(ports, IdentifyCode)
  if (step === undefined) throw codeExpiredRefusal()
  const canGuess = await countGuess(ports, IdentifyCode, step)
  const isCorrect = await ports.passwords.verify(canGuess ? step.code_hash : await dummyHash(ports), OTP)
  if (!canGuess || !isCorrect || step.user_id === null) throw await recordWrongCode(call, step)
  const newIdentifyCode = await advanceStep(ports, IdentifyCode, step.code_hash)
  if (newIdentifyCode === undefined) throw codeExpiredRefusal()
  await refundAttempt(ports, otpRateLimits.verify, client.ip)
  await recordStepEvent(call, 'one-time password right', step)
  return { IdentifyCode: newIdentifyCode, ExpiresIn: otpLimits.stepSeconds, UserId: step.typed_user_id }
}

const verifyFields = {
  IdentifyCode: identifyCodeRule,
  OTP: { label: '一次性密碼', max: otpLimits.digits },
} as const

/**
 * Counts a guess and returns whether the code may be compared.
 * Guesses for steps without a code are counted too, so that the response time does not reveal which steps have one.
 */
const countGuess = async (ports: Ports, identifyCode: string, { code_hash }: StepWithCode): Promise<boolean> =>
  (await countAndCheckLimit(ports, otpRateLimits.guesses, code_hash || identifyCode)) && code_hash !== ''

const codeExpiredRefusal = (): Refusal =>
  new Refusal('1006', '一次性密碼已失效，請重新寄送或重新申請。', { OTP: '一次性密碼已失效，請重新寄送。' })

/** Records a wrong code and returns the refusal, which says how many attempts are left. */
const recordWrongCode = async (call: Call, step: StepWithCode): Promise<Refusal> => {
  await recordStepEvent(call, 'one-time password wrong', step)
  const attemptsLeft = otpLimits.tries - step.tries
  const message =
    attemptsLeft > 0
      ? `一次性密碼錯誤，還可以再試 ${attemptsLeft} 次。`
      : '一次性密碼錯誤次數過多，已失效，請重新寄送。'
  return new Refusal(attemptsLeft > 0 ? '1005' : '1006', message, { OTP: message })
}

const recordStepEvent = (
  call: Call,
  event: SecurityEvent['event'],
  { uniform_no, typed_user_id }: StepWithCode,
): Promise<void> => recordUserEvent(call, event, { uniform_no, user_id: typed_user_id })

/** Sets the password of a user who was identified by a one-time password, and ends all of their sessions. */
export const resetPassword = async (call: Call): Promise<null> => {
  const { ports } = call
  const { IdentifyCode, ...values } = readFields(call.body, resetFields)
  const step = await findStep(ports, 'reset', IdentifyCode)
  const user = step?.user_id == null ? undefined : await getUser(ports, step.user_id)
  const status = step && user && !isCompanyClosed(user) ? nextUserStatus(user.user_status, userEvents[step.flow]) : null
  if (user === undefined || status === null) throw stepExpiredRefusal()
  await validateNewPassword(ports, user, values)
  const hash = await ports.passwords.hash(values.NewMima)
  const at = ports.clock()
  await ports.db.transaction().execute(async (trx) => {
    if (!(await endStep(ports, trx, IdentifyCode))) throw stepExpiredRefusal()
    await storeChosenPassword({ ...ports, db: trx }, user, { hash, status })
    await endAllSessions(trx, user.serial_id, 'reset', at)
  })
  await recordUserEvent(call, 'password reset by one-time password', user)
  return null
}

const resetFields = { IdentifyCode: identifyCodeRule, ...newPasswordFields } as const

const stepExpiredRefusal = (): Refusal => new Refusal('1006', '設定密碼的時間已過或已設定完成，請重新申請一次性密碼。')
