import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { beforeAll, expect, inject, test } from 'vitest'
import { choose, openPage, type WatchedPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A workbook with a filtered row: the clerk is asked about it, and only the rows that Excel shows are checked.

let company: WatchedPage
let file: string
const month = new RegExp(`年${Number(inject('demoDay').slice(5, 7))}月`)

beforeAll(async () => {
  const { server, browser } = await demoPortal()
  company = await openPage(browser, server.url)
  await signInCompany(company.page, server, demoAccount('maker01'))
  const titles = ['繳款人代號', '繳款人編號', '繳款人姓名', '應繳金額']
  const rows = [
    titles,
    ['E2E-H', '900021', '何可見', 800],
    ['E2E-I', '900022', '許隱藏', 99999],
    ['E2E-J', '900023', '林可見', 800],
  ]
  file = join(temporaryFolder(), '篩選過的帳單.xlsx')
  writeFileSync(file, await writeXlsx({ sheets: [{ name: '帳單', rows, rowDefs: new Map([[2, { hidden: true }]]) }] }))
})

test('a hidden row is asked about and left out', async () => {
  const { page } = company
  await openFromMenu(page, '代收資料上傳狀態查詢')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { name: '上傳代收資料批次' }).waitFor()
  await page.getByLabel('批次名稱').fill('篩選過的帳單')
  await choose(page, '代收期別', month)
  await page.getByLabel('上傳檔案').setInputFiles(file)
  await page.getByRole('button', { name: '下一步', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: '略過這些資料？' })
  expect(await question.innerText()).toContain('有 1 列被隱藏或篩選掉（第 3 列），看不到的資料不會匯入。')
  await page.setViewportSize({ width: 390, height: 844 })
  await question.getByRole('button', { name: '略過並繼續' }).click()
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await page.getByText(/^2 筆資料都正確，可以匯入/).waitFor()
  expect(company.complaints).toEqual([])
})
