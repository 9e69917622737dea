import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright'
import { signInOnPage, withBrowser } from '../browser'

/** A screenshot for README.md. */
interface Screenshot {
  readonly name: string
  readonly isSignedIn: boolean
  readonly path: string
  readonly width: number
  readonly height: number
  readonly scheme?: 'dark'
  /** Prepares the page before the screenshot. */
  prepare?(page: Page): Promise<void>
}

/** The screenshots in README.md. */
const screenshots: readonly Screenshot[] = [
  { name: 'sign-in', isSignedIn: false, path: '/company', width: 1280, height: 800 },
  { name: 'bills', isSignedIn: true, path: '/admin/bills', width: 1440, height: 900 },
  { name: 'bill', isSignedIn: true, path: '/admin/bills', width: 1440, height: 900, prepare: openFirstRecord },
  { name: 'payer-form-dark', isSignedIn: true, path: '/admin/payer/create', width: 1440, height: 900, scheme: 'dark' },
  { name: 'bills-phone', isSignedIn: true, path: '/admin/bills', width: 390, height: 844 },
]

const url = process.env.URL ?? 'http://localhost:3000'
const dataDir = process.env.DATA_DIR ?? './data'
console.log(`Screenshots of ${url} with the data folder ${dataDir}:`)
await withBrowser(async (browser) => {
  for (const screenshot of screenshots) await takeScreenshot(browser, screenshot)
})

async function takeScreenshot(
  browser: Browser,
  { name, isSignedIn, path, width, height, scheme, prepare }: Screenshot,
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
  if (isSignedIn) await signInOnPage(page, 'admin01', readFileSync(join(dataDir, 'session-secret'), 'utf8'))
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

async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^檢視/ }).waitFor()
}
