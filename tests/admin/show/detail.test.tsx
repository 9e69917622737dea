import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../../resources/bills'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../../support/browser/msw'
import { addPayment } from '../../support/payments/entries'
import { chooseFromMenu, drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let payer: RecordValues
let bill: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given, db } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement({ Channels: ['01', '06', '07', '16'] })
  await given.billCategory({ Channels: ['01', '06', '07', '16'] })
  await given.billTerm()
  await given.payerUnit({ PayerUnitId: 'A1', PayerUnitName: 'A棟' })
  await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  maker = await given.user({ UserId: 'maker01' })
  payer = await given.payer({ PayerId: 'A1-0501', PayerNo: '000501', PayerName: '吳靜宜', PayerUnitId: 'A1' })
  bill = await given.bill({
    BillTermId: '2026-11',
    PayerUnitId: 'A1',
    PayerId: 'A1-0501',
    PayerNo: '000501',
    PayerName: '吳靜宜',
    Address: '臺北市中正區重慶南路一段122號',
    Mobile: '0912345678',
    Email: 'wu@example.com',
    PaymentEndDate: '2099-12-31',
    FeeItems: [
      { SortNo: 1, FeeCode: 'F01', FeeName: '管理費', Amount: 2000 },
      { SortNo: 2, FeeCode: null, FeeName: '停車費', Amount: 800 },
    ],
    ShouldPayAmount: 2800,
    PaidAmount: 1000,
    PayStatus: 'PartialPaid',
  })
  await addPayment(db, bill, 600)
  await addPayment(db, bill, 400)
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const screens = { bills: async () => ({ default: bills }) }
const show = (name: string, { SerialId }: RecordValues) =>
  drawAdmin(portal.schemas, `/admin/${name}/${SerialId}/show`, screens)
const ready = () => expect.poll(() => document.querySelector('[aria-busy="true"], .MuiSkeleton-root')).toBeNull()
const history = page.getByRole('list', { name: '異動紀錄' })

test('a bill is an object with a state on at most 1,300 pixels', async () => {
  show('bills', bill)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/NT\$2,800 · 吳靜宜$/)
  await expect.element(page.getByRole('main').getByText('部分繳', { exact: true }).first()).toBeVisible()
  await expect.element(history.getByText('繳款').first()).toBeVisible()
  await ready()
  expect(document.documentElement.scrollHeight).toBeLessThanOrEqual(1300)
  // The browser's history does not contain names.
  expect(document.title).not.toContain('吳靜宜')
})

