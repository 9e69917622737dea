import { sql } from 'kysely'
import type { Db } from '../ports'

/** Path of the messages that a demo portal would have sent; `.json` gives them to programs. */
export const outboxPath = '/demo/outbox'

/** The newest messages of the outbox, as a page or as JSON: nothing leaves a demo portal, so this is where its one-time passwords are read. */
export const answerOutbox = async (db: Db, path: string): Promise<Response> => {
  const { rows } = await sql<Message>`
    select create_time as "CreateTime", channel as "Channel", recipient as "Recipient", subject as "Subject", body as "Body"
    from outbox
    order by outbox_id desc
    limit 200`.execute(db)
  if (path.endsWith('.json')) return Response.json(rows)
  return new Response(page(rows), {
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'" },
  })
}

interface Message {
  readonly CreateTime: string
  readonly Channel: string
  readonly Recipient: string
  readonly Subject: string
  readonly Body: string
}

const page = (messages: readonly Message[]): string => `<!doctype html>
<html lang="zh-Hant-TW">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>示範寄件匣</title></head>
<body>
<h1>示範寄件匣</h1>
<p>示範模式不會寄出任何訊息；一次性密碼與通知都在這裡，最新的在最上面。</p>
${messages.length === 0 ? '<p>目前沒有訊息。</p>' : `<ol>${messages.map(entry).join('')}</ol>`}
</body>
</html>`

const entry = ({ CreateTime, Channel, Recipient, Subject, Body }: Message): string =>
  `<li><h2>${escaped(Subject)}</h2><p>${escaped(Channel)}　${escaped(Recipient)}　<time>${escaped(CreateTime)}</time></p><pre>${escaped(Body)}</pre></li>`

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
