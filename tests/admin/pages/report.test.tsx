import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { heldRequests } from '../../support/browser/held'
import { failures, network, requestsAnswered, throughApp } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
import { coupon } from '../../support/schemas/coupon'
import { couponReport } from '../../support/schemas/coupon-report'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { coupon, couponReport } })
  const { given, db } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
  const trail = { create_user: 'a', create_time: '2026-11-01', update_user: 'a', update_time: '2026-11-01' }
  const row = (no: number, start_date: string, amount: number) => ({
    apply_code: '77001',
    coupon_code: `C${no}`,
    coupon_name: '早繳優惠',
    coupon_kind: 'Amount',
    amount,
    start_date,
    ...trail,
  })
  const rows = Array.from({ length: 120 }, (_, no) =>
    row(no, `2026-${no < 60 ? '09' : '10'}-${String((no % 30) + 1).padStart(2, '0')}`, no < 60 ? 5 : 1),
  )
  await db.insertInto('coupon').values(rows).execute()
})

beforeEach(async () => {
  await page.viewport(390, 844)
  await signIn(portal, maker)
})

const ask = async (from: string, to: string) => {
  await page.getByRole('textbox', { name: '起日' }).fill(from)
  await page.getByRole('textbox', { name: '迄日' }).fill(to)
  await page.getByRole('button', { name: '查詢', exact: true }).click()
}

test('a report validates its parameters, says when it finds nothing, and shows totals', async () => {
  drawAdmin(portal.schemas, '/admin/couponReport')
  await expect.element(page.getByRole('button', { name: '列印' })).toBeDisabled()
  await ask('115/01/01', '115/11/30')
  await expect.element(page.getByText(/查詢期間最長 92 天，目前是 \d+ 天，請縮短期間。/)).toBeVisible()

  await ask('115/11/01', '115/11/30')
  await expect.element(page.getByText('沒有符合查詢條件的資料，請調整期間或條件後再查詢。')).toBeVisible()

  await ask('115/09/01', '115/10/31')
  await expect.element(page.getByText('共 60 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('row', { name: '合計 120 360' })).toBeVisible()
  expect(await violations()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a query with Enter replaces the one that is running, whose late response changes nothing', async () => {
  const { handler, urls, respond } = heldRequests('/Ext/CouponReport/QueryReport', () => portal.app)
  worker.use(handler)
  drawAdmin(portal.schemas, '/admin/couponReport')
  await ask('115/09/01', '115/09/30')
  await expect.poll(() => urls.length).toBe(1)
  await page.getByRole('textbox', { name: '迄日' }).fill('115/10/31')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => urls.length).toBe(2)
  const button = page.getByRole('button', { name: '查詢', exact: true })
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  respond(1)
  await expect.element(page.getByText('共 60 筆', { exact: true })).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-busy', 'false')
  respond(0)
  await requestsAnswered()
  await expect.element(page.getByText('共 60 筆', { exact: true })).toBeVisible()
})

test('after a query that failed, no result of other conditions is shown', async () => {
  drawAdmin(portal.schemas, '/admin/couponReport')
  await ask('115/09/01', '115/10/31')
  await expect.element(page.getByText('共 60 筆', { exact: true })).toBeVisible()
  worker.use(failures.refusal('/Ext/CouponReport/QueryReport', '9998', '報表忙碌中，請稍後再查詢。'))
  await ask('115/09/01', '115/09/30')
  await expect.element(page.getByText('報表忙碌中，請稍後再查詢。')).toBeVisible()
  await expect.element(page.getByText('共 60 筆', { exact: true })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '列印' })).toBeDisabled()
})

test('a report is printed and downloaded with the parameters that it shows', async () => {
  drawAdmin(portal.schemas, '/admin/couponReport')
  await ask('115/09/01', '115/10/31')
  // The browser lays out the sheets right after it has dispatched this event.
  const printedRows: number[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
    printedRows.push(document.querySelectorAll('[data-testid="report-print"] tbody tr').length)
    window.dispatchEvent(new Event('afterprint'))
  })
  await page.getByRole('button', { name: '列印' }).click()
  await expect.poll(() => printedRows.length).toBe(1)
  expect(printedRows[0]).toBeGreaterThan(60)

  const saved = savedFiles()
  await page.getByRole('button', { name: '下載' }).click()
  await page.getByRole('menuitem', { name: /^下載CSV/ }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('優惠券統計表.csv')
  const csv = await saved.at(-1)?.text
  expect(csv?.trim().split('\r\n').at(-1)).toBe('合計,,,,120,360')
})
