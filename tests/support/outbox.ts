import { sql } from 'kysely'
import type { Portal } from './portal'

/** A sent message. */
export interface SentMessage {
  readonly channel: 'Email' | 'SMS'
  readonly recipient: string
  readonly subject: string
  readonly body: string
}

/** Returns all messages sent so far, oldest first. */
export const outbox = async ({ ports, db }: Pick<Portal, 'ports' | 'db'>): Promise<readonly SentMessage[]> => {
  await ports.notices.idle()
  const { rows } = await sql<SentMessage>`select channel, recipient, subject, body from outbox order by outbox_id`.execute(db)
  return rows
}

/** Returns the one-time password of the newest message. */
export const newestOtp = async (here: Pick<Portal, 'ports' | 'db'>): Promise<string> => {
  const last = (await outbox(here)).at(-1)
  const code = /(?<!\d)\d{6}(?!\d)/.exec(last?.body ?? '')?.[0]
  if (code === undefined) throw new Error(`No one-time password in: ${last?.body}`)
  return code
}

/** Returns the newest initial password. */
export const newestInitialMima = async (here: Pick<Portal, 'ports' | 'db'>): Promise<string> => {
  const last = (await outbox(here)).findLast(({ subject }) => subject.includes('初始密碼'))
  const password = /^[A-Za-z0-9]{12}$/m.exec(last?.body ?? '')?.[0]
  if (password === undefined) throw new Error(`No initial password in: ${last?.body}`)
  return password
}
