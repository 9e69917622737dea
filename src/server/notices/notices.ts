import { messageChannels } from '../../domain/message-channels'
import type { Clock, Db, Log, Notices } from '../ports'
import type { Message } from './messages'

/** Sends a message; resolves when the mail server or SMS gateway has accepted it. */
export type MessageGateway = (message: Message) => Promise<void>

/**
 * Minutes before each retry of a message that the mail server or SMS gateway did not accept.
 * After the last retry, the message is abandoned.
 */
export const noticeRetryMinutes = [1, 5, 30, 120, 720] as const

/**
 * Reports that the mail server or gateway rejects a message permanently, for example because of an unknown address.
 * A retry would be rejected as well.
 */
export class MessageRefused extends Error {
  override readonly name = 'MessageRefused'
}

/** Reports that the mail server or gateway does not accept a message for now. It may accept other messages. */
export class MessageDeferred extends Error {
  override readonly name = 'MessageDeferred'
}

/**
 * Returns the port that sends messages through a gateway.
 * `post` does not wait for the gateway, so that the response time does not reveal whether a message was sent.
 */
export const noticesVia = (gateway: MessageGateway, log: Log): Notices => {
  const pending = new Set<Promise<void>>()
  return {
    post: (message) => {
      const run = Promise.resolve()
        .then(() => gateway(message))
        .catch((error: unknown) =>
          log.error('message not sent', {
            channel: message.channel,
            message: error instanceof Error ? error.message : String(error),
          }),
        )
        .finally(() => pending.delete(run))
      pending.add(run)
    },
    send: gateway,
    waitUntilIdle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}

/**
 * Returns the gateway of demo mode and of tests, which stores messages in the table `outbox` instead of sending them.
 */
export const outboxGateway =
  (db: Db, clock: Clock): MessageGateway =>
  async (message) => {
    const subject = 'subject' in message ? message.subject : messageChannels[message.channel].name
    const at = clock().toISOString()
    const { channel, to, text } = message
    const files = ('attachments' in message && message.attachments) || []
    await db
      .insertInto('outbox')
      .values({
        create_time: at,
        channel,
        recipient: to,
        subject,
        body: [text, ...files.map(({ name }) => `附件：${name}`)].join('\n\n'),
        sent_time: at,
      })
      .execute()
  }
