import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, onRequest, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let bank: RecordValues
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  bank = await given.user({ UserId: 'bank01', RoleId: 'BankViewer' })
  maker = await given.user({ UserId: 'maker01' })
  for (let no = 1; no <= 25; no += 1)
    await given.bill({ BillNo: `B-${no}`, PayerName: '王大明', ShouldPayAmount: 1000 })
})

beforeEach(() => page.viewport(1440, 900))

const search = page.getByRole('button', { name: '查詢', exact: true })
const day = (name: string) => page.getByRole('textbox', { name })

test('a list with a required period reports what is missing before it sends the query', async () => {
  const asked: string[] = []
  onRequest(worker, ({ url }) => void (url.includes('SKGBillQuery') && asked.push(url)))
  await signIn(portal, bank, { ApplyCodes: [] })
  drawAdmin(portal.schemas, '/admin/SKGBillQuery')
  await expect.element(page.getByText('請輸入「繳款截止日」的起日。')).toBeVisible()
  await search.click()
  await expect.element(page.getByText('請輸入「繳款截止日」的迄日。').first()).toBeVisible()
  await expect.element(day('繳款截止日（必填）（起）')).toHaveFocus()
  expect(asked).toEqual([])
  await day('繳款截止日（必填）（起）').fill('2026/10/01')
  await day('繳款截止日（必填）（迄）').fill('2027/01/31')
  await search.click()
  await expect.element(page.getByText('查詢期間最長 92 天，目前是 123 天，請縮短期間。')).toBeVisible()
  await day('繳款截止日（必填）（迄）').fill('2026/12/31')
  await search.click()
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: '新增' }).elements()).toEqual([])
})

test('a refusal of a list is shown at its input until the user changes it, and the query can be made again', async () => {
  const message = '起日不可早於系統上線日。'
  worker.use(
    failures.refusal('/SKGPortal/SKGBillQuery', '2002', '查詢條件不正確。', {
      Errors: { PaymentEndDateFrom: message },
    }),
  )
  await signIn(portal, bank, { ApplyCodes: [] })
  drawAdmin(portal.schemas, '/admin/SKGBillQuery')
  const [from, to] = [day('繳款截止日（必填）（起）'), day('繳款截止日（必填）（迄）')]
  await from.fill('2026/10/01')
  await to.fill('2026/12/31')
  await search.click()
  await expect.element(from).toHaveAccessibleDescription(new RegExp(message))
  await expect.element(from).toHaveAttribute('aria-invalid', 'true')
  await expect.element(to).not.toHaveAttribute('aria-invalid', 'true')
  worker.resetHandlers()
  await from.fill('2026/10/02')
  await expect.element(from).not.toHaveAttribute('aria-invalid', 'true')
  await search.click()
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
})

test('on a phone, both dates of a period are fully visible', async () => {
  await page.viewport(390, 844)
  await signIn(portal, bank, { ApplyCodes: [] })
  drawAdmin(portal.schemas, '/admin/SKGBillQuery')
  for (const bound of ['起', '迄']) {
    const input = day(`繳款截止日（必填）（${bound}）`)
    await input.fill('2026/12/31')
    const { scrollWidth, clientWidth } = input.element()
    expect(scrollWidth, bound).toBeLessThanOrEqual(clientWidth)
  }
})

test('a list shows the sums of the whole result, not of the page', async () => {
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills')
  await expect.element(page.getByText('共 25 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByText('全部合計')).toHaveTextContent('全部合計：計入 25 筆，不限本頁')
  await expect.element(page.getByText('25,000', { exact: true }).first()).toBeVisible()
})
