import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, taipeiToday } from '../../src/domain/dates/dates'
import { formatRocSlash } from '../../src/domain/dates/roc-date'
import { openPage, sharedBrowser } from './support/browser'
import { canReadPaper, textOf } from './support/paper'
import { type RunningServer, startServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A report of several hundred lines: on the screen within a window, on paper completely.

const pageLabel = '銷帳報表列印'
const title = '銷帳報表'

let server: RunningServer
let browser: Browser
let page: Page

// The demo data are dated relative to today; three months of them fill several sheets.
const today = taipeiToday(new Date())
const [from, to] = [addDays(today, -90), today]

beforeAll(async () => {
  server = await startServer()
  browser = await sharedBrowser()
  page = (await openPage(browser, server.url)).page
  await signInCompany(page, server, demoAccount('admin01'))
  await openFromMenu(page, pageLabel)
  await page.getByRole('combobox', { name: '委託單位', exact: true }).click()
  await page.getByRole('option').first().click()
  await page.getByRole('textbox', { name: '起日' }).fill(formatRocSlash(from))
  await page.getByRole('textbox', { name: '迄日' }).fill(formatRocSlash(to))
  await page.getByRole('button', { name: '查詢', exact: true }).click()
})

afterAll(async () => {
  await server?.stop()
})

const table = () => page.getByRole('table', { name: pageLabel })
const total = () => table().getByRole('row', { name: /^合計/ })

test('the screen draws only the visible lines, shows their number, and keeps the total visible', async () => {
  await total().waitFor()
  const rows = Number(await table().getAttribute('aria-rowcount'))
  expect(rows).toBeGreaterThan(200)
  expect(await table().getByRole('row').count()).toBeLessThan(100)
  expect(await total().getAttribute('aria-rowindex')).toBe(String(rows))
  await page.getByRole('region', { name: pageLabel }).press('End')
  await table()
    .locator(`[aria-rowindex="${rows - 1}"]`)
    .getByText(/^小計/)
    .waitFor()
})

test.runIf(canReadPaper)(
  'the printed report has every line once, headings, period, user and page numbers on each sheet, and the same total',
  async () => {
    const path = join(process.env.KEEP_PAPER ?? mkdtempSync(join(tmpdir(), 'report-')), 'report.pdf')
    await page.pdf({ path, preferCSSPageSize: true })
    const text = textOf(path)
    const sheets = text.split('\f').slice(0, -1)
    const lines = Number(await table().getAttribute('aria-rowcount')) - 1
    expect(sheets.length).toBeGreaterThan(3)
    for (const [place, sheet] of sheets.entries()) {
      expect(sheet).toContain(title)
      for (const part of [
        '示範社區管理委員會',
        '起日：',
        from.replaceAll('-', '/'),
        `迄日：${to.replaceAll('-', '/')}`,
      ])
        expect(sheet).toContain(part)
      expect(sheet).toMatch(/製表時間：\d{4}\/\d\d\/\d\d \d\d:\d\d\s+製表人員：admin01/)
      expect(sheet).toMatch(/繳款日\s+繳款通路/)
      expect(sheet).toContain(`第 ${place + 1} 頁，共 ${sheets.length} 頁`)
    }
    const accounts = text.match(/^\s*1\d\d\/\d\d\/\d\d .*\d{14}/gm) ?? []
    const sums = text.match(/^\s*(小計：|合計)/gm) ?? []
    expect(accounts.length + sums.length).toBe(lines)
    const cells = (await total().getByRole('cell').allTextContents()).filter(Boolean)
    expect(cells.length).toBe(5)
    for (const cell of cells) expect(text.match(/^\s*合計.*$/m)?.[0]).toContain(cell.replace(' 筆', ''))
  },
)
