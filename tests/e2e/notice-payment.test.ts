import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPage, sharedBrowser } from './support/browser'
import { freePort } from './support/portal-process'
import { type RunningServer, startServer } from './support/server'
import { companyToken, demoAccount, openWithCaptcha, outData } from './support/sign-in'

// A payer opens the link of a notice on a phone and pays at the demo bank, counted in taps.
// The link has the address of this portal, where the demo bank is too.

let server: RunningServer

beforeAll(async () => {
  const port = String(await freePort())
  server = await startServer({ env: { PORT: port, PUBLIC_ADDRESS: `http://localhost:${port}` } })
})

afterAll(() => server?.stop())

test('from the link of a notice, a bill is paid with three taps after the one fact that is asked', async () => {
  const bill = await notifiedBill()
  const link = await newestLink()
  expect(link.slice(0, server.url.length)).toBe(server.url)
  const { page, context, complaints } = await openPage(await sharedBrowser(), server.url, 390)
  await openWithCaptcha(page, server, link, () =>
    page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill(bill.IdNo),
  )
  await page.getByRole('button', { name: '查看帳單' }).click()
  await page.waitForURL('**/payment-information')

  let taps = 0
  const tap = async (name: RegExp) => {
    await page.getByRole('button', { name }).first().click()
    taps += 1
  }
  await tap(/^立即繳費/)
  await tap(/^前往全國繳費網繳費/)
  await tap(/^付款 [\d,]+ 元$/)
  await page.getByRole('heading', { name: '付款完成' }).waitFor()
  expect(taps).toBe(3)

  await page.getByRole('link', { name: '回到繳費資訊' }).click()
  await page.getByText(/^已收到您的繳款：NT\$[\d,]+，.*，全國繳費網/).waitFor()
  await page.getByRole('button', { name: `下載繳費證明 ${bill.BillNo}` }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

interface Bill {
  readonly SerialId: number
  readonly BillNo: string
  readonly IdNo: string
}

/** Sends the notice of an unpaid bill of the demo and returns the bill with the payer's unmasked data. */
async function notifiedBill(): Promise<Bill> {
  const token = await companyToken(server, demoAccount('maker01'))
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const get = async <T>(path: string) => outData<T>(await fetch(`${server.url}/api${path}`, { headers }))
  const { Items } = await get<{ Items: readonly Bill[] }>('/Bills?BillStatus=Unpaid&PageNo=1&PageSize=1')
  const bill = await get<Bill>(`/Bills/${Items[0]?.SerialId}`)
  const body = JSON.stringify({ SerialIds: [bill.SerialId] })
  await outData(await fetch(`${server.url}/api/Bills/SendMailNotice`, { method: 'POST', headers, body }))
  return bill
}

/** Waits for the notice in the outbox of the demo and returns the address of its link. */
async function newestLink(): Promise<string> {
  const link = async () => /https?:\/\/[^\s"<]+\/bill\/[\w-]{24}/.exec(await outbox())?.[0]
  await expect.poll(link).toBeDefined()
  return (await link()) ?? ''
}

const outbox = async (): Promise<string> => (await fetch(`${server.url}/demo/outbox`)).text()
