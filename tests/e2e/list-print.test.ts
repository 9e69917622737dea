import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { canReadPaper, textOf } from './support/paper'
import type { RunningServer } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// The browser prints a list from its menu: every row of the page is on paper, as a table whose headings are on each
// sheet.

let server: RunningServer
let browser: Browser
let page: Page

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
  ;({ page } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('maker01'))
  await openFromMenu(page, '代收資料維護')
  await page.getByRole('row').nth(20).waitFor()
})

test.runIf(canReadPaper).each([
  ['portrait', 1440],
  ['landscape', 1440],
  ['portrait', 390],
] as const)(
  'a list printed in %s format from a window of %i pixels has all rows of the page',
  async (format, width) => {
    await page.setViewportSize({ width, height: 900 })
    await page
      .getByRole(width < 900 ? 'listitem' : 'row')
      .filter({ hasText: /B\d{6}-\d{6}/ })
      .nth(19)
      .waitFor()
    await page.getByText(/^第 1－20 筆/).waitFor()
    const path = join(process.env.KEEP_PAPER ?? mkdtempSync(join(tmpdir(), 'list-')), `list-${format}-${width}.pdf`)
    await page.pdf({ path, format: 'A4', landscape: format === 'landscape' })
    const text = textOf(path)
    // The hyphen of a number may be the end of its line.
    expect(text.match(/B\d{6}-/g)).toHaveLength(20)
    expect(text).toContain('第 1－20 筆')
    // The sums are not those of the printed records.
    expect(text).toMatch(/全部合計：計入 [\d,]+ 筆，不限本頁/)
    expect(text).toMatch(/^\s*代收資料維護 +示範社區管理委員會/)
    expect(text).toMatch(/第 1 頁，共 \d 頁/)
    for (const sheet of text.split('\f').slice(0, -1)) expect(sheet).toMatch(/繳款截止日/)
  },
)

test.runIf(canReadPaper)(
  'a printed detail page has a head, numbered sheets, three fields in a row and no buttons',
  async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('heading', { name: '繳款期間' }).waitFor()
    const path = join(process.env.KEEP_PAPER ?? mkdtempSync(join(tmpdir(), 'detail-')), 'detail.pdf')
    await page.pdf({ path, format: 'A4' })
    const text = textOf(path)
    expect(text).toMatch(/帳單編號 +幣別 +約定扣款/)
    const sheets = text.split('\f').slice(0, -1)
    expect(sheets[0]).toMatch(/^\s*帳單 +示範社區管理委員會/)
    expect(sheets[0]).toMatch(/製表時間：\d{4}\/\d\d\/\d\d \d\d:\d\d\s+製表人員：maker01/)
    for (const [place, sheet] of sheets.entries()) {
      expect(sheet).toContain(`第 ${place + 1} 頁，共 ${sheets.length} 頁`)
      expect(sheet.split('\n').filter((line) => line.trim() !== '').length, 'no sheet is empty').toBeGreaterThan(1)
    }
    // The history of the bill may say that its slip was downloaded.
    expect(text.replaceAll('下載繳款單', '')).not.toMatch(/返回|下載|到清單查看|首頁|登出/)
  },
)
