import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import billImportList from '../../resources/billImportList'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser-portal'
import { network, throughApp } from '../support/msw'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
}, 60_000)

beforeEach(async () => {
  portal.clock.set('2026-11-20T10:00:00+08:00')
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

afterEach(() => {
  vi.useRealTimers()
})

const screens = { billImportList: async () => ({ default: billImportList }) }

const header = '繳款人代號,繳款人編號,繳款人姓名,應繳金額'

const choose = async (text: string, name = 'bills.csv') => {
  await page.getByLabelText('上傳檔案', { exact: true }).upload(new File([text], name, { type: 'text/csv' }))
}

const fillForm = async () => {
  await page.getByRole('textbox', { name: '批次名稱' }).fill('115年11月管理費')
  await page.getByRole('combobox', { name: '代收期別' }).click()
  await page.getByRole('option', { name: /2026-11/ }).click()
}

const send = () => page.getByRole('button', { name: '上傳', exact: true }).click()

test('the company behind the agreement is filled in, and the file gives its name', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await expect.element(page.getByRole('textbox', { name: '委託單位名稱' })).toHaveValue('示範社區管理委員會')
  await choose(`${header}\nP1,000001,王大明,1000`)
  await expect.element(page.getByText(/^bills\.csv（/)).toBeVisible()
})

test('without a file the form says so', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await fillForm()
  await send()
  await expect.element(page.getByText('請選擇上傳檔案。')).toBeVisible()
})

test('a wrong header is refused with its sentence above the form', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose('血型\nA')
  await fillForm()
  await send()
  await expect.element(page.getByText(/第 1 列沒有任何認得的欄位標題/)).toBeVisible()
})

test('an upload leads to its result: counts, bad rows with their reason, and the bills', async () => {
  const router = drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose(`${header}\nP1,000001,王大明,1000\nP2,000002,陳小華,abc`)
  await fillForm()
  await send()
  await expect.element(page.getByText(/1 筆已成為帳單，1 筆有誤未匯入/)).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/billImportList\/\d+\/show$/)
  const bad = page.getByRole('table', { name: '錯誤明細' }).getByRole('row').nth(1)
  for (const words of ['3', '應繳金額', 'abc', 'E102']) await expect.element(bad).toHaveTextContent(words)
  const bill = page.getByRole('table', { name: '本批帳單' }).getByRole('row').nth(1)
  for (const words of ['B202611-000001', '王○明', '77001260000010', '1,000']) await expect.element(bill).toHaveTextContent(words)

  await page.getByRole('button', { name: '作業通知，1 則未讀' }).click()
  const notices = page.getByRole('dialog', { name: '作業通知' })
  await expect.element(notices).toHaveTextContent(/115年11月管理費.*已完成.*未讀/)
  await notices.getByRole('link', { name: /115年11月管理費/ }).click()
  await expect.element(page.getByRole('button', { name: '作業通知', exact: true })).toBeVisible()
})

const uploadWithErrors = (ImportBatchName: string, ImportStatus = 'Failed') =>
  portal.given.record('billImportList', {
    ApplyCode: '77001',
    ImportBatchNo: crypto.randomUUID().slice(0, 16),
    ImportBatchName,
    CurrencyType: 'TWD',
    BillImportPDFSetting: 'None',
    File: 'none',
    OriFileName: 'bills.csv',
    CustomerName: '示範社區管理委員會',
    ImportStatus,
    TotalCount: 1,
    SuccessCount: 0,
    FailCount: 1,
    TotalAmount: 0,
    PDFStatus: 'NotNeeded',
    ErrorLog: [{ RowNo: 2, ColumnName: '應繳金額', Value: 'abc', ErrorCode: 'E102', Message: '應繳金額不是正確的金額。' }],
  })

// The same table is the server's: tests/server/imports/masking.test.ts asks it with each of these roles.
test.each([
  ['CustomerAdmin', true],
  ['CustomerMaker', true],
  ['CustomerChecker', false],
  ['CustomerViewer', false],
])('whether a %s is offered the original file and the error log: %s', async (RoleId, offered) => {
  const { SerialId } = await uploadWithErrors(RoleId)
  await signIn(portal, await portal.given.user({ RoleId }))
  drawAdmin(portal.schemas, `/admin/billImportList/${SerialId}/show`, screens)
  await expect.element(page.getByRole('link', { name: '返回' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: '錯誤明細' })).toBeVisible()
  // Buttons and bell wait for the answer about the calls that the backend serves; the bell is shown to every role.
  await expect.element(page.getByRole('button', { name: /^作業通知/ })).toBeVisible()
  for (const name of ['下載原始檔', '下載錯誤明細']) {
    await expect.poll(() => page.getByRole('button', { name }).elements().length, { message: name }).toBe(offered ? 1 : 0)
  }
})

test('an upload under way is read again every two seconds, but not while there is no network', async () => {
  const { SerialId } = await uploadWithErrors('處理中的批次', 'Processing')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  drawAdmin(portal.schemas, `/admin/billImportList/${SerialId}/show`, screens)
  await expect.element(page.getByRole('table', { name: '錯誤明細' })).toBeVisible()
  let reads = 0
  worker.use(
    http.get(`*/api/BillImportList/${SerialId}`, () => {
      reads += 1
      return HttpResponse.error()
    }),
  )
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.advanceTimersByTime(6000)
  online.mockReturnValue(true)
  vi.advanceTimersByTime(2000)
  await page.getByRole('alertdialog', { name: '發生錯誤' }).getByRole('button', { name: '確定' }).click()
  expect(reads).toBe(1)
})
