import { html, raw } from 'hono/html'
import { sql } from 'kysely'
import { type MessageChannel, messageChannels } from '../../contract/message-channels'
import { taipeiTime } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import { isOpened } from '../bills/payer-bills'
import { type HtmlPart, plainPage, plainPageCss } from '../http/plain-page'
import type { Db } from '../ports'

/** Path of the demo bank, where the links of a demo portal's bills lead. */
export const demoBankPath = '/demo/bank'

/** Answers with the demo bank's page of one bill: what would be paid by which channel. Payment is not possible there. */
export const answerDemoBank = async (db: Db, { searchParams }: URL): Promise<Response> => {
  const { rows } = await sql<Bill>`
    select b.bill_no as "BillNo", b.vac_account as "VACAccount", b.currency_type as "CurrencyType", b.payment_end_date as "PaymentEndDate",
      b.should_pay_amount - b.paid_amount as "Rest", c.customer_name as "CustomerName", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName"
    from bill b
    join agreement a on a.apply_code = b.apply_code
    join customer c on c.uniform_no = a.uniform_no
    left join bill_term t on t.apply_code = b.apply_code and t.bill_term_id = b.bill_term_id
    where b.vac_account = ${searchParams.get('Account') ?? ''} and b.bill_state = 'Active' and ${isOpened}
    order by b.serial_id desc
    limit 1`.execute(db)
  const name = searchParams.get('Channel') === 'bankMobile' ? '示範行動銀行' : '示範全國繳費網'
  return demoPage(name, page(rows[0]), rows[0] === undefined ? 404 : 200)
}

interface Bill {
  readonly BillNo: string
  readonly VACAccount: string
  readonly CurrencyType: string
  readonly PaymentEndDate: string
  readonly Rest: number
  readonly CustomerName: string
  readonly BillTermName: string
}

const page = (bill: Bill | undefined) => html`
  <p class="lead">這是示範網頁，不會扣款，也不需要輸入任何帳號或密碼。</p>
  ${bill === undefined ? html`<p>查無這筆帳單，請回到繳費資訊重新操作。</p>` : html`<section><dl>${facts(bill)}</dl></section>`}
  <p><a href="/payment-information">回到繳費資訊</a></p>
`

const facts = (bill: Bill) =>
  Object.entries({
    收款單位: bill.CustomerName,
    代收期別: bill.BillTermName,
    帳單編號: bill.BillNo,
    銷帳編號: bill.VACAccount,
    繳款期限: bill.PaymentEndDate.replaceAll('-', '/'),
    應繳金額: bill.Rest > 0 ? `${formatMoney(bill.Rest, bill.CurrencyType)} 元` : '已繳清',
  }).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)

/** Path of the messages that a demo portal would have sent, as a page; with `.json` as JSON. */
export const outboxPath = '/demo/outbox'

/** Answers with the newest messages of the outbox, as a page or as JSON: a demo portal sends nothing, so its one-time passwords are read here. */
export const answerOutbox = async (db: Db, path: string): Promise<Response> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['create_time as CreateTime', 'channel as Channel', 'recipient as Recipient', 'subject as Subject', 'body as Body'])
    .orderBy('outbox_id', 'desc')
    .limit(200)
    .$narrowType<Pick<OutboxMessage, 'Channel'>>()
    .execute()
  return path.endsWith('.json') ? Response.json(rows) : demoPage('示範寄件匣', list(rows))
}

interface OutboxMessage {
  readonly CreateTime: string
  readonly Channel: MessageChannel
  readonly Recipient: string
  readonly Subject: string
  readonly Body: string
}

const list = (messages: readonly OutboxMessage[]) => html`
  <p class="lead">示範模式不會寄出任何訊息；一次性密碼與通知都在這裡，最新的在最上面，重新整理網頁即可更新。</p>
  ${messages.length === 0 ? html`<p>目前沒有訊息。</p>` : messages.map(entry)}
`

const entry = ({ CreateTime, Channel, Recipient, Subject, Body }: OutboxMessage) => html`
  <section>
    <h2>${Subject}</h2>
    <p><small>${messageChannels[Channel].name}　${Recipient}　<time datetime="${CreateTime}">${shownTime(CreateTime)}</time></small></p>
    <pre>${Body}</pre>
  </section>
`

const shownTime = (utc: string): string => taipeiTime(new Date(utc)).replace('T', ' ').replaceAll('-', '/')

/** Returns a page in the style of the portal's plain pages, without scripts or other files. */
const demoPage = async (title: string, body: HtmlPart, status = 200): Promise<Response> => {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; style-src '${await styleHash()}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
  return new Response(String(await plainPage({ title, body, styles: html`<style>${raw(plainPageCss)}</style>` })), { status, headers })
}

/** Returns the hash of the inline styles, the only ones that the policy allows. */
const styleHash = async (): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(plainPageCss))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
