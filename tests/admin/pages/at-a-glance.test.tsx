import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let bill: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  bill = await given.bill({
    ShouldPayAmount: 1500,
    PaidAmount: 700,
    PayStatus: 'PartialPaid',
    PaymentEndDate: '2099-12-31',
    VACAccount: '77001260000123',
  })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

test('the detail page of a bill begins with its amount and state, then its figures, each shown once', async () => {
  drawAdmin(portal.schemas, `/admin/bills/${bill.SerialId}/show`)
  const head = page.getByLabelText('摘要')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/NT\$.*王大明/)
  await expect.element(page.getByText('部分繳', { exact: true }).first()).toBeVisible()
  await expect
    .element(head)
    .toHaveTextContent(/應繳金額.*1,500.*已繳金額.*700.*未繳金額.*800.*繳款截止日.*2099\/12\/31/)
  expect(page.getByText('應繳金額', { exact: true }).elements()).toHaveLength(1)
  expect(page.getByText('帳單狀態', { exact: true }).elements()).toHaveLength(0)
})

test('a table that is cut off shows a shadow until its end is reached, and scrolls with the keyboard', async () => {
  await page.viewport(1000, 900)
  drawAdmin(portal.schemas, '/admin/bills')
  const region = page.getByRole('region', { name: '代收資料維護，可左右捲動' })
  await expect.element(region).toHaveClass('has-more')
  const box = region.element()
  while (document.activeElement !== box) await userEvent.tab()
  for (let presses = 0; presses < 60 && box.classList.contains('has-more'); presses++)
    await userEvent.keyboard('{ArrowRight}')
  await expect.element(region).not.toHaveClass('has-more')
  expect(box.scrollLeft).toBeGreaterThan(0)
})

test('while a list opens, its bar does not move', async () => {
  const form = () => document.querySelector('form[role=search]')
  const heights = new Set<number>()
  const observer = new MutationObserver(() => {
    const height = form()?.clientHeight
    if (height !== undefined) heights.add(height)
  })
  observer.observe(document.body, { childList: true, subtree: true })
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(page.getByRole('button', { name: '繳款截止日', exact: true })).toBeVisible()
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  observer.disconnect()
  expect([...heights]).toEqual([56])
})

test('a table that fits cannot be focused', async () => {
  await page.viewport(1440, 900)
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByRole('heading', { name: '繳費項目設定' })).toBeVisible()
  expect(page.getByRole('region', { name: /可左右捲動/ }).elements()).toEqual([])
})

test('the account of a bill is visible without scrolling on a wide screen', async () => {
  drawAdmin(portal.schemas, '/admin/bills')
  const cell = page.getByRole('cell', { name: '77001260000123' })
  await expect.element(cell).toBeVisible()
  const actions = page.getByRole('columnheader', { name: '操作' }).element().getBoundingClientRect()
  expect(cell.element().getBoundingClientRect().right).toBeLessThanOrEqual(actions.left)
})
