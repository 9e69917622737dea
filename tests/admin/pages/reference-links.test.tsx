import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { companySession, refreshCompanySession } from '../../../src/browser/session/session'
import type { RecordValues } from '../../../src/schema/language/types'
import { menuOf } from '../../../src/server/accounts/company-session'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { show } from '../../support/browser/media'
import { network, onRequest, requestsAnswered, respondWith, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let term: RecordValues
let bill: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  term = await given.billTerm()
  await given.payerUnit({ PayerUnitId: 'A1', PayerUnitName: 'A棟' })
  await given.payer({ PayerId: 'P-1', PayerNo: '000001', PayerName: '王大明', PayerUnitId: 'A1' })
  // A payer whose code begins with that of the other one.
  await given.payer({ PayerId: 'P-11', PayerNo: '000011', PayerName: '林美玲', PayerUnitId: 'A1' })
  bill = await given.bill({ PayerId: 'P-1', PayerUnitId: 'A1', PayerName: '王大明' })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  // The server keeps the columns that a test has chosen.
  await portal.db.deleteFrom('internal_list_layout').execute()
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const drawer = page.getByRole('dialog')
const cell = (name: RegExp) => page.getByRole('row').nth(1).getByRole('link', { name })
const draw = (path: string) => drawAdmin(portal.schemas, path)
/** Renders the list of bills with the column of the payer's code, which it shows on demand. */
const drawBills = async () => {
  const router = draw('/admin/bills')
  await page.getByRole('button', { name: '欄位', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: '繳款人代號', exact: true }).click()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  return router
}

test('a reference in a list shows its record in a drawer, and the focus returns to the link', async () => {
  const asked: string[] = []
  onRequest(worker, ({ url }) => void asked.push(new URL(url).pathname))
  await drawBills()
  const link = cell(/P-1/)
  await expect.element(link).toBeVisible()
  await requestsAnswered()
  expect(asked.filter((path) => path.startsWith('/api/Payer'))).toEqual([])
  ;(link.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(drawer.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  await expect.element(drawer.getByText('000001')).toBeVisible()
  expect(drawer.element().contains(document.activeElement)).toBe(true)
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  expect(document.activeElement).toBe(link.element())
})

test('the link and the drawer lead to the page of the record', async () => {
  const router = draw('/admin/bills')
  const link = cell(new RegExp(String(term.BillTermId)))
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/admin\/billTerm\/[^/]+\/show$/))
  const href = link.element().getAttribute('href') ?? ''
  await link.click()
  await drawer.getByRole('link', { name: '開啟完整頁面' }).click()
  await expect.element(page.getByRole('heading', { name: '檢視代收期別' })).toBeVisible()
  expect(router.state.location.pathname).toBe(`/admin/billTerm/${term.SerialId}/show`)
  await expect.element(drawer).not.toBeInTheDocument()
  // Another tab opens the address of the link itself.
  await router.navigate(href)
  await expect.poll(() => router.state.location.pathname).toBe(`/admin/billTerm/${term.SerialId}/show`)
})

test('Back closes the drawer and stays on the page; Escape pressed twice does not leave it either', async () => {
  const router = await drawBills()
  const start = router.state.location
  const link = cell(/P-1/)
  await link.click()
  await expect.element(drawer.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  expect(router.state.location.pathname + router.state.location.search).toBe(start.pathname + start.search)
  await router.navigate(-1)
  await expect.element(drawer).not.toBeInTheDocument()
  expect(router.state.location.key).toBe(start.key)
  await expect.element(link).toBeVisible()
  await link.click()
  await expect.element(drawer.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  await userEvent.keyboard('{Escape}{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  expect(router.state.location.key).toBe(start.key)
})

test.each(['Control', 'Meta', 'Shift'] as const)('a click with %s is left to the browser', async (modifier) => {
  const router = await drawBills()
  const link = cell(/P-1/)
  await expect.element(link).toBeVisible()
  let isPrevented = false
  link.element().addEventListener('click', (event) => {
    // The test needs no further tab; the page must not notice that.
    event.preventDefault()
    Object.defineProperty(event, 'defaultPrevented', { value: false })
    Object.defineProperty(event, 'preventDefault', { value: () => (isPrevented = true) })
  })
  await link.click({ modifiers: [modifier] })
  expect(isPrevented).toBe(false)
  expect(router.state.location.pathname).toBe('/admin/bills')
  expect(drawer.elements()).toEqual([])
})

test('references of a detail page, of its items and of related records are links; in the drawer they open pages', async () => {
  const router = draw(`/admin/bills/${bill.SerialId}/show`)
  await page.getByRole('link', { name: /P-1/ }).click()
  await drawer.getByRole('link', { name: /A1/ }).click()
  await expect.element(page.getByRole('heading', { name: '檢視代收單位' })).toBeVisible()
  expect(decodeURIComponent(router.state.location.pathname)).toBe('/admin/payerUnit/77001~A1/show')
  await expect.element(drawer).not.toBeInTheDocument()
})

test('a reference to a record that the user may not open is text', async () => {
  const menu = menuOf('CustomerMaker', portal.schemas).filter(({ MenuId }) => MenuId !== 'payer')
  const data = companySession()?.data
  if (!data) throw new Error('Nobody is signed in.')
  const session = { data, MenuInfos: menu, UniformNo: data.UniformNo }
  refreshCompanySession(session)
  // The page asks for the session when it opens.
  worker.use(respondWith('/Ext/EnterpriseArea/GetSession', session))
  await drawBills()
  await expect.element(cell(/2026-11/)).toBeVisible()
  await expect.element(page.getByRole('cell', { name: /^P-1/ })).toBeVisible()
  expect(cell(/P-1/).elements()).toEqual([])
  // No page shows agreements.
  expect(cell(/^77001/).elements()).toEqual([])
})

test('on a phone the drawer takes the whole width', async () => {
  await page.viewport(390, 844)
  draw(`/admin/bills/${bill.SerialId}/show`)
  await page.getByRole('link', { name: /P-1/ }).click()
  await expect.element(drawer.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  await expect.poll(() => drawer.element().getBoundingClientRect().width).toBe(390)
  await drawer.getByRole('button', { name: '關閉' }).click()
  await expect.element(drawer).not.toBeInTheDocument()
})

test('on paper, references are plain text', async () => {
  await drawBills()
  const link = cell(/P-1/)
  await expect.element(link).toBeVisible()
  await show('print')
  expect(getComputedStyle(link.element()).textDecorationLine).toBe('none')
  await show('')
})

test('a reference whose record was deleted says so in the drawer', async () => {
  await drawBills()
  const link = cell(/P-1/)
  await expect.element(link).toBeVisible()
  await portal.db.updateTable('payer').set({ payer_id: 'P-9' }).where('payer_id', '=', 'P-1').execute()
  await link.click()
  await expect.element(drawer.getByText(/找不到這位繳款人/)).toBeVisible()
  await portal.db.updateTable('payer').set({ payer_id: 'P-1' }).where('payer_id', '=', 'P-9').execute()
})
