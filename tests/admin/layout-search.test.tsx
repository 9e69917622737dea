import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearSessions } from '../../src/browser/session/session'
import type { RecordValues } from '../../src/schema/language/language'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, requestsAnswered, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
let bill: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  bill = await given.bill({ BillNo: 'B26-001', PayerName: '吳靜宜', ShouldPayAmount: 2800 })
  for (let no = 2; no <= 8; no++) await given.bill({ BillNo: `B26-00${no}`, PayerName: '王小明' })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const box = page.getByRole('button', { name: '搜尋頁面、單號、姓名' })
const dialog = page.getByRole('dialog', { name: '搜尋' })
const input = dialog.getByRole('combobox', { name: '搜尋' })
const options = dialog.getByRole('option')
const heading = page.getByRole('heading', { level: 1 })
const announced = dialog.getByRole('status')

const openAt = async (path: string) => {
  const router = drawAdmin(portal.schemas, path)
  await expect.element(heading).toBeVisible()
  return router
}

const searchFor = async (text: string) => {
  await box.click()
  await input.fill(text)
}

test('Ctrl+K opens the search, and a bill is found by its number with its state and its amount: one more key opens it', async () => {
  const router = await openAt('/admin')
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(input).toHaveFocus()
  await userEvent.keyboard('B26-001')
  const found = options.filter({ hasText: 'B26-001' })
  await expect.element(found).toHaveTextContent(/B26-001 吳○宜.*NT\$2,800.*未繳/)
  await expect.element(found).toHaveAttribute('aria-selected', 'true')
  await expect.element(announced).toHaveTextContent('找到 1 項')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe(`/admin/bills/${bill.SerialId}/show`)
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a slash opens the search outside of inputs, and is a character within them', async () => {
  await openAt('/admin/payer/create')
  const code = page.getByRole('textbox', { name: '繳款人代號' })
  await code.click()
  await userEvent.keyboard('/')
  await expect.element(code).toHaveValue('/')
  expect(dialog.elements()).toEqual([])
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard('/')
  await expect.element(input).toHaveFocus()
  await expect.element(input).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('pages are found by their name and by their group; the arrow keys move in the list', async () => {
  const router = await openAt('/admin')
  await searchFor('代收')
  await expect.element(options.first()).toHaveTextContent('代收')
  const activeId = () => input.element().getAttribute('aria-activedescendant')
  const first = activeId()
  expect(options.first().element().id).toBe(first)
  await userEvent.keyboard('{ArrowDown}')
  expect(activeId()).toBe(options.nth(1).element().id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(activeId()).toBe(options.elements().at(-1)?.id)
  await input.fill('代收資料維護')
  await expect.element(options).toHaveTextContent('代收資料維護代收作業')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.location.pathname).toBe('/admin/bills')
})

test('顯示全部 opens the list with all records; a name is not in its address', async () => {
  const router = await openAt('/admin')
  await searchFor('王小')
  const all = options.filter({ hasText: '顯示全部' })
  await expect.element(all).toBeVisible()
  expect(options.elements().length).toBe(6)
  await all.click()
  await expect.element(page.getByText('共 7 筆', { exact: true })).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/bills')
  expect(decodeURIComponent(router.state.location.search)).not.toContain('王')
})

test('Ctrl+Enter opens the record in a new tab, and the search stays', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  await openAt('/admin')
  await searchFor('B26-001')
  await expect.element(options.filter({ hasText: '吳○宜' })).toBeVisible()
  await input.click()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(open).toHaveBeenCalledWith(`/admin/bills/${bill.SerialId}/show`, '_blank', 'noopener')
  await expect.element(dialog).toBeVisible()
})

test('one character searches only pages, and texts without a result say so', async () => {
  await openAt('/admin')
  await searchFor('B')
  await expect.element(dialog.getByText('輸入 2 個字以上，即可搜尋帳單、繳款人等資料。')).toBeVisible()
  await input.fill('沒有這個')
  await expect.element(dialog.getByText('找不到「沒有這個」。')).toBeVisible()
  await expect.element(announced).toHaveTextContent('沒有符合的結果')
  expect(await violations()).toEqual([])
})

test('a search that fails is reported in the dialog, and 重試 repeats it', async () => {
  worker.use(failures.bareStatus('/Ext/Common/Search', 500, 'Internal Server Error'))
  await openAt('/admin')
  await searchFor('B26-001')
  await expect.element(dialog.getByText(/資料無法搜尋/)).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  worker.resetHandlers()
  await dialog.getByRole('button', { name: '重試' }).click()
  await expect.element(options.filter({ hasText: '吳○宜' })).toBeVisible()
})

test('an answer to an earlier text is dropped', async () => {
  await openAt('/admin')
  await searchFor('B26-00')
  await input.fill('B26-001')
  await expect.element(options).toHaveTextContent('吳○宜')
  expect(options.elements().length).toBe(1)
})

test('a backend without the call finds pages and asks for no records', async () => {
  worker.use(failures.bareStatus('/Ext/GetCapabilities', 404, 'Not Found'))
  await openAt('/admin')
  await box.click()
  await expect.element(dialog.getByText('輸入頁面的名稱，即可直接開啟。')).toBeVisible()
  await input.fill('B26-001')
  await expect.element(dialog.getByText('找不到「B26-001」。')).toBeVisible()
  await input.fill('繳費項目')
  await expect.element(options).toHaveTextContent('繳費項目設定')
  await requestsAnswered()
})

test('opened records are listed before anything is typed, without personal data, until the session ends', async () => {
  const router = await openAt(`/admin/bills/${bill.SerialId}/show`)
  await expect.poll(() => sessionStorage.getItem('RECENT_RECORDS')).toContain('B26-001')
  expect(sessionStorage.getItem('RECENT_RECORDS')).not.toMatch(/吳|宜/)
  await router.navigate('/admin')
  await box.click()
  await expect.element(dialog.getByRole('group', { name: '最近開啟' }).getByRole('option')).toHaveTextContent('B26-001')
  clearSessions()
  expect(sessionStorage.getItem('RECENT_RECORDS')).toBeNull()
})

test('a user of the bank gives the reason in the search before it finds names', async () => {
  const operator = await portal.given.user({ UserId: 'bankop01', RoleId: 'BankOperator' })
  await signIn(portal, operator, { ApplyCodes: [] })
  await openAt('/admin')
  await searchFor('吳靜')
  await dialog.getByRole('button', { name: '輸入事由' }).click()
  const question = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await question.getByLabelText('事由').fill('客戶來電查詢')
  await question.getByRole('button', { name: '確定' }).click()
  await expect.element(options.filter({ hasText: '吳○宜' }).first()).toBeVisible()
})

test('on a narrow screen the search is a button of 44 pixels and fills the screen', async () => {
  await page.viewport(390, 844)
  await openAt('/admin')
  const { width, height } = box.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await box.click()
  await expect.element(input).toBeVisible()
  expect(document.querySelector('.MuiDialog-paper')?.getBoundingClientRect().width).toBe(390)
  await dialog.getByRole('button', { name: '關閉搜尋' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
})
