import { expect } from 'vitest'
import { type MailServer, mailServer, partsOf } from '../../support/smtp'
import { type RunningServer, startServer } from './server'

/**
 * A portal with the demo's data that sends its e-mails to a real mail server, as outside demo mode; with further
 * settings.
 */
export async function startWithMail(
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly server: RunningServer; readonly mail: MailServer }> {
  const mail = await mailServer()
  const env = { DEMO: '0', SMTP_URL: mail.url, MAIL_FROM: 'portal@bank.example', ...settings }
  return { server: await startServer({ env }), mail }
}

/**
 * Returns the match of a pattern in the first e-mail that contains the word and arrives after the work has begun; an
 * earlier one may still arrive.
 */
export async function matchInMail({ mails }: MailServer, pattern: RegExp, work: () => Promise<void>): Promise<string> {
  const before = mails.length
  await work()
  const words = () => mails.slice(before).map(({ raw }) => pattern.exec(partsOf(raw)['text/plain'] ?? '')?.[1])
  await expect.poll(words).toContainEqual(expect.any(String))
  return words().find((word) => word !== undefined) ?? ''
}
