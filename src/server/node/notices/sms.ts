import type { Gateway } from '../../notices/notices'

/** The HTTP gateway that sends text messages. */
export interface SmsSettings {
  readonly url: string
  /** Sent as a bearer token; empty = none. */
  readonly token: string
  readonly timeoutMs?: number
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
