import { type OtpChannel, type OtpTicket, otpLimits } from '../../../contract/one-time-password'
import { nextUserStatus } from '../../../domain/portal-user'
import { Refusal } from '../../../domain/refusal'
import { isUniformNo } from '../../../domain/uniform-no'
import { type Call, HttpRefusal } from '../../call'
import { asEmail, asSms, type Letter } from '../../notices/letter'
import { otherFlowLetter, otpLetter } from '../../notices/user-letters'
import type { Message, Ports } from '../../ports'
import { useCaptcha } from '../captcha'
import { readFields, textOf } from '../fields'
import { findUser, isClosed, type PortalUser } from '../portal-user'
import { countTry, isWithin, otpRateLimits } from '../rate-limit'
import { recordEvent } from '../security-log'
import { disableUnused } from '../unused-users'
import { newCode } from './code'
import { beginStep, type Flow, findStep, joinStep, type Step } from './steps'

/**
 * Sends a one-time password for the flow, to begin it or once more; the answer is the same whether such a user exists or not, and whether a message
 * went out: within a minute of the last code, whoever asked for it, the new step waits for that code.
 */
export const requestOtp = async (call: Call, flow: Flow): Promise<OtpTicket> => {
  const resend = textOf(call.body, 'IdentifyCode') !== ''
  const account = resend ? await accountOfStep(call, flow) : await typedAccount(call)
  const name = `${account.uniform_no} ${account.typed_user_id}`
  await countTry(call.ports, otpRateLimits.account, `${name} ${call.caller.ip}`)
  const due = await isWithin(call.ports, otpRateLimits.pause, `${flow} ${name}`)
  await disableUnused(call.ports)
  const user = await findUser(call.ports.db, account.uniform_no, account.typed_user_id)
  const entitled = user !== undefined && !isClosed(user) && nextUserStatus(user.user_status, events[flow]) !== null
  const code = newCode()
  const step: Step = { ...account, flow, user_id: entitled ? user.serial_id : null }
  const begun = { step, codeHash: await call.ports.passwords.hash(code), resent: resend ? textOf(call.body, 'IdentifyCode') : null }
  const IdentifyCode = await (due ? beginStep(call.ports, begun) : joinStep(call.ports, begun))
  await recordEvent(call.ports, call.caller, {
    event: 'one-time password asked for',
    kind: 'company',
    uniformNo: account.uniform_no,
    subject: account.typed_user_id,
  })
  if (due) await deliver(call.ports, account.channel, user && messageFor(user, account.channel, letterFor(flow, user, entitled, code)), name)
  return { IdentifyCode, ExpiresIn: otpLimits.stepSeconds, ResendAfter: otpLimits.resendSeconds, CodeExpiresIn: otpLimits.codeSeconds }
}

/** What happens to the user when the flow ends well; a state in which it cannot happen gets no code. */
export const events = { EnabledUnformNo: 'firstLogin', ForgetMima: 'ownReset' } as const satisfies Record<Flow, string>

const purposes = { EnabledUnformNo: '首次啟用', ForgetMima: '忘記密碼' } as const satisfies Record<Flow, string>

type Account = Pick<Step, 'uniform_no' | 'typed_user_id' | 'channel'>

const typedAccount = async ({ ports, caller, body }: Call): Promise<Account> => {
  await useCaptcha(ports, caller.verificationCode, textOf(body, 'VCode'))
  const { UserId, Channel, ...typed } = readFields(body, form)
  // People write the number in groups.
  const UniformNo = typed.UniformNo.replace(/[\s-]/g, '')
  const errors = {
    ...(isUniformNo(UniformNo) ? {} : { UniformNo: '統一編號的檢查碼不正確，請確認後再輸入。' }),
    ...(isChannel(Channel) ? {} : { Channel: '請選擇電子郵件或簡訊。' }),
  }
  if (!isUniformNo(UniformNo)) throw new Refusal('2008', '統一編號的檢查碼不正確，請確認後再輸入。', errors)
  if (!isChannel(Channel)) throw new Refusal('2002', '請選擇接收一次性密碼的方式。', errors)
  if (Channel === 'SMS' && !ports.settings.sms) throw new Refusal('2002', noSms, { Channel: noSms })
  await countTry(ports, otpRateLimits.address, caller.ip)
  return { uniform_no: UniformNo, typed_user_id: UserId.toLowerCase(), channel: Channel }
}

const accountOfStep = async ({ ports, body }: Call, flow: Flow): Promise<Account> => {
  const { IdentifyCode } = readFields(body, { IdentifyCode: { label: '識別碼', max: 64, exact: true } })
  const step = await findStep(ports, flow, IdentifyCode)
  if (step === undefined) throw new Refusal('1006', '這次的申請已失效，請重新申請一次性密碼。')
  const wait = Math.ceil(otpLimits.resendSeconds - (ports.clock().getTime() - Date.parse(step.sent_at)) / 1000)
  if (wait > 0) throw new HttpRefusal(429, `請於 ${wait} 秒後再重新寄送。`, wait)
  return { uniform_no: step.uniform_no, typed_user_id: step.typed_user_id, channel: step.channel }
}

const noSms = '本站不以簡訊寄送一次性密碼，請選擇電子郵件。'

const form = {
  UniformNo: { label: '統一編號', max: 12 },
  UserId: { label: '使用者代號', max: 12 },
  Channel: { label: '接收方式', max: 5 },
  VCode: { label: '圖形驗證碼', max: 6 },
} as const

const isChannel = (value: string): value is OtpChannel => value === 'Email' || value === 'SMS'

const letterFor = (flow: Flow, user: PortalUser, entitled: boolean, code: string): Letter | null => {
  const addressee = { customerName: user.customer_name, userId: user.user_id }
  if (entitled) return otpLetter(purposes[flow], code, addressee)
  if (isClosed(user) || user.user_status === 'Disabled') return null
  return otherFlowLetter(purposes[flow === 'ForgetMima' ? 'EnabledUnformNo' : 'ForgetMima'], addressee)
}

const messageFor = ({ email, mobile }: PortalUser, channel: OtpChannel, letter: Letter | null): Message | undefined =>
  letter === null ? undefined : channel === 'SMS' ? asSms(mobile, letter) : asEmail(email, letter)

// Nobody waits for the gateway, and where nothing is sent it is counted all the same: the time of the answer must not tell whether a message went out.
const deliver = async (ports: Ports, channel: OtpChannel, message: Message | undefined, name: string): Promise<void> => {
  const limit = channel === 'SMS' ? otpRateLimits.smsNumber : otpRateLimits.mailbox
  const within = await isWithin(ports, limit, message?.to ?? name)
  if (message === undefined) return
  if (within) ports.notices.post(message)
  else ports.log.warn('message limit reached', { channel })
}
