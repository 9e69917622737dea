import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dateText } from '../../../src/browser/format'
import { addDays, taipeiToday } from '../../../src/domain/dates/dates'
import type { Resource } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { compileField } from '../../../src/schema/load/compile-field'
import { schemaSet } from '../../../src/schema/load/schema-set'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, requestsAnswered, respondWith, throughApp } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))
const path = '/ReportPrint/WriteOffReport'

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

/** Row number `no` of a report; the first half is of one channel, the other half of another. */
const rowOf = (no: number, count: number): RecordValues => ({
  SerialId: no,
  ApplyCode: '77001',
  AccountDate: '2026-11-20',
  TradeDate: '2026-11-19',
  ChannelId: no < count / 2 ? '01' : '05',
  VACAccount: `7700126${String(no).padStart(7, '0')}`,
  PayerName: '王○明',
  CurrencyType: 'TWD',
  ShouldPayAmount: 1000,
  Amount: 1000,
  AmountSign: 'Plus',
  ChannelFee: 10,
  NetAmount: 990,
  WriteOffStatus: 'WrittenOff',
})

const sums = (count: number) => ({ Count: count, Amount: count * 1000, ChannelFee: count * 10, NetAmount: count * 990 })

interface Rows {
  readonly count: number
  /** Whether the backend sends the sums of the whole report. */
  readonly hasTotals?: boolean
}

/** The backend has a report of `count` rows; returns the queries that it gets. */
const serveRows = ({ count, hasTotals = true }: Rows): URLSearchParams[] => {
  const queries: URLSearchParams[] = []
  worker.use(
    http.get(`*/api${path}`, ({ request }) => {
      const query = new URL(request.url).searchParams
      queries.push(query)
      const size = Number(query.get('PageSize'))
      const start = (Number(query.get('PageNo')) - 1) * size
      const length = Math.max(0, Math.min(size, count - start))
      const Items = Array.from({ length }, (_, index) => rowOf(start + index, count))
      const parts = [
        { Label: '已銷帳', ...sums(count) },
        { Label: '例外及未銷帳', ...sums(0) },
      ]
      const Totals = [{ CurrencyType: 'TWD', ...sums(count), Parts: parts }]
      const OutData = { Items, TotalCount: count, ...(hasTotals && query.get('WithTotals') ? { Totals } : {}) }
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData })
    }),
  )
  return queries
}

const drawReport = (search = '') => drawAdmin(portal.schemas, `/admin/WriteOffReport${search}`)

const november = { ApplyCode: '77001', DateType: 'TradeDate', StartDate: { from: '2026-11-01', to: '2026-11-30' } }
const searchOf = (filters: object) => `?${new URLSearchParams({ filter: JSON.stringify(filters) })}`
const drawResult = () => drawReport(searchOf(november))

const from = page.getByRole('textbox', { name: '期間（必填）（起）' })
const to = page.getByRole('textbox', { name: '期間（必填）（迄）' })
const search = page.getByRole('button', { name: '查詢', exact: true })
const count = (text: string) => page.getByText(`共 ${text} 筆`, { exact: true })

test('nothing is queried until 查詢 is pressed; the period is this month and the only agreement is selected', async () => {
  const queries = serveRows({ count: 3 })
  drawReport()
  await expect.element(page.getByText('尚未查詢')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '列印' })).toBeDisabled()
  expect(queries).toEqual([])
  await search.click()
  await expect.element(count('3')).toBeVisible()
  const today = taipeiToday(new Date())
  expect(Object.fromEntries(queries[0] ?? [])).toMatchObject({
    ApplyCode: '77001',
    DateType: 'TradeDate',
    StartDate: `${today.slice(0, 7)}-01`,
    EndDate: today,
    PageNo: '1',
    PageSize: '500',
    WithTotals: 'true',
  })
  expect(queries[0]?.has('SortField')).toBe(false)
})

test('a period that is too long, or ends before it starts, is not queried', async () => {
  const queries = serveRows({ count: 3 })
  drawReport()
  await from.fill('2026/08/01')
  await to.fill('2026/11/30')
  await search.click()
  await expect.element(page.getByText(/查詢期間最長 92 天，目前是 \d+ 天，請縮短期間。/)).toBeVisible()
  await to.fill('2026/07/01')
  await search.click()
  await expect.element(page.getByText('迄日不可早於起日，請更正。')).toBeVisible()
  expect(queries).toEqual([])
})

