import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { forgetFilters } from '../../../src/admin/hooks/link-state'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openRowMenu } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  // Loaded on use, so a key that is pressed before would be that of the portal.
  await import('../../../src/admin/list/ListKeys')
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  await given.payerUnit()
  for (let n = 1; n <= 45; n += 1)
    await given.payer({
      PayerId: `P${String(n).padStart(2, '0')}`,
      PayerNo: String(n).padStart(6, '0'),
      PayerName: n % 2 === 0 ? '王大明' : '陳小華',
      PayerStatus: n > 40 ? 'Inactive' : 'Active',
    })
  maker = await given.user({ UserId: 'maker01', ApplyCodes: ['77001', '77002'] })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker, { ApplyCodes: ['77001', '77002'] })
})

type Router = ReturnType<typeof drawAdmin>

const draw = async (path = '/admin/payer'): Promise<Router> => {
  const router = drawAdmin(portal.schemas, path)
  await expect.element(page.getByText(/^共 \d+ 筆$/)).toBeVisible()
  return router
}
const found = (count: number) => expect.element(page.getByText(`共 ${count} 筆`, { exact: true })).toBeVisible()
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const searchBox = page.getByRole('textbox', { name: '搜尋這個清單' })
const conditions = page.getByRole('group', { name: '使用中的查詢條件' })
const row = (payerId: string) => page.getByRole('row', { name: new RegExp(payerId) })
const addressOf = ({ state }: Router) => decodeURIComponent(state.location.search)
const topOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN

/** Answers the input of a quick filter with an option. */
const choose = async (name: string, option: string) => {
  await button(name).click()
  const panel = page.getByRole('dialog', { name })
  await panel.getByRole('combobox').click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await panel.getByRole('button', { name: '套用' }).click()
}

test('a record is found with the search box, whose text is in no address; Back returns to the list before', async () => {
  const router = await draw()
  await searchBox.fill('P07')
  await userEvent.keyboard('{Enter}')
  await found(1)
  await expect.element(conditions).toHaveTextContent('搜尋「P07」')
  expect(JSON.stringify([window.location.search, { ...localStorage }, { ...sessionStorage }])).not.toContain('P07')
  expect(addressOf(router)).not.toContain('P07')
  expect(JSON.stringify(router.state.location.state)).not.toContain('P07')
  await router.navigate(-1)
  await found(45)
  await expect.element(searchBox).toHaveValue('')
  await router.navigate(1)
  await found(1)
  await expect.element(searchBox).toHaveValue('P07')
})

test('a search for one character is refused at the search box, and the result stays', async () => {
  await draw('/admin/bills')
  await searchBox.fill('王')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert')).toHaveTextContent('關鍵字請輸入 2 個字以上。')
  await expect.element(searchBox).toHaveFocus()
  await expect.element(searchBox).toHaveAccessibleDescription('關鍵字請輸入 2 個字以上。')
  await expect.element(page.getByText(/^共 \d+ 筆$/)).toBeVisible()
  expect(page.getByRole('button', { name: '收合條件' }).elements()).toEqual([])
  await searchBox.fill('王大')
  expect(page.getByRole('alert').elements()).toEqual([])
})

test('Back in the moment in which a query has changed the address returns to the list before', async () => {
  const router = await draw()
  const stop = router.subscribe(({ historyAction }) => {
    if (historyAction !== 'PUSH') return
    stop()
    queueMicrotask(() => void router.navigate(-1))
  })
  await searchBox.fill('P07')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => router.state.historyAction).toBe('POP')
  await found(45)
  await expect.element(searchBox).toHaveValue('')
})

test('texts of a search are forgotten when the user leaves, and the list says so', async () => {
  const router = await draw()
  await searchBox.fill('P07')
  await userEvent.keyboard('{Enter}')
  await found(1)
  forgetFilters()
  await router.navigate('/admin/fee')
  await expect.element(page.getByRole('heading', { level: 1, name: '繳費項目設定' })).toBeVisible()
  await router.navigate(-1)
  await expect.element(page.getByText('含個人資料的條件不會保留在網址，請重新輸入。')).toBeVisible()
  await found(45)
})

test('a quick filter is applied and removed; the address has it with page, size and order, and opens the same list', async () => {
  const router = await draw()
  await choose('繳款人類別', '一般')
  await expect.element(button(/^移除條件 繳款人類別/)).toBeVisible()
  // Rows that are awaited are dimmed.
  await expect.poll(() => document.querySelector('[data-outdated="true"]')).toBeNull()
  expect(await violations()).toEqual([])
  await page.getByRole('columnheader', { name: '繳款人代號' }).getByRole('button').click()
  await expect
    .element(page.getByRole('columnheader', { name: '繳款人代號' }))
    .toHaveAttribute('aria-sort', 'descending')
  await button('下一頁').click()
  await expect.element(row('P25')).toBeVisible()
  const address = addressOf(router)
  expect(address).toContain('"PayerType"')
  expect(address).toContain('sort=-PayerId')
  expect(address).toContain('page=2')
  drawAdmin(portal.schemas, router.state.location.pathname + router.state.location.search)
  await expect.element(row('P25')).toBeVisible()
  expect(row('P45').elements()).toEqual([])
  await button(/^移除條件 繳款人類別/).click()
  await expect.element(row('P45')).toBeVisible()
  await expect.element(conditions).not.toBeInTheDocument()
})

