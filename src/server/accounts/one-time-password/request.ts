import { channelCodes, isMessageChannel, type MessageChannel, messageChannels, offeredChannels } from '../../../contract/message-channels'
import { type OtpTicket, otpLimits } from '../../../contract/one-time-password'
import { nextUserStatus } from '../../../domain/access/portal-user'
import { isUniformNo } from '../../../domain/identifiers/id-no'
import { Refusal } from '../../../domain/refusal'
import { type Call, HttpRefusal } from '../../http/call'
import { asMessage, type Letter, otherFlowLetter, otpLetter } from '../../notices/letters'
import type { Ports } from '../../ports'
import { useCaptcha } from '../captcha/captcha'
import { readFields, textOf } from '../fields'
import { disableUnused, findUser, isCompanyClosed, type PortalUser } from '../portal-user'
import { count, countTry, isWithinLimit, otpRateLimits, recipientLimit, stepsPerCode, uncountTry } from '../rate-limit'
import { hasSignedInFrom, recordEvent } from '../security-log'
import { type Flow, findSentCode, findStep, type Step, startStep } from './steps'

/**
 * Sends a one-time password for the flow, the first time or again. The answer is the same whether or not such a user exists and a message is sent:
 * within a minute of the last code, no matter who requested it, the new step accepts that code, and beyond a limit it accepts none.
 */
export const requestOtp = async (call: Call, flow: Flow): Promise<OtpTicket> => {
  const { ports, caller, body } = call
  const replaces = textOf(body, 'IdentifyCode') || null
  const account = replaces === null ? await typedAccount(call) : await accountOfStep(call, flow)
  await countTry(ports, otpRateLimits.address, caller.ip)
  await disableUnused(ports)
  const user = await findUser(ports.db, account.uniform_no, account.typed_user_id)
  const isEntitled = user !== undefined && !isCompanyClosed(user) && nextUserStatus(user.user_status, userEvents[flow]) !== null
  const step: Step = { ...account, flow, user_id: isEntitled ? user.serial_id : null }
  const { receives, sentAt } = await shareCode(call, step, user)
  const isDue = receives === 'new code' && (await isDeliverable(ports, step, user))
  const code = isDue && isEntitled ? newCode() : null
  // Hashed even where there is no code, and sent without waiting for the gateway: the time of the answer must not show whether a code was sent.
  const newHash = await ports.passwords.hash(code ?? '')
  const codeHash = receives === 'sent code' ? await findSentCode(ports, step, sentAt) : code === null ? '' : newHash
  const IdentifyCode = await startStep(ports, { step, codeHash, sentAt, replaces })
  await recordEvent(ports, caller, {
    event: 'one-time password asked for',
    kind: 'company',
    uniformNo: account.uniform_no,
    subject: account.typed_user_id,
  })
  if (isDue && user) post(ports, user, account.channel, letterFor(flow, user, code))
  return { IdentifyCode, ExpiresIn: otpLimits.stepSeconds, ResendAfter: otpLimits.resendSeconds, CodeExpiresIn: otpLimits.codeSeconds }
}

/** The event of the user when the flow succeeds; a user in a state without that event gets no code. */
export const userEvents = { EnabledUnformNo: 'firstLogin', ForgetMima: 'ownReset' } as const satisfies Record<Flow, string>

const purposes = { EnabledUnformNo: '首次啟用', ForgetMima: '忘記密碼' } as const satisfies Record<Flow, string>

type Account = Pick<Step, 'uniform_no' | 'typed_user_id' | 'channel'>

