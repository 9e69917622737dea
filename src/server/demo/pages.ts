import { html, raw } from 'hono/html'
import { taipeiTime } from '../../domain/dates/dates'
import { type MessageChannel, messageChannels } from '../../domain/message-channels'
import { type HtmlFragment, plainPage, plainPageCss } from '../http/plain-page'
import type { Db } from '../ports'

/**
 * Path of the page with the messages that the demo portal would have sent; the path with `.json` returns them as JSON.
 */
export const outboxPath = '/demo/outbox'

/**
 * Returns the newest messages of the outbox, as a page or as JSON.
 * A demo portal sends nothing, so its users read one-time passwords here.
 */
export const outboxResponse = async (db: Db, path: string): Promise<Response> => {
  const rows = await db
    .selectFrom('outbox')
    .select([
      'create_time as CreateTime',
      'channel as Channel',
      'recipient as Recipient',
      'subject as Subject',
      'body as Body',
    ])
    .orderBy('outbox_id', 'desc')
    .limit(200)
    .$narrowType<Pick<OutboxMessage, 'Channel'>>()
    .execute()
  return path.endsWith('.json') ? Response.json(rows) : demoPage('示範寄件匣', messageList(rows))
}

interface OutboxMessage {
  readonly CreateTime: string
  readonly Channel: MessageChannel
  readonly Recipient: string
  readonly Subject: string
  readonly Body: string
}

const messageList = (messages: readonly OutboxMessage[]) => html`
  <p class="lead">示範模式不會寄出任何訊息；一次性密碼與通知都在這裡，最新的在最上面，重新整理網頁即可更新。</p>
  ${messages.length === 0 ? html`<p>目前沒有訊息。</p>` : messages.map(messageSection)}
`

const messageSection = ({ CreateTime, Channel, Recipient, Subject, Body }: OutboxMessage) => html`
  <section>
    <h2>${Subject}</h2>
    <p><small>${messageChannels[Channel].name}　${Recipient}　<time datetime="${CreateTime}">${displayTime(CreateTime)}</time></small></p>
    <pre>${Body}</pre>
  </section>
`

const displayTime = (utc: string): string => taipeiTime(new Date(utc)).replace('T', ' ').replaceAll('-', '/')

/**
 * Returns a page in the style of the portal's plain pages, without scripts or other files; its forms are sent to the
 * portal only.
 */
export const demoPage = async (title: string, body: HtmlFragment, status = 200): Promise<Response> => {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash()}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  }
  return new Response(String(await plainPage({ title, body, styles: html`<style>${raw(plainPageCss)}</style>` })), {
    status,
    headers,
  })
}

/** Returns the hash of the inline styles, the only ones that the policy allows. */
const styleHash = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plainPageCss))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
