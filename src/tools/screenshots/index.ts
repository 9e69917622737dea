import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Locator, Page } from 'playwright'
import { signInOnPage, signInPayerOnPage, withBrowser } from '../browser'

/** A screenshot for README.md or schemas/README.md. */
interface Screenshot {
  readonly name: string
  /** Who is signed in; absent = nobody. */
  readonly user?: 'company' | 'payer'
  readonly path: string
  readonly width: number
  readonly height: number
  readonly scheme?: 'dark'
  /** Prepares the page before the screenshot. */
  prepare?(page: Page): Promise<void>
}

/** The address of a list with every part that keys of a schema file declare. */
const listWithKeys = '/admin/TLDetailExceptionHandling'

/** The screenshots in README.md, and those with the keys of a schema file in schemas/README.md. */
const screenshots: readonly Screenshot[] = [
  { name: 'sign-in', path: '/company', width: 1280, height: 800 },
  { name: 'bills', user: 'company', path: '/admin/bills', width: 1440, height: 900 },
  { name: 'bill', user: 'company', path: '/admin/bills', width: 1440, height: 900, prepare: openFirstRecord },
  { name: 'payer-form-dark', user: 'company', path: '/admin/payer/create', width: 1440, height: 900, scheme: 'dark' },
  { name: 'list-keys', user: 'company', path: listWithKeys, width: 1440, height: 620, prepare: labelList },
  { name: 'detail-keys', user: 'company', path: '/admin/bills', width: 1440, height: 900, prepare: labelDetail },
  { name: 'bills-phone', user: 'company', path: '/admin/bills', width: 390, height: 844 },
  { name: 'payment-phone', user: 'payer', path: '/payment-information', width: 390, height: 844 },
]

const labelStyle =
  'z-index:9999;padding:1px 6px;border-radius:4px;background:#b3261e;color:#fff;font:600 13px/1.4 monospace'

const url = process.env.URL ?? 'http://localhost:3000'
const dataDir = process.env.DATA_DIR ?? './data'
console.log(`Screenshots of ${url} with the data folder ${dataDir}:`)
await withBrowser(async (browser) => {
  for (const screenshot of screenshots) await takeScreenshot(browser, screenshot)
})

async function takeScreenshot(
  browser: Browser,
  { name, user, path, width, height, scheme, prepare }: Screenshot,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  const page = await context.newPage()
  const secret = readFileSync(join(dataDir, 'session-secret'), 'utf8')
  if (user === 'company') await signInOnPage(page, 'admin01', secret)
  if (user === 'payer') await signInPayerOnPage(page, secret)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({
    animations: 'disabled',
    path: fileURLToPath(new URL(`./${name}.png`, import.meta.url)),
  })
  console.log(`${name}.png  ${width} x ${height}  ${Math.round(png.length / 1000)} kB`)
  await context.close()
}

async function labelList(page: Page): Promise<void> {
  await page.getByRole('row').nth(3).waitFor()
  const bar = page.getByRole('search')
  await labelParts(page, [
    { part: bar.getByRole('textbox').first(), key: 'list.search', dx: -96, dy: 3 },
    { part: bar.locator('[aria-haspopup]').first(), key: 'list.quick', dx: -90, dy: -16 },
    { part: page.getByRole('button', { name: '更多條件' }), key: 'list.filters' },
    { part: page.getByRole('button', { name: /^檢視/ }), key: 'list.views', dx: -60, dy: -16 },
    { part: page.getByRole('tab').nth(1), key: 'list.tabs', dx: -80, dy: -14 },
    { part: page.getByRole('columnheader').nth(3), key: 'list.columns, list.widths', dx: -230 },
    { part: page.locator('.second-line').first(), key: 'list.secondLines', dx: -84, dy: 20 },
    { part: page.getByText('全部合計').first(), key: 'list.totals', dx: -70, dy: -18 },
  ])
}

async function labelDetail(page: Page): Promise<void> {
  await openFirstRecord(page)
  const title = page.getByRole('heading', { level: 1 })
  await labelParts(page, [
    { part: title, key: 'title', dx: 110 },
    { part: title.locator('xpath=following::p[1]'), key: 'subtitle' },
    { part: page.getByText('繳款截止日').nth(1), key: 'head', dx: 60, dy: 10 },
    { part: page.getByRole('heading', { name: '通路交易' }), key: 'related' },
    { part: page.getByRole('heading', { name: '繳款期間' }).first(), key: 'form, detail', dx: -58, dy: 26 },
    { part: page.getByRole('button', { name: /^複製/ }).first(), key: 'copyable' },
  ])
}

/** A part of a page, the keys that declare it, and where their label is, from the right upper corner of the part. */
interface LabelledPart {
  readonly part: Locator
  readonly key: string
  readonly dx?: number
  readonly dy?: number
}

/** Writes the keys of a schema file beside the parts of the page that they declare. */
async function labelParts(page: Page, parts: readonly LabelledPart[]): Promise<void> {
  for (const { part, key, dx = 6, dy = 2 } of parts) {
    const box = await part.first().boundingBox()
    if (!box) throw new Error(`The page has no part for ${key}.`)
    const style = `position:fixed;left:${box.x + box.width + dx}px;top:${box.y + dy}px;${labelStyle}`
    // Tools are compiled without the types of the browser, so this is the text of a program.
    await page.evaluate(
      `document.body.append(Object.assign(document.createElement('code'), ${JSON.stringify({ textContent: key, style })}))`,
    )
  }
}

async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^檢視/ }).waitFor()
}
