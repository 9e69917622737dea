import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession } from '../../src/browser/session/session'
import { siteRoutes } from '../../src/site/routes'
import { payerBill, payerLogin, payerPayment } from '../browser/samples'
import { show } from '../support/browser/media'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

network(respondWith('/PayerArea/GetAllUniformNoField', []), failures.refusal('/Home/*', '9999', ''))

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)
afterEach(() => show(''))

test('a printed history has no filters, and a printed bill has no buttons', async () => {
  openPayerSession({
    ...payerLogin,
    DataLists1: [payerBill, { ...payerBill, SerialId: 2, BillStatus: 'Paid', PaidAmount: 1800 }],
  })
  const router = drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByLabelText('繳款日期起')).toBeVisible()
  await show('print')
  await expect.element(page.getByRole('heading', { name: '繳費紀錄查詢' })).toBeVisible()
  await expect.element(page.getByLabelText('繳款日期起')).not.toBeVisible()
  await router.navigate('/payment-information')
  await expect.element(page.getByText('NT$1,800').first()).toBeVisible()
  for (const text of ['立即繳費', '查看收據', '列印']) await expect.element(page.getByText(text)).not.toBeVisible()
})

test('a printed history has the payments of all pages, which its totals count, and names its filters', async () => {
  const DataLists2 = Array.from({ length: 60 }, (_, index) => ({ ...payerPayment, DetailId: String(index) }))
  openPayerSession({ ...payerLogin, DataLists2 })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText('共 60 筆，第 1／2 頁')).toBeVisible()
  const rows = () => page.getByRole('row').elements().length - 1
  const filters = page.getByText(/^僅列出：/)
  window.dispatchEvent(new Event('beforeprint'))
  expect([rows(), filters.elements().length]).toEqual([60, 0])
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(rows).toBe(50)
  await page.getByLabelText('繳款日期起').fill('2026-10-01')
  await page.getByLabelText('繳款日期迄').fill('2026-10-31')
  window.dispatchEvent(new Event('beforeprint'))
  await expect.element(filters).toHaveTextContent('僅列出：繳款日期 2026/10/01 起，繳款日期 2026/10/31 止')
})

test('a history on A4 has its columns beside each other, and no date or state is broken', async () => {
  openPayerSession({ ...payerLogin, DataLists1: [], ModelType: 2 })
  await page.viewport(794 - 2 * 45, 1000)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByRole('cell', { name: '2026/10/20 09:15' })).toBeVisible()
  await show('print')
  const cell = (name: string) => page.getByRole('cell', { name, exact: true }).element()
  const lineCount = (name: string) => cell(name).querySelector('span')?.getClientRects().length
  for (const name of ['2026/10/20 09:15', 'B202610-000123', '已入帳', 'NT$1,800']) expect(lineCount(name), name).toBe(1)
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)
})

test('each of several bills is printed in full', async () => {
  openPayerSession({ ...payerLogin, DataLists1: [payerBill, { ...payerBill, SerialId: 2, BillNo: 'SECOND' }] })
  drawRoutes(siteRoutes, '/payment-information')
  const number = page.getByText('SECOND')
  await expect.element(number).not.toBeVisible()
  await show('print')
  await expect.element(number).toBeVisible()
})

test('the barcodes of a bill are on paper only', async () => {
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByRole('article')).toBeVisible()
  const codes = page.getByRole('img', { name: /^條碼/ })
  expect(codes.elements()).toEqual([])
  window.dispatchEvent(new Event('beforeprint'))
  expect(codes.elements().map((code) => code.getAttribute('aria-label'))).toEqual(
    [...payerBill.MarketBarcodes, ...payerBill.PostBarcodes].map((text) => `條碼 ${text}`),
  )
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => codes.elements()).toEqual([])
})

test('paper is white, also for users with the dark theme', async () => {
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  const bill = page.getByRole('article')
  await expect.element(bill).toBeVisible()
  const paper = () => getComputedStyle(bill.element()).backgroundColor
  await show('', 'dark')
  await expect.poll(paper).not.toBe('rgb(255, 255, 255)')
  await show('print', 'dark')
  await expect.poll(paper).toBe('rgb(255, 255, 255)')
})
