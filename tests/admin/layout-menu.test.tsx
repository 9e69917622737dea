import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/language'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

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
  maker = await given.user({ UserId: 'maker01', ApplyCodes: ['77001', '77002'] })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker, { ApplyCodes: ['77001', '77002'] })
})

const menu = page.getByRole('navigation', { name: '功能選單' })
const link = (name: string) => menu.getByRole('link', { name, exact: true })
const group = (name: string) => menu.getByRole('button', { name, exact: true })
const heading = page.getByRole('heading', { level: 1 })

const openAt = async (path: string) => {
  const router = drawAdmin(portal.schemas, path)
  await expect.element(heading).toBeVisible()
  return router
}

test('groups fold, stay folded, and open for the page in them', async () => {
  const router = await openAt('/admin')
  await expect.element(group('基本資料')).toHaveAttribute('aria-expanded', 'true')
  await group('基本資料').click()
  await expect.element(group('基本資料')).toHaveAttribute('aria-expanded', 'false')
  expect(link('繳費項目設定').elements()).toEqual([])
  expect(await violations()).toEqual([])
  await openAt('/admin')
  await expect.element(group('基本資料')).toHaveAttribute('aria-expanded', 'false')
  expect(router.state.location.pathname).toBe('/admin')
  await openAt('/admin/fee')
  await expect.element(link('繳費項目設定')).toHaveAttribute('aria-current', 'page')
  await expect.element(group('基本資料')).toHaveAttribute('aria-expanded', 'true')
})

test('the entry of the current page is in view in a low window', async () => {
  await page.viewport(1440, 420)
  await openAt('/admin/WriteOffReport')
  const entry = () => link('銷帳報表列印').element().getBoundingClientRect()
  await expect.poll(() => entry().bottom).toBeLessThanOrEqual(420)
  expect(entry().top).toBeGreaterThan(64)
  expect(window.scrollY).toBe(0)
})

test('a pinned page is on top of the menu until it is unpinned', async () => {
  await openAt('/admin')
  const pin = menu.getByRole('button', { name: '釘選繳費項目設定' })
  await link('繳費項目設定').hover()
  await pin.click()
  const pinned = menu.getByRole('list', { name: '常用' })
  await expect.element(pinned.getByRole('link')).toHaveTextContent('繳費項目設定')
  await openAt('/admin')
  await expect.element(pinned.getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  expect(await violations()).toEqual([])
  await pinned.getByRole('button').click()
  await expect.element(pinned).not.toBeInTheDocument()
})

test('the narrow menu has 64 pixels, keeps the names of its links and shows them beside the icon', async () => {
  await openAt('/admin/fee')
  const toggle = page.getByRole('button', { name: '縮小選單' })
  await toggle.click()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => menu.element().getBoundingClientRect().width).toBe(64)
  expect(await violations()).toEqual([])
  await link('繳款人設定').hover()
  const isShownBeside = () =>
    page
      .getByText('繳款人設定')
      .elements()
      .some((element) => element.closest('a') === null)
  await expect.poll(isShownBeside).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(isShownBeside).toBe(false)
  await openAt('/admin/fee')
  await expect.poll(() => menu.element().getBoundingClientRect().width).toBe(64)
  await page.getByRole('button', { name: '縮小選單' }).click()
  await expect.poll(() => menu.element().getBoundingClientRect().width).toBe(248)
})

test('the arrow keys move in the menu, fold groups and reach the pins', async () => {
  await openAt('/admin')
  link('首頁').element().focus()
  await userEvent.keyboard('{ArrowDown}')
  const [first] = menu.getByRole('button', { expanded: true }).elements()
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{ArrowRight}{ArrowDown}')
  const entry = document.activeElement
  expect(entry?.tagName).toBe('A')
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toHaveAccessibleName(`釘選${entry?.textContent}`)
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement).toBe(entry)
  await userEvent.keyboard('{End}')
  expect(document.activeElement).toBe(menu.getByRole('link').elements().at(-1))
  await userEvent.keyboard('{Home}')
  await expect.element(link('首頁')).toHaveFocus()
})

test('folding and pinning leave one tab stop in the menu', async () => {
  await openAt('/admin')
  const stops = () => menu.element().querySelectorAll('a:not([tabindex="-1"]), button:not([tabindex="-1"])').length
  await expect.poll(stops).toBe(1)
  await group('基本資料').click()
  await group('基本資料').click()
  await expect.element(link('繳費項目設定')).toBeVisible()
  await expect.poll(stops).toBe(1)
  await link('繳費項目設定').hover()
  await menu.getByRole('button', { name: '釘選繳費項目設定' }).click()
  await expect.element(menu.getByRole('list', { name: '常用' })).toBeVisible()
  await expect.poll(stops).toBe(1)
})

test.each(['/admin', '/admin/fee', '/admin/bills', '/admin/payer/create', '/admin/sign-ins', '/admin/WriteOffReport'])(
  'the content of %s is at most 12 tab stops away, and the skip link is the first of them',
  async (path) => {
    await openAt(path)
    await expect.element(page.getByRole('button', { name: /^使用者選單/ })).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^作業通知/ })).toBeVisible()
    const content = page.getByRole('main').element()
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button:enabled, input, [tabindex]')].filter(
      (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
    )
    const first = all.findIndex((element) => content.contains(element) && !element.matches('.mark'))
    const stops = all.slice(0, first).map((element) => element.getAttribute('aria-label') ?? element.textContent)
    expect(stops[0]).toBe('跳到主要內容區塊')
    expect(stops.length, stops.join(', ')).toBeLessThanOrEqual(12)
    expect(stops.length, stops.join(', ')).toBeGreaterThan(6)
  },
)

test('the drawer of a narrow screen closes after a link, not after folding', async () => {
  await page.viewport(390, 844)
  const router = await openAt('/admin')
  await page.getByRole('button', { name: '開啟選單' }).click()
  // The drawer is outside of the page, and the menu beside the page is not shown.
  const basics = page.getByRole('button', { name: '基本資料', exact: true })
  await basics.click()
  await expect.element(basics).toHaveAttribute('aria-expanded', 'false')
  await basics.click()
  await page.getByRole('link', { name: '繳費項目設定', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/fee')
  await expect.element(basics).not.toBeInTheDocument()
})
