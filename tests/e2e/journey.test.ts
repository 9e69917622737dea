import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import type { Browser } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { choose, openPage, type WatchedPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { openConditions } from './support/list'
import { canReadPaper, scan, textOf } from './support/paper'
import { type RunningServer, temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, openWithCaptcha, signInCompany } from './support/sign-in'

// The main journey from end to end: a company uploads a file of bills, a payer finds a bill and prints its slip for a
// store.

let server: RunningServer
let browser: Browser
let company: WatchedPage
const folder = temporaryFolder()
const today = inject('demoDay')
const due = addDays(today, 45)
const bills = { A: 'E2E-A', B: 'E2E-B', bad: 'E2E-C' }
let slip = ''
let account = ''

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  company = await openPage(browser, server.url)
})

test('the company signs in and checks and uploads a real .xlsx with one bad row', async () => {
  const { page } = company
  await signInCompany(page, server, demoAccount('maker01'))
  await openFromMenu(page, '代收資料上傳狀態查詢')
  await page.getByRole('link', { name: /^(上傳|新增)$/ }).click()
  await page.getByRole('heading', { name: '上傳代收資料批次' }).waitFor()
  await page.getByLabel('批次名稱').fill('端對端測試批次')
  await choose(page, '代收期別', new RegExp(`年${Number(today.slice(5, 7))}月`))
  await page.getByLabel('上傳檔案').setInputFiles(await workbook())
  await page.getByRole('button', { name: '下一步', exact: true }).click()
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await page.getByText(/^1 筆有誤。/).waitFor()
  await page.getByRole('button', { name: '只匯入正確的 2 筆' }).click()
  await page.getByText(/2 筆已成為帳單，1 筆有誤未匯入/).waitFor()
  const row = page.getByRole('row', { name: /A123456788/ })
  expect((await row.textContent()) ?? '').toMatch(/4[\s\S]*身分證字號[\s\S]*E103/)
})

test('the good rows are bills with virtual accounts', async () => {
  const { page } = company
  await openFromMenu(page, '代收資料維護')
  await openConditions(page)
  await page.getByRole('textbox', { name: '繳款人姓名' }).fill('林小梅')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await page.getByText('共 1 筆', { exact: true }).waitFor()
  account = (
    await page
      .getByText(/^77001\d{9,11}$/)
      .first()
      .innerText()
  ).replace(/\D/g, '')
  expect(account).toMatch(/^77001\d{9}(\d\d)?$/)
})

test('the payer signs in, sees the bill and downloads its slip', async () => {
  const { page } = await openPage(browser, server.url, 390)
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('銷帳編號').fill(account)
  })
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL('**/payment-information')
  const bill = page.getByRole('article').filter({ hasText: '林○梅' })
  expect(await bill.textContent()).toContain('1,250')
  await bill.getByRole('button', { name: /^立即繳費/ }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /下載繳款單/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.pdf$/)
  slip = join(folder, 'slip.pdf')
  await download.saveAs(slip)
  expect(existsSync(slip)).toBe(true)
})

test.skipIf(!canReadPaper)('pdftotext can read the text of the slip, and a scanner its three barcodes', () => {
  const text = textOf(slip)
  for (const part of ['林○梅', '1,250', '壹仟貳佰伍拾元整', '管理費', '便利商店專用', '示範社區管理委員會'])
    expect(text).toContain(part)
  const codes = scan(slip)
  expect(codes).toContain(account.padStart(16, '0'))
  expect(codes.filter((code) => code.length === 9)).toHaveLength(1)
  expect(codes.filter((code) => code.length === 15 && code.endsWith('000001250'))).toHaveLength(1)
})

test('no page of the journey had an error', () => {
  expect(company.complaints).toEqual([])
})

async function workbook(): Promise<string> {
  const header = [
    '繳款人代號',
    '繳款人編號',
    '繳款人姓名',
    '身分證字號／統編',
    '繳款截止日',
    '應繳金額',
    '繳費項目1',
    '金額1',
    '繳費項目2',
    '金額2',
    '備註',
  ]
  const rows = [
    [bills.A, '900001', '林小梅', 'A123456789', due, '1,250', '管理費', 1000, '公共電費分攤', 250, ''],
    [bills.B, '900002', '張大同', '', due, '800', '管理費', 800, '', '', ''],
    [bills.bad, '900003', '錯身分', 'A123456788', due, '800', '管理費', 800, '', '', ''],
  ]
  mkdirSync(folder, { recursive: true })
  const file = join(folder, '帳單上傳.xlsx')
  writeFileSync(file, await writeXlsx({ sheets: [{ name: '帳單', rows: [header, ...rows] }] }))
  return file
}
