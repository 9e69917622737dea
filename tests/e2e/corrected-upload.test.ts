import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import type { Download } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { choose, openPage, type WatchedPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// An upload from the template to a bill: checked, its errors corrected in the error workbook, that workbook uploaded,
// and the bill changed.

type Cells = readonly unknown[]

let company: WatchedPage
let folder: string
const today = inject('demoDay')
const idNo = '身分證字號／統編'

beforeAll(async () => {
  const { server, browser } = await demoPortal()
  company = await openPage(browser, server.url)
  folder = temporaryFolder()
  await signInCompany(company.page, server, demoAccount('maker01'))
})

let template: readonly Cells[]
let errors: readonly Cells[]

test('the template names the columns of a file', async () => {
  await openForm('範本與更正')
  template = await rowsOf(await clickDownload('下載範例'))
  expect(template[0]).toEqual(expect.arrayContaining(['繳款人代號*', '繳款人姓名*', idNo]))
})

test('a filled template is checked without its example row, and nothing is imported yet', async () => {
  const good = row({ 繳款人代號: 'E2E-D', 繳款人編號: '900011', 繳款人姓名: '何正確', [idNo]: 'A123456789' })
  const bad = row({ 繳款人代號: 'E2E-E', 繳款人編號: '900012', 繳款人姓名: '許更正', [idNo]: 'A123456788' })
  await check([template[0] ?? [], template[1] ?? [], good, bad], '填好的範本.xlsx')
  const { page } = company
  await page.getByText(/^1 筆有誤。.*目前還沒有寫入任何資料。$/).waitFor()
  expect(await page.getByRole('list', { name: '有誤的資料' }).innerText()).toMatch(
    /第 4 列\s*身分證字號／統編「A123456788」/,
  )
})

test('the good row becomes a bill, and the error workbook has the other one with its reason', async () => {
  const { page } = company
  await page.getByRole('button', { name: '只匯入正確的 1 筆' }).click()
  await page.getByText(/^1 筆已成為帳單，1 筆有誤未匯入/).waitFor()
  errors = await rowsOf(await clickDownload('下載錯誤檔'))
  expect(errors).toHaveLength(2)
  expect(valuesOf(errors)).toMatchObject({ 列號: '4', 繳款人姓名: '許更正', 欄位: idNo, 代碼: 'E103' })
})

test('the corrected error workbook is imported without its added columns', async () => {
  const [titles = [], failed = []] = errors
  await openForm('更正後的批次')
  const isIdNo = (index: number) => String(titles[index]).replace('*', '') === idNo
  await check([titles, failed.map((cell, index) => (isIdNo(index) ? 'B123456780' : cell))], '更正後的錯誤檔.xlsx')
  const { page } = company
  await page.getByText(/^1 筆資料都正確，可以匯入/).waitFor()
  await page.getByRole('button', { name: '匯入 1 筆' }).click()
  await page.getByText('全部 1 筆資料已成為帳單。').waitFor()
})

test('the imported bill is changed and keeps its account', async () => {
  const { page } = company
  const bill = page.getByRole('table', { name: '本批帳單' }).getByRole('row').nth(1)
  const account = /77001\d{9}/.exec(await bill.innerText())?.[0] ?? ''
  expect(account).toMatch(/^77001\d\d900012\d$/)
  await bill.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: '檢視帳單' }).waitFor()
  await page.getByRole('link', { name: '修改' }).click()
  await page.getByRole('textbox', { name: /^金額 第 1 列/ }).fill('950')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: '檢視帳單' }).waitFor()
  await page.getByRole('button', { name: '顯示條碼' }).click()
  await page.getByRole('img', { name: `條碼 ${account.padStart(16, '0')}` }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click()
  const amount = page
    .locator('dt', { hasText: /^應繳金額$/ })
    .first()
    .locator('xpath=following-sibling::dd')
    .first()
  await expect.poll(() => amount.innerText()).toBe('950')
  expect(company.complaints).toEqual([])
})

/** Opens the form of an upload and fills all fields except the file. */
async function openForm(name: string): Promise<void> {
  const { page } = company
  await openFromMenu(page, '代收資料上傳狀態查詢')
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { name: '上傳代收資料批次' }).waitFor()
  await page.getByLabel('批次名稱').fill(name)
  await choose(page, '代收期別', new RegExp(`年${Number(today.slice(5, 7))}月`))
}

/** Selects a workbook with these rows, confirms its columns and starts the check. */
async function check(rows: readonly Cells[], name: string): Promise<void> {
  const { page } = company
  const file = join(folder, name)
  writeFileSync(
    file,
    await writeXlsx({
      sheets: [
        {
          name: '帳單',
          rows: rows.map((cells) => cells.map((cell) => (typeof cell === 'number' ? cell : String(cell ?? '')))),
        },
      ],
    }),
  )
  await page.getByLabel('上傳檔案').setInputFiles(file)
  await page.getByRole('button', { name: '下一步', exact: true }).click()
  await page.getByText('檔案的每一欄都有對應。').waitFor()
  await page.getByRole('button', { name: '檢查檔案' }).click()
}

async function clickDownload(name: string): Promise<Download> {
  const { page } = company
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return download
}

/** The rows of a workbook that have content. */
async function rowsOf(download: Download): Promise<readonly Cells[]> {
  const { sheets } = await readXlsx(readFileSync(await download.path()))
  return (sheets[0]?.rows ?? []).filter((cells) => cells.some((cell) => cell !== null && cell !== ''))
}

/** The cells of the first row below the titles, by title. */
const valuesOf = ([titles = [], cells = []]: readonly Cells[]) =>
  Object.fromEntries(titles.map((title, index) => [String(title).replace('*', ''), cells[index]]))

/** A row below the template's titles; values that are not given are the same for every bill, or empty. */
const row = (values: Readonly<Record<string, unknown>>): Cells => {
  const cells: Readonly<Record<string, unknown>> = {
    繳款截止日: addDays(today, 45),
    應繳金額: 800,
    繳費項目1: '管理費',
    金額1: 800,
    ...values,
  }
  return (template[0] ?? []).map((title) => cells[String(title).replace('*', '')] ?? '')
}
