import '../../../src/site/layout/site.css'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { show } from '../../support/browser/media'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

// The styles of the public area are loaded as well, because a browser keeps them when users sign in.

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

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

beforeEach(() => signIn(portal, maker))
afterEach(() => show(''))

const rows = page.getByRole('row')
const content = page.getByRole('main')
const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()

const openList = async (width: number) => {
  await page.viewport(width, 900)
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('共 24 筆', { exact: true })).toBeVisible()
}

test('at 1920 pixels a list uses the window beside the menu, and a form stays at 1200', async () => {
  await openList(1920)
  const menu = boxOf(page.getByRole('navigation', { name: '功能選單' }))
  expect(boxOf(content)).toMatchObject({ left: menu.right, right: 1920 })
  expect(boxOf(page.getByRole('search'))).toMatchObject({ left: menu.right + 25, right: 1895 })
  expect(boxOf(page.getByRole('table'))).toMatchObject({ left: menu.right + 25, right: 1895 })
  await page.getByRole('link', { name: '新增', exact: true }).click()
  await expect.element(page.getByRole('button', { name: '儲存', exact: true })).toBeVisible()
  expect(boxOf(content).width).toBe(1200)
})

test.each([1920, 1440])(
  'the headings of a list stay in view at %i pixels, wherever page and table are scrolled to',
  async (width) => {
    await openList(width)
    const region = page.getByRole('region', { name: /繳款人設定/ })
    await expect.element(region).toHaveAttribute('tabindex', '0')
    expect(await violations()).toEqual([])
    const bar = boxOf(page.getByRole('banner')).bottom
    for (const [top, row] of [
      [0, 0],
      [0, 300],
      [150, 300],
      [10_000, 0],
      [10_000, 10_000],
    ] as const) {
      window.scrollTo(0, top)
      region.element().scrollTop = row
      const heading = boxOf(page.getByRole('columnheader', { name: '繳款人代號' }))
      expect(heading.top).toBeGreaterThanOrEqual(bar)
      expect(heading.bottom).toBeLessThan(window.innerHeight)
      expect(heading.top).toBe(boxOf(region).top)
    }
    // A record that gets the focus is not covered by the headings.
    page.getByRole('row', { name: /P02/ }).getByRole('link').first().element().focus()
    expect(boxOf(rows.nth(2)).top).toBeGreaterThanOrEqual(boxOf(rows.nth(0)).bottom - 1)
  },
)

test('at 390 pixels a list has cards, which scroll with the page', async () => {
  await openList(390)
  expect(page.getByRole('table').elements()).toEqual([])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'P20' })).toBeInTheDocument()
  expect(document.querySelector('main [role="region"]')).toBeNull()
  expect(document.documentElement.scrollHeight).toBeGreaterThan(2000)
})

// A4 with margins of 10 mm, in portrait and landscape format.
test.each([718, 1047, 390])(
  'on paper of %i pixels a list is a table with every row of the page, and nothing is cut off',
  async (width) => {
    await openList(1440)
    await show('print')
    await page.viewport(width, 900)
    await expect.poll(() => rows.elements().length).toBe(21)
    const region = page.getByRole('table').element().parentElement
    expect(region?.clientHeight).toBe(region?.scrollHeight)
    for (const heading of page.getByRole('columnheader').elements())
      expect(heading.getBoundingClientRect().right).toBeLessThanOrEqual(width)
    expect(getComputedStyle(page.getByRole('columnheader', { name: '繳款人代號' }).element()).position).toBe('static')
    await expect.element(page.getByText('第 1－20 筆，共 24 筆')).toBeVisible()
    for (const hidden of [
      page.getByRole('search'),
      page.getByRole('button'),
      page.getByRole('checkbox'),
      page.getByRole('link'),
    ])
      expect(hidden.elements().filter((element) => element.checkVisibility() && !element.matches('td a'))).toEqual([])
  },
)

test('a list that is printed from a phone is a table as well', async () => {
  await openList(390)
  // The browser divides the page into sheets right after this event.
  window.dispatchEvent(new Event('beforeprint'))
  expect(rows.elements()).toHaveLength(21)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => rows.elements()).toEqual([])
})

test('paper shows the filters of the list, not the input of the form', async () => {
  await openList(1440)
  await openConditions()
  await page.getByRole('textbox', { name: '繳款人代號' }).fill('P01')
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await openConditions()
  await page.getByRole('textbox', { name: '繳款人代號' }).fill('P02')
  const filters = page.getByText('查詢條件：繳款人代號 P01', { exact: true })
  await expect.element(filters).not.toBeInTheDocument()
  await show('print')
  window.dispatchEvent(new Event('beforeprint'))
  await expect.element(filters).toBeVisible()
  await expect.element(page.getByText(/^製表時間：.*製表人員：maker01$/)).toBeVisible()
  window.dispatchEvent(new Event('afterprint'))
})

test('paper is white, also for users with the dark theme', async () => {
  await show('', 'dark')
  await openList(1440)
  const colourOf = (name: 'color' | 'backgroundColor') =>
    getComputedStyle(rows.nth(1).getByRole('cell').nth(1).element())[name]
  const onScreen = colourOf('color')
  window.dispatchEvent(new Event('beforeprint'))
  expect(colourOf('color')).not.toBe(onScreen)
  expect(colourOf('color')).toBe('rgb(23, 38, 45)')
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => colourOf('color')).toBe(onScreen)
})
