import { html } from 'hono/html'
import { sql } from 'kysely'
import { formatMoney } from '../../domain/money/money'
import { isOpened } from '../bills/payer-bills'
import type { Db } from '../ports'
import { demoPage } from './page'

/** Path of the demo bank, where the links of a demo portal's bills lead. */
export const demoBankPath = '/demo/bank'

/** The demo bank's page for one bill: what would be paid from which channel. Paying is not possible here yet. */
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
