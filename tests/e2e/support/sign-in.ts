import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { captchaLetters } from '../../../src/server/accounts/captcha/captcha'
import type { RunningServer } from './server'

/** The input of a company user on the sign-in page. */
export interface Account {
  readonly UniformNo: string
  readonly UserId: string
  readonly Mima: string
}

/** The building committee's accounts of the demo data. */
export const demoAccount = (UserId: string, UniformNo = '90000017'): Account => ({
  UniformNo,
  UserId,
  Mima: 'Demo2026x',
})

/** A portal, and the folder with its secret. */
type SignInServer = Pick<RunningServer, 'url' | 'dataDir'>

/** Returns the letters of a captcha, which the server's secret and the ticket determine. */
export const readCaptcha = (server: SignInServer, ticket: string, secret = keptSecret(server)): Promise<string> =>
  captchaLetters({ settings: { secret: new TextEncoder().encode(secret) } }, ticket)

const keptSecret = ({ dataDir }: SignInServer): string => readFileSync(join(dataDir, 'session-secret'), 'utf8')

/** Signs a company user in without a page and returns the token. */
export async function companyToken(server: SignInServer, account: Account, secret?: string): Promise<string> {
  const ticket = (await outData<{ VCode: string }>(await fetch(`${server.url}/api/Home/GetVICode`))).VCode
  const answer = await fetch(`${server.url}/api/EnterpriseArea/Login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', VCode: ticket },
    body: JSON.stringify({ ...account, VCode: await readCaptcha(server, ticket, secret) }),
  })
  return (await outData<{ JWTToken: string }>(answer)).JWTToken
}

/** Returns OutData of a response; throws the message of a refusal. */
export async function outData<T>(answer: Response): Promise<T> {
  const envelope = (await answer.json()) as { ReturnCode: string; ReturnMsg: string; OutData: T }
  if (envelope.ReturnCode !== '0000')
    throw new Error(`${answer.url}: ${envelope.ReturnCode} ${envelope.ReturnMsg} ${JSON.stringify(envelope.OutData)}`)
  return envelope.OutData
}

/** Signs a company user in on the page and waits for the admin area. */
export async function signInCompany(page: Page, server: RunningServer, account: Account): Promise<void> {
  await openWithCaptcha(page, server, '/company', () => fillAccount(page, account))
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/admin**')
}

/** Fills a company's sign-in form except for the captcha. */
export async function fillAccount(page: Page, account: Account): Promise<void> {
  await page.getByLabel('統一編號').fill(account.UniformNo)
  await page.getByLabel('使用者代號').fill(account.UserId)
  await page.getByLabel('密碼', { exact: true }).fill(account.Mima)
}

/** Opens a page with a captcha, lets the caller fill the other fields, and enters the captcha's letters. */
export async function openWithCaptcha(
  page: Page,
  server: RunningServer,
  path: string,
  fill: () => Promise<void>,
): Promise<void> {
  const typeCaptcha = watchCaptcha(page, server)
  await page.goto(path)
  await page.getByAltText('圖形驗證碼').waitFor()
  await fill()
  await typeCaptcha()
}

/** Records the captchas of the page from now on; returns a function that enters the letters of the newest. */
export function watchCaptcha(page: Page, server: RunningServer): () => Promise<void> {
  let ticket = ''
  // The picture was requested with its ticket.
  page.on('request', (request) => {
    if (request.url().includes('/Home/GetCaptchaImage')) ticket = request.headers().vcode ?? ticket
  })
  return async () => {
    await page.getByAltText('圖形驗證碼').waitFor()
    await page
      .getByLabel(/圖形驗證碼/)
      .last()
      .fill(await readCaptcha(server, ticket))
  }
}

/**
 * Opens a page of the admin area by its menu entry and waits for its heading: the previous page stays until the code of
 * the next one has loaded.
 */
export async function openFromMenu(page: Page, label: string): Promise<void> {
  await clickInMenu(page, label)
  await page.getByRole('heading', { level: 1, name: label, exact: true }).waitFor()
}

/** Clicks a menu entry, for tests in which its page does not open. */
export const clickInMenu = (page: Page, label: string): Promise<void> =>
  page.getByRole('navigation', { name: '功能選單' }).getByRole('link', { name: label }).click()

/** Enters the password of the demo accounts in the dialog that asks for the user's own password with this text. */
export const enterOwnPassword = async (page: Page, text: RegExp): Promise<void> => {
  const question = page.getByRole('alertdialog', { name: '請輸入您的密碼' })
  await question.getByText(text).waitFor()
  await question.getByLabel('您的密碼').fill(demoAccount('admin01').Mima)
  await question.getByRole('button', { name: '確定' }).click()
}
