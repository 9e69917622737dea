import { html } from 'hono/html'
import { sql } from 'kysely'
import type { BankCredit, BankCreditResult } from '../../contract/bank-credits'
import type { PayerBill } from '../../contract/call-responses'
import { apiBase } from '../../contract/endpoints'
import type { Envelope } from '../../contract/envelope'
import { extensions } from '../../contract/extensions'
import { signatureHeaders } from '../../contract/headers'
import { taipeiTime } from '../../domain/dates/dates'
import { enumText } from '../../domain/enums'
import { formatMoney } from '../../domain/money/money'
import { billTables } from '../bills/bill-sql'
import { isVisibleToPayers } from '../bills/payer-bills'
import type { App } from '../http/app'
import { readBytes } from '../http/input'
import type { Db, Ports } from '../ports'
import { requestSignature } from '../security/request-signature'
import { demoPage } from './pages'

/** Path of the demo bank, the target of the payment links in a demo portal. */
export const demoBankPath = '/demo/bank'

/**
 * Returns the demo bank's response: the page of a bill with the button 付款; after a click on it, reports the payment to
 * the portal as a real bank does and returns the page with the result.
 */
export const demoBankResponse = async (bank: DemoBank, request: Request): Promise<Response> =>
  request.method === 'POST'
    ? payResponse(bank, new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxFormBytes))))
    : billResponse(bank, new URL(request.url).searchParams)

const maxFormBytes = 4096

/** What the demo bank uses of its portal: the bills in the database, and the app, which receives its reports. */
interface DemoBank {
  readonly ports: Pick<Ports, 'db' | 'clock' | 'settings'>
  readonly app: Pick<App, 'request'>
}

/** The services of the demo bank, by the value of `Channel` in the payment link. */
const services = {
  eBill: { name: '示範全國繳費網', channel: '08' },
  bankMobile: { name: '示範行動銀行', channel: '17' },
} as const

const serviceOf = (name: unknown): keyof typeof services => (name === 'bankMobile' ? 'bankMobile' : 'eBill')

const billResponse = async ({ ports }: DemoBank, query: URLSearchParams): Promise<Response> => {
  const service = serviceOf(query.get('Channel'))
  const bill = await billOf(ports.db, query.get('Account') ?? '')
  if (bill === undefined)
    return demoPage(services[service].name, html`<p>查無這筆帳單，請回到繳費資訊重新操作。</p>${backLink}`, 404)
  const isPayable = bill.UnpaidAmount > 0
  return demoPage(
    services[service].name,
    html`
      <p class="lead">這是示範網頁：按下「付款」後，示範銀行會把這筆款項通知本站，帳單隨即銷帳；不會真的扣款，也不需要輸入任何帳號或密碼。</p>
      <section class="narrow"><dl>${billFacts(bill)}</dl>${isPayable ? payForm(bill, { service, orderNo: newOrderNo(ports.clock()) }) : ''}</section>
      ${backLink}
    `,
  )
}

interface Bill
  extends Pick<
    PayerBill,
    'BillNo' | 'VACAccount' | 'CurrencyType' | 'PaymentEndDate' | 'CustomerName' | 'BillTermName'
  > {
  readonly UnpaidAmount: number
}

const billOf = async (db: Db, account: string): Promise<Bill | undefined> => {
  const { rows } = await sql<Bill>`
    select b.bill_no as "BillNo", b.vac_account as "VACAccount", b.currency_type as "CurrencyType", b.payment_end_date as "PaymentEndDate",
      b.should_pay_amount - b.paid_amount as "UnpaidAmount", c.customer_name as "CustomerName", coalesce(t.bill_term_name, b.bill_term_id) as "BillTermName"
    from bill b
    ${billTables}
    where b.vac_account = ${account} and b.bill_state = 'Active' and ${isVisibleToPayers}
    order by b.account_state = 'InUse' desc, b.serial_id desc
    limit 1`.execute(db)
  return rows[0]
}

const billFacts = (bill: Bill) =>
  factRows({
    收款單位: bill.CustomerName,
    代收期別: bill.BillTermName,
    帳單編號: bill.BillNo,
    銷帳編號: bill.VACAccount,
    繳款期限: bill.PaymentEndDate.replaceAll('-', '/'),
    應繳金額: bill.UnpaidAmount > 0 ? `${formatMoney(bill.UnpaidAmount, bill.CurrencyType)} 元` : '已繳清',
  })

