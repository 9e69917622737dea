import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, onRequest, requestsAnswered, throughApp } from '../../support/browser/msw'
import { ticket } from '../../support/schemas/ticket'
import { drawAdmin, signIn } from '../admin-page'
import { chooseInRow, openConditions } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { ticket } })
  const { given, db } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
  const rows = [
    ['超繳甲', 'Open', 'Over', 100],
    ['超繳乙', 'Held', 'Over', 50],
    ['短繳甲', 'Open', 'Under', 30],
    ['短繳乙', 'Done', 'Under', 900],
  ] as const
  for (const [title, state, reason, amount] of rows)
    await db
      .insertInto('ticket')
      .values({
        apply_code: '77001',
        title,
        state,
        reason,
        amount,
        currency_type: 'TWD',
        create_user: 'maker01',
        create_time: new Date(),
        update_time: new Date(),
        update_user: 'maker01',
      })
      .execute()
})

beforeEach(() => page.viewport(1440, 900))

const tab = (name: RegExp) => page.getByRole('tab', { name })

test('tabs show counts, set the filters, and show the sum of the chosen one with one call', async () => {
  const asked: string[] = []
  onRequest(worker, ({ url }) => void (/Ticket/.test(url) && asked.push(new URL(url).pathname + new URL(url).search)))
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ticket')
  await expect.element(tab(/^全部待處理 ?3/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab(/^超繳 ?2/)).toBeVisible()
  await expect.element(tab(/^逾期 ?0/)).toBeEnabled()
  await expect.element(page.getByText('180', { exact: true })).toBeVisible()
  expect(asked.filter((path) => path.includes('WithTotals'))).toEqual([])
  await tab(/^已處理/).click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByText('900', { exact: true }).first()).toBeVisible()
  await openConditions()
  await expect.element(page.getByRole('combobox', { name: '狀態' })).toHaveTextContent('已處理')
  expect(await violations()).toEqual([])
  await tab(/^已處理/).click()
  // The keyboard reaches every tab, also one without records.
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(tab(/^逾期/)).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('查無資料')).toBeVisible()
  await userEvent.keyboard('{Home}')
  await expect.element(tab(/^全部待處理/)).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab(/^已處理/)).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{End}')
  await expect.element(tab(/^已處理/)).toHaveFocus()
  await expect.element(tab(/^逾期/)).toHaveAttribute('aria-selected', 'true')
})

test('with tabs the first row is near the top, and the field of the tabs is no quick filter', async () => {
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ticket')
  await expect.element(tab(/^全部待處理 ?3/)).toBeVisible()
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  expect(document.querySelector('#list-table tbody tr')?.getBoundingClientRect().top).toBeLessThanOrEqual(290)
  for (const name of ['狀態', '原因'])
    expect(page.getByRole('search').getByRole('button', { name, exact: true }).elements()).toEqual([])
})

test('conditions that match no tab choose none, and are summed by themselves', async () => {
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ticket')
  await openConditions()
  await page.getByRole('combobox', { name: '狀態' }).click()
  await page.getByRole('option', { name: '保留' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await expect.element(page.getByText('130', { exact: true })).toBeVisible()
  expect(page.getByRole('tab', { selected: true }).elements()).toEqual([])
})

test('on a phone the tabs scroll, and with a backend that does not count them they have no counts', async () => {
  worker.use(
    http.all('*/api/Ext/*', () =>
      HttpResponse.json({ ReturnCode: '2004', ReturnMsg: '沒有這個功能。', OutData: null }, { status: 404 }),
    ),
  )
  await page.viewport(390, 844)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ticket')
  await expect.element(page.getByRole('tab', { name: '全部待處理', exact: true })).toBeVisible()
  await expect.element(page.getByText('180', { exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('tabs are counted once for a query, and again after a change and when the same query is sent', async () => {
  let calls = 0
  onRequest(worker, ({ url }) => {
    if (new URL(url).pathname.endsWith('/Ticket/GetTabs')) calls += 1
  })
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ticket')
  await expect.element(tab(/^全部待處理 ?3/)).toBeVisible()
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  await tab(/^短繳/).click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await page.getByRole('columnheader', { name: '名稱' }).getByRole('button').click()
  await requestsAnswered()
  expect(calls).toBe(1)
  await page.getByRole('button', { name: '搜尋', exact: true }).click()
  await expect.poll(() => calls).toBe(2)
  await requestsAnswered()
  await chooseInRow(page.getByRole('row').nth(1), '刪除')
  await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click()
  await expect.element(tab(/^短繳 ?0/)).toBeVisible()
  await requestsAnswered()
  expect(calls).toBe(3)
})
