import { readFileSync } from 'node:fs'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Browser, Download, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { accountNo } from '../support/payments/white-list'
import { openPage, type WatchedPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { openConditions, runInRow } from './support/list'
import type { RunningServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A white list by file: uploaded with errors, corrected in the workbook of the failed rows, uploaded again, and changed
// in a form.

let server: RunningServer
let browser: Browser
let company: WatchedPage
let page: Page
let failedRows: (readonly unknown[])[] = []

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  company = await openPage(browser, server.url)
  ;({ page } = company)
  await signInCompany(page, server, demoAccount('maker01'))
})

const [good, corrected] = [accountNo(80_000_001), accountNo(80_000_002)]
const file = [
  '異動別,虛擬帳號,金額,起日,迄日,繳款人姓名',
  `A,${good},1200,2026/11/01,2026/12/31,林小梅`,
  `A,${corrected},,2026/11/01,2026/12/31,張大同`,
]

const upload = async (name: string, content: Uint8Array): Promise<void> => {
  await openFromMenu(page, '特殊檢核檔上傳紀錄')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '上傳特殊檢核檔' }).waitFor()
  await page.getByRole('combobox', { name: '檔案類別' }).click()
  await page.getByRole('option', { name: '檢核帳號、金額及期限' }).click()
  await page.getByLabel('上傳檔案', { exact: true }).setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: '上傳', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視特殊檢核檔' }).waitFor()
}

/** Opens the list of uploads until it shows that a file has been processed. */
const waitForEnd = async (name: string, counts: RegExp): Promise<void> => {
  await expect
    .poll(
      async () => {
        await page.goto('/admin/whiteListImportList')
        const row = page.getByRole('row', { name: new RegExp(name) })
        await row.waitFor()
        return row.textContent()
      },
      { timeout: 60_000 },
    )
    .toMatch(counts)
}

const rowsOf = async (download: Download): Promise<(readonly unknown[])[]> => {
  const { sheets } = await readXlsx(readFileSync(await download.path()))
  return sheets[0]?.rows ?? []
}

test('the good row of a file is listed, and the workbook of errors explains the bad one', async () => {
  await upload('名單.csv', new TextEncoder().encode(file.join('\r\n')))
  await waitForEnd('名單.csv', /部分成功/)
  const row = page.getByRole('row', { name: /名單\.csv/ })
  const [download] = await Promise.all([page.waitForEvent('download'), runInRow(row, '下載錯誤明細')])
  failedRows = await rowsOf(download)
  expect(failedRows).toHaveLength(2)
  expect(failedRows[1]).toEqual(expect.arrayContaining([corrected, '金額', 'E101']))
})

test('the corrected workbook is uploaded unchanged, and both accounts are listed', async () => {
  const cells = failedRows.map((row, index) =>
    row.map((cell, place) => (index === 1 && place === 2 ? '2500' : (cell as string | null))),
  )
  await upload('更正.xlsx', await writeXlsx({ sheets: [{ name: '更正', rows: cells }] }))
  await waitForEnd('更正.xlsx', /(?<!部分)成功/)
  await openFromMenu(page, '特殊檢核資料明細')
  await openConditions(page)
  await page.getByRole('textbox', { name: '虛擬帳號（銷帳編號）' }).fill(good.slice(0, 12))
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await page.getByText('共 2 筆', { exact: true }).waitFor()
  expect(await page.getByRole('row', { name: new RegExp(good) }).textContent()).toMatch(/有效[\s\S]*1,200/)
  expect(await page.getByRole('row', { name: new RegExp(corrected) }).textContent()).toMatch(/有效[\s\S]*2,500/)
})

test('an entry is changed in a form', async () => {
  await page
    .getByRole('row', { name: new RegExp(corrected) })
    .getByRole('link', { name: '修改' })
    .click()
  await page.getByRole('heading', { level: 1, name: '修改特殊檢核資料' }).waitFor()
  await page.getByRole('textbox', { name: '可繳次數' }).fill('3')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視特殊檢核資料' }).waitFor()
  const times = page.locator('dt', { hasText: /^可繳次數$/ }).locator('xpath=following-sibling::dd')
  await expect.poll(() => times.first().textContent()).toBe('3')
  expect(company.complaints).toEqual([])
})
