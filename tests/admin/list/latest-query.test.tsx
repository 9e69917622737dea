import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { type HeldRequests, heldRequests } from '../../support/browser/held'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.payerUnit()
  for (let n = 1; n <= 24; n += 1)
    await given.payer({
      PayerId: `P${String(n).padStart(2, '0')}`,
      PayerNo: String(n).padStart(6, '0'),
      PayerName: '王大明',
    })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/payer')
  await found(24)
})

const found = (count: number) => expect.element(page.getByText(`共 ${count} 筆`, { exact: true })).toBeVisible()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const code = page.getByRole('textbox', { name: '繳款人代號' })
const row = (payerId: string) => page.getByRole('row', { name: new RegExp(payerId) })
const selection = page.getByRole('group', { name: '選取的資料' })
const table = page.getByRole('table')
/** The records of the list, without its headings. */
const shown = () => table.getByRole('row').elements().slice(1).length

const hold = (): HeldRequests => {
  const held = heldRequests('/Payer', () => portal.app)
  worker.use(held.handler)
  return held
}

const askFor = async (payerId: string) => {
  await openConditions()
  await code.fill(payerId)
  await userEvent.keyboard('{Enter}')
}

const select = async (...payerIds: string[]) => {
  for (const payerId of payerIds) await row(payerId).getByRole('checkbox').click()
  await expect.element(selection).toHaveTextContent(`已選取 ${payerIds.length} 筆`)
}

test('a query with Enter replaces the one that is running, whose late response changes nothing', async () => {
  const { urls, respond } = hold()
  await askFor('P01')
  await expect.poll(() => urls.length).toBe(1)
  await askFor('P02')
  await expect.poll(() => urls.map(({ searchParams }) => searchParams.get('PayerId'))).toEqual(['P01', 'P02'])
  respond(1)
  await found(1)
  await expect.element(row('P02')).toBeVisible()
  respond(0)
  await expect.element(row('P01')).not.toBeInTheDocument()
  await expect.element(row('P02')).toBeVisible()
})

test('the button of the query form can be pressed during a query, and the same query is then made again', async () => {
  const { urls, respond } = hold()
  await button('搜尋').click()
  await expect.poll(() => urls.length).toBe(1)
  await expect.element(button('搜尋')).toHaveAttribute('aria-busy', 'true')
  await button('搜尋').click()
  await expect.poll(() => urls.length).toBe(2)
  respond(1)
  await expect.element(button('搜尋')).toHaveAttribute('aria-busy', 'false')
  respond(0)
})

test('the rows of the previous query are dimmed and no bulk action can be started until those of the new one arrive', async () => {
  await openConditions()
  await select('P01', 'P02')
  const { urls, respond } = hold()
  const opacity = () => getComputedStyle(table.element().closest('[data-outdated]') ?? document.body).opacity
  expect(opacity()).toBe('1')
  await askFor('P02')
  await expect.poll(() => urls.length).toBe(1)
  expect(opacity()).toBe('0.5')
  await expect.element(selection.getByRole('button', { name: '刪除' })).toBeDisabled()
  respond(0)
  await found(1)
  await expect.element(selection).toHaveTextContent('已選取 1 筆')
  await selection.getByRole('button', { name: '刪除' }).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('確定要刪除選取的 1 位繳款人嗎？')
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
})

test('after the selection has been cleared, the focus is on the number of results', async () => {
  await select('P01', 'P02')
  await selection.getByRole('button', { name: '取消選取' }).click()
  await expect.element(selection).not.toBeInTheDocument()
  await expect.element(page.getByText('共 24 筆', { exact: true })).toHaveFocus()
})

test('records that a query or another page removes from the list are not selected when they return', async () => {
  await openConditions()
  await select('P01', 'P02')
  await askFor('P03')
  await found(1)
  await expect.element(selection).not.toBeInTheDocument()
  await button('全部清除').click()
  await found(24)
  await expect.element(row('P01').getByRole('checkbox')).not.toBeChecked()

  // On wide screens the bar is in the place of the pager.
  await page.viewport(390, 844)
  const checkbox = (payerId: string) => page.getByRole('checkbox', { name: new RegExp(`^選取 ${payerId}`) })
  await checkbox('P01').click()
  await button('下一頁').click()
  await expect.element(checkbox('P24')).toBeVisible()
  await expect.element(selection).not.toBeInTheDocument()
  await button('上一頁').click()
  await expect.element(checkbox('P01')).not.toBeChecked()
})

test('records that stay in the list stay selected when it is sorted', async () => {
  await page.getByRole('combobox', { name: '每頁筆數：' }).selectOptions('50')
  await expect.poll(shown).toBe(24)
  await select('P01', 'P24')
  await page.getByRole('columnheader', { name: '繳款人代號' }).getByRole('button').click()
  await expect.poll(() => table.getByRole('row').elements()[1]?.textContent).toContain('P24')
  await expect.element(selection).toHaveTextContent('已選取 2 筆')
  await expect.element(row('P24').getByRole('checkbox')).toBeChecked()
})

test('a list that is opened from the menu has no selection of the visit before', async () => {
  const openFromMenu = (name: string) =>
    page.getByRole('navigation', { name: '功能選單' }).getByRole('link', { name, exact: true }).click()
  await select('P01', 'P02')
  await openFromMenu('代收單位設定')
  await expect.element(page.getByRole('heading', { level: 1, name: '代收單位設定' })).toBeVisible()
  await openFromMenu('繳款人設定')
  await found(24)
  await expect.element(row('P01').getByRole('checkbox')).not.toBeChecked()
  await expect.element(selection).not.toBeInTheDocument()
})
