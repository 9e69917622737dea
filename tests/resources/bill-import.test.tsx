import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { choose, fillForm, header, press, screens } from './bill-import-form'

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
})

beforeEach(async () => {
  portal.clock.set('2026-11-20T10:00:00+08:00')
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

afterEach(() => {
  vi.useRealTimers()
})

/** Lets the backend serve no extension call. */
const withoutExtensions = () => worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))

test("the data of the agreement's company are filled in, and the file provides its name", async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await expect.element(page.getByRole('textbox', { name: '委託單位名稱' })).toHaveValue('示範社區管理委員會')
  await choose(`${header}\nP1,000001,王大明,1000`)
  await expect.element(page.getByText(/^bills\.csv（/)).toBeVisible()
})

test('without a file the form reports it', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await fillForm()
  await press('下一步')
  await expect.element(page.getByText('請選擇上傳檔案。')).toBeVisible()
})

test('a backend without extensions uploads in one step, and refuses a wrong header above the form', async () => {
  withoutExtensions()
  const router = drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose('血型\nA')
  await fillForm()
  await press('上傳')
  await expect.element(page.getByText(/第 1 列沒有任何認得的欄位標題/)).toBeVisible()
  await choose(`${header}\nP9,000009,王𠮷明,1000`)
  await press('上傳')
  await expect.element(page.getByText('全部 1 筆資料已成為帳單；部分資料請留意下表的提醒。')).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/billImportList\/\d+\/show$/)
  await expect.element(page.getByRole('heading', { name: '提醒' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: '錯誤明細' }).getByRole('row').nth(1)).toHaveTextContent('W101')
})

test('an invalid field of the form is reported at its input before the mapping of columns', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose(`${header}\nP5,000005,王大明,1000`)
  await fillForm()
  await portal.db.updateTable('bill_term').set({ term_status: 'Closed' }).execute()
  await press('下一步')
  await expect.element(page.getByText('期別「2026-11」已結案，不可再新增帳單，請改選其他期別。')).toBeVisible()
  await portal.db.updateTable('bill_term').set({ term_status: 'Open' }).execute()
})

const uploadWithErrors = (ImportBatchName: string, ImportStatus = 'Failed', counts: RecordValues = {}) =>
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
    ...counts,
    PDFStatus: 'NotNeeded',
    ErrorLog: [
      { RowNo: 2, ColumnName: '應繳金額', Value: 'abc', ErrorCode: 'E102', Message: '應繳金額不是正確的金額。' },
    ],
  })

// The server has the same table: tests/server/imports/masking.test.ts tests it with each of these roles.
test.each([
  ['CustomerAdmin', true],
  ['CustomerMaker', true],
  ['CustomerChecker', false],
  ['CustomerViewer', false],
])('whether a %s is offered the original file and the error log: %s', async (RoleId, offered) => {
  const { SerialId } = await uploadWithErrors(RoleId)
  await signIn(portal, await portal.given.user({ RoleId }))
  drawAdmin(portal.schemas, `/admin/billImportList/${SerialId}/show`, screens)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.element(page.getByRole('table', { name: '錯誤明細' })).toBeVisible()
  // Buttons and bell wait for the calls that the backend serves; the bell is shown to every role.
  await expect.element(page.getByRole('button', { name: /^作業通知/ })).toBeVisible()
  for (const name of ['下載原始檔', '下載錯誤檔']) {
    await expect
      .poll(() => page.getByRole('button', { name }).elements().length, { message: name })
      .toBe(offered ? 1 : 0)
  }
})

test.each([
  ['lists all failed rows', 1, '修正後上傳該檔。'],
  [
    'lacks failed rows',
    67,
    '修正後上傳該檔。錯誤檔未列出其中 66 筆；這些資料都在第 2 列之後，請從原始檔取出尚未匯入的資料，另存新檔後上傳。',
  ],
])('the advice about an error file that %s', async (_, FailCount, advice) => {
  const { SerialId } = await uploadWithErrors('部分匯入的批次', 'PartialFailed', {
    TotalCount: 100,
    SuccessCount: 100 - FailCount,
    FailCount,
  })
  drawAdmin(portal.schemas, `/admin/billImportList/${SerialId}/show`, screens)
  const sentence = `${100 - FailCount} 筆已成為帳單，${FailCount} 筆有誤未匯入；請按「下載錯誤檔」，${advice}`
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible()
})

test('an upload in progress is read again every two seconds, but not while there is no network', async () => {
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
