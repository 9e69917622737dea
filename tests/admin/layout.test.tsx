import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearSessions } from '../../src/browser/session/session'
import type { RecordValues } from '../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'
import { openConditions } from './list-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  await given.fee({ FeeCode: 'F02', FeeName: '車位費', SortNo: 2 })
  await given.fee({ ApplyCode: '77002', FeeCode: 'S01', FeeName: '社費' })
  await given.payer({ PayerId: 'A1-0501', PayerNo: '000001' })
  await given.payer({ PayerId: 'A1-0502', PayerNo: '000002' })
  maker = await given.user({ UserId: 'maker01', ApplyCodes: ['77001', '77002'] })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker, { ApplyCodes: ['77001', '77002'] })
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const picker = page.getByRole('button', { name: /^作業中的委託單位/ })
const found = (count: number) => expect.element(page.getByText(`共 ${count} 筆`, { exact: true })).toBeVisible()

const pick = async (name: RegExp) => {
  await picker.click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('the selected agreement filters lists, is the default of new forms and survives a reload', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  await found(3)
  await pick(/77002/)
  await expect.element(picker).toHaveTextContent('77002 第二約定')
  await found(1)
  await expect.element(page.getByText('S01')).toBeVisible()
  expect(page.getByRole('columnheader', { name: '委託單位代號' }).elements()).toEqual([])
  await openConditions()
  await expect.element(page.getByRole('combobox', { name: '委託單位代號' })).toHaveValue('77002 第二約定')

  drawAdmin(portal.schemas, '/admin/fee/create')
  await expect.element(page.getByRole('combobox', { name: '委託單位代號' })).toHaveValue('77002 第二約定')

  drawAdmin(portal.schemas, '/admin/fee')
  await found(1)
  await pick(/全部/)
  await found(3)
})

test('a table whose only column is hidden by the selected agreement shows its first column', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  await found(3)
  await button('欄位').click()
  const items = page.getByRole('menuitemcheckbox', { checked: true })
  await expect.poll(() => items.elements().length).toBeGreaterThan(2)
  const others = items.elements().flatMap(({ textContent }) => (textContent === '委託單位代號' ? [] : [textContent]))
  for (const label of others) await page.getByRole('menuitemcheckbox', { name: label, exact: true }).click()
  await expect.poll(() => items.elements().map(({ textContent }) => textContent)).toEqual(['委託單位代號'])
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  await pick(/77002/)
  await found(1)
  await expect.element(page.getByRole('cell', { name: /77002/ })).toBeVisible()
  await pick(/全部/)
})

test('a query can name another agreement, and 清除 restores the selected one', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  await pick(/77001/)
  await found(2)
  await openConditions()
  const asked = page.getByRole('combobox', { name: '委託單位代號' })
  await asked.click()
  await page.getByRole('option', { name: /77002/ }).click()
  await button('查詢').click()
  await found(1)
  await openConditions()
  await button('清除').click()
  await found(2)
})

test('users with a single agreement, and users of another company, see no selection of agreements', async () => {
  await signIn(portal, await portal.given.user({ UserId: 'maker02', ApplyCodes: ['77001'] }))
  sessionStorage.setItem('WORKING_AGREEMENT', '77002')
  drawAdmin(portal.schemas, '/admin/fee')
  await found(2)
  expect(picker.elements()).toEqual([])
})

test('the dense layout of tables applies to every page', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  const height = () => page.getByRole('row', { name: /F01/ }).element().getBoundingClientRect().height
  await expect.element(page.getByRole('row', { name: /F01/ })).toBeVisible()
  const before = height()
  await button('緊密').click()
  await expect.element(button('緊密')).toHaveAttribute('aria-pressed', 'true')
  expect(height()).toBeLessThan(before - 6)
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(button('緊密')).toHaveAttribute('aria-pressed', 'true')
  const cell = page.getByRole('cell', { name: 'A1-0501', exact: true })
  await expect.element(cell).toBeVisible()
  expect(getComputedStyle(cell.element()).fontVariantNumeric).toBe('tabular-nums')
})

test('the form with all filters opens on demand; closing it keeps its input', async () => {
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(button('更多條件')).toBeVisible()
  expect(page.getByRole('combobox', { name: '繳款通路' }).elements()).toEqual([])
  await openConditions()
  await expect.element(page.getByRole('combobox', { name: '繳款通路' })).toBeVisible()
  await page.getByRole('textbox', { name: '應繳金額（起）' }).fill('1,000')
  await button('收合條件').click()
  await openConditions()
  await expect.element(page.getByRole('textbox', { name: '應繳金額（起）' })).toHaveValue('1,000')
})

test('on a narrow screen records can be selected and deleted too, and a payer’s card shows the state', async () => {
  await page.viewport(390, 844)
  await portal.given.payer({ PayerId: 'X1', PayerNo: '000901', PayerStatus: 'Inactive' })
  drawAdmin(portal.schemas, '/admin/payer')
  await found(3)
  const card = page.getByRole('listitem').filter({ hasText: 'X1' })
  await expect.element(card).toHaveTextContent('停用')
  await card.getByRole('checkbox').click()
  await expect.element(page.getByText('已選取 1 筆')).toBeVisible()
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '刪除' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '刪除 1 位' }).click()
  await found(2)
})

test('references in list items are shown as text, on the detail page and in the form', async () => {
  await portal.given.billCategory()
  const term = await portal.given.billTerm({ FeeItems: [{ FeeCode: 'F02', Amount: 500 }] })
  drawAdmin(portal.schemas, `/admin/billTerm/${term.SerialId}/show`)
  await expect.element(page.getByRole('cell', { name: 'F02 車位費' })).toBeVisible()
  drawAdmin(portal.schemas, `/admin/billTerm/${term.SerialId}`)
  await expect.element(page.getByRole('combobox', { name: '繳費項目' })).toHaveValue('F02 車位費')
})

test('every page has its landmarks, the skip link and the legal links', async () => {
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect([...document.querySelectorAll('[accesskey]')].map((mark) => mark.getAttribute('accesskey'))).toEqual([
    'U',
    'C',
    'Z',
  ])
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: '跳到主要內容區塊' })).toHaveFocus()
  const footer = page.getByRole('contentinfo')
  for (const name of ['個資告知', '無障礙聲明', '聯絡我們'])
    await expect.element(footer.getByRole('link', { name })).toBeVisible()
})

test('unsaved input does not block the redirect after the session has ended', async () => {
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('寫到一半')
  clearSessions()
  await router.navigate('/company')
  await expect.element(page.getByText('公開網站')).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

test("the page of the user's own sign-ins has breadcrumbs", async () => {
  drawAdmin(portal.schemas, '/admin/sign-ins')
  const breadcrumbs = page.getByRole('navigation', { name: '目前位置' })
  await expect.element(breadcrumbs.getByRole('link', { name: '首頁' })).toHaveAttribute('href', '/admin')
  await expect.element(breadcrumbs.getByText('登入紀錄')).toHaveAttribute('aria-current', 'page')
})
