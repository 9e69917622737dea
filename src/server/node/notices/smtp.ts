import { createTransport } from 'nodemailer'
import type { Gateway } from '../../notices/notices'

/** Where mail goes and in whose name. */
export interface SmtpSettings {
  /** smtp://user:password@host:587, or smtps:// for TLS from the first byte. */
  readonly url: string
  readonly from: string
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
