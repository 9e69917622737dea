import { html, raw } from 'hono/html'
import { sql } from 'kysely'
import { type MessageChannel, messageChannels } from '../../contract/message-channels'
import type { PayerBill } from '../../contract/session'
import { taipeiTime } from '../../domain/dates/dates'
import { formatMoney } from '../../domain/money/money'
import { hasNoDraftTerm } from '../bills/payer-bills'
import { billTables } from '../bills/tables'
import { type HtmlFragment, plainPage, plainPageCss } from '../http/plain-page'
import type { Db } from '../ports'

/** Path of the demo bank, the target of the payment links in a demo portal. */
export const demoBankPath = '/demo/bank'

/** Returns the demo bank's page of one bill, with the amount that would be paid. Payment is not possible there. */
export const demoBankResponse = async (db: Db, { searchParams }: URL): Promise<Response> => {
  const { rows } = await sql<Bill>`
    select b.bill_no as "BillNo", b.vac_account as "VACAccount", b.currency_type as "CurrencyType", b.payment_end_date as "PaymentEndDate",
      b.should_pay_amount - b.paid_amount as "UnpaidAmount", c.customer_name as "CustomerName", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName"
    from bill b
    ${billTables}
    where b.vac_account = ${searchParams.get('Account') ?? ''} and b.bill_state = 'Active' and ${hasNoDraftTerm}
    order by b.account_state = 'InUse' desc, b.serial_id desc
    limit 1`.execute(db)
  const name = searchParams.get('Channel') === 'bankMobile' ? '示範行動銀行' : '示範全國繳費網'
  return demoPage(name, billPage(rows[0]), rows[0] === undefined ? 404 : 200)
}

interface Bill extends Pick<PayerBill, 'BillNo' | 'VACAccount' | 'CurrencyType' | 'PaymentEndDate' | 'CustomerName' | 'BillTermName'> {
  readonly UnpaidAmount: number
}

const billPage = (bill: Bill | undefined) => html`
  <p class="lead">這是示範網頁，不會扣款，也不需要輸入任何帳號或密碼。</p>
  ${bill === undefined ? html`<p>查無這筆帳單，請回到繳費資訊重新操作。</p>` : html`<section><dl>${billFacts(bill)}</dl></section>`}
  <p><a href="/payment-information">回到繳費資訊</a></p>
`

const billFacts = (bill: Bill) =>
  Object.entries({
    收款單位: bill.CustomerName,
    代收期別: bill.BillTermName,
    帳單編號: bill.BillNo,
    銷帳編號: bill.VACAccount,
    繳款期限: bill.PaymentEndDate.replaceAll('-', '/'),
    應繳金額: bill.UnpaidAmount > 0 ? `${formatMoney(bill.UnpaidAmount, bill.CurrencyType)} 元` : '已繳清',
  }).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)

/** Path of the page with the messages that a demo portal would have sent; with `.json` they are returned as JSON. */
export const outboxPath = '/demo/outbox'

/** Returns the newest messages of the outbox, as a page or as JSON: a demo portal sends nothing, so its one-time passwords are read here. */
export const outboxResponse = async (db: Db, path: string): Promise<Response> => {
  const rows = await db
    .selectFrom('outbox')
    .select(['create_time as CreateTime', 'channel as Channel', 'recipient as Recipient', 'subject as Subject', 'body as Body'])
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
    <p><small>${messageChannels[Channel].name}　${Recipient}　<time datetime="${CreateTime}">${shownTime(CreateTime)}</time></small></p>
    <pre>${Body}</pre>
  </section>
`

const shownTime = (utc: string): string => taipeiTime(new Date(utc)).replace('T', ' ').replaceAll('-', '/')

/** Returns a page in the style of the portal's plain pages, without scripts or other files. */
const demoPage = async (title: string, body: HtmlFragment, status = 200): Promise<Response> => {
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
