import type { Gateway } from '../../notices/notices'
import { isHttps } from '../is-https'
import type { GatewaySetup } from './gateway-setup'

/** The HTTP gateway that sends text messages. */
interface SmsSettings {
  readonly url: string
  /** Sent as a bearer token; empty = none. */
  readonly token: string
  readonly timeoutMs?: number
}

/** How SMS_URL and SMS_TOKEN set it up. */
export const sms: GatewaySetup = {
  setting: 'SMS_URL',
  read: ({ SMS_URL, SMS_TOKEN = '' }) => (SMS_URL ? () => smsGateway({ url: SMS_URL, token: SMS_TOKEN }) : null),
  problems: ({ SMS_URL }) => (SMS_URL && !isHttps(SMS_URL) ? ['SMS_URL must be the https address of the text message gateway.'] : []),
}

/** Text messages over HTTP: POST {To, Text} as JSON. A slow gateway is given up, a redirect is not followed, its answer is not read. */
export const smsGateway =
  ({ url, token, timeoutMs = 10_000 }: SmsSettings): Gateway =>
  async (message) => {
    if (message.channel !== 'SMS') throw new Error('The SMS gateway carries text messages only.')
    if (!/^09\d{8}$/.test(message.to)) throw new Error('The recipient is not a mobile number.')
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'Content-Type': 'application/json', ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ To: message.to, Text: message.text }),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}.`)
  }
