import { createTransport } from 'nodemailer'
import type { Gateway } from '../../notices/notices'
import type { GatewaySetup } from './gateway-setup'

/** Where mail goes and in whose name. */
interface SmtpSettings {
  /** smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  readonly url: string
  readonly from: string
}

/** How SMTP_URL and MAIL_FROM set it up. */
export const smtp: GatewaySetup = {
  setting: 'SMTP_URL',
  read: ({ SMTP_URL, MAIL_FROM = '' }) => (SMTP_URL ? () => smtpGateway({ url: SMTP_URL, from: MAIL_FROM }) : null),
  problems: ({ SMTP_URL, MAIL_FROM = '' }) => [
    ...(SMTP_URL && !/^smtps?:\/\/./.test(SMTP_URL)
      ? ['SMTP_URL must be the address of a mail server, such as smtp://user:password@mail.example.com:587.']
      : []),
    ...(SMTP_URL && !/^([^<>\r\n]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(MAIL_FROM)
      ? ['MAIL_FROM must be the sender of the mail that SMTP_URL carries, such as service@bank.example or 示範銀行 <service@bank.example>.']
      : []),
  ],
}

/** E-mail over SMTP: text and HTML part, one recipient. */
export const smtpGateway = ({ url, from }: SmtpSettings): Gateway => {
  const transport = createTransport({ url, pool: true, maxConnections: 2, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return async (message) => {
    if (message.channel !== 'Email') throw new Error('The mail gateway carries e-mail only.')
    refuseInjection(message.to, message.subject)
    const mail = {
      from,
      to: { name: '', address: message.to },
      subject: message.subject,
      text: message.text,
      html: message.html,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'zh-TW' },
      disableFileAccess: true,
      disableUrlAccess: true,
    }
    await transport.sendMail(mail).catch((error: unknown) => {
      throw withoutAddress(error)
    })
  }
}

/** A refusal of the mail server without its words, which quote the recipient and would stand in the log. */
const withoutAddress = (error: unknown): unknown =>
  error instanceof Error && 'responseCode' in error ? new Error(`The mail server refused the message with ${error.responseCode}.`) : error

/** A line break or a comma in an address would let whoever typed it write headers or reach other people. */
const refuseInjection = (to: string, subject: string): void => {
  if (!/^[^\s,;:<>"()[\]\\]+@[^\s,;:<>"()[\]\\@]+$/.test(to)) throw new Error('The recipient is not one plain address.')
  if (/\p{Cc}/u.test(subject)) throw new Error('The subject has a control character.')
}
