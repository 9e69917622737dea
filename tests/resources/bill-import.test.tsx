import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import billImportList from '../../resources/billImportList'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

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

const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const heading = (name: string) => page.getByRole('heading', { name, level: 2 })

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

test('an upload in steps: columns mapped by hand, a check that writes nothing, and the result with the bills', async () => {
  const router = drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await expect.element(page.getByRole('combobox', { name: '匯入方式' })).not.toBeInTheDocument()
  await choose('繳款人代號,繳款人編號,住戶,應繳金額\nP1,000001,王大明,1000\nP2,000002,陳小華,abc')
  await fillForm()
  await press('下一步')
  await expect.element(heading('對應欄位')).toHaveFocus()
  expect(await violations()).toEqual([])
  await expect.element(page.getByText('還要選擇：繳款人姓名。')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
  const mapped = page.getByRole('combobox', { name: '「住戶」填入的欄位' })
  await mapped.selectOptions('繳款人代號 *')
  await expect.element(page.getByText('還要選擇：繳款人姓名。「繳款人代號」選了不只一次，請只保留一欄。')).toBeVisible()
  await expect.element(mapped).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
  await mapped.selectOptions('繳款人姓名 *')

  await press('上一步')
  await expect.element(page.getByRole('textbox', { name: '批次名稱' })).toHaveValue('115年11月管理費')
  await expect.element(page.getByText(/^bills\.csv（/)).toBeVisible()
  await press('下一步')
  await expect.element(mapped).toHaveDisplayValue('繳款人姓名 *')
  await press('檢查檔案')
  await expect.element(heading('檢查結果')).toHaveFocus()
  expect(await violations()).toEqual([])
  await expect.element(page.getByText('NT$1,000')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '有誤的資料' })).toHaveTextContent(/第 3 列應繳金額「abc」E102/)
  expect(await portal.db.selectFrom('bill').selectAll().where('payer_id', '=', 'P1').execute()).toEqual([])

  await press('只匯入正確的 1 筆')
  await expect.element(page.getByText(/1 筆已成為帳單，1 筆有誤未匯入/)).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/billImportList\/\d+\/show$/)
  const bad = page.getByRole('table', { name: '錯誤明細' }).getByRole('row').nth(1)
  for (const words of ['3', '應繳金額', 'abc', 'E102']) await expect.element(bad).toHaveTextContent(words)
  const bill = page.getByRole('table', { name: '本批帳單' }).getByRole('row').nth(1)
  for (const words of ['王○明', '77001260000010', '1,000']) await expect.element(bill).toHaveTextContent(words)
  const titles = () =>
    page
      .getByRole('table', { name: '本批帳單' })
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
  await page.viewport(390, 844)
  await expect.poll(titles).toEqual(['帳單編號', '繳款人姓名', '應繳金額'])
  await page.viewport(1440, 900)
  await expect.poll(titles).toHaveLength(7)

  await page.getByRole('button', { name: /^作業通知/ }).click()
  const notices = page.getByRole('dialog', { name: '作業通知' })
  await notices
    .getByRole('link', { name: /115年11月管理費/ })
    .first()
    .click()
  await expect.element(page.getByRole('button', { name: '作業通知', exact: true })).toBeVisible()
})

test('the check of a file shows the warnings of its import', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose(`${header}\nP8,000008,王𠮷明,1000`)
  await fillForm()
  await press('下一步')
  await press('檢查檔案')
  await expect.element(page.getByText('1 筆資料都可以匯入，部分請留意下方的提醒；目前還沒有寫入任何資料。')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '仍會匯入的資料' })).toHaveTextContent(/第 2 列繳款人姓名「王𠮷明」W101 .*印成「〓」/)
  await expect.element(page.getByRole('button', { name: '匯入 1 筆' })).toBeEnabled()
  expect(await violations()).toEqual([])
})

