import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright'
import { captchaLetters } from '../../server/accounts/captcha/captcha'
import { chromiumPath } from '../chromium.mjs'

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
const executablePath = chromiumPath()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] })
console.log(`Screenshots of ${url} with the data folder ${dataDir}:`)
for (const screenshot of screenshots) await takeScreenshot(screenshot)
await browser.close()

async function takeScreenshot({ name, isSignedIn, path, width, height, scheme, prepare }: Screenshot): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
  })
  const page = await context.newPage()
  if (isSignedIn) await signIn(page)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await prepare?.(page)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled', path: fileURLToPath(new URL(`./${name}.png`, import.meta.url)) })
  console.log(`${name}.png  ${width} x ${height}  ${Math.round(png.length / 1000)} kB`)
  await context.close()
}

async function openFirstRecord(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: /^檢視/ }).waitFor()
}

/** Signs in as the administrator of the demo company. Solves the captcha with the secret in the data folder. */
async function signIn(page: Page): Promise<void> {
  const ticket = page.waitForResponse((response) => response.url().includes('/Home/GetVICode') && response.ok()).then(ticketOf)
  await page.goto('/company')
  await page.getByLabel('統一編號').fill('90000017')
  await page.getByLabel('使用者代號').fill('admin01')
  await page.getByLabel('密碼', { exact: true }).fill('Demo2026x')
  const secret = new TextEncoder().encode(readFileSync(join(dataDir, 'session-secret'), 'utf8'))
  await page
    .getByLabel(/圖形驗證碼/)
    .last()
    .fill(await captchaLetters({ settings: { secret } }, await ticket))
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/admin**')
}

async function ticketOf(response: { json(): Promise<unknown> }): Promise<string> {
  const body = (await response.json()) as { readonly OutData: { readonly VCode: string } }
  return body.OutData.VCode
}
