import { createTransport } from 'nodemailer'
import { channelCodes, type MessageChannel } from '../../domain/message-channels'
import { MessageDeferred, type MessageGateway, MessageRefused, noticesVia, outboxGateway } from '../notices/notices'
import type { Notices, Ports } from '../ports'
import { type Environment, failedChecks, isHttps } from './settings/environment'

/** The functions that open the gateways of the channels; null if the gateway of a channel is not configured. */
export type GatewayOpeners = Readonly<Record<MessageChannel, (() => MessageGateway) | null>>

/** Reads the settings of all gateways. */
export const readGatewaySettings = (
  env: Environment,
): { readonly gateways: GatewayOpeners; readonly problems: readonly string[] } => ({
  gateways: byChannel((channel) => gatewaySetups[channel].read(env)),
  problems: channelCodes.flatMap((channel) => gatewaySetups[channel].problems(env)),
})

/** Opens the gateways of all channels; in demo mode messages go only to the outbox. */
export const openNotices = (
  openers: GatewayOpeners,
  { db, clock, log, demo }: Pick<Ports, 'db' | 'clock' | 'log'> & { readonly demo: boolean },
): Notices => noticesVia(demo ? outboxGateway(db, clock) : gatewayByChannel(openers), log)

const gatewayByChannel = (openers: GatewayOpeners): MessageGateway => {
  const gateways = byChannel((channel) => openers[channel]?.() ?? missingGateway(gatewaySetups[channel].setting))
  return (message) => gateways[message.channel](message)
}

const byChannel = <T>(make: (channel: MessageChannel) => T): Readonly<Record<MessageChannel, T>> => ({
  Email: make('Email'),
  SMS: make('SMS'),
})

const missingGateway =
  (setting: string): MessageGateway =>
  async () => {
    throw new Error(`${setting} is not set, so the message was not sent.`)
  }

/** How the gateway of a channel is configured and opened. */
interface GatewaySetup {
  /** The name of the setting that enables the gateway. */
  readonly setting: string
  /** Returns a function that opens the gateway; null if it is not configured. */
  read(env: Environment): (() => MessageGateway) | null
  /** Returns the problems of the gateway's settings. */
  problems(env: Environment): readonly string[]
}

const gatewaySetups: Readonly<Record<MessageChannel, GatewaySetup>> = {
  Email: {
    setting: 'SMTP_URL',
    read: ({ SMTP_URL, MAIL_FROM = '' }) => (SMTP_URL ? () => smtpGateway({ url: SMTP_URL, from: MAIL_FROM }) : null),
    problems: ({ SMTP_URL = '', MAIL_FROM = '' }) =>
      failedChecks([
        [
          SMTP_URL !== '' && !/^smtps?:\/\/./.test(SMTP_URL),
          'SMTP_URL must be the address of a mail server, such as smtp://user:password@mail.example.com:587.',
        ],
        [
          SMTP_URL !== '' && !/^([^<>\r\n]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(MAIL_FROM),
          'MAIL_FROM must be the sender of all mail, such as service@bank.example or 示範銀行 <service@bank.example>.',
        ],
      ]),
  },
  SMS: {
    setting: 'SMS_URL',
    read: ({ SMS_URL, SMS_TOKEN = '' }) => (SMS_URL ? () => smsGateway({ url: SMS_URL, token: SMS_TOKEN }) : null),
    problems: ({ SMS_URL }) =>
      SMS_URL && !isHttps(SMS_URL) ? ['SMS_URL must be the https address of the text message gateway.'] : [],
  },
}

/**
 * Returns the gateway for e-mail over SMTP: text and HTML part, one recipient.
 * The URL is smtp://user:password@host:587, or smtps:// for implicit TLS.
 */
export const smtpGateway = ({
  url,
  from,
  timeoutMs = 10_000,
}: {
  readonly url: string
  readonly from: string
  readonly timeoutMs?: number
}): MessageGateway => {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: 2 * timeoutMs }
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts })
  return async (message) => {
    if (!('html' in message)) throw new Error('The mail gateway sends only e-mail.')
    rejectInjection(message.to, message.subject)
    const mail = {
      from,
      to: { name: '', address: message.to },
      subject: message.subject,
      text: message.text,
      html: message.html,
      attachments: (message.attachments ?? []).map(({ name, type, bytes }) => ({
        filename: name,
        contentType: type,
        content: Buffer.from(bytes),
      })),
      headers: {
        'Auto-Submitted': 'auto-generated',
        'Content-Language': 'zh-TW',
        ...unsubscribeHeaders(message.unsubscribe),
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    await transport.sendMail(mail).catch((error: unknown) => {
      throw withoutRecipient(error)
    })
  }
}

/** Returns the headers by which mail programs offer to unsubscribe with one click (RFC 8058). */
const unsubscribeHeaders = (address: string | undefined): Readonly<Record<string, string>> =>
  address === undefined
    ? {}
    : { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * Returns an error without the mail server's text, which contains the recipient and would be logged.
 * `MessageRefused` and `MessageDeferred` concern only this message: the server rejected the recipient or the content.
 * Any other rejection, such as that of the sender, concerns all messages.
 */
const withoutRecipient = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('responseCode' in error)) return error
  const { responseCode, command } = error as Error & { readonly responseCode?: number; readonly command?: string }
  const text = `The mail server refused the message with ${responseCode}.`
  if (command !== 'RCPT TO' && command !== 'DATA') return new Error(text)
  // 552 in response to RCPT TO means a full mailbox (RFC 5321, 4.5.3.1.10), which may be emptied.
  return Number(responseCode) < 500 || (responseCode === 552 && command === 'RCPT TO')
    ? new MessageDeferred(text)
    : new MessageRefused(text)
}

/**
 * Throws if the recipient is not one plain address or the subject has a control character, because either could add
 * headers or recipients.
 */
const rejectInjection = (to: string, subject: string): void => {
  if (!/^[^\s,;:<>"()[\]\\]+@[^\s,;:<>"()[\]\\@]+$/.test(to))
    throw new MessageRefused('The recipient is not one plain address.')
  if (/\p{Cc}/u.test(subject)) throw new MessageRefused('The subject has a control character.')
}

/**
 * Returns the gateway for text messages over HTTP: POST {To, Text} as JSON, with a bearer token if there is one.
 * Follows no redirect and ignores the body of the response; 400 and 422 mean that the message must not be sent again.
 */
export const smsGateway =
  ({
    url,
    token,
    timeoutMs = 10_000,
  }: {
    readonly url: string
    readonly token: string
    readonly timeoutMs?: number
  }): MessageGateway =>
  async (message) => {
    if ('html' in message) throw new Error('The SMS gateway sends only text messages.')
    if (!/^09\d{8}$/.test(message.to)) throw new MessageRefused('The recipient is not a mobile number.')
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'Content-Type': 'application/json', ...(token === '' ? {} : { Authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ To: message.to, Text: message.text }),
    })
    await response.body?.cancel()
    if (response.ok) return
    const text = `The SMS gateway returned status ${response.status}.`
    throw response.status === 400 || response.status === 422 ? new MessageRefused(text) : new Error(text)
  }
