import { signatureHeaders } from '../../../contract/headers'
import { messageChannels } from '../../../domain/message-channels'
import { asMessage } from '../../notices/messages'
import { MessageRefused } from '../../notices/notices'
import { type Ports, PushFailed, type PushResponse } from '../../ports'
import { requestSignature } from '../../security/request-signature'
import { type PushNotice, pushBody, pushMessage } from './notice'
import { pushSecrets } from './secrets'

/** The result of one attempt to deliver a notice. */
export interface DeliveryResult {
  /** `refused` = a retry would be refused as well. */
  readonly outcome: 'taken' | 'failed' | 'refused'
  readonly code: string | null
  readonly message: string
}

/** Tries to deliver a notice. */
export const deliver = (ports: Ports, notice: PushNotice): Promise<DeliveryResult> =>
  notice.NotifyMethod === 'WebService' ? callWebService(ports, notice) : sendMessage(ports, notice, notice.NotifyMethod)

const failed = (message: string): DeliveryResult => ({ outcome: 'failed', code: null, message })

const callWebService = async (ports: Ports, notice: PushNotice): Promise<DeliveryResult> => {
  const { ApplyCode, NotifyUrl: url } = notice
  if (url === null || !URL.canParse(url)) return failed('代收約定沒有設定通知網址，請洽代收銀行。')
  const secrets = await pushSecrets(ports, ApplyCode)
  if (secrets.length === 0) return failed('代收約定沒有可用的簽章密鑰，請洽代收銀行產製。')
  const body = new TextEncoder().encode(JSON.stringify(pushBody(notice)))
  try {
    return resultOf(
      await ports.push.post({ url, body, headers: await signedHeaders(url, { secrets, body, now: ports.clock() }) }),
    )
  } catch (error) {
    if (error instanceof PushFailed) return failed(error.message)
    throw error
  }
}

interface Signing {
  readonly secrets: readonly Uint8Array<ArrayBuffer>[]
  readonly body: Uint8Array<ArrayBuffer>
  readonly now: Date
}

/** Returns the headers of a push, with a signature for each valid secret, separated by commas. */
const signedHeaders = async (
  url: string,
  { secrets, body, now }: Signing,
): Promise<Readonly<Record<string, string>>> => {
  const { pathname, search } = new URL(url)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signed = { timestamp, method: 'POST', path: pathname + search, body }
  const signatures = await Promise.all(secrets.map((secret) => requestSignature(secret, signed)))
  return {
    'Content-Type': 'application/json; charset=utf-8',
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signatures.join(','),
  }
}

/** Returns the result of a response. Its body is read as an envelope, but may be anything. */
const resultOf = ({ status, text }: PushResponse): DeliveryResult => {
  const { ReturnCode, ReturnMsg } = envelopeOf(text)
  return {
    outcome: status >= 200 && status < 300 ? 'taken' : 'failed',
    code: /^[\w-]{1,10}$/.test(ReturnCode) ? ReturnCode : String(status),
    message: ReturnMsg === '' ? `HTTP ${status}` : ReturnMsg,
  }
}

const envelopeOf = (text: string): { readonly ReturnCode: string; readonly ReturnMsg: string } => {
  const textOf = (value: unknown): string =>
    typeof value === 'string' || typeof value === 'number' ? printable(String(value)) : ''
  try {
    const value: unknown = JSON.parse(text)
    const answer: Readonly<Record<string, unknown>> = typeof value === 'object' && value !== null ? { ...value } : {}
    return { ReturnCode: textOf(answer.ReturnCode), ReturnMsg: textOf(answer.ReturnMsg) }
  } catch {
    return { ReturnCode: '', ReturnMsg: '' }
  }
}

/** Maximum length of ResponseMessage. */
const maxMessageLength = 200

/** Returns a text of a receiver without control characters, which could not be stored or would change the page. */
const printable = (text: string): string =>
  Array.from(text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''))
    .slice(0, maxMessageLength)
    .join('')

const sendMessage = async (
  { notices, log, settings }: Pick<Ports, 'notices' | 'log' | 'settings'>,
  notice: PushNotice,
  channel: 'Email' | 'SMS',
): Promise<DeliveryResult> => {
  const { addressLabel, gateway, isValid, normalize } = messageChannels[channel]
  const address = (channel === 'Email' ? notice.Email : notice.ContactMobile) ?? ''
  if (!isValid(address)) return failed(`客戶基本資料的${addressLabel}空白或不正確，請更正。`)
  try {
    await notices.send(asMessage(channel, normalize(address), pushMessage(notice), settings))
    return { outcome: 'taken', code: null, message: `${gateway}已收件。` }
  } catch (error) {
    log.warn('notice of a credit not accepted', {
      channel,
      notice: notice.NotifyId,
      message: error instanceof Error ? error.message : String(error),
    })
    return error instanceof MessageRefused
      ? { outcome: 'refused', code: null, message: `${gateway}拒收，請確認客戶基本資料的${addressLabel}是否正確。` }
      : failed(`${gateway}目前無法收件，系統會自動再寄。`)
  }
}
