import { type Gateway, noticesOver } from '../../notices/notices'
import { outboxGateway } from '../../notices/outbox'
import type { Clock, Db, Log, Notices } from '../../ports'
import { type SmsSettings, smsGateway } from './sms'
import { type SmtpSettings, smtpGateway } from './smtp'

/** Which gateways the portal has; null = none. */
export interface NoticeSettings {
  readonly smtp: SmtpSettings | null
  readonly sms: SmsSettings | null
}

interface House {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly demo: boolean
}

/** Messages by e-mail and SMS; in demo mode nothing leaves the house. */
export const openNotices = (settings: NoticeSettings, { db, clock, log, demo }: House): Notices =>
  noticesOver(demo ? outboxGateway(db, clock) : byChannel(settings), log)

const byChannel = ({ smtp, sms }: NoticeSettings): Gateway => {
  const gateways = {
    Email: smtp === null ? missing('SMTP_URL') : smtpGateway(smtp),
    SMS: sms === null ? missing('SMS_URL') : smsGateway(sms),
  }
  return (message) => gateways[message.channel](message)
}

const missing =
  (setting: string): Gateway =>
  async () => {
    throw new Error(`${setting} is not set, so the message was not sent.`)
  }
