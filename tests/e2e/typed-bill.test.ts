import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { choose, chooseFromMenu, openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import type { RunningServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A bill in a form: created for a payer on record, printed, changed, and voided.

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  ;({ page } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('maker01'))
})

const field = (label: string) => page.getByRole('textbox', { name: label })
/** The value that the detail page shows below a label. */
const shown = (label: string) =>
  page
    .locator('dt', { hasText: new RegExp(`^${label}$`) })
    .locator('xpath=following-sibling::dd')
    .first()

let account = ''

test('term and payer fill the form, and the new bill has its account and barcodes', async () => {
  await openFromMenu(page, '代收資料維護')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '新增帳單' }).waitFor()
  await choose(page, '代收期別', new RegExp(`^${inject('demoDay').slice(0, 7)} `))
  await expect.poll(() => field('繳款截止日').inputValue()).not.toBe('')
  await choose(page, '繳款人代號', /^A1-0201 /)
  await expect.poll(() => field('繳款人編號').inputValue()).toMatch(/^\d{6}$/)
  // The payer has the bill of the term already, so the account of this one needs another number.
  await page.getByRole('combobox', { name: '繳款人代號' }).fill('')
  await page.getByRole('combobox', { name: '繳款人代號' }).blur()
  await field('繳款人編號').fill('987654')
  await field('繳款截止日').fill(addDays(inject('demoDay'), 20).replaceAll('-', '/'))
  await field('超商代收期限').fill('')
  await expect.poll(() => page.getByText(/^金額合計/).textContent()).toMatch(/^金額合計 [1-9][\d,]+$/)
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視帳單' }).waitFor()
  account = (await shown('虛擬帳號（銷帳編號）').textContent()) ?? ''
  expect(account).toMatch(/^77001\d{2}987654\d$/)
  await page.getByRole('button', { name: '顯示條碼' }).click()
  await page.getByRole('img', { name: `條碼 ${account.padStart(16, '0')}` }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click()
})

test('after a change the printed slip must be printed again', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載繳款單' }).click(),
  ])
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  await page.getByRole('link', { name: '修改' }).click()
  await page.getByText('這張帳單的繳款單已列印 1 次').waitFor()
  await page.getByRole('textbox', { name: /^金額 第 1 列/ }).fill('1234')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByText('帳單在列印後已修改').waitFor()
  expect(await shown('虛擬帳號（銷帳編號）').textContent()).toBe(account)
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: '下載繳款單' }).click()])
  await page.reload()
  await page.getByRole('heading', { level: 1, name: '檢視帳單' }).waitFor()
  await shown('列印次數').getByText('2', { exact: true }).waitFor()
  expect(await page.getByText('帳單在列印後已修改').count()).toBe(0)
})

test('the bill is voided by its number, and can no longer be changed or printed', async () => {
  const number = (await shown('帳單編號').textContent()) ?? ''
  await chooseFromMenu(page, '作廢')
  const question = page.getByRole('alertdialog')
  await question.getByText(`確定要作廢帳單 ${number} 嗎？`).waitFor()
  await question.getByRole('button', { name: '作廢' }).click()
  await page.getByText(`帳單 ${number} 已作廢。`).waitFor()
  await page
    .locator('.status-chip', { hasText: /^作廢$/ })
    .first()
    .waitFor()
  for (const name of ['更多', '下載繳款單']) expect(await page.getByRole('button', { name }).count(), name).toBe(0)
  expect(await page.getByRole('link', { name: '修改' }).count()).toBe(0)
})
