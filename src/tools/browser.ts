import { type Browser, chromium, type Page } from 'playwright'
import { captchaLetters } from '../server/accounts/captcha/captcha'
import { chromiumPath } from './chromium.mjs'

/** Runs the work with a Chromium, and closes it afterwards. */
export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch(launchOptions())
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

/** Returns the options with which all tools start Chromium. */
export const launchOptions = () => {
  const executablePath = chromiumPath()
  return { ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-gpu'] }
}

/** Signs a user of the first demo company in on the sign-in page. Solves the captcha with the secret of the portal. */
export const signInOnPage = async (page: Page, userId: string, secret: string): Promise<void> => {
  await signIn(page, '/company', secret, async () => {
    await page.getByLabel('統一編號').fill('90000017')
    await page.getByLabel('使用者代號').fill(userId)
    await page.getByLabel('密碼', { exact: true }).fill('Demo2026x')
  })
  await page.waitForURL('**/admin**')
}

/** Signs the demo payer of the first company in, as `signInOnPage` does with a user. */
export const signInPayerOnPage = async (page: Page, secret: string): Promise<void> => {
  await signIn(page, '/client', secret, () => page.getByRole('button', { name: /^帶入繳款人.*90000017/ }).click())
  await page.waitForURL('**/payment-information')
}

const signIn = async (page: Page, path: string, secret: string, fillForm: () => Promise<void>): Promise<void> => {
  const ticketResponse = page.waitForResponse((response) => response.url().includes('/Home/GetVICode') && response.ok())
  await page.goto(path)
  await fillForm()
  const { OutData } = (await (await ticketResponse).json()) as { readonly OutData: { readonly VCode: string } }
  await page
    .getByLabel(/圖形驗證碼/)
    .last()
    .fill(await captchaLetters({ settings: { secret: new TextEncoder().encode(secret) } }, OutData.VCode))
  await page.getByRole('button', { name: '登入', exact: true }).click()
}
