import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, requestsAnswered, respondWith, throughApp } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
import { drawAdmin, signIn } from '../admin-page'
import { november, reportPath, searchOf, serveReportRows } from './report-rows'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const serveRows = (rows: Parameters<typeof serveReportRows>[1]) => serveReportRows(worker, rows)
const drawReport = (search: string) => drawAdmin(portal.schemas, `/admin/WriteOffReport${search}`)
const drawResult = () => drawReport(searchOf(november))

const to = page.getByRole('textbox', { name: '期間（必填）（迄）' })
const search = page.getByRole('button', { name: '查詢', exact: true })
const count = (text: string) => page.getByText(`共 ${text} 筆`, { exact: true })

test('rows, subtotals and the totals of the whole are shown', async () => {
  serveRows({ count: 4 })
  drawResult()
  await expect.element(count('4')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^小計：.+2 筆.+2,000.+20.+1,980/ }).first()).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^合計.+4 筆.+4,000.+40.+3,960/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^例外及未銷帳合計.+0 筆/ })).toBeVisible()
  expect(await violations()).toEqual([])
})

test('Back shows the previous result, and a reload the same one', async () => {
  serveRows({ count: 4 })
  const router = drawResult()
  await expect.element(count('4')).toBeVisible()
  serveRows({ count: 6 })
  await to.fill('2026/11/20')
  await search.click()
  await expect.element(count('6')).toBeVisible()
  expect(router.state.location.search).toContain('2026-11-20')
  await router.navigate(-1)
  await expect.element(count('4')).toBeVisible()
  await expect.element(to).toHaveValue('2026/11/30')
  drawReport(router.state.location.search)
  await expect.element(count('6')).toBeVisible()
  await expect.element(to).toHaveValue('2026/11/30')
})

test('the same query again reads the rows again', async () => {
  serveRows({ count: 4 })
  drawResult()
  await expect.element(count('4')).toBeVisible()
  serveRows({ count: 5 })
  await search.click()
  await expect.element(count('5')).toBeVisible()
})

test('清除 leads back to a page without a result', async () => {
  serveRows({ count: 4 })
  const router = drawResult()
  await expect.element(count('4')).toBeVisible()
  await page.getByRole('button', { name: '清除' }).click()
  await expect.element(page.getByText('尚未查詢')).toBeVisible()
  expect(router.state.location.search).toBe('')
})

test('a result without rows says so', async () => {
  serveRows({ count: 0 })
  drawResult()
  await expect.element(page.getByText('沒有符合查詢條件的資料，請調整期間或條件後再查詢。')).toBeVisible()
  await expect.element(count('0')).toBeVisible()
})

test('a query that fails says why and can be repeated, and shows no result of other conditions', async () => {
  worker.use(failures.refusal(reportPath, '9998', '報表忙碌中，請稍後再查詢。'))
  drawResult()
  await expect.element(page.getByText('報表忙碌中，請稍後再查詢。')).toBeVisible()
  serveRows({ count: 4 })
  await page.getByRole('button', { name: '重試' }).click()
  await expect.element(count('4')).toBeVisible()
})

const scrollToEnd = () => {
  const region = document.querySelector('[role="region"][aria-label*="捲動"]')
  region?.scrollTo({ top: region.scrollHeight })
}

test('more rows are read as the user scrolls, and the number of lines is known at the end', async () => {
  const queries = serveRows({ count: 1200 })
  drawResult()
  const table = page.getByRole('table', { name: '銷帳報表' })
  await expect.element(table).toHaveAttribute('aria-rowcount', '-1')
  expect(queries).toHaveLength(1)
  await expect
    .poll(() => {
      scrollToEnd()
      return queries.map((query) => query.get('PageNo'))
    })
    .toEqual(['1', '2', '3'])
  // 1,200 rows, a subtotal for each channel and each of their days, the totals and the headings.
  await expect.element(table).toHaveAttribute('aria-rowcount', '1207')
  expect(queries.filter((query) => query.has('WithTotals'))).toHaveLength(1)
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(200)
})

test('a backend that sends no sums has its totals computed when all rows are read', async () => {
  serveRows({ count: 700, hasTotals: false })
  drawResult()
  await expect.element(page.getByText('合計於讀取全部資料後顯示（已讀取 500／700 筆）。')).toBeVisible()
  await page.getByRole('button', { name: '繼續讀取' }).click()
  await expect.element(page.getByRole('row', { name: /^合計.+700 筆.+700,000/ })).toBeVisible()
})

test('a backend that sends no number of rows has more of them until a page is not full', async () => {
  const queries = serveRows({ count: 700, hasTotals: false, hasCount: false })
  drawResult()
  await expect.element(page.getByText('501 筆以上', { exact: true })).toBeVisible()
  await expect.element(page.getByText('合計於讀取全部資料後顯示（已讀取 500 筆）。')).toBeVisible()
  await page.getByRole('button', { name: '繼續讀取' }).click()
  await expect.element(count('700')).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^合計.+700 筆/ })).toBeVisible()
  expect(queries).toHaveLength(2)
})

test('rows that could not be read keep what is shown, and are read again on demand', async () => {
  serveRows({ count: 700, hasTotals: false })
  drawResult()
  await expect.element(count('700')).toBeVisible()
  worker.use(failures.refusal(reportPath, '9998', '報表忙碌中，請稍後再查詢。'))
  await page.getByRole('button', { name: '繼續讀取' }).click()
  await expect.element(page.getByText('後面的資料讀取失敗：報表忙碌中，請稍後再查詢。')).toBeVisible()
  await expect.element(count('700')).toBeVisible()
  serveRows({ count: 700, hasTotals: false })
  await page.getByRole('button', { name: '重試' }).click()
  await expect.element(page.getByRole('row', { name: /^合計.+700 筆/ })).toBeVisible()
})

