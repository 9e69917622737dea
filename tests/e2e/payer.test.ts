import { join } from 'node:path'
import type { Browser } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage, type WatchedPage, widths } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { canReadPaper, textOf } from './support/paper'
import { type RunningServer, temporaryFolder } from './support/server'
import { openWithCaptcha } from './support/sign-in'
import { injectAxe, problemsOf } from './support/tour'

// A payer's visit with the demo data: open bills, payments, and their documents.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

/** Signs in the insurer's payer of the demo data with id and mobile number. */
async function payer(width: number): Promise<WatchedPage> {
  const watched = await openPage(browser, server.url, width)
  await injectAxe(watched.context)
  const { page } = watched
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByRole('button', { name: '沒有銷帳編號？改選委託單位' }).click()
    await page.getByLabel('委託單位').first().fill('90000012')
    await page.keyboard.press('Tab')
    await page.getByLabel(/身分證字號/).fill('Ａ１２３４５６７８９')
    await page.getByLabel('行動電話').fill('0912-345-678')
  })
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL(/payment-(information|history)/)
  return watched
}

test.each(widths)('the three payer pages have no problem at %i px', async (width) => {
  const { page, complaints, context } = await payer(width)
  for (const path of ['/payment-information', '/payment-history', '/receipt-information']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect([path, await problemsOf(page)]).toEqual([path, []])
  }
  expect(complaints).toEqual([])
  await context.close()
})

test.skipIf(!canReadPaper)('a receipt has its certificate, with the amount in words', async () => {
  const { page } = await payer(1440)
  await page.goto('/receipt-information')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: /繳費證明/ })
      .first()
      .click(),
  ])
  const file = join(temporaryFolder(), 'certificate.pdf')
  await download.saveAs(file)
  const text = textOf(file)
  expect(text).toMatch(/繳費證明/)
  expect(text).toMatch(/[壹貳參肆伍陸柒捌玖拾佰仟萬零]+元整/)
})

test('signing out leaves no data, in any tab', async () => {
  const { page, context } = await payer(1440)
  const other = await context.newPage()
  await other.goto('/payment-history')
  await other.getByRole('heading', { name: '繳費紀錄查詢' }).waitFor()
  await page.getByRole('button', { name: '登出' }).first().click()
  await page.waitForURL((url) => !url.pathname.startsWith('/payment'))
  await other.waitForURL('**/client')
  await other.getByText('登入已在其他分頁結束，請重新登入。').waitFor()
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith('PAYMENT') || key.startsWith('COMPANY')),
    ),
  ).toEqual([])
  expect((await context.cookies()).filter(({ name }) => name === 'JWT_TOKEN')).toEqual([])
})
