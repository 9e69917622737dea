import { isChannelOffered } from '../../../contract/channel-settings'
import { type OtpTicket, otpLimits } from '../../../contract/one-time-password'
import { nextUserStatus } from '../../../domain/access/portal-user'
import { isUniformNo } from '../../../domain/identifiers/id-no'
import { isOtpChannel, messageChannels, type OtpChannel, otpChannelCodes } from '../../../domain/message-channels'
import { Refusal } from '../../../domain/refusal'
import { type Call, HttpRefusal } from '../../call'
import { asMessage, type MessageContent, otherFlowContent, otpContent } from '../../notices/messages'
import type { Ports } from '../../ports'
import {
  countAndCheckLimit,
  countAttempt,
  countHit,
  otpRateLimits,
  recipientLimit,
  refundAttempt,
  stepsPerCode,
} from '../../security/rate-limit'
import { captchaRule, verifyCaptcha } from '../captcha/captcha'
import { readFields, type TextFieldRule, textOf } from '../fields'
import { disableUsersWithExpiredInitialPassword, findUser, isCompanyClosed, type PortalUser } from '../portal-user'
import { hasSignedInFrom, recordUserEvent } from '../security-log'
import { findSentCodeHash, findStep, type PasswordFlow, type Step, startStep } from './steps'

/**
 * Starts a step of a flow and sends its one-time password, or sends it again.
 * The response does not reveal whether the user exists or whether a message was sent.
 * Within a minute after a code was sent, a new step accepts that code, no matter who requested it.
 * Beyond a limit, a new step accepts no code.
 */
export const requestOtp = async (call: Call, flow: PasswordFlow): Promise<OtpTicket> => {
  const { ports, client, body } = call
  const replacedIdentifyCode = textOf(body, 'IdentifyCode') || null
  const account = replacedIdentifyCode === null ? await enteredAccount(call) : await accountOfStep(call, flow)
  await countAttempt(ports, otpRateLimits.address, client.ip)
  await disableUsersWithExpiredInitialPassword(ports)
  const user = await findUser(ports, account.uniform_no, account.typed_user_id)
  const isEntitled =
    user !== undefined && !isCompanyClosed(user) && nextUserStatus(user.user_status, userEvents[flow]) !== null
  const step: Step = { ...account, flow, user_id: isEntitled ? user.serial_id : null }
  const { acceptedCode, sentAt } = await countAndChooseCode(call, step, user)
  const isMessageDue = acceptedCode === 'new' && (await countAndCheckRecipientLimit(ports, step, user))
  const code = isMessageDue && isEntitled ? newCode() : null
  // The response time must not reveal whether a code was sent: a hash is computed in any case, and sending does not
  // wait for the gateway.
  const computedHash = await ports.passwords.hash(code ?? '')
  const newHash = code === null ? '' : computedHash
  const codeHash = acceptedCode === 'sent' ? await findSentCodeHash(ports, step, sentAt) : newHash
  const IdentifyCode = await startStep(ports, { step, codeHash, sentAt, replacedIdentifyCode })
  await recordUserEvent(call, 'one-time password asked for', {
    uniform_no: account.uniform_no,
    user_id: account.typed_user_id,
  })
  if (isMessageDue && user) postMessage(ports, user, account.channel, contentFor(flow, user, code))
  return {
    IdentifyCode,
    ExpiresIn: otpLimits.stepSeconds,
    ResendAfter: otpLimits.resendSeconds,
    CodeExpiresIn: otpLimits.codeSeconds,
  }
}

/** The rule of the field that identifies a step. */
export const identifyCodeRule = { label: '識別碼', max: 64, isKeptAsTyped: true } as const satisfies TextFieldRule

/** The user event that a completed flow triggers. A user whose status does not allow that event gets no code. */
export const userEvents = { EnabledUnformNo: 'firstLogin', ForgetMima: 'ownReset' } as const satisfies Record<
  PasswordFlow,
  string
>

const purposes = { EnabledUnformNo: '首次啟用', ForgetMima: '忘記密碼' } as const satisfies Record<PasswordFlow, string>

type Account = Pick<Step, 'uniform_no' | 'typed_user_id' | 'channel'>

const enteredAccount = async (call: Call): Promise<Account> => {
  await verifyCaptcha(call)
  const { UserId, Channel, ...typed } = readFields(call.body, requestFields)
  // People may separate groups of digits by spaces or hyphens.
  const UniformNo = typed.UniformNo.replace(/[\s-]/g, '')
  const errors = {
    ...(isUniformNo(UniformNo) ? {} : { UniformNo: '統一編號的檢查碼不正確，請確認後再輸入。' }),
    ...(isOtpChannel(Channel) ? {} : { Channel: `請選擇${namesOf(otpChannelCodes)}。` }),
  }
  if (!isUniformNo(UniformNo)) throw new Refusal('2008', '統一編號的檢查碼不正確，請確認後再輸入。', errors)
  if (!isOtpChannel(Channel)) throw new Refusal('2002', '請選擇接收一次性密碼的方式。', errors)
  requireOfferedChannel(
    Channel,
    otpChannelCodes.filter((channel) => isChannelOffered(channel, call.ports.settings)),
  )
  return { uniform_no: UniformNo, typed_user_id: UserId.toLowerCase(), channel: Channel }
}

