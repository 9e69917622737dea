import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession } from '../../src/browser/session/session'
import { siteRoutes } from '../../src/site/routes'
import { payerBill, payerLogin } from '../browser/samples'
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
