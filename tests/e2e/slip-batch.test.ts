import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import type { SignedInUser } from '../../src/tools/bench/client'
import { callPortal, latestTermId } from '../../src/tools/bench/import-files'
import { billsInPdf, unzipped } from '../server/bills/batches/batches'
import { openPage, type WatchedPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { runInRow } from './support/list'
import type { RunningServer } from './support/server'
import { companyToken, demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A batch of slips: requested by its conditions, printed by a job, downloaded, and deleted.

let server: RunningServer
let browser: Browser
let company: WatchedPage
let page: Page
/** Another user of the company, because a sign-in ends the session of the same user. */
let admin: SignedInUser
let term = ''

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  company = await openPage(browser, server.url)
  ;({ page } = company)
  await signInCompany(page, server, demoAccount('maker01'))
  admin = {
    url: server.url,
    headers: { Authorization: `Bearer ${await companyToken(server, demoAccount('admin01'))}` },
  }
  term = await latestTermId(admin)
})

interface ListedBill {
  readonly BillNo: string
  readonly BillStatus: string
  readonly DebitFlag: boolean
}

/** Returns the numbers of the bills of the term that get a slip, in the order of their payers' codes. */
const billsByPayer = async (): Promise<readonly string[]> => {
  const pages: ListedBill[][] = []
  // On the first days of a month, the term has more than a page of unpaid bills.
  do pages.push(await unpaidBills(pages.length + 1))
  while (pages.at(-1)?.length === pageSize)
  return pages
    .flat()
    .filter(({ BillStatus, DebitFlag }) => ['Unpaid', 'PartialPaid', 'Overdue'].includes(BillStatus) && !DebitFlag)
    .map(({ BillNo }) => BillNo)
}

const pageSize = 100

const unpaidBills = async (pageNo: number): Promise<ListedBill[]> => {
  const path = `Bills?ApplyCode=77001&BillTermId=${term}&PayStatus=Unpaid&PayStatus=PartialPaid&PageNo=${pageNo}&PageSize=${pageSize}&SortField=PayerId&SortOrder=ASC`
  return (await callPortal<{ Items: ListedBill[] }>(admin, path)).Items
}

test('a batch is requested, and its page shows the progress until the file is there', async () => {
  await openFromMenu(page, '批次產製繳款單列印檔')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '新增列印檔' }).waitFor()
  await page.getByRole('combobox', { name: '代收期別' }).click()
  await page.getByRole('option', { name: new RegExp(`^${term} `) }).click()
  await page.getByRole('combobox', { name: '列印排序' }).click()
  await page.getByRole('option', { name: '繳款人代號' }).click()
  await page.getByLabel('產製名稱').fill('十一月補印')
  await page.getByLabel('每檔合併筆數').fill('20')
  await page.getByRole('button', { name: '產製', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視列印檔' }).waitFor()
  await page.getByText(/張繳款單已產製為 \d+ 個 PDF/).waitFor()
})

test('the archive has a slip of each unpaid bill, in the order of the payers', async () => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下載繳款單' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('繳款單_十一月補印.zip')
  const files = Object.values(unzipped(readFileSync(await download.path())))
  const printed = files.map(billsInPdf)
  expect(printed.slice(0, -1).every((bills) => bills.length === 20)).toBe(true)
  const expected = await billsByPayer()
  expect(expected.length).toBeGreaterThan(20)
  expect(printed.flat()).toEqual(expected)
})

test('the bell leads to the list of batches, where the batch can be deleted', async () => {
  await page.getByRole('button', { name: /^作業通知/ }).click()
  await page
    .getByRole('dialog', { name: '作業通知' })
    .getByRole('link', { name: /十一月補印/ })
    .click()
  await runInRow(page.getByRole('row', { name: /十一月補印/ }), '刪除')
  await page.getByRole('alertdialog').getByRole('button', { name: '刪除', exact: true }).click()
  await page.getByText('刪除成功').waitFor()
  expect(company.complaints).toEqual([])
})