const accountOfStep = async ({ ports, body }: Call, flow: PasswordFlow): Promise<Account> => {
  const { IdentifyCode } = readFields(body, { IdentifyCode: identifyCodeRule })
  const step = await findStep(ports, 'verify', IdentifyCode)
  if (step?.flow !== flow) throw new Refusal('1006', '這次的申請已失效，請重新申請一次性密碼。')
  const secondsLeft = Math.ceil(otpLimits.resendSeconds - (ports.clock().getTime() - Date.parse(step.sent_at)) / 1000)
  if (secondsLeft > 0) throw new HttpRefusal(429, `請於 ${secondsLeft} 秒後再重新寄送。`, secondsLeft)
  return { uniform_no: step.uniform_no, typed_user_id: step.typed_user_id, channel: step.channel }
}

const requireOfferedChannel = (channel: OtpChannel, offered: readonly OtpChannel[]): void => {
  if (offered.includes(channel)) return
  const text = `本站不以${namesOf([channel])}寄送一次性密碼，請選擇${namesOf(offered)}。`
  throw new Refusal('2002', text, { Channel: text })
}

const namesOf = (channels: readonly OtpChannel[]): string =>
  channels.map((channel) => messageChannels[channel].name).join('或')

const requestFields = {
  UniformNo: { label: '統一編號', max: 12 },
  UserId: { label: '使用者代號', max: 12 },
  Channel: { label: '接收方式', max: Math.max(...otpChannelCodes.map(({ length }) => length)) },
  VCode: captchaRule,
} as const

/**
 * Returns the message to the user: the code, or a hint to use the other flow if the user's status does not allow this
 * one; null if the user must not get a message.
 */
const contentFor = (flow: PasswordFlow, user: PortalUser, code: string | null): MessageContent | null => {
  if (code !== null) return otpContent(purposes[flow], code, user)
  if (isCompanyClosed(user) || user.user_status === 'Disabled') return null
  return otherFlowContent(purposes[flow === 'ForgetMima' ? 'EnabledUnformNo' : 'ForgetMima'], user)
}

// Messages that are not sent are counted too, so that the response time does not reveal whether one was sent.
const countAndCheckRecipientLimit = async (
  ports: Ports,
  step: Step,
  user: PortalUser | undefined,
): Promise<boolean> => {
  const isWithin = await countAndCheckLimit(
    ports,
    recipientLimit(step.channel),
    user?.[messageChannels[step.channel].contact] ?? accountKey(step),
  )
  if (!isWithin) ports.log.warn('message limit reached', { channel: step.channel })
  return isWithin
}

const postMessage = (
  { notices, settings }: Ports,
  user: PortalUser,
  channel: OtpChannel,
  content: MessageContent | null,
): void => {
  if (content !== null) notices.post(asMessage(channel, user[messageChannels[channel].contact], content, settings))
}

const possibleCodes = 10 ** otpLimits.digits
// The largest multiple of `possibleCodes` that is at most 2^32.
// Larger random numbers are discarded, because they would make some codes more frequent.
const unbiasedLimit = Math.floor(2 ** 32 / possibleCodes) * possibleCodes

/** Returns a one-time password: random digits, which may begin with zeros. */
export const newCode = (): string => {
  for (;;) {
    const [number = unbiasedLimit] = crypto.getRandomValues(new Uint32Array(1))
    if (number < unbiasedLimit) return String(number % possibleCodes).padStart(otpLimits.digits, '0')
  }
}

/**
 * The code that the step of a request accepts: the first request sends a new code, the steps of the next few requests
 * accept that code, and the steps of all further requests accept none.
 */
interface CodeChoice {
  readonly acceptedCode: 'new' | 'sent' | 'none'
  /** When the code was sent; for users who do not exist, when it would have been. */
  readonly sentAt: Date
}

/**
 * Counts the request and returns the code that its step accepts.
 * Never refuses a request, so that an outsider cannot observe the limits of an account.
 */
const countAndChooseCode = async (
  { ports, client }: Call,
  step: Step,
  user: PortalUser | undefined,
): Promise<CodeChoice> => {
  const account = accountKey(step)
  const isKnownAddress = await hasSignedInFrom(
    ports.db,
    { uniformNo: step.uniform_no, subject: step.typed_user_id },
    client.ip,
  )
  const limit = isKnownAddress ? otpRateLimits.knownAddresses : otpRateLimits.otherAddresses
  // The password hash is part of the key, so that a new password clears the count.
  const key = `${account} ${user?.password_hash ?? ''}`
  if (!(await countAndCheckLimit(ports, limit, key))) {
    ports.log.warn('one-time password limit reached', { limit: limit.name })
    return { acceptedCode: 'none', sentAt: ports.clock() }
  }
  const { hits, end } = await countHit(ports, otpRateLimits.pause, `${step.flow} ${account}`)
  // The limit counts codes, not requests.
  if (hits > 1) await refundAttempt(ports, limit, key)
  return {
    acceptedCode: hits === 1 ? 'new' : hits <= stepsPerCode ? 'sent' : 'none',
    sentAt: new Date(end.getTime() - otpRateLimits.pause.minutes * 60_000),
  }
}

/** Returns the key under which an account is counted, whether it exists or not. */
const accountKey = ({ uniform_no, typed_user_id }: Pick<Step, 'uniform_no' | 'typed_user_id'>): string =>
  `${uniform_no} ${typed_user_id}`
