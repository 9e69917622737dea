import { messageChannels } from '../../contract/message-channels'
import type { Clock, Db } from '../ports'
import type { Gateway } from './notices'

/** Keeps messages in the table `outbox` instead of sending them: the gateway of demo mode and of tests. */
export const outboxGateway =
  (db: Db, clock: Clock): Gateway =>
  async (message) => {
    const subject = 'subject' in message ? message.subject : messageChannels[message.channel].name
    const at = clock().toISOString()
    const { channel, to, text } = message
    await db.insertInto('outbox').values({ create_time: at, channel, recipient: to, subject, body: text, sent_time: at }).execute()
  }
