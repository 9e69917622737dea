import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentData } from '../../src/contract/call-responses'
import { openPage, type WatchedPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { openWithCaptcha } from './support/sign-in'
import { injectAxe, problemsOf } from './support/tour'

// A payer pays online: from the bill to the demo bank and back, where the bill is paid.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

/**
 * Signs in the committee's payer whose account the sign-in page of the demo names: the one with the newest unpaid bill.
 */
async function payer(width: number): Promise<WatchedPage> {
  const watched = await openPage(browser, server.url, width)
  const { page } = watched
  const { demo } = (await (await fetch(`${server.url}/config.json`)).json()) as { demo: { payers: readonly Hint[] } }
  const account = demo.payers.find(({ UniformNo }) => UniformNo === '90000017')?.fields.VACAccount ?? ''
  await injectAxe(watched.context)
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('銷帳編號', { exact: true }).fill(account)
  })
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/payment-information')
  return watched
}

interface Hint {
  readonly UniformNo: string
  readonly fields: Readonly<Record<string, string>>
}

test.each(widths)('at %i px a payer pays a bill at the demo bank and finds it paid on return', async (width) => {
  const { page, complaints, context } = await payer(width)
  const bill = page.getByRole('article').first()
  const name = (await bill.getByText(/^B\d/).first().textContent()) ?? ''
  await bill.getByRole('button', { name: /^立即繳費/ }).click()
  await page.getByRole('heading', { level: 1, name: '繳費方式' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^前往全國繳費網繳費/ }).click()
  await page.getByRole('heading', { level: 1, name: '示範全國繳費網' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^付款 [\d,]+ 元$/ }).click()
  await page.getByRole('heading', { name: '付款完成' }).waitFor()
  expect(await problemsOf(page)).toEqual([])
  const refreshed = page.waitForResponse((response) => response.url().includes('/GetPaymentData'))
  await page.getByRole('link', { name: '回到繳費資訊' }).click()
  // The first refresh already has the payment: nobody waits for a job.
  const { OutData } = (await (await refreshed).json()) as { OutData: PaymentData }
  expect(OutData.DataLists1.find(({ BillNo }) => BillNo === name)).toMatchObject({ BillStatus: 'Paid' })
  await page.getByText(/^已收到您的繳款：NT\$[\d,]+，.*，全國繳費網/).waitFor()
  await page.getByRole('button', { name: `下載繳費證明 ${name}` }).waitFor()
  await page.getByRole('listitem').filter({ hasText: name }).getByText('已繳', { exact: true }).waitFor()
  await page.getByRole('link', { name: '收據資訊查詢' }).click()
  await page.getByText(name).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
