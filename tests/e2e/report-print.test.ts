import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, inject, test } from 'vitest'
import { addDays } from '../../src/domain/dates/dates'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { canReadPaper, textOf } from './support/paper'
import type { RunningServer } from './support/server'
import { demoAccount, signInCompany } from './support/sign-in'

// A report of several hundred lines: on the screen within a window, on paper completely.

let server: RunningServer
let browser: Browser
let page: Page

// The demo data are dated relative to today; three months of them fill several sheets.
const today = inject('demoDay')
const [from, to] = [addDays(today, -91), today]
const filter = { ApplyCode: '77001', DateType: 'TradeDate', StartDate: { from, to } }

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  page = (await openPage(browser, server.url)).page
  await signInCompany(page, server, demoAccount('admin01'))
  await page.goto(`/admin/WriteOffReport?${new URLSearchParams({ filter: JSON.stringify(filter) })}`)
})

const table = () => page.getByRole('table', { name: '銷帳報表' })
const total = () => table().getByRole('row', { name: /^合計/ })

test('the screen draws only the visible lines, shows their number, and keeps the total visible', async () => {
  await total().waitFor()
  const rows = Number(await table().getAttribute('aria-rowcount'))
  expect(rows).toBeGreaterThan(100)
  expect(await table().getByRole('row').count()).toBeLessThan(100)
  await page.getByRole('region', { name: /^銷帳報表/ }).press('End')
  await table()
    .locator(`[aria-rowindex="${rows - 2}"]`)
    .getByText(/^小計/)
    .waitFor()
})

test.runIf(canReadPaper)(
  'the printed report has every line once, headings, period, user and page numbers on each sheet, and the same total',
  async () => {
    const path = join(process.env.KEEP_PAPER ?? mkdtempSync(join(tmpdir(), 'report-')), 'report.pdf')
    await total().waitFor()
    await page.pdf({ path, preferCSSPageSize: true })
    const text = textOf(path)
    const sheets = text.split('\f').slice(0, -1)
    const lines = Number(await table().getAttribute('aria-rowcount')) - 1
    expect(sheets.length).toBeGreaterThan(1)
    for (const [place, sheet] of sheets.entries()) {
      for (const part of ['銷帳報表', '示範社區管理委員會', from.replaceAll('-', '/'), to.replaceAll('-', '/')])
        expect(sheet).toContain(part)
      expect(sheet).toMatch(/製表時間：\d{4}\/\d\d\/\d\d \d\d:\d\d\s+製表人員：admin01/)
      expect(sheet).toContain(`第 ${place + 1} 頁，共 ${sheets.length} 頁`)
    }
    const accounts = text.match(/^\s*\d{4}\/\d\d\/\d\d .*\d{14}/gm) ?? []
    const sums = text.match(/^\s*(小計：|合計|例外及未銷帳合計)/gm) ?? []
    expect(accounts.length + sums.length).toBe(lines)
    const cells = (await total().getByRole('cell').allTextContents()).filter(Boolean)
    expect(cells.length).toBe(3)
    for (const cell of cells) expect(text.match(/^\s*合計.*$/m)?.[0]).toContain(cell)
  },
)