test('a report of more than 50,000 rows says that it shows the first ones only, and is not printed', async () => {
  const queries = serveRows({ count: 50_001 })
  drawResult()
  await expect.element(page.getByText(/^這裡只列出前 50,000 筆；合計包含全部 50,001 筆。/)).toBeVisible()
  await page.getByRole('button', { name: '列印', exact: true }).click()
  await expect.element(page.getByText(/^列印最多 50,000 筆，目前是 50,001 筆/)).toBeVisible()
  expect(queries).toHaveLength(1)
})

test('a subtotal and the total of the exceptions lead to their lines', async () => {
  serveRows({ count: 4 })
  const router = drawResult()
  await page.getByRole('link', { name: /^例外及未銷帳合計.+查看明細/ }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/TransactionDetailQuery')
  const filter = JSON.parse(new URLSearchParams(router.state.location.search).get('filter') ?? '{}')
  expect(filter).toMatchObject({ ApplyCode: '77001', WriteOffStatus: ['Exception', 'NotWrittenOff', 'PendingRelease'] })
})

/** Replaces the printing of the browser, which lays out the sheets right after it has dispatched this event. */
const watchPrint = (): Element[] => {
  const printed: Element[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
    printed.push(
      ...[...document.querySelectorAll('[data-testid="report-print"]')].map((node) => node.cloneNode(true) as Element),
    )
    window.dispatchEvent(new Event('afterprint'))
  })
  return printed
}

test('printing reads all rows, and the paper has title, company, conditions, user and totals', async () => {
  const queries = serveRows({ count: 6000 })
  const printed = watchPrint()
  drawResult()
  await expect.element(count('6,000')).toBeVisible()
  await page.getByRole('button', { name: '列印', exact: true }).click()
  await expect.poll(() => printed.length).toBe(1)
  expect(queries.map((query) => `${query.get('PageNo')}/${query.get('PageSize')}`)).toEqual([
    '1/500',
    '1/5000',
    '2/5000',
  ])
  expect(printed[0]?.querySelectorAll('tbody tr.row').length).toBe(6000)
  for (const text of ['銷帳報表', '示範社區管理委員會', '期間 2026/11/01 至 2026/11/30', '製表人員：', '合計'])
    expect(printed[0]?.textContent).toContain(text)
})

test('before a backend that sends no number of rows, printing reads them in the pages of the preview', async () => {
  const queries = serveRows({ count: 1200, hasTotals: false, hasCount: false })
  const printed = watchPrint()
  drawResult()
  await expect.element(page.getByText('501 筆以上', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '列印', exact: true }).click()
  await expect.poll(() => printed.length).toBe(1)
  expect(queries.map((query) => `${query.get('PageNo')}/${query.get('PageSize')}`)).toEqual([
    ...['1/500', '1/500', '2/500', '3/500'],
  ])
  expect(printed[0]?.querySelectorAll('tbody tr.row').length).toBe(1200)
})

test('the reading for paper shows its progress and can be cancelled', async () => {
  serveRows({ count: 6000 })
  const printed = watchPrint()
  drawResult()
  await expect.element(count('6,000')).toBeVisible()
  worker.use(failures.silent(reportPath))
  await page.getByRole('button', { name: '列印', exact: true }).click()
  await expect.element(page.getByText('已讀取 0／6,000 筆')).toBeVisible()
  await page.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(printed).toEqual([])
  expect(page.getByRole('alert').elements()).toEqual([])
})

const filePath = '/Ext/ReportPrint/WriteOffReportFile'

test('the file is that of the conditions on screen', async () => {
  serveRows({ count: 4 })
  const saved = savedFiles()
  const queries: URLSearchParams[] = []
  worker.use(
    http.get(`*/api${filePath}`, ({ request }) => {
      queries.push(new URL(request.url).searchParams)
      return new HttpResponse('x', { headers: { 'Content-Disposition': 'attachment; filename="report.csv"' } })
    }),
  )
  drawResult()
  await expect.element(count('4')).toBeVisible()
  await to.fill('2026/11/20')
  await page.getByRole('button', { name: '下載', exact: true }).click()
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('report.csv')
  expect(Object.fromEntries(queries[0] ?? [])).toEqual({
    ApplyCode: '77001',
    DateType: 'TradeDate',
    StartDate: '2026-11-01',
    EndDate: '2026-11-30',
    FileFormat: 'Csv',
  })
})

test('a refused file is explained on the page', async () => {
  serveRows({ count: 4 })
  worker.use(failures.refusal(filePath, '2002', '下載最多 50,000 筆，請以報表下載產製。'))
  drawResult()
  await page.getByRole('button', { name: '下載', exact: true }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await expect.element(page.getByText('下載最多 50,000 筆，請以報表下載產製。')).toBeVisible()
})

test('a backend that writes no files offers none', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  serveRows({ count: 4 })
  drawResult()
  await expect.element(count('4')).toBeVisible()
  expect(page.getByRole('button', { name: '下載', exact: true }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: '列印', exact: true })).toBeEnabled()
})

test('on a phone the totals are above the table, whose first column stays in view', async () => {
  await page.viewport(390, 844)
  serveRows({ count: 40 })
  drawResult()
  const totals = page.getByRole('list', { name: '合計' })
  await expect.element(totals).toBeVisible()
  await expect.element(totals).toHaveTextContent(/合計.+40 筆.+交易金額40,000/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await requestsAnswered()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
})
