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
  await ports.jobs.runUntilIdle()
  await ports.notices.waitUntilIdle()
  const { rows } =
    await sql<SentMessage>`select channel, recipient, subject, body from outbox order by outbox_id`.execute(db)
  return rows
}

/** Returns the newest one-time password. */
export const newestOtp = async (here: Pick<Portal, 'ports' | 'db'>): Promise<string> => {
  const codes = (await outbox(here)).flatMap(({ body }) => /(?<!\d)\d{6}(?!\d)/.exec(body) ?? [])
  const code = codes.at(-1)
  if (code === undefined) throw new Error('No message has a one-time password.')
  return code
}

/** Returns the newest initial password. */
export const newestInitialMima = async (here: Pick<Portal, 'ports' | 'db'>): Promise<string> => {
  const last = (await outbox(here)).findLast(({ subject }) => subject.includes('初始密碼'))
  const password = /^[A-Za-z0-9]{12}$/m.exec(last?.body ?? '')?.[0]
  if (password === undefined) throw new Error(`No initial password in: ${last?.body}`)
  return password
}
