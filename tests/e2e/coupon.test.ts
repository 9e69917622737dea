import { copyFileSync, cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sheets } from '../../src/server/node/sheets'
import { openPage, sharedBrowser } from './support/browser'
import { openRowMenu, runInRow } from './support/list'
import { type RunningServer, startServer, temporaryFolder } from './support/server'
import { demoAccount, openFromMenu, signInCompany } from './support/sign-in'

// A maintainer adds only one file, coupon.json: composite key, condition, reference, action, import.

let server: RunningServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  const folder = temporaryFolder()
  cpSync('schemas', folder, { recursive: true })
  copyFileSync('tests/e2e/coupon.json', join(folder, 'coupon.json'))
  server = await startServer({ env: { SCHEMAS_DIR: folder } })
  browser = await sharedBrowser()
  ;({ context, page } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('admin01'))
})

afterAll(async () => {
  await server?.stop()
})

test('the file gets a page with its menu entry, on which a coupon is refused and then created', async () => {
  await openFromMenu(page, '優惠券設定')
  await page.getByText('共 0 筆', { exact: true }).waitFor()
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await page.getByRole('heading', { name: '新增優惠券' }).waitFor()
  await page.getByRole('textbox', { name: '優惠券代碼' }).fill('A1')
  await page.getByRole('textbox', { name: '優惠券名稱' }).fill('早繳優惠')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByText('請選擇委託單位代號。').waitFor()
  await page.getByText('請選擇優惠方式。').waitFor()
  await choose('委託單位代號', /77001/)
  expect(await page.getByRole('textbox', { name: '折抵金額' }).count()).toBe(0)
  await choose('優惠方式', '折抵金額')
  await page.getByRole('textbox', { name: '折抵金額' }).fill('50')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.getByRole('heading', { name: '檢視優惠券' }).waitFor()
})

test('if two tabs edit a coupon, the later one shows a message and loses nothing', async () => {
  const edit = '/admin/coupon/77001~A1'
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(edit)
    await tab.getByRole('textbox', { name: '優惠券名稱' }).waitFor()
  }
  await page.getByRole('textbox', { name: '優惠券名稱' }).fill('早鳥優惠')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== edit)
  await second.getByRole('textbox', { name: '優惠券名稱' }).fill('滿額優惠')
  await second.getByRole('button', { name: '儲存', exact: true }).click()
  const question = second.getByRole('dialog', { name: '資料已有異動' })
  await question.getByRole('button', { name: '繼續編輯' }).click()
  expect(await second.getByRole('textbox', { name: '優惠券名稱' }).inputValue()).toBe('滿額優惠')
  await second.getByRole('button', { name: '儲存', exact: true }).click()
  await question.getByRole('radio', { name: '目前儲存的內容 早鳥優惠' }).check()
  await question.getByRole('button', { name: '儲存選擇的內容' }).click()
  await second.getByRole('heading', { name: '檢視優惠券' }).waitFor()
  await second.getByText('早鳥優惠').first().waitFor()
  // The browser draws a hidden tab only once a second.
  await second.close()
})

test('a file with a bad row is shown before anything is written; its good rows are imported, the bad one is returned unchanged', async () => {
  await openFromMenu(page, '優惠券設定')
  await page.getByRole('link', { name: '匯入' }).click()
  await page.getByLabel('匯入檔案').setInputFiles({
    name: '優惠券.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '委託單位代號,優惠券代碼,優惠券名稱,優惠方式,金額\n77001,B1,滿額贈,贈品,\n77001,B2,無金額,折抵金額,\n77001,B3,週年慶,折抵金額,"1,000"\n',
    ),
  })
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await page.getByText('1 筆有誤。可以修正檔案後重新選擇，或先只匯入正確的 2 筆；目前還沒有寫入任何資料。').waitFor()
  await page.getByRole('button', { name: '只匯入正確的 2 筆' }).click()
  await page.getByText('已新增 2 筆；1 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。').waitFor()
  const [head, ...rows] = await downloaded(() => page.getByRole('button', { name: '下載錯誤檔' }).click())
  expect(rows).toEqual([['77001', 'B2', '無金額', '折抵金額', '', '3', '折抵金額', 'E101', '請填寫折抵金額。']])
  expect(head).toEqual(['委託單位代號', '優惠券代碼', '優惠券名稱', '優惠方式', '金額', '列號', '欄位', '代碼', '原因'])
  await page.getByRole('link', { name: '回清單' }).click()
  await page.getByText('共 3 筆', { exact: true }).waitFor()
})

test('an action asks for confirmation, runs once, and is then no longer offered', async () => {
  await runInRow(row('B1'), '停用')
  const question = page.getByRole('dialog', { name: '確定要停用「滿額贈」嗎？' })
  await question.getByRole('button', { name: '停用', exact: true }).click()
  await question.getByText('請填寫停用原因。').waitFor()
  await question.getByRole('textbox', { name: '停用原因' }).fill('活動取消')
  await question.getByRole('button', { name: '停用', exact: true }).click()
  await page.getByText('已停用「滿額贈」。').waitFor()
  await row('B1').getByText('已停用', { exact: true }).waitFor()
  expect(await (await openRowMenu(row('B1'))).getByRole('menuitem', { name: '停用' }).count()).toBe(0)
  await page.keyboard.press('Escape')
})

test('the columns that the list shows are exported', async () => {
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  const rows = await downloaded(() =>
    page.getByRole('dialog').getByRole('button', { name: '匯出', exact: true }).click(),
  )
  expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
    ['優惠券代碼', '優惠券名稱', '優惠方式', '折抵金額', '狀態'],
    ['A1', '早鳥優惠', '折抵金額', '50', '使用中'],
    ['B1', '滿額贈', '贈品', '', '已停用'],
    ['B3', '週年慶', '折抵金額', '1000', '使用中'],
  ])
})

const row = (code: string) => page.getByRole('row', { name: new RegExp(code) })

async function choose(label: string, text: string | RegExp) {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: text }).first().click()
}

/** The rows of the workbook that a click saves. */
async function downloaded(click: () => Promise<void>): Promise<string[][]> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  const bytes = readFileSync(await download.path())
  return readRows(bytes)
}

async function readRows(bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells } of sheets().read({ name: 'a.xlsx', bytes }, { maxRows: 10, maxColumns: 20 }))
    rows.push([...cells])
  return rows
}
