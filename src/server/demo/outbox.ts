import { html } from 'hono/html'
import { type MessageChannel, messageChannels } from '../../contract/message-channels'
import { taipeiTime } from '../../domain/dates/dates'
import type { Db } from '../ports'
import { demoPage } from './page'

/** Path of the messages that a demo portal would have sent; `.json` gives them to programs. */
export const outboxPath = '/demo/outbox'

/** The newest messages of the outbox, as a page or as JSON: nothing leaves a demo portal, so this is where its one-time passwords are read. */
export const answerOutbox = async (db: Db, path: string): Promise<Response> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['create_time as CreateTime', 'channel as Channel', 'recipient as Recipient', 'subject as Subject', 'body as Body'])
    .orderBy('outbox_id', 'desc')
    .limit(200)
    .$narrowType<Pick<Message, 'Channel'>>()
    .execute()
  return path.endsWith('.json') ? Response.json(rows) : demoPage('示範寄件匣', list(rows))
}

interface Message {
  readonly CreateTime: string
  readonly Channel: MessageChannel
  readonly Recipient: string
  readonly Subject: string
  readonly Body: string
}

const list = (messages: readonly Message[]) => html`
  <p class="lead">示範模式不會寄出任何訊息；一次性密碼與通知都在這裡，最新的在最上面，重新整理網頁即可更新。</p>
  ${messages.length === 0 ? html`<p>目前沒有訊息。</p>` : messages.map(entry)}
`

const entry = ({ CreateTime, Channel, Recipient, Subject, Body }: Message) => html`
  <section>
    <h2>${Subject}</h2>
    <p><small>${messageChannels[Channel].name}　${Recipient}　<time datetime="${CreateTime}">${shownTime(CreateTime)}</time></small></p>
    <pre>${Body}</pre>
  </section>
`

const shownTime = (utc: string): string => taipeiTime(new Date(utc)).replace('T', ' ').replaceAll('-', '/')
