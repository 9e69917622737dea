import { expect, test } from 'vitest'
import { demoBankResponse } from '../../../src/server/demo/pages'
import { portal, twoCompanies } from '../../support/portal'

const url = (query: string): URL => new URL(`http://localhost/demo/bank?${query}`)

test('the demo bank shows the bill of an account as text, and accepts no payment', async () => {
  const here = await portal()
  await twoCompanies(here)
  await here.given.bill({ VACAccount: '77001260001235', ShouldPayAmount: 2400, PaidAmount: 400 })
  const response = await demoBankResponse(here.db, url('Channel=eBill&Account=77001260001235'))
  const html = await response.text()
  expect(response.status).toBe(200)
  for (const words of ['示範全國繳費網', '不會扣款', '示範社區管理委員會', '77001260001235', '2,000 元']) expect(html).toContain(words)
  expect(html).not.toContain('王大明')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('an account without a bill is not found, and never echoed', async () => {
  const here = await portal()
  const response = await demoBankResponse(here.db, url('Channel=<script>&Account=<script>alert(1)</script>'))
  expect(response.status).toBe(404)
  expect(await response.text()).not.toContain('<script>')
})
