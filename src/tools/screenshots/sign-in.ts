import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { captchaAnswer } from '../../server/accounts/captcha/captcha'

/** Signs the demo's company manager in; whoever may read the portal's data folder can solve its captchas. */
export const signIn = async (page: Page, dataDir: string): Promise<void> => {
  const ticket = page.waitForResponse((response) => response.url().includes('/Home/GetVICode') && response.ok()).then(ticketOf)
  await page.goto('/company')
  await page.getByLabel('統一編號').fill('90000017')
  await page.getByLabel('使用者代號').fill('admin01')
  await page.getByLabel('密碼', { exact: true }).fill('Demo2026x')
  const secret = new TextEncoder().encode(readFileSync(join(dataDir, 'session-secret'), 'utf8'))
  await page
    .getByLabel(/圖形驗證碼/)
    .last()
    .fill(await captchaAnswer({ settings: { secret } }, await ticket))
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/admin**')
}

const ticketOf = async (response: { json(): Promise<unknown> }): Promise<string> => {
  const answer = (await response.json()) as { readonly OutData: { readonly VCode: string } }
  return answer.OutData.VCode
}
