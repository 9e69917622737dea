import type { Browser, Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { demoAccount, signInCompany } from './support/sign-in'

// Frequent tasks of a clerk, and how many clicks each takes; keys are not counted.

let server: RunningServer
let browser: Browser
let page: Page
let clicks: number

beforeEach(async () => {
  ;({ server, browser } = await demoPortal())
  ;({ page } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('maker01'))
  await page.getByRole('heading', { level: 1, name: /您好/ }).waitFor()
  clicks = 0
})

/** Clicks on what a user sees, and counts the click. */
const click = async (
  role: 'button' | 'link' | 'checkbox' | 'menuitem',
  name: string | RegExp,
  within = page.locator('body'),
) => {
  await within
    .getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) })
    .first()
    .click()
  clicks += 1
}

const searchFor = async (text: string) => {
  await click('button', /^搜尋頁面/)
  await page.getByRole('combobox', { name: /搜尋/ }).fill(text)
  await page.getByRole('option').first().waitFor()
}

test('a bill is found by its number with one click', async () => {
  await searchFor('B202611-000099')
  await page.getByRole('option', { name: /B202611-000099/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('B202611-000099').first().waitFor()
  await page.getByRole('heading', { level: 1, name: /NT\$/ }).waitFor()
  expect(clicks).toBe(1)
})

test('what a payer owes is found by the name with two clicks', async () => {
  await searchFor('吳靜宜')
  const payer = page.getByRole('group', { name: /繳款人設定/ }).getByRole('option')
  await payer.first().click()
  clicks += 1
  await page.getByText('尚欠合計').waitFor()
  expect(clicks).toBeLessThanOrEqual(2)
})

test('the slips of a whole result are printed with at most five clicks', async () => {
  const filter = encodeURIComponent(JSON.stringify({ BillStatus: ['Unpaid'] }))
  await page.goto(`/admin/bills?filter=${filter}`)
  await click('checkbox', '選取本頁全部')
  const selection = page.getByRole('group', { name: '選取的資料' })
  await click('button', /^改選全部/, selection)
  await click('button', '列印繳款單', selection)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /列印繳款單/ }).waitFor()
  await click('button', /列印繳款單/, dialog)
  await dialog.waitFor({ state: 'hidden' })
  expect(clicks).toBeLessThanOrEqual(5)
})

test('the payers of a term with overdue bills are notified with at most five clicks', async () => {
  await page.goto('/admin/billTerm')
  await page.getByRole('row').nth(2).getByRole('link').first().click()
  await click('link', /^到清單查看未繳清的帳單/)
  await click('checkbox', '選取本頁全部')
  const selection = page.getByRole('group', { name: '選取的資料' })
  await click('button', /通知/, selection)
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /寄送|通知/ })
    .first()
    .waitFor()
  expect(clicks).toBeLessThanOrEqual(4)
})
