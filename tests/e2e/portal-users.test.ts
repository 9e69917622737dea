import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailServer } from '../support/smtp'
import { openPage, sharedBrowser } from './support/browser'
import { runInRow } from './support/list'
import { matchInMail, startWithMail } from './support/mail'
import type { RunningServer } from './support/server'
import { demoAccount, enterOwnPassword, openFromMenu, openWithCaptcha, signInCompany } from './support/sign-in'

// An administrator manages the users of the company, and confirms each act by their own password; the messages arrive
// at a real mail server.

let server: RunningServer
let mail: MailServer
let browser: Browser
let admin: Page
const newbie = { UniformNo: '90000017', UserId: 'newbie01', Mima: 'Blue7Whale!sky' }

beforeAll(async () => {
  ;({ server, mail } = await startWithMail())
  browser = await sharedBrowser()
  admin = (await openPage(browser, server.url)).page
  await signInCompany(admin, server, demoAccount('admin01'))
  await openUsers(admin)
})

afterAll(async () => {
  await server?.stop()
  await mail?.close()
})

test('an administrator creates a user, who signs in with the mailed password and must change it first', async () => {
  const initial = await matchInMail(mail, /初始密碼為：\s*(\S+)/, async () => {
    await admin.getByRole('link', { name: '新增' }).click()
    await admin.getByRole('heading', { name: '新增使用者' }).waitFor()
    await admin.getByRole('textbox', { name: '使用者代號' }).fill(newbie.UserId)
    await admin.getByRole('textbox', { name: '使用者姓名' }).fill('林佳穎')
    await choose('角色', '經辦')
    await choose('可操作委託單位', /77001/)
    await admin.keyboard.press('Escape')
    await admin.getByRole('textbox', { name: '電子郵件' }).fill('newbie@example.com')
    await admin.getByRole('textbox', { name: '行動電話' }).fill('０９８７－６５４－３２１')
    await admin.getByRole('button', { name: '儲存', exact: true }).click()
    await enterOwnPassword(admin, /新增使用者 newbie01 須輸入您自己的密碼確認/)
    // Otherwise the page of the record would open after a menu entry that is clicked earlier.
    await admin.getByRole('heading', { name: '檢視使用者' }).waitFor()
  })
  await openUsers(admin)
  await rowOf(admin, newbie.UserId).getByText('待啟用').waitFor()

  const { page } = await openPage(browser, server.url)
  await signInCompany(page, server, { ...newbie, Mima: initial })
  await page.getByText('您使用的是系統給予的初始密碼').waitFor()
  await page.goto('/admin/bills')
  await page.getByRole('heading', { name: '沒有使用權限' }).waitFor()
  await openFromMenu(page, '變更密碼')
  await page.getByLabel(/^目前密碼/).fill(initial)
  await page.getByLabel(/^新密碼/).fill('abc123')
  await page.getByText('密碼強度：弱').waitFor()
  await page.getByLabel(/^新密碼/).fill(newbie.Mima)
  await page.getByText('密碼強度：非常強').waitFor()
  await page.getByLabel(/^確認新密碼/).fill(newbie.Mima)
  await page.getByRole('button', { name: '變更密碼', exact: true }).last().click()
  await openFromMenu(page, '代收資料維護')
})

test('an invited user activates the account with a one-time password instead, and signs in', async () => {
  const { page, complaints } = await openPage(browser, server.url, 390)
  await page.goto('/company')
  await page.getByRole('link', { name: '首次啟用（開通）' }).click()
  await page.waitForURL('**/portal/send-opt')
  const code = await matchInMail(mail, /\b(\d{6})\b/, async () => {
    await openWithCaptcha(page, server, '/portal', async () => {
      await page.getByLabel('統一編號').fill('９０００００１７')
      await page.getByLabel('使用者代號').fill('newcomer1')
    })
    await page.getByRole('button', { name: '取得一次性密碼' }).click()
    await page.waitForURL('**/portal/verification')
  })
  await page.reload()
  await page.getByLabel('一次性密碼').fill(code)
  await page.getByRole('button', { name: '驗證', exact: true }).click()
  await page.waitForURL('**/portal/password-reset')
  await page.getByLabel('新密碼', { exact: true }).fill('Lake58River!x')
  await page.getByLabel('確認新密碼', { exact: true }).fill('Lake58River!x')
  await page.getByRole('button', { name: '設定密碼' }).click()
  await page.getByText('帳號已啟用，請以新密碼登入。').waitFor()
  await signInCompany(page, server, { ...newbie, UserId: 'newcomer1', Mima: 'Lake58River!x' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin')
  expect(complaints).toEqual([])
})

test('the user is changed with the administrator’s password, disabled, enabled and deleted, each after a confirmation and with a message', async () => {
  await openUsers(admin)
  await rowOf(admin, newbie.UserId).getByRole('link', { name: /修改/ }).click()
  await admin.getByRole('heading', { name: /修改/ }).waitFor()
  await choose('角色', '查詢人員')
  await admin.getByRole('button', { name: '儲存', exact: true }).click()
  await enterOwnPassword(admin, /變更使用者 newbie01 的角色須輸入您自己的密碼確認/)
  await admin.getByRole('heading', { name: '檢視使用者' }).waitFor()
  await openUsers(admin)
  await rowOf(admin, newbie.UserId).getByText('查詢人員').waitFor()

  await act('停用', /確定要停用使用者 newbie01/)
  await admin.getByText('使用者 newbie01 已停用。').waitFor()
  await rowOf(admin, newbie.UserId).getByText('停用', { exact: true }).waitFor()
  await act('啟用', /確定要啟用使用者 newbie01/)
  await admin.getByText(/使用者 newbie01 已啟用/).waitFor()
  await act('刪除', /確定要刪除此筆資料嗎？/)
  await rowOf(admin, newbie.UserId).waitFor({ state: 'detached' })
})

test('administrators can neither disable nor delete themselves', async () => {
  await openUsers(admin)
  const own = rowOf(admin, 'admin01')
  await own.waitFor()
  expect(await own.getByRole('button', { name: /更多操作|停用|重設密碼|刪除/ }).count()).toBe(0)
  expect(await own.getByText('啟用', { exact: true }).count()).toBe(1)
})

test('a viewer has no page of users, and cannot change anything on other pages', async () => {
  const { page } = await openPage(browser, server.url)
  await signInCompany(page, server, demoAccount('viewer01'))
  await openFromMenu(page, '繳款人設定')
  await page.getByRole('row').nth(1).waitFor()
  expect(await page.getByRole('link', { name: /新增|修改/ }).count()).toBe(0)
  expect(await page.getByRole('button', { name: /刪除|更多操作/ }).count()).toBe(0)
  expect(await page.getByRole('link', { name: '使用者管理' }).count()).toBe(0)
})

const openUsers = (page: Page) => openFromMenu(page, '使用者管理')

const rowOf = (page: Page, userId: string) => page.getByRole('row', { name: new RegExp(userId) })

/** Presses the button in the row of the new user and confirms the question. */
async function act(name: string, question: RegExp) {
  await runInRow(rowOf(admin, newbie.UserId), name)
  await admin.getByRole('alertdialog', { name: question }).getByRole('button', { name, exact: true }).click()
  await enterOwnPassword(admin, new RegExp(`${name}使用者 ${newbie.UserId} 須輸入您自己的密碼確認`))
}

/** Selects an option of a select box. */
async function choose(label: string, text: string | RegExp) {
  await admin.getByRole('combobox', { name: label }).click()
  await admin.getByRole('option', { name: text }).first().click()
}
