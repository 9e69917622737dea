import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { installClock } from './support/clock'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import {
  clickInMenu,
  companyToken,
  demoAccount,
  fillAccount,
  openFromMenu,
  openWithCaptcha,
  signInCompany,
  watchCaptcha,
} from './support/sign-in'

// How a company's session begins and ends: wrong passwords, a newer sign-in, idle time, another tab.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

test('five wrong passwords lock the user, who is informed after the right one', async () => {
  const { page } = await openPage(browser, server.url)
  // The reason is shown only where the user has signed in before.
  await companyToken(server, demoAccount('viewer01', '90000012'))
  await page.goto('/company')
  await page.getByText('密碼連續錯誤 5 次，帳號將鎖定 15 分鐘。').waitFor()
  for (let i = 0; i < 5; i++) {
    await tryPassword(page, 'Wrong2026x')
    await page.getByText('統一編號、使用者代號或密碼錯誤').waitFor()
  }
  await tryPassword(page, 'Demo2026x')
  // The message contains the remaining minutes.
  await page
    .getByRole('alert')
    .filter({ hasText: /帳號已鎖定，請於 1[0-5] 分鐘後再登入/ })
    .waitFor()
  expect(new URL(page.url()).pathname).toBe('/company')
})

test('a newer sign-in ends the older session, which shows the reason', async () => {
  const older = await openPage(browser, server.url)
  await signInCompany(older.page, server, demoAccount('maker01'))
  await openFromMenu(older.page, '繳費項目設定')
  await older.page.getByRole('row').nth(1).waitFor()
  const newer = await openPage(browser, server.url)
  await signInCompany(newer.page, server, demoAccount('maker01'))
  await clickInMenu(older.page, '代收類別設定')
  const warning = older.page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })
  await warning.getByRole('button', { name: '確定' }).click()
  await older.page.waitForURL('**/company')
  await older.page.getByText(/您已在另一處登入/).waitFor()
  await openFromMenu(newer.page, '代收類別設定')
})

test('an idle user is warned a minute before and signed out in every tab', async () => {
  const { page, context } = await openPage(browser, server.url)
  const jumpAhead = await installClock(context)
  await signInCompany(page, server, demoAccount('checker01', '90000023'))
  const other = await context.newPage()
  await other.goto('/admin')
  await other.getByRole('heading', { level: 1 }).first().waitFor()

  await page.getByRole('navigation', { name: '功能選單' }).getByRole('link', { name: '變更密碼' }).waitFor()
  // The loading time of the other tab does not count as idle time.
  await page.keyboard.press('Shift')
  await jumpAhead(page, '09:05')
  const warning = page.getByRole('alertdialog', { name: '即將自動登出' })
  await warning.waitFor()
  expect(Number(await page.getByRole('timer').textContent())).toBeGreaterThan(30)
  await warning.getByRole('button', { name: '延長連線' }).click()
  await warning.waitFor({ state: 'detached' })
  await jumpAhead(page, '10:05')
  await untilSignedOut(page, other)
  await Promise.all([page, other].map((tab) => tab.waitForURL('**/company')))
})

/**
 * The clocks of two tabs jump one after the other; the first tab that ends the session notifies the other, whose clock
 * may still consider it open.
 */
const untilSignedOut = async (...tabs: Page[]): Promise<void> => {
  const notices = tabs.map((tab) =>
    tab.getByText(/^(您已閒置 10 分鐘，系統已自動登出|登入已在其他分頁結束)，請重新登入。$/).textContent(),
  )
  expect(await Promise.all(notices)).toContain('您已閒置 10 分鐘，系統已自動登出，請重新登入。')
}

test('an idle payer is signed out in every tab, and no data of the bills stay in the browser', async () => {
  const { page, context } = await openPage(browser, server.url, 390)
  const jumpAhead = await installClock(context)
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('以個人資料登入').click()
    await page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill('A123456789')
    await page.getByLabel('行動電話').fill('0912345678')
  })
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.getByRole('heading', { name: '繳費資訊查詢' }).waitFor()
  const other = await context.newPage()
  await other.goto('/receipt-information')
  await other.getByRole('heading', { name: '收據資訊查詢' }).waitFor()
  await jumpAhead(page, '10:05')
  await untilSignedOut(page, other)
  await Promise.all([page, other].map((tab) => tab.waitForURL('**/client')))
  expect(await other.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('PAYMENT')))).toEqual([])
})

test('a sign-in of another company in another tab redirects the first tab, with a message', async () => {
  const { page, context } = await openPage(browser, server.url)
  const other = await context.newPage()
  await openWithCaptcha(other, server, '/company', () => fillAccount(other, demoAccount('viewer01', '90000023')))
  await signInCompany(page, server, demoAccount('viewer01', '90000017'))
  await other.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/company')
  await page.getByText('其他分頁已改以另一個帳號登入，這裡原本的登入已結束。').waitFor()
  await other.getByText('示範高級中學').first().waitFor()
})

test('input that was not saved when the session ended is restored in the form after the next sign-in, and never stored on the device', async () => {
  const { page, context } = await openPage(browser, server.url)
  const jumpAhead = await installClock(context)
  await signInCompany(page, server, demoAccount('maker01', '90000012'))
  await openFromMenu(page, '繳費項目設定')
  await page.getByRole('link', { name: '新增' }).click()
  await page.getByRole('heading', { name: /^新增/ }).waitFor()
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('保單補發費')
  const typeCaptcha = watchCaptcha(page, server)
  await jumpAhead(page, '10:05')
  await page.getByText('您已閒置 10 分鐘，系統已自動登出，請重新登入。').waitFor()
  expect(JSON.stringify(await page.evaluate(() => [{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    '保單補發費',
  )
  await fillAccount(page, demoAccount('maker01', '90000012'))
  await typeCaptcha()
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page
    .getByRole('alertdialog', { name: '要繼續未完成的作業嗎？' })
    .getByRole('button', { name: '繼續填寫' })
    .click()
  await page.getByText('已帶回登出前填寫的內容，請確認後儲存。').waitFor()
  expect(await page.getByRole('textbox', { name: '繳費項目名稱' }).inputValue()).toBe('保單補發費')
})

/** Fills and submits the sign-in form for the insurer's viewer. */
async function tryPassword(page: Page, Mima: string) {
  await openWithCaptcha(page, server, '/company', () =>
    fillAccount(page, { ...demoAccount('viewer01', '90000012'), Mima }),
  )
  await page.getByRole('button', { name: '登入', exact: true }).click()
}
