import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openPage } from './support/browser'
import { type RunningServer, startServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// What a browser really loads, and what becomes of a part that does not arrive; tests/build.test.ts reckons the same from the build's manifest.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
})

test('the sign-in page loads at most 126 kB of JavaScript, gzipped, and all up to the first list is at most 402 kB', async () => {
  const { page } = await openPage(browser, server.url)
  const loaded = countScripts(page)
  await page.goto('/company')
  await page.getByAltText('圖形驗證碼').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await loaded()).toBeGreaterThan(50_000)
  expect(await loaded()).toBeLessThanOrEqual(126_000)
  await signInCompany(page, server, demoAccount('maker01'))
  await openFromMenu(page, '代收資料維護')
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await loaded()).toBeGreaterThan(126_000)
  expect(await loaded()).toBeLessThanOrEqual(402_000)
})

test('a part of the site that did not arrive comes with 重試', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto('/company')
  for (const [part, show, heading] of [
    ['News-*.js', () => page.getByRole('link', { name: '最新消息' }).click(), '最新消息'],
    ['GeneratedList-*.js', () => openFromMenu(page, '繳費項目設定'), '繳費項目設定'],
    ['schemas-*.json', () => page.reload(), '繳費項目設定'],
  ] as const) {
    if (part.startsWith('GeneratedList')) await signInCompany(page, server, demoAccount('viewer01'))
    await page.route(`**/assets/${part}`, (route) => route.abort())
    await show()
    await page.getByText(/^(網頁|畫面)無法顯示$/).waitFor()
    await page.unroute(`**/assets/${part}`)
    await page.getByRole('button', { name: '重試' }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
})

/** Gzipped bytes of the scripts that a page has loaded so far, each counted once. */
const countScripts = (page: Page): (() => Promise<number>) => {
  const sizes = new Map<string, Promise<number>>()
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || sizes.has(response.url())) return
    sizes.set(
      response.url(),
      response.body().then((body) => gzipSync(body).length),
    )
  })
  return async () => (await Promise.all(sizes.values())).reduce((sum, size) => sum + size, 0)
}