const factRows = (facts: Readonly<Record<string, string>>) =>
  Object.entries(facts).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)

const backLink = html`<p><a href="/payment-information">回到繳費資訊</a></p>`

/**
 * A payment that a form offers.
 * `orderNo` is the transaction number that the bank reports; it begins with the time of the form.
 * A form that is sent twice reports the same number, so it pays once.
 */
interface PaymentOrder {
  readonly service: keyof typeof services
  readonly orderNo: string
}

const newOrderNo = (now: Date): string => {
  const digits = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  return taipeiTime(now).replace(/\D/g, '') + String(digits % 1_000_000).padStart(6, '0')
}

const payForm = ({ VACAccount, UnpaidAmount, CurrencyType }: Bill, { service, orderNo }: PaymentOrder) => html`
  <form method="post" action="${demoBankPath}">
    ${Object.entries({
      Channel: service,
      Account: VACAccount,
      Amount: UnpaidAmount,
      Currency: CurrencyType,
      Order: orderNo,
    }).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit">付款 ${formatMoney(UnpaidAmount, CurrencyType)} 元</button>
  </form>
`

const payResponse = async (bank: DemoBank, form: URLSearchParams): Promise<Response> => {
  const service = serviceOf(form.get('Channel'))
  const credit = creditOf(form, services[service].channel)
  const { ReturnCode, ReturnMsg, OutData } = await reportCredit(bank, credit)
  if (ReturnCode !== '0000')
    return demoPage(services[service].name, html`<p class="lead">付款未完成：${ReturnMsg}</p>${backLink}`, 400)
  const facts = {
    銷帳編號: credit.VACAccount,
    交易序號: credit.TxnSeq,
    付款金額: `${formatMoney(credit.Amount, credit.CurrencyType)} 元`,
  }
  return demoPage(
    services[service].name,
    html`
      <section class="narrow">
        <h2>付款完成</h2>
        <p>${resultText(OutData)}</p>
        <dl>${factRows(facts)}</dl>
        <p><a class="button" href="/payment-information">回到繳費資訊</a></p>
      </section>
    `,
  )
}

const resultText = ({ WriteOffStatus, ExceptionType }: BankCreditResult): string =>
  ExceptionType === null
    ? `款項已通知收款單位，帳單${enumText('WriteOffStatus', WriteOffStatus)}。`
    : `款項已通知收款單位，但未能自動銷帳（${enumText('ExceptionType', ExceptionType)}），請洽收款單位。`

/** Reports a payment to the portal by a signed call, as the system of a real bank does. */
const reportCredit = async ({ ports, app }: DemoBank, credit: BankCredit): Promise<Envelope<BankCreditResult>> => {
  const { method, path: callPath } = extensions['Ext.BankCredits']
  const path = apiBase + callPath
  const body = new TextEncoder().encode(JSON.stringify(credit))
  const timestamp = String(Math.floor(ports.clock().getTime() / 1000))
  const [secret] = ports.settings.bankCreditSecrets
  if (secret === undefined) throw new Error('The demo bank has no secret with which it could sign its report.')
  const signature = await requestSignature(secret, { timestamp, method, path, body })
  const headers = {
    'Content-Type': 'application/json',
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
  }
  return (await app.request(path, { method, headers, body })).json() as Promise<Envelope<BankCreditResult>>
}

/** Returns a payment as the demo bank reports it; the portal validates its values. */
const creditOf = (form: URLSearchParams, channel: BankCredit['ChannelId']): BankCredit => {
  const value = (name: string): string => form.get(name) ?? ''
  const orderNo = value('Order')
  const date = orderNo.replace(/^(\d{4})(\d{2})(\d{2}).*/, '$1-$2-$3')
  return {
    TradeDate: date,
    TradeTime: orderNo.slice(8, 14),
    AccountDate: date,
    TxnSeq: orderNo,
    VACAccount: value('Account'),
    ChannelId: channel,
    CurrencyType: value('Currency'),
    AmountSign: 'Plus',
    Amount: Number(value('Amount')),
    PayBankCode: '999',
    PayAccountTail: '12345',
    PayerRemark: '線上繳款',
  }
}
