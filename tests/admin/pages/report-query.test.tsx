import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { dateText } from '../../../src/browser/format'
import { sameOrPreviousBusinessDay } from '../../../src/domain/dates/business-days'
import { addDays, taipeiToday } from '../../../src/domain/dates/dates'
import type { Resource } from '../../../src/schema/language/resource'
import type { RecordValues } from '../../../src/schema/language/types'
import { compileField } from '../../../src/schema/load/compile-field'
import { schemaSet } from '../../../src/schema/load/schema-set'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, requestsAnswered, respondWith, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { november, reportPath, searchOf, serveReportRows } from './report-rows'

// The query form of a report.

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

const today = taipeiToday(new Date())
/** A holiday on the last day that is not on a weekend. */
const holiday = sameOrPreviousBusinessDay(addDays(today, -1), new Set())
const lastBusinessDay = sameOrPreviousBusinessDay(holiday, new Set([holiday]))
const lastBusinessDayButton = page.getByRole('button', {
  name: `上一營業日（${lastBusinessDay.slice(5).replace('-', '/')}）`,
})

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await portal.given.record('Holiday', { HolidayDate: holiday, HolidayName: '補假' })
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const serveRows = (rows: Parameters<typeof serveReportRows>[1]) => serveReportRows(worker, rows)
const drawReport = (search = '') => drawAdmin(portal.schemas, `/admin/WriteOffReport${search}`)

const from = page.getByRole('textbox', { name: '期間（必填）（起）' })
const to = page.getByRole('textbox', { name: '期間（必填）（迄）' })
const search = page.getByRole('button', { name: '查詢', exact: true })
const count = (text: string) => page.getByText(`共 ${text} 筆`, { exact: true })

test('nothing is queried until 查詢 is pressed; the period is this month and the only agreement is selected', async () => {
  const queries = serveRows({ count: 3 })
  drawReport()
  await expect.element(page.getByText('尚未查詢')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '列印', exact: true })).toBeDisabled()
  expect(queries).toEqual([])
  await search.click()
  await expect.element(count('3')).toBeVisible()
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
  const lastMonthEnd = addDays(`${today.slice(0, 7)}-01`, -1)
  await page.getByRole('button', { name: '上月' }).click()
  await expect.element(from).toHaveValue(dateText(`${lastMonthEnd.slice(0, 7)}-01`))
  await expect.element(to).toHaveValue(dateText(lastMonthEnd))
  await expect.element(page.getByRole('button', { name: '上月' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: '今天' }).click()
  await expect.element(from).toHaveValue(dateText(today))
})

test('the last business day is no holiday of the bank', async () => {
  drawReport()
  await lastBusinessDayButton.click()
  await expect.element(lastBusinessDayButton).toHaveAttribute('aria-pressed', 'true')
  await expect.element(from).toHaveValue(dateText(lastBusinessDay))
  await expect.element(to).toHaveValue(dateText(lastBusinessDay))
})

test('before a backend that lists no holidays, the last business day is on no weekend', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  drawReport()
  await page.getByRole('button', { name: '上一營業日' }).click()
  await expect.element(from).toHaveValue(dateText(holiday))
})

test('a report of one day opens with today, and offers single days only', async () => {
  drawAdmin(portal.schemas, '/admin/DailyPaidReport')
  const day = page.getByLabelText('帳務日期（必填）', { exact: true })
  await expect.element(day).toHaveValue(dateText(today))
  await lastBusinessDayButton.click()
  await expect.element(day).toHaveValue(dateText(lastBusinessDay))
  expect(page.getByRole('button', { name: '上月' }).elements()).toEqual([])
})

test('the report of all companies opens with the first type of date', async () => {
  await signIn(portal, await portal.given.user({ UserId: 'bankop01', RoleId: 'BankOperator', ApplyCodes: [] }))
  drawAdmin(portal.schemas, '/admin/SKGWriteOffReport')
  await expect.element(page.getByRole('combobox', { name: '日期別（必填）' })).toHaveTextContent('交易日')
})

test('an address without a period queries nothing and says what is missing', async () => {
  const queries = serveRows({ count: 4 })
  drawReport(searchOf({ ApplyCode: '77001' }))
  await expect.element(page.getByText('請輸入「日期別」。')).toBeVisible()
  expect(queries).toEqual([])
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

test('a refusal of a parameter is shown at its input until the user changes it', async () => {
  const message = '迄日不可晚於帳務資料的最後一日。'
  worker.use(failures.refusal(reportPath, '2002', '查詢條件不正確。', { Errors: { EndDate: message } }))
  drawReport(searchOf(november))
  await expect.element(to).toHaveAccessibleDescription(new RegExp(message))
  await expect.element(to).toHaveAttribute('aria-invalid', 'true')
  await expect.element(from).not.toHaveAttribute('aria-invalid', 'true')
  expect(await violations()).toEqual([])
  await to.fill('2026/11/20')
  await expect.element(to).not.toHaveAttribute('aria-invalid', 'true')
})

test('on a phone the form is open until its query has a result, and then a line with the conditions', async () => {
  await page.viewport(390, 844)
  serveRows({ count: 4 })
  drawReport()
  await from.fill('2026/11/01')
  await to.fill('2026/11/30')
  await search.click()
  await expect.element(count('4')).toBeVisible()
  await expect.element(search).not.toBeInTheDocument()
  const conditions = page.getByRole('search').getByText(/委託單位代號 77001.*、期間 2026\/11\/01 至 2026\/11\/30/)
  await expect.element(conditions).toBeVisible()
  const change = page.getByRole('button', { name: '修改條件' })
  await expect.element(change).toHaveFocus()
  await requestsAnswered()
  expect(await violations()).toEqual([])
  await change.click()
  await expect.element(to).toHaveValue('2026/11/30')
})

test('on a phone a refused parameter opens the form', async () => {
  await page.viewport(390, 844)
  worker.use(failures.refusal(reportPath, '2002', '查詢條件不正確。', { Errors: { EndDate: '請縮短期間。' } }))
  drawReport(searchOf(november))
  await expect.element(to).toHaveAttribute('aria-invalid', 'true')
  await expect.element(search).toBeVisible()
})

test('on a phone 清除 leads back to the open form, without a result', async () => {
  await page.viewport(390, 844)
  serveRows({ count: 4 })
  drawReport(searchOf(november))
  await page.getByRole('button', { name: '修改條件' }).click()
  await page.getByRole('button', { name: '清除' }).click()
  await expect.element(page.getByText('尚未查詢')).toBeVisible()
  await expect.element(search).toBeVisible()
  await expect.element(to).not.toHaveValue('2026/11/30')
})
