import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentData } from '../../src/contract/call-responses'
import { openPage, type WatchedPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { openWithCaptcha, watchCaptcha } from './support/sign-in'
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
  const account = await unpaidAccount()
  await injectAxe(watched.context)
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('銷帳編號', { exact: true }).fill(account)
  })
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/payment-information')
  return watched
}

const unpaidAccount = async (): Promise<string> => {
  const { demo } = (await (await fetch(`${server.url}/config.json`)).json()) as { demo: { payers: readonly Hint[] } }
  return demo.payers.find(({ UniformNo }) => UniformNo === '90000017')?.fields.VACAccount ?? ''
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

test('from the address of the portal, a payer pays with at most five taps and two typed fields', async () => {
  const { page, context } = await openPage(browser, server.url, 390)
  const account = await unpaidAccount()
  let taps = 0
  const tap = async (role: 'link' | 'button', name: string | RegExp) => {
    await page.getByRole(role, { name, exact: true }).first().click()
    taps += 1
  }
  await page.goto('/')
  await page.getByAltText('圖形驗證碼').waitFor()
  const typeCaptcha = watchCaptcha(page, server)
  const captcha = page.waitForResponse('**/Home/GetCaptchaImage')
  await tap('link', '繳款人登入')
  await captcha
  await page.getByLabel('銷帳編號', { exact: true }).fill(account)
  await typeCaptcha()
  await tap('button', '登入')
  await tap('button', /^立即繳費/)
  await tap('button', /^前往全國繳費網繳費/)
  await tap('button', /^付款 [\d,]+ 元$/)
  await page.getByRole('heading', { name: '付款完成' }).waitFor()
  expect(taps).toBeLessThanOrEqual(5)
  await context.close()
})