const typedAccount = async ({ ports, caller, body }: Call): Promise<Account> => {
  await useCaptcha(ports, caller.verificationCode, textOf(body, 'VCode'))
  const { UserId, Channel, ...typed } = readFields(body, form)
  // People write the number in groups.
  const UniformNo = typed.UniformNo.replace(/[\s-]/g, '')
  const errors = {
    ...(isUniformNo(UniformNo) ? {} : { UniformNo: '統一編號的檢查碼不正確，請確認後再輸入。' }),
    ...(isMessageChannel(Channel) ? {} : { Channel: `請選擇${namesOf(channelCodes)}。` }),
  }
  if (!isUniformNo(UniformNo)) throw new Refusal('2008', '統一編號的檢查碼不正確，請確認後再輸入。', errors)
  if (!isMessageChannel(Channel)) throw new Refusal('2002', '請選擇接收一次性密碼的方式。', errors)
  refuseUnoffered(Channel, offeredChannels(ports.settings))
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

const refuseUnoffered = (channel: MessageChannel, offered: readonly MessageChannel[]): void => {
  if (offered.includes(channel)) return
  const text = `本站不以${namesOf([channel])}寄送一次性密碼，請選擇${namesOf(offered)}。`
  throw new Refusal('2002', text, { Channel: text })
}

const namesOf = (channels: readonly MessageChannel[]): string => channels.map((channel) => messageChannels[channel].name).join('或')

const form = {
  UniformNo: { label: '統一編號', max: 12 },
  UserId: { label: '使用者代號', max: 12 },
  Channel: { label: '接收方式', max: Math.max(...channelCodes.map(({ length }) => length)) },
  VCode: { label: '圖形驗證碼', max: 6 },
} as const

const letterFor = (flow: Flow, user: PortalUser, code: string | null): Letter | null => {
  const addressee = { customerName: user.customer_name, userId: user.user_id }
  if (code !== null) return otpLetter(purposes[flow], code, addressee)
  if (isCompanyClosed(user) || user.user_status === 'Disabled') return null
  return otherFlowLetter(purposes[flow === 'ForgetMima' ? 'EnabledUnformNo' : 'ForgetMima'], addressee)
}

// Counted even where nothing is sent: the time of the answer must not show whether a message was sent.
const isDeliverable = async (ports: Ports, step: Step, user: PortalUser | undefined): Promise<boolean> => {
  const isWithin = await isWithinLimit(ports, recipientLimit(step.channel), user?.[messageChannels[step.channel].contact] ?? accountName(step))
  if (!isWithin) ports.log.warn('message limit reached', { channel: step.channel })
  return isWithin
}

const post = ({ notices }: Ports, user: PortalUser, channel: MessageChannel, letter: Letter | null): void => {
  if (letter !== null) notices.post(asMessage(channel, user[messageChannels[channel].contact], letter))
}

const codes = 10 ** otpLimits.digits
// The largest multiple of the number of codes below 2^32: numbers above it would make some codes more frequent.
const unbiasedLimit = Math.floor(2 ** 32 / codes) * codes

/** Returns a one-time password: six random digits, with leading zeros. */
export const newCode = (): string => {
  for (;;) {
    const [number = unbiasedLimit] = crypto.getRandomValues(new Uint32Array(1))
    if (number < unbiasedLimit) return String(number % codes).padStart(otpLimits.digits, '0')
  }
}

/** How a request shares a code with others: the first request sends it, some later ones accept the same code, and the rest get none. */
interface CodeShare {
  readonly receives: 'new code' | 'sent code' | 'none'
  /** When the code was sent, or would have been: the same for users who do not exist. */
  readonly sentAt: Date
}

/** Returns how a request shares a code. Nothing is refused here, so that an outsider cannot observe the limits of an account. */
const shareCode = async ({ ports, caller }: Call, step: Step, user: PortalUser | undefined): Promise<CodeShare> => {
  const name = accountName(step)
  const isKnownAddress = await hasSignedInFrom(ports.db, { uniformNo: step.uniform_no, subject: step.typed_user_id }, caller.ip)
  const limit = isKnownAddress ? otpRateLimits.knownAddresses : otpRateLimits.otherAddresses
  // A new password has another hash, so that each reset clears the count.
  const key = `${name} ${user?.password_hash ?? ''}`
  if (!(await isWithinLimit(ports, limit, key))) {
    ports.log.warn('one-time password limit reached', { limit: limit.name })
    return { receives: 'none', sentAt: ports.clock() }
  }
  const { hits, end } = await count(ports, otpRateLimits.pause, `${step.flow} ${name}`)
  // Only codes count, not requests.
  if (hits > 1) await uncountTry(ports, limit, key)
  return {
    receives: hits === 1 ? 'new code' : hits <= stepsPerCode ? 'sent code' : 'none',
    sentAt: new Date(end.getTime() - otpRateLimits.pause.minutes * 60_000),
  }
}

/** The name by which an account is counted, whether it exists or not. */
const accountName = ({ uniform_no, typed_user_id }: Pick<Step, 'uniform_no' | 'typed_user_id'>): string => `${uniform_no} ${typed_user_id}`
