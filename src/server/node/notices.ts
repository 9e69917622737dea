import { channelCodes, type MessageChannel } from '../../contract/message-channels'
import { type Gateway, noticesOver, outboxGateway } from '../notices/notices'
import type { Clock, Db, Log, Notices } from '../ports'
import type { GatewaySetup } from './notices/gateway-setup'
import { sms } from './notices/sms'
import { smtp } from './notices/smtp'

const setups = { Email: smtp, SMS: sms } satisfies Readonly<Record<MessageChannel, GatewaySetup>>

/** What opens the gateway of each channel; null = the portal has none. */
export type NoticeSettings = Readonly<Record<MessageChannel, ReturnType<GatewaySetup['read']>>>

/** Reads the settings of all gateways. */
export const readNotices = (env: Readonly<NodeJS.ProcessEnv>): { readonly notices: NoticeSettings; readonly problems: readonly string[] } => ({
  notices: forEachChannel((channel) => setups[channel].read(env)),
  problems: channelCodes.flatMap((channel) => setups[channel].problems(env)),
})

interface House {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly demo: boolean
}

/** Messages by every channel; in demo mode nothing leaves the house. */
export const openNotices = (settings: NoticeSettings, { db, clock, log, demo }: House): Notices =>
  noticesOver(demo ? outboxGateway(db, clock) : byChannel(settings), log)

const byChannel = (settings: NoticeSettings): Gateway => {
  const gateways = forEachChannel((channel) => settings[channel]?.() ?? missing(setups[channel].setting))
  return (message) => gateways[message.channel](message)
}

const forEachChannel = <T>(make: (channel: MessageChannel) => T): Readonly<Record<MessageChannel, T>> => ({ Email: make('Email'), SMS: make('SMS') })

const missing =
  (setting: string): Gateway =>
  async () => {
    throw new Error(`${setting} is not set, so the message was not sent.`)
  }
