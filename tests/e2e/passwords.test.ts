import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailServer } from '../support/smtp'
import { openPage, sharedBrowser } from './support/browser'
import { runInRow } from './support/list'
import { matchInMail, startWithMail } from './support/mail'
import type { RunningServer } from './support/server'
import { demoAccount, enterOwnPassword, openFromMenu, openWithCaptcha, signInCompany } from './support/sign-in'

// A forgotten password and a first sign-in, with e-mails from a real mail server.

let server: RunningServer
let mail: MailServer
let browser: Browser
const chosen = 'Blue7Whale!sky'

beforeAll(async () => {
  ;({ server, mail } = await startWithMail())
  browser = await sharedBrowser()
})

afterAll(async () => {
  await server?.stop()
  await mail?.close()
})

test('a user who forgot the password gets a one-time password by e-mail, chooses a new password and signs in', async () => {
  const { page, complaints } = await openPage(browser, server.url, 390)
  await page.goto('/company')
  await page.getByRole('link', { name: '忘記密碼' }).click()
  await page.waitForURL('**/forgot-password/send-opt')
  await openWithCaptcha(page, server, '/forgot-password', async () => {
    await page.getByLabel('統一編號').fill('90000017')
    await page.getByLabel('使用者代號').fill('viewer01')
  })
  const code = await matchInMail(mail, /\b(\d{6})\b/, async () => {
    await page.getByRole('button', { name: '取得一次性密碼' }).click()
    await page.waitForURL('**/forgot-password/verification')
  })
  await page.getByLabel('一次性密碼').fill(code)
  await page.getByRole('button', { name: '驗證' }).click()
  await page.waitForURL('**/forgot-password/password-reset')
  await setPassword(page, '設定密碼')
  await page.waitForURL('**/company')
  await signInCompany(page, server, { ...demoAccount('viewer01'), Mima: chosen })
  expect(complaints).toEqual([])
})

test('leaving a flow asks for confirmation, and answering no keeps the input', async () => {
  const { page } = await openPage(browser, server.url)
  await openWithCaptcha(page, server, '/forgot-password/send-opt', async () => {
    await page.getByLabel('統一編號').fill('90000017')
    await page.getByLabel('使用者代號').fill('checker01')
  })
  await page.getByRole('button', { name: '取得一次性密碼' }).click()
  await page.waitForURL('**/forgot-password/verification')
  await page.getByLabel('一次性密碼').fill('123')
  await page.getByRole('link', { name: '最新消息' }).first().click()
  await page.getByText('確定要離開嗎？').waitFor()
  await page.getByRole('button', { name: '留在此頁' }).click()
  expect(new URL(page.url()).pathname).toBe('/forgot-password/verification')
  expect(await page.getByLabel('一次性密碼').inputValue()).toBe('123')
  await page.goBack()
  await page.getByText('確定要離開嗎？').waitFor()
  await page.getByRole('button', { name: '離開', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('verification'))
})

test('a user whom the administrator resets signs in with the mailed password and must change it first', async () => {
  const admin = await openPage(browser, server.url)
  await signInCompany(admin.page, server, demoAccount('admin01'))
  await openFromMenu(admin.page, '使用者管理')
  const row = admin.page.getByRole('row', { name: /maker01/ })
  const initial = await matchInMail(mail, /初始密碼為：\s*(\S+)/, async () => {
    await runInRow(row, '重設密碼')
    await admin.page.getByRole('button', { name: '重設密碼', exact: true }).click()
    await enterOwnPassword(admin.page, /重設使用者 maker01 的密碼須輸入您自己的密碼確認/)
  })

  const maker = await openPage(browser, server.url)
  await signInCompany(maker.page, server, { ...demoAccount('maker01'), Mima: initial })
  await maker.page.getByRole('heading', { name: '變更密碼' }).waitFor()
  await maker.page.getByLabel(/^目前密碼/).fill(initial)
  await setPassword(maker.page, '變更密碼')
  await openFromMenu(maker.page, '代收資料維護')
})

/** Enters the new password twice and submits it. */
async function setPassword(page: Page, button: string | RegExp) {
  await page.getByLabel(/^新密碼/).fill(chosen)
  await page.getByLabel(/^確認新密碼/).fill(chosen)
  await page.getByRole('button', { name: button }).last().click()
}
