import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { choose, chooseFromMenu, openPage, sharedBrowser, type WatchedPage } from './support/browser'
import { canReadPaper, textOf } from './support/paper'
import { type RunningServer, startServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A company records money that it collected itself: the receipt, its cancellation by a manager, and both after a
// restart.

let server: RunningServer
let browser: Browser
let receiptNo = ''
let billNo = ''
let amount = ''

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), sharedBrowser()])
})

afterAll(async () => {
  await server?.stop()
})

const signedIn = async (user: string): Promise<WatchedPage> => {
  const watched = await openPage(browser, server.url)
  await signInCompany(watched.page, server, demoAccount(user))
  await openFromMenu(watched.page, '自行收款作業')
  return watched
}

/** Opens the form, chooses a bill and returns the amount that the form proposes. */
const proposedAmount = async (page: Page, bill: RegExp): Promise<string> => {
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await choose(page, '帳單', bill)
  await page.getByRole('region', { name: '帳單的繳款情形' }).getByText('收款後未繳金額').waitFor()
  return page.getByLabel('收款金額').inputValue()
}

const openCollection = async (page: Page): Promise<void> => {
  await page.getByRole('row', { name: receiptNo }).getByRole('link').first().click()
  await page.getByRole('heading', { level: 1, name: '檢視自行收款' }).waitFor()
}

const downloadReceipt = async (page: Page): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載收據' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`收據_${receiptNo}.pdf`)
  return canReadPaper ? textOf(await download.path()) : ''
}

test('a clerk collects what a bill lacks and prints the receipt', async () => {
  const { page, complaints, context } = await signedIn('maker01')
  amount = await proposedAmount(page, /^B\d/)
  billNo = (await page.getByRole('combobox', { name: '帳單' }).inputValue()).split(' ')[0] ?? ''
  await choose(page, '收款方式', /現金/)
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視自行收款' }).waitFor()
  receiptNo =
    (await page
      .getByText(/^R\d{10,}$/)
      .first()
      .textContent()) ?? ''
  const receipt = await downloadReceipt(page)
  if (canReadPaper)
    expect([receipt.includes(receiptNo), receipt.includes(billNo), receipt.includes('作廢')]).toEqual([
      true,
      true,
      false,
    ])
  expect(complaints).toEqual([])
  await context.close()
})

test('a manager cancels the collection on the same day, and after a restart its receipt is void', async () => {
  const manager = await signedIn('checker01')
  await openCollection(manager.page)
  await chooseFromMenu(manager.page, '取消收款')
  const dialog = manager.page.getByRole('dialog')
  await dialog.getByLabel('取消原因').fill('帳單選錯，重新登錄')
  await dialog.getByRole('button', { name: '取消收款' }).click()
  await manager.page.getByRole('heading', { name: '取消紀錄' }).waitFor()
  expect(manager.complaints).toEqual([])
  await manager.context.close()

  const { dataDir } = server
  await server.stop()
  server = await startServer({ dataDir })
  const { page, context } = await signedIn('maker01')
  await page.getByRole('row', { name: receiptNo }).getByText('已取消').waitFor()
  await openCollection(page)
  await page.getByText('帳單選錯，重新登錄').waitFor()
  expect(await page.getByRole('button', { name: /^(取消收款|更多)$/ }).count()).toBe(0)
  const receipt = await downloadReceipt(page)
  if (canReadPaper) expect(receipt).toContain('作廢')
  await openFromMenu(page, '自行收款作業')
  expect(await proposedAmount(page, new RegExp(billNo))).toBe(amount)
  await context.close()
})
