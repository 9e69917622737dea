import { sql } from 'kysely'
import type { Clock, Db } from '../ports'
import type { Gateway } from './notices'

/** Keeps messages in the table `outbox` instead of sending them: the gateway of demo mode and of tests. */
export const outboxGateway =
  (db: Db, clock: Clock): Gateway =>
  async (message) => {
    const subject = message.channel === 'Email' ? message.subject : '簡訊'
    const at = clock().toISOString()
    await sql`
      insert into outbox (create_time, channel, recipient, subject, body, sent_time)
      values (${at}::timestamptz, ${message.channel}, ${message.to}, ${subject}, ${message.text}, ${at}::timestamptz)`.execute(db)
  }