test('each reference of a bill that the role may open is a link', async () => {
  show('bills', bill)
  const rail = page.getByRole('complementary', { name: '相關資料' })
  await expect.element(rail.getByRole('link').first()).toBeVisible()
  await ready()
  const { fields } = portal.schemas.get('bills')
  const opened = fields.filter(
    (field) => field.type === 'reference' && portal.schemas.get(field.to).page && bill[field.name],
  )
  expect(opened.map(({ name }) => name)).toEqual(['BillTermId', 'BillCategoryCode', 'PayerUnitId', 'PayerId'])
  for (const { label } of opened) {
    const value = [...document.querySelectorAll('dt')].find(
      ({ textContent }) => textContent === label,
    )?.nextElementSibling
    expect(value?.querySelector('a')?.getAttribute('href'), label).toMatch(/^\/admin\//)
  }
  await expect.element(page.getByRole('table', { name: '繳費項目明細' }).getByRole('link')).toBeVisible()
})

test('a menu has the actions without a button, the destructive ones last, and no accessibility violation', async () => {
  const open = await portal.given.bill({ BillTermId: '2026-11', VACAccount: '77001260001242' })
  show('bills', open)
  await page.getByRole('button', { name: '更多', exact: true }).click()
  const entries = page.getByRole('menuitem')
  await expect.element(entries.first()).toBeVisible()
  expect(entries.elements().map(({ textContent }) => textContent)).toEqual(['寄送電子郵件通知', '寄送簡訊通知', '作廢'])
  expect(await violations()).toEqual([])
  await entries.last().click()
  await expect.element(page.getByRole('alertdialog', { name: /確定要作廢帳單/ })).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  expect(
    page
      .getByRole('main')
      .getByRole('button', { name: /^(下載繳款單|寄送)/ })
      .elements(),
  ).toHaveLength(1)
})

test('empty fields are folded until the user wants to see them', async () => {
  show('bills', bill)
  const button = page.getByRole('button', { name: /^顯示 \d+ 個空白欄位$/ })
  await expect.element(button).toBeVisible()
  expect(page.getByText('備註', { exact: true }).elements()).toEqual([])
  await button.click()
  await expect.element(page.getByText('備註', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '隱藏空白欄位' }).click()
  await expect.element(page.getByText('備註', { exact: true })).not.toBeInTheDocument()
})

test('the account of a bill is copied with one click', async () => {
  const copied: string[] = []
  onTestFinished(() => {
    // The page has its own clipboard again, which the next files of this worker use.
    Reflect.deleteProperty(navigator, 'clipboard')
  })
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text) },
  })
  show('bills', bill)
  await page.getByRole('button', { name: '複製虛擬帳號（銷帳編號）' }).click()
  await expect.element(page.getByText('已複製虛擬帳號（銷帳編號）。')).toBeVisible()
  // A browser on a page without https has no clipboard.
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })
  await page.getByRole('button', { name: '複製虛擬帳號（銷帳編號）' }).click()
  await expect.element(page.getByText('瀏覽器不允許複製，請選取文字後複製。')).toBeVisible()
  expect(copied).toEqual([bill.VACAccount])
})

test('what a payer owes is in the first screen, with the sums of the bills', async () => {
  show('payer', payer)
  const owed = page.getByText('尚欠合計', { exact: true })
  await expect.element(owed).toBeVisible()
  await expect.poll(() => owed.element().nextElementSibling?.textContent).toBe('1,800')
  expect(owed.element().getBoundingClientRect().bottom).toBeLessThan(900)
  await ready()
  expect(await violations()).toEqual([])
})

test('the history shows the newest five entries, and earlier ones on request', async () => {
  const changed = await portal.given.payer({ PayerId: 'A1-0502', PayerNo: '000502', PayerName: '林小華' })
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    await portal.db
      .insertInto('audit_log')
      .values({
        at: `2026-11-0${number}T01:00:00Z`,
        user_id: 'maker01',
        uniform_no: String(maker.UniformNo),
        ip: '',
        action: 'Update',
        resource: 'payer',
        record_key: String(changed.SerialId),
        before: JSON.stringify({ Remark: null }),
        after: JSON.stringify({ Remark: `第 ${number} 次` }),
      })
      .execute()
  show('payer', changed)
  await expect.element(history.getByText('備註 （空白） → 第 7 次')).toBeVisible()
  expect(history.getByRole('listitem').elements()).toHaveLength(5)
  await page.getByRole('button', { name: '顯示更早' }).click()
  await expect.element(history.getByText('備註 （空白） → 第 1 次')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '顯示更早' })).not.toBeInTheDocument()
})

test('a backend without the call shows no history', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [], Missing: [] }))
  show('payer', payer)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('吳靜宜')
  await ready()
  expect(page.getByRole('heading', { name: '異動紀錄' }).elements()).toEqual([])
})

test('on a phone everything is in one column, and nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  show('bills', bill)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('吳靜宜')
  await expect.element(history.getByText('繳款').first()).toBeVisible()
  await ready()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await violations()).toEqual([])
})

test('an entry of the menu deletes the record after a confirmation', async () => {
  const gone = await portal.given.fee({ FeeCode: 'DEL', FeeName: '要刪的', SortNo: 9 })
  const router = show('fee', gone)
  await chooseFromMenu('刪除')
  await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click()
  await expect.element(page.getByText('刪除成功')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/fee')
})
