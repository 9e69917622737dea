import { expect, test } from 'vitest'
import { demoBankResponse } from '../../../src/server/demo/bank'
import { type Portal, portal, twoCompanies } from '../../support/portal'

const account = '77001260001235'

const open = async (here: Portal, query: string) => {
  const response = await demoBankResponse(here, new Request(`http://localhost/demo/bank?${query}`))
  return { response, html: await response.text() }
}

/** Sends the form of a page, as its button does. */
const submit = async (here: Portal, html: string, changed: Readonly<Record<string, string>> = {}) => {
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']): [string, string] => [name, value],
  )
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...changed })
  const response = await demoBankResponse(here, new Request('http://localhost/demo/bank', { method: 'POST', body }))
  return { response, html: await response.text() }
}

/** A portal with a bill of which 2,000 are unpaid, at an agreement that the services of the demo bank may pay. */
const withBill = async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.db
    .updateTable('agreement')
    .set({ channels: JSON.stringify(['08', '17']) })
    .execute()
  const bill = await here.given.bill({
    VACAccount: account,
    ShouldPayAmount: 2400,
    PaidAmount: 400,
    PayStatus: 'PartialPaid',
  })
  return { ...here, bill }
}

const lines = (here: Portal) =>
  here.db
    .selectFrom('transaction_line')
    .select(['channel_id', 'amount', 'write_off_status', 'exception_type'])
    .execute()

test('the demo bank shows the bill of an account as text, with the amount to pay and a button', async () => {
  const { response, html } = await open(await withBill(), `Channel=eBill&Account=${account}`)
  expect(response.status).toBe(200)
  for (const words of [
    '示範全國繳費網',
    '不會真的扣款',
    '示範社區管理委員會',
    account,
    '2,000 元',
    '<button type="submit">付款 2,000 元</button>',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('王大明')
  expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*form-action 'self'/)
})

test.each([
  ['eBill', '08'],
  ['bankMobile', '17'],
])(
  'its button 付款 of %s pays the bill through the call of the bank’s system, by channel %s',
  async (service, channel) => {
    const here = await withBill()
    const page = await open(here, `Channel=${service}&Account=${account}`)
    const paid = await submit(here, page.html)
    expect(paid.html).toMatch(/付款完成[\s\S]*帳單已銷帳[\s\S]*2,000 元/)
    expect(await lines(here)).toEqual([
      { channel_id: channel, amount: 2000, write_off_status: 'WrittenOff', exception_type: null },
    ])
    expect(here.log.lines.filter(({ facts }) => facts.call === 'Ext.BankCredits')).toMatchObject([
      { facts: { status: 200 } },
    ])
    const payer = await here.asPayer({ payers: [], billIds: [Number(here.bill.SerialId)] })
    expect((await payer.get('/Ext/PayerArea/GetPaymentData')).data.DataLists1).toMatchObject([{ BillStatus: 'Paid' }])
    const after = await open(here, `Channel=${service}&Account=${account}`)
    expect(after.html).toContain('已繳清')
    expect(after.html).not.toContain('<button')
  },
)

test('a button that is pressed twice pays once', async () => {
  const here = await withBill()
  const page = await open(here, `Channel=eBill&Account=${account}`)
  const [first, second] = [await submit(here, page.html), await submit(here, page.html)]
  expect(second.html).toBe(first.html)
  expect(await lines(here)).toHaveLength(1)
})

test('a bill that was paid meanwhile is paid again as an exception, and the page says so', async () => {
  const here = await withBill()
  const [page, other] = [
    await open(here, `Channel=eBill&Account=${account}`),
    await open(here, `Channel=eBill&Account=${account}`),
  ]
  await submit(here, page.html)
  expect((await submit(here, other.html)).html).toContain('未能自動銷帳（重複繳），請洽收款單位')
  expect((await lines(here)).map(({ exception_type }) => exception_type)).toEqual([null, 'Duplicate'])
})

test.each([
  ['Amount', '-5'],
  ['Amount', '1.5'],
  ['Amount', 'x'],
  ['Account', '<script>'],
  ['Order', ''],
  ['Order', '2026'],
  ['Currency', 'XXX'],
])('a form whose %s is "%s" pays nothing', async (name, value) => {
  const here = await withBill()
  const page = await open(here, `Channel=eBill&Account=${account}`)
  const { response, html } = await submit(here, page.html, { [name]: value })
  expect([response.status, html.includes('付款未完成'), html.includes('<script>')]).toEqual([400, true, false])
  expect(await lines(here)).toEqual([])
})

test('an account without a bill is not found, and never echoed', async () => {
  const { response, html } = await open(await portal(), 'Channel=<script>&Account=<script>alert(1)</script>')
  expect(response.status).toBe(404)
  expect(html).not.toContain('<script>')
})