test('buttons fill in common periods', async () => {
  drawReport()
  const today = taipeiToday(new Date())
  const lastMonthEnd = addDays(`${today.slice(0, 7)}-01`, -1)
  await page.getByRole('button', { name: '上月' }).click()
  await expect.element(from).toHaveValue(dateText(`${lastMonthEnd.slice(0, 7)}-01`))
  await expect.element(to).toHaveValue(dateText(lastMonthEnd))
  await expect.element(page.getByRole('button', { name: '上月' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '今天' }).click()
  await expect.element(from).toHaveValue(dateText(today))
  await page.getByRole('button', { name: '上一營業日' }).click()
  await expect.element(page.getByRole('button', { name: '上一營業日' })).toHaveAttribute('aria-pressed', 'true')
})

test('a report of one day opens with today, and offers single days only', async () => {
  drawAdmin(portal.schemas, '/admin/DailyPaidReport')
  const day = page.getByLabelText('帳務日期（必填）', { exact: true })
  await expect.element(day).toHaveValue(dateText(taipeiToday(new Date())))
  await page.getByRole('button', { name: '上一營業日' }).click()
  await expect.element(page.getByRole('button', { name: '上一營業日' })).toHaveAttribute('aria-pressed', 'true')
  expect(page.getByRole('button', { name: '上月' }).elements()).toEqual([])
})

test('the report of all companies opens with the first type of date', async () => {
  await signIn(portal, await portal.given.user({ UserId: 'bankop01', RoleId: 'BankOperator', ApplyCodes: [] }))
  drawAdmin(portal.schemas, '/admin/SKGWriteOffReport')
  await expect.element(page.getByRole('combobox', { name: '日期別（必填）' })).toHaveTextContent('交易日')
})

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

test('an address without a period queries nothing and says what is missing', async () => {
  const queries = serveRows({ count: 4 })
  drawReport(searchOf({ ApplyCode: '77001' }))
  await expect.element(page.getByText('請輸入「日期別」。')).toBeVisible()
  expect(queries).toEqual([])
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
  worker.use(failures.refusal(path, '9998', '報表忙碌中，請稍後再查詢。'))
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

test('rows that could not be read keep what is shown, and are read again on demand', async () => {
  serveRows({ count: 700, hasTotals: false })
  drawResult()
  await expect.element(count('700')).toBeVisible()
  worker.use(failures.refusal(path, '9998', '報表忙碌中，請稍後再查詢。'))
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
  await page.getByRole('button', { name: '列印' }).click()
  await expect.element(page.getByText(/^列印最多 50,000 筆，目前是 50,001 筆/)).toBeVisible()
  expect(queries).toHaveLength(1)
})

test('a subtotal and the total of the exceptions lead to their lines', async () => {
  serveRows({ count: 4 })
  const router = drawResult()
  await page.getByRole('link', { name: /^例外及未銷帳合計.+查看明細/ }).click()
  expect(router.state.location.pathname).toBe('/admin/TransactionDetailQuery')
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
  await page.getByRole('button', { name: '列印' }).click()
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

test('the reading for paper shows its progress and can be cancelled', async () => {
  serveRows({ count: 6000 })
  const printed = watchPrint()
  drawResult()
  await expect.element(count('6,000')).toBeVisible()
  worker.use(failures.silent(path))
  await page.getByRole('button', { name: '列印' }).click()
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
  await page.getByRole('button', { name: '下載' }).click()
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
  await page.getByRole('button', { name: '下載' }).click()
  await page.getByRole('menuitem', { name: 'PDF' }).click()
  await expect.element(page.getByText('下載最多 50,000 筆，請以報表下載產製。')).toBeVisible()
})

test('a backend that writes no files offers none', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  serveRows({ count: 4 })
  drawResult()
  await expect.element(count('4')).toBeVisible()
  expect(page.getByRole('button', { name: '下載' }).elements()).toEqual([])
  await expect.element(page.getByRole('button', { name: '列印' })).toBeEnabled()
})

test('a report with several forms calls that of the chosen one, and sends nothing of the choice', async () => {
  const calls: string[] = []
  const answer = (name: string) =>
    http.get(`*/api/ReportPrint/${name}`, ({ request }) => {
      const { pathname, searchParams } = new URL(request.url)
      calls.push(pathname)
      expect(searchParams.has('Form')).toBe(false)
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: { Items: [], TotalCount: 0 } })
    })
  const capabilities = respondWith('/Ext/GetCapabilities', { Calls: [] })
  worker.use(capabilities, answer('ChannelFeeReport'), answer('ChannelFeeReportByI0O'))
  const { resources } = portal.schemas
  const report = resources.find(({ name }) => name === 'WriteOffReport')
  expect(report).toBeDefined()
  const other = report && inForms(report)
  const router = drawAdmin(
    schemaSet(resources.map((resource) => (resource === report && other ? other : resource))),
    `/admin/WriteOffReport${searchOf(november)}`,
  )
  await expect.element(page.getByText('查無資料')).toBeVisible()
  await page.getByRole('combobox', { name: /^報表格式/ }).click()
  await page.getByRole('option', { name: '保費' }).click()
  await search.click()
  await expect
    .poll(() => calls)
    .toEqual(['/api/ReportPrint/ChannelFeeReport', '/api/ReportPrint/ChannelFeeReportByI0O'])
  expect(router.state.location.search).toContain('ByI0O')
})

/** Returns a report with two forms. */
const inForms = (resource: Resource): Resource => {
  const { report, list } = resource
  if (!report) throw new Error('This is no report.')
  const formField = compileField(
    'Form',
    { type: 'enum', label: '報表格式', options: { Channel: '通路', ByI0O: '保費' } },
    { rawOf: () => ({}), file: {}, tenant: 'ApplyCode' },
  )
  const form = { columns: list.columns, subtotals: [] }
  return {
    ...resource,
    report: {
      ...report,
      formField,
      forms: [
        { ...form, code: 'Channel', label: '通路', call: 'ReportPrint.ChannelFeeReport' },
        { ...form, code: 'ByI0O', label: '保費', call: 'ReportPrint.ChannelFeeReportByI0O' },
      ],
    },
  }
}

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