test('a typed address with conditions that the list lacks says so and shows the list', async () => {
  await draw(`/admin/payer?filter=${encodeURIComponent('{"Colour":"red","PayerName":"王大明"}')}`)
  await expect.element(page.getByText('網址中的條件「Colour」、「PayerName」不適用於這個清單，已略過。')).toBeVisible()
  await found(45)
})

test('the way back from a record leads to the same page of the list, at the same place, with the selection', async () => {
  const router = await draw()
  await button('下一頁').click()
  await expect.element(row('P40')).toBeVisible()
  await row('P30').getByRole('checkbox').click()
  const region = () => document.querySelector('#list-table')?.parentElement
  region()?.scrollTo({ top: 120 })
  await expect.poll(() => region()?.scrollTop).toBe(120)
  await row('P30').getByRole('link').first().click()
  await expect.poll(() => router.state.location.pathname).toMatch(/show$/)
  await router.navigate(-1)
  await expect.element(row('P30').getByRole('checkbox')).toBeChecked()
  await expect.poll(() => region()?.scrollTop).toBe(120)
})

test('the first row is near the top, the columns fit, and the agreement is a line of the first column', async () => {
  await draw()
  await expect.element(row('P01')).toBeVisible()
  expect(topOf('#list-table tbody tr')).toBeLessThanOrEqual(250)
  const table = page.getByRole('table', { name: '繳款人設定' }).element()
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0)
  expect(page.getByRole('columnheader', { name: '委託單位代號' }).elements()).toEqual([])
  await expect.element(row('P01')).toHaveTextContent('77001 示範社區管理費')
  await choose('繳款人類別', '一般')
  await expect.element(conditions).toBeVisible()
  expect(topOf('#list-table tbody tr')).toBeLessThanOrEqual(282)
  // The pager is in view without scrolling the page.
  expect(page.getByRole('navigation', { name: '分頁' }).element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    900,
  )
})

test('selecting a record moves no row', async () => {
  await draw()
  const before = topOf('#list-table tbody tr')
  await row('P02').getByRole('checkbox').click()
  await expect.element(page.getByRole('group', { name: '選取的資料' })).toBeVisible()
  expect(topOf('#list-table tbody tr')).toBe(before)
})

test('while records are selected, the query can be changed, and the bar is in view in the place of the pager', async () => {
  await draw()
  await row('P02').getByRole('checkbox').click()
  const bar = page.getByRole('group', { name: '選取的資料' })
  await expect.element(bar).toBeInViewport({ ratio: 0.99 })
  await expect.element(page.getByRole('navigation', { name: '分頁' })).not.toBeInTheDocument()
  await searchBox.click()
  await searchBox.fill('P01')
  await userEvent.keyboard('{Enter}')
  await expect.element(bar).not.toBeInTheDocument()
  await expect.element(row('P02')).not.toBeInTheDocument()
  await expect.element(page.getByRole('navigation', { name: '分頁' })).toBeVisible()
})

test('on a phone the bar of the selected records is at the end of the window', async () => {
  await page.viewport(390, 844)
  await draw()
  await page
    .getByRole('checkbox', { name: /^選取 P/ })
    .first()
    .click()
  const bar = page.getByRole('group', { name: '選取的資料' })
  await expect.element(bar).toBeInViewport({ ratio: 0.99 })
  expect(bar.element().getBoundingClientRect().bottom).toBeCloseTo(window.innerHeight, -1)
  expect(await violations()).toEqual([])
})

test('after paging, the focus and the view are at the top of the table', async () => {
  await draw()
  document.querySelector('#list-table')?.parentElement?.scrollTo({ top: 200 })
  await button('下一頁').click()
  await expect.element(page.getByRole('table')).toHaveFocus()
  expect(document.querySelector('#list-table')?.parentElement?.scrollTop).toBe(0)
})

test('the list is used with single keys', async () => {
  const router = await draw()
  await userEvent.keyboard('/')
  await expect.element(searchBox).toHaveFocus()
  searchBox.element().blur()
  await userEvent.keyboard('jj')
  await expect.element(row('P02')).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(row('P02').getByRole('checkbox')).toBeChecked()
  await userEvent.keyboard('k')
  await expect.element(row('P01')).toHaveFocus()
  await userEvent.keyboard('?')
  const help = page.getByRole('alertdialog', { name: '清單的快速鍵' })
  await expect.element(help).toHaveTextContent('選取或取消選取目前的資料')
  await help.getByRole('button', { name: '確定' }).click()
  await expect.element(help).not.toBeInTheDocument()
  await userEvent.keyboard('n')
  await expect.poll(() => router.state.location.pathname).toBe('/admin/payer/create')
})

test('e changes the record that has the focus, and Enter opens it', async () => {
  const router = await draw()
  await userEvent.keyboard('je')
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/admin\/payer\/\d+$/)
  const other = await draw()
  await userEvent.keyboard('j{Enter}')
  await expect.poll(() => other.state.location.pathname).toMatch(/^\/admin\/payer\/\d+\/show$/)
})

test('the menu of a row has words, what destroys is last, and axe finds nothing in it', async () => {
  await draw()
  const menu = await openRowMenu(row('P01'))
  await expect.element(menu.getByRole('menuitem').last()).toHaveTextContent('刪除')
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(row('P01').getByRole('button', { name: /^更多操作/ })).toHaveFocus()
})
