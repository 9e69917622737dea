import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { clickInMenu, demoAccount, openFromMenu, openWithCaptcha, signInCompany } from './support/sign-in'

// The files that a browser loads, and the handling of a part that fails to load; tests/build.test.ts computes the same
// from the manifest.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

test('the sign-in page loads at most 128 kB of JavaScript, gzipped; with the first list, which has tabs, it is at most 298 kB in 11 scripts, and the first page with its charts adds at most 118 kB', async () => {
  // A wide screen also loads the news beside the form.
  const { page } = await openPage(browser, server.url, 390)
  const loaded = watchScripts(page)
  await page.goto('/company')
  await page.getByAltText('圖形驗證碼').waitFor()
  await page.waitForLoadState('networkidle')
  const signIn = loaded()
  expect(bytesOf(signIn)).toBeGreaterThan(50_000)
  expect(bytesOf(signIn)).toBeLessThanOrEqual(128_000)
  await signInCompany(page, server, demoAccount('maker01'))
  await page.setViewportSize({ width: 1440, height: 900 })
  const loadedFirst = watchScripts(page)
  await page.goto('/admin')
  await page
    .getByRole('img', { name: /長條圖/ })
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  const firstPage = loadedFirst()
  // The list is opened by its address, so that the first page is not part of it.
  const loadedAgain = watchScripts(page)
  await page.goto('/admin/bills')
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
  await page.waitForLoadState('networkidle')
  const list = new Map([...signIn, ...loadedAgain()])
  expect(bytesOf(list)).toBeGreaterThan(128_000)
  expect(bytesOf(list)).toBeLessThanOrEqual(298_000)
  expect(list.size).toBeLessThanOrEqual(11)
  const added = new Map([...firstPage].filter(([url]) => !list.has(url)))
  expect(bytesOf(added)).toBeGreaterThan(10_000)
  expect(bytesOf(added)).toBeLessThanOrEqual(118_000)
})

test('a list that is opened by its address is read once, and shows its rows as soon as the admin area is visible', async () => {
  const { page } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('maker01'))
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/Bills' && !searchParams.has('WithTotals')) reads.push(request.url())
  })
  await page.addInitScript(`
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main')) return
      observer.disconnect()
      window.rowsAtFirst = document.querySelectorAll('tbody tr').length
    }).observe(document, { childList: true, subtree: true })
    // The area waits 300 ms for the rows, in which a busy machine may not send them.
    const { setTimeout } = window
    window.setTimeout = (work, delay, ...facts) => setTimeout(work, delay === 300 ? 60_000 : delay, ...facts)`)
  await page.goto('/admin/bills')
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate('window.rowsAtFirst')).toBe(20)
  expect(reads).toHaveLength(1)
})

test('a list whose first read fails while the admin area loads is read again, and reports the failure in one dialog', async () => {
  const { page } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('maker01'))
  await page.route('**/api/Bills?*', (route) =>
    route.fulfill({ status: 500, json: { ReturnCode: '9999', ReturnMsg: '系統忙碌中' } }),
  )
  await page.goto('/admin/bills')
  await page.getByRole('alertdialog').waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(1)
  await page.unroute('**/api/Bills?*')
  await page.getByRole('button', { name: '確定' }).click()
  await page.getByRole('button', { name: '重試' }).click()
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
})

test('a part of the site that failed to load is reported with 重試', async () => {
  const { page } = await openPage(browser, server.url)
  await page.goto('/company')
  for (const [part, show, heading] of [
    ['assets/News-*.js', () => page.getByRole('link', { name: '最新消息' }).click(), '最新消息'],
    ['assets/GeneratedShow-*.js', () => page.getByRole('row').nth(1).getByRole('link').first().click(), '檢視繳費項目'],
    ['schemas/*.json', () => page.reload(), '檢視繳費項目'],
  ] as const) {
    if (part.includes('GeneratedShow')) {
      await signInCompany(page, server, demoAccount('viewer01'))
      await clickInMenu(page, '繳費項目設定')
    }
    await page.route(`**/${part}`, (route) => route.abort())
    await show()
    await page.getByText(/^(網頁|畫面)無法顯示$/).waitFor()
    await page.unroute(`**/${part}`)
    await page.getByRole('button', { name: '重試' }).click()
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  }
})

test('without schemas of the server, the admin area uses those of the build', async () => {
  const { page } = await openPage(browser, server.url)
  await page.route('**/config.json', async (route) => {
    const { schemas: _, ...config } = await (await route.fetch()).json()
    await route.fulfill({ json: config })
  })
  await signInCompany(page, server, demoAccount('viewer01'))
  const loaded = page.waitForResponse(/\/assets\/schemas-.*\.json$/)
  await page.reload()
  expect((await loaded).ok()).toBe(true)
  await openFromMenu(page, '繳費項目設定')
  await page.getByText(/^共 [\d,]+ 筆$/).waitFor()
})

test('ways to pay and a QR code whose code failed to load are reported, and 重試 loads the QR code', async () => {
  const { page } = await openPage(browser, server.url, 390)
  const manifest = JSON.parse(readFileSync('dist/site/.vite/manifest.json', 'utf8')) as Record<string, { file: string }>
  const chunk = `**/${manifest['node_modules/uqr/dist/index.mjs']?.file}`
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('以個人資料登入').click()
    await page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill('A123456789')
    await page.getByLabel('行動電話').fill('0912345678')
  })
  const pay = page.getByRole('button', { name: /^立即繳費/ }).first()
  await page.route('**/assets/PaymentWays-*.js', (route) => route.abort())
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await pay.click()
  await page.getByRole('alertdialog', { name: '畫面無法載入' }).waitFor()
  await page.unroute('**/assets/PaymentWays-*.js')
  await page.route(chunk, (route) => route.abort())
  await page.reload()
  await pay.click()
  await page.getByText('QR Code 無法載入').waitFor()
  await page.unroute(chunk)
  await page.getByRole('button', { name: '重試' }).click()
  await page.getByRole('img', { name: 'TWQR 繳費條碼' }).waitFor()
})

/**
 * Returns a function that returns the gzipped size of each script that the page has loaded since, by its address. The
 * sizes are those of the built files: a browser gives no body of a response after the next navigation.
 */
const watchScripts = (page: Page): (() => ReadonlyMap<string, number>) => {
  const paths = new Set<string>()
  page.on('response', (response) => {
    if (response.ok() && response.request().resourceType() === 'script') paths.add(new URL(response.url()).pathname)
  })
  return () => new Map([...paths].map((path) => [path, gzipSync(readFileSync(`dist/site${path}`)).length]))
}

const bytesOf = (scripts: ReadonlyMap<string, number>): number =>
  [...scripts.values()].reduce((sum, size) => sum + size, 0)
