import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { palettes } from '../../src/browser/theme/tokens'
import type { RecordValues } from '../../src/schema/language/language'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, throughApp } from '../support/browser/msw'
import { watchRoot } from '../support/browser/page'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await portal.given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

afterEach(() => {
  delete document.documentElement.dataset.mode
})

const button = page.getByRole('button', { name: /^使用者選單/ })
const menu = page.getByRole('menu', { name: '使用者選單' })
const item = (name: string) => menu.getByRole('menuitem', { name, exact: true })

const openMenu = async (path = '/admin') => {
  const router = drawAdmin(portal.schemas, path)
  await button.click()
  await expect.element(menu).toBeVisible()
  return router
}

test('the button names the user, and the menu opens the pages of the user', async () => {
  const router = drawAdmin(portal.schemas, '/admin')
  await expect.element(button).toHaveAccessibleName(/^使用者選單，示範社區管理委員會 王大明 經辦$/)
  await button.click()
  await expect.element(item('登出')).toBeVisible()
  expect(await violations()).toEqual([])
  await item('登入紀錄').click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/sign-ins')
  await button.click()
  await item('變更密碼').click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/changeMima')
  await button.click()
  await item('說明').click()
  await expect.poll(() => router.state.location.pathname).toBe('/site-map')
})

test('the keyboard opens the menu, moves in it and closes it', async () => {
  drawAdmin(portal.schemas, '/admin')
  await expect.element(button).toBeVisible()
  ;(button.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('變更密碼')).toHaveFocus()
  await userEvent.keyboard('{End}')
  await expect.element(item('登出')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

test('a backend without the list of sign-ins has no entry for it', async () => {
  worker.use(failures.bareStatus('/Ext/GetCapabilities', 404, 'Not Found'))
  await openMenu()
  await expect.element(item('登出')).toBeVisible()
  expect(item('登入紀錄').elements()).toEqual([])
})

test('the chosen colour scheme applies at once and stays on the device', async () => {
  await openMenu()
  const scheme = (name: string) => menu.getByRole('menuitemradio', { name })
  await expect.element(scheme('跟隨系統')).toHaveAttribute('aria-checked', 'true')
  await scheme('深色').click()
  await expect.element(scheme('深色')).toHaveAttribute('aria-checked', 'true')
  const background = () => getComputedStyle(document.documentElement).getPropertyValue('--page').trim()
  expect(background()).toBe(palettes.dark.page)
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  expect(await violations()).toEqual([])
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.poll(() => getComputedStyle(document.body).backgroundColor).toBe('rgb(15, 23, 26)')
  await button.click()
  await scheme('淺色').click()
  expect(background()).toBe(palettes.light.page)
  await scheme('跟隨系統').click()
  expect(localStorage.getItem('SCHEME')).toBeNull()
})

test('the density of tables is switched here too', async () => {
  await openMenu('/admin/fee')
  await menu.getByRole('menuitemcheckbox', { name: '緊密表格' }).click()
  await expect.element(menu.getByRole('menuitemcheckbox', { name: '緊密表格' })).toHaveAttribute('aria-checked', 'true')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: '緊密', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('登出 ends the session and leads to the root path', async () => {
  const root = watchRoot()
  await openMenu()
  await item('登出').click()
  await expect.poll(() => root.mock.calls.length).toBe(1)
  expect(localStorage.getItem('COMPANY_DATA')).toBeNull()
})

test('on a narrow screen the button is an icon of 44 pixels, and the menu has the name', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin')
  await expect.element(button).toBeVisible()
  const { width, height } = button.element().getBoundingClientRect()
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  await button.click()
  await expect.element(menu).toHaveTextContent('示範社區管理委員會')
  expect(document.documentElement.scrollWidth).toBe(390)
})
