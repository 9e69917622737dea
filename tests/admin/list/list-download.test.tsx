import { http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, onRequest, respondWith, throughApp } from '../../support/browser/msw'
import { savedFiles } from '../../support/browser/saved-files'
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
  maker = await given.user({ UserId: 'maker01' })
  await given.bill({ BillNo: 'B-1', PayerName: '王大明' })
  await given.bill({ BillNo: 'C-1', PayerName: '李小華' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('the page’s own download sends the query of the list and replaces the export', async () => {
  const addresses: URL[] = []
  onRequest(worker, ({ url }) => void (url.includes('DownloadExcel') && addresses.push(new URL(url))))
  const files = savedFiles()
  drawAdmin(portal.schemas, '/admin/bills')
  await openConditions()
  await page.getByRole('textbox', { name: '帳單編號' }).fill('B-')
  await button('查詢').click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(button('匯出')).not.toBeInTheDocument()
  await page.getByRole('columnheader', { name: '應繳金額' }).getByRole('button').click()
  await button('下載 Excel').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['代收資料維護.xlsx'])
  expect((await files[0]?.text)?.slice(0, 2)).toBe('PK')
  expect(addresses.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
    { BillNo: 'B-', SortField: 'ShouldPayAmount', SortOrder: 'ASC' },
  ])
})

test('the download of an empty list is disabled', async () => {
  drawAdmin(portal.schemas, '/admin/bills')
  await openConditions()
  await page.getByRole('textbox', { name: '帳單編號' }).fill('none')
  await button('查詢').click()
  await expect.element(page.getByText('查無資料')).toBeVisible()
  await expect.element(button('下載 Excel')).toBeDisabled()
})

test('a bank user is asked for the reason of a download, and the file follows', async () => {
  await signIn(portal, await portal.given.user({ UserId: 'operator1', RoleId: 'BankOperator' }))
  const files = savedFiles()
  const query = { PaymentEndDate: { from: '2026-11-01', to: '2026-12-31' } }
  drawAdmin(portal.schemas, `/admin/SKGBillQuery?filter=${encodeURIComponent(JSON.stringify(query))}`)
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  await button('下載 Excel').click()
  await page.getByRole('alertdialog', { name: '請輸入查看事由' }).getByLabelText('事由').fill('客戶來電查詢')
  await button('確定').click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['帳單查詢.xlsx'])
})

test('where the backend does not serve the call, the browser exports the list', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [], Missing: ['Bills.DownloadExcel'] }))
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(button('匯出')).toBeEnabled()
  expect(button('下載 Excel').elements()).toEqual([])
})

test.each([1440, 390])(
  'on a screen of %i pixels, the button appears once it is known whether the backend serves the download, and no other button moves',
  async (width) => {
    await page.viewport(width, 900)
    let report = () => {}
    const isReported = new Promise<void>((resolve) => {
      report = resolve
    })
    const capabilities = http.get('*/api/Ext/GetCapabilities', async ({ request }) => {
      await isReported
      return portal.app.fetch(request, { ip: '127.0.0.1' })
    })
    worker.use(capabilities)
    drawAdmin(portal.schemas, '/admin/bills')
    await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
    expect([...button('匯出').elements(), ...button('下載 Excel').elements()]).toEqual([])
    const placeOf = (name: string) =>
      page.getByRole('link', { name, exact: true }).element().getBoundingClientRect().toJSON()
    const place = placeOf('新增')
    report()
    await expect.element(button('下載 Excel')).toBeEnabled()
    expect(placeOf('新增')).toEqual(place)
  },
)
