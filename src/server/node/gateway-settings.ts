import type { Settings } from '../ports'
import type { NoticeSettings } from './notices'
import type { Environment } from './settings'

/** Gateways to the outside: mail, text messages, and where bills are paid online. */
export interface GatewaySettings {
  readonly notices: NoticeSettings
  readonly links: Settings['links']
}

/** Reads them; in demo mode the links lead to the portal's own demo bank. */
export const readGateways = (env: Environment, demo: boolean): { readonly gateways: GatewaySettings; readonly problems: readonly string[] } => ({
  gateways: {
    notices: {
      smtp: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? '' } : null,
      sms: env.SMS_URL ? { url: env.SMS_URL, token: env.SMS_TOKEN ?? '' } : null,
    },
    links: {
      eBill: env.EBILL_URL || (demo ? demoLink('eBill') : null),
      bankMobile: env.BANK_MOBILE_URL || (demo ? demoLink('bankMobile') : null),
    },
  },
  problems: [...noticeProblems(env), ...['EBILL_URL', 'BANK_MOBILE_URL'].flatMap((name) => linkProblems(name, env))],
})

const demoLink = (channel: string): string => `/demo/bank?Channel=${channel}&Account={Account}`

const noticeProblems = ({ SMTP_URL, MAIL_FROM, SMS_URL }: Environment): string[] => [
  ...(SMTP_URL && !/^smtps?:\/\/./.test(SMTP_URL) ? ['SMTP_URL must be the address of a mail server, such as smtp://user:password@mail.example.com:587.'] : []),
  ...(SMTP_URL && !/^([^<>\r\n]* <)?[^\s<>@]+@[^\s<>@]+>?$/.test(MAIL_FROM ?? '')
    ? ['MAIL_FROM must be the sender of the mail that SMTP_URL carries, such as service@bank.example or 示範銀行 <service@bank.example>.']
    : []),
  ...(SMS_URL && !isHttps(SMS_URL) ? ['SMS_URL must be the https address of the text message gateway.'] : []),
]

/** Payers are sent to hosts that the bank names, and nowhere else. */
const linkProblems = (name: string, env: Environment): string[] => {
  const url = env[name]
  if (!url) return []
  if (!isHttps(url) || !url.includes('{Account}')) return [`${name} must be an https address with {Account} and, if wanted, {Amount} in it.`]
  const { host } = new URL(url)
  const allowed = (env.LINK_HOSTS ?? '').split(',').map((one) => one.trim())
  if (/[{}]/.test(host) || !allowed.includes(host)) return [`${name} leads to ${host}, which LINK_HOSTS does not name.`]
  return []
}

const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:'