test('on a phone the columns with a field are folded, and those that need one are open', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose('繳款人代號,繳款人編號,門牌戶名,應繳金額\nP1,000001,王大明,1000')
  await fillForm()
  await press('下一步')
  const field = (title: string) => page.getByRole('combobox', { name: `「${title}」填入的欄位` })
  await expect.element(page.getByText('已自動對應 3 欄')).toBeVisible()
  expect(document.querySelector('details')?.open).toBe(false)
  await field('門牌戶名').selectOptions('繳款人代號 *')
  // Two columns fill the same field, so both are open.
  await expect.element(page.getByText('「繳款人代號」選了不只一次，請只保留一欄。')).toBeVisible()
  await expect.element(page.getByText('已自動對應 2 欄')).toBeVisible()
  await expect.element(field('繳款人代號')).toBeVisible()
  await field('門牌戶名').selectOptions('繳款人姓名 *')
  await page.getByText('已自動對應 3 欄').click()
  await expect.element(field('應繳金額')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeEnabled()
  expect(await violations()).toEqual([])
})

test('a file that was imported before is imported again only after a confirmation', async () => {
  const upload = async () => {
    drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
    await choose(`${header}\nP3,000003,王大明,1000`)
    await fillForm()
    await press('下一步')
  }
  await upload()
  await press('檢查檔案')
  await press('匯入 1 筆')
  await expect.element(page.getByText('全部 1 筆資料已成為帳單。')).toBeVisible()
  await upload()
  const question = page.getByRole('alertdialog', { name: /^這個檔案已於 2026\/11\/20 10:00 匯入（批號 \d{16}），是否再次匯入？$/ })
  await question.getByRole('button', { name: '重新選擇檔案' }).click()
  await expect.element(page.getByRole('textbox', { name: '批次名稱' })).toHaveValue('115年11月管理費')
  await press('下一步')
  await question.getByRole('button', { name: '再次匯入' }).click()
  await press('檢查檔案')
  await expect.element(page.getByText('沒有一筆資料是正確的，請依下表修正檔案後重新選擇。')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '有誤的資料' })).toHaveTextContent(/E110/)
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

test('a large file is checked in the background at 390 px; the notification of its check leads to the result', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  const lines = Array.from({ length: 1001 }, (_, no) => `L${no},${String(100_000 + no)},王大明,1000`)
  await choose([header, ...lines, 'L,,,'].join('\n'))
  await fillForm()
  await press('下一步')
  await expect.element(page.getByText('已自動對應 4 欄')).toBeVisible()
  expect(await violations()).toEqual([])
  await press('檢查檔案')
  await expect.element(page.getByText(/^1 筆有誤。.*目前還沒有寫入任何資料。$/), { timeout: 60_000 }).toBeVisible()
  await page.getByRole('button', { name: /^作業通知/ }).click()
  await page.getByRole('link', { name: '代收資料上傳狀態查詢檢查：bills.csv' }).click()
  await expect.element(page.getByText(/^1 筆有誤。/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^只匯入正確的/ })).not.toBeInTheDocument()
}, 120_000)

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
    ErrorLog: [{ RowNo: 2, ColumnName: '應繳金額', Value: 'abc', ErrorCode: 'E102', Message: '應繳金額不是正確的金額。' }],
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
  await expect.element(page.getByRole('link', { name: '返回' })).toBeVisible()
  await expect.element(page.getByRole('table', { name: '錯誤明細' })).toBeVisible()
  // Buttons and bell wait for the calls that the backend serves; the bell is shown to every role.
  await expect.element(page.getByRole('button', { name: /^作業通知/ })).toBeVisible()
  for (const name of ['下載原始檔', '下載錯誤檔']) {
    await expect.poll(() => page.getByRole('button', { name }).elements().length, { message: name }).toBe(offered ? 1 : 0)
  }
})

test.each([
  ['lists all failed rows', 1, '修正後上傳該檔。'],
  ['lacks failed rows', 67, '修正後上傳該檔。錯誤檔未列出其中 66 筆；這些資料都在第 2 列之後，請從原始檔取出尚未匯入的資料，另存新檔後上傳。'],
])('the advice about an error file that %s', async (_, FailCount, advice) => {
  const { SerialId } = await uploadWithErrors('部分匯入的批次', 'PartialFailed', { TotalCount: 100, SuccessCount: 100 - FailCount, FailCount })
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
