import { HttpResponse, http } from 'msw'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import billImportList from '../../resources/billImportList'
import makePDFList from '../../resources/makePDFList'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'

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
  await given.billTerm({ BillTermId: '2026-12', BillTermNo: '27', BillTermName: '115年12月管理費' })
  for (const ImportBatchNo of [null, null, 'I1', 'I1']) await given.bill({ ImportBatchNo })
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

const screens = {
  makePDFList: async () => ({ default: makePDFList }),
  billImportList: async () => ({ default: billImportList }),
}
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const withoutExtensions = () => worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))

const chooseTerm = async (name: RegExp) => {
  await page.getByRole('combobox', { name: '代收期別' }).click()
  await page.getByRole('option', { name }).click()
}

test('a batch is requested, printed and downloaded, on a backend without extensions too', async () => {
  withoutExtensions()
  const saved = savedFiles()
  const router = drawAdmin(portal.schemas, '/admin/makePDFList/create', screens)
  await chooseTerm(/2026-11/)
  await page.getByLabelText('產製名稱').fill('11月繳款單補印')
  await page.getByLabelText('每檔合併筆數').fill('2')
  expect(await violations()).toEqual([])
  await press('產製')
  await expect
    .element(page.getByText('4 張繳款單已產製為 2 個 PDF，下載時為一個壓縮檔（1 KB）；保存至 2026/12/20。'))
    .toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/makePDFList\/\d+\/show$/)
  expect(await violations()).toEqual([])
  await press('下載繳款單')
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['繳款單_11月繳款單補印.zip'])
})

test('a batch without bills is refused at the field that chooses them', async () => {
  drawAdmin(portal.schemas, '/admin/makePDFList/create', screens)
  await chooseTerm(/2026-12/)
  await page.getByLabelText('產製名稱').fill('12月')
  await press('產製')
  await expect.element(page.getByText(/^沒有符合條件的帳單可以列印/).first()).toBeVisible()
})

const batch = (values: RecordValues) =>
  portal.given.record('makePDFList', {
    ...{
      ApplyCode: '77001',
      JobName: '補印',
      BillTermId: '2026-11',
      SortType: 'FileOrder',
      MergePDFCount: 100,
      BillCount: 1200,
      FileCount: 12,
    },
    ...values,
  })

test.each([
  [{ JobStatus: 'Processing' }, /系統正在產製 1,200 張繳款單（12 個檔案）/],
  [{ JobStatus: 'Failed', ErrorMessage: '產製已取消，沒有產生任何檔案；如仍需要，請重新產製。' }, /產製已取消/],
  [{ JobStatus: 'Expired', ExpireDate: '2026-11-01' }, /檔案已超過保存期限並刪除/],
  [
    { JobStatus: 'Done', FileCount: 1, FileSize: 2_411_724, ExpireDate: '2026-12-20' },
    /1,200 張繳款單已產製為 1 個 PDF（2\.3 MB）；保存至 2026\/12\/20。/,
  ],
])('the page of a batch %o says how it is', async (values, text) => {
  const { SerialId } = await batch(values)
  drawAdmin(portal.schemas, `/admin/makePDFList/${SerialId}/show`, screens)
  await expect.element(page.getByText(text).first()).toBeVisible()
  // The size is shown as the sentence shows it, and not in bytes.
  if ('FileSize' in values) await expect.element(page.getByText('2.3 MB', { exact: true })).toBeVisible()
  const shown = () =>
    ['下載繳款單', '更多'].filter((name) => page.getByText(name, { exact: true }).elements().length > 0)
  await expect
    .poll(shown)
    .toEqual([
      ...(values.JobStatus === 'Done' ? ['下載繳款單'] : []),
      ...(values.JobStatus === 'Processing' ? [] : ['更多']),
    ])
})

test('the page of a batch under way is read again until it has ended', async () => {
  const { SerialId } = await batch({ JobStatus: 'Processing' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  drawAdmin(portal.schemas, `/admin/makePDFList/${SerialId}/show`, screens)
  await expect.element(page.getByText(/系統正在產製/)).toBeVisible()
  await portal.db
    .updateTable('make_pdf')
    .set({ job_status: 'Expired' })
    .where('serial_id', '=', Number(SerialId))
    .execute()
  vi.advanceTimersByTime(2000)
  await expect.element(page.getByText(/檔案已超過保存期限/).first()).toBeVisible()
})

const billImport = (values: RecordValues) =>
  portal.given.record('billImportList', {
    ...{
      ApplyCode: '77001',
      ImportBatchNo: 'I1',
      ImportBatchName: '115年11月管理費',
      CurrencyType: 'TWD',
      File: 'none',
      OriFileName: 'bills.csv',
    },
    ...{
      CustomerName: '示範社區管理委員會',
      ImportStatus: 'Succeeded',
      TotalCount: 2,
      SuccessCount: 2,
      FailCount: 0,
      TotalAmount: 2000,
      ErrorLog: [],
    },
    ...values,
  })

test('slips of an upload for later are made by a button, on a backend without extensions too, and then downloaded', async () => {
  withoutExtensions()
  const saved = savedFiles()
  const { SerialId } = await billImport({ BillImportPDFSetting: 'Later', PDFStatus: 'Pending' })
  drawAdmin(portal.schemas, `/admin/billImportList/${SerialId}/show`, screens)
  await expect.element(page.getByText(/繳款單尚未產製/)).toBeVisible()
  await press('產製繳款單')
  await expect.element(page.getByText(/^開始產製 2 張繳款單/)).toBeVisible()
  await expect.element(page.getByText(/繳款單已產製完成，請按「下載繳款單」/)).toBeVisible()
  expect(await violations()).toEqual([])
  await press('下載繳款單')
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['繳款單_I1.pdf'])
})

test('the number of slips in a file is asked for where slips are merged', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await expect.element(page.getByRole('combobox', { name: '繳款單產製方式' })).toBeVisible()
  expect(page.getByLabelText('每檔合併筆數').elements()).toEqual([])
  await page.getByRole('combobox', { name: '繳款單產製方式' }).click()
  await page.getByRole('option', { name: '合併產製' }).click()
  await expect.element(page.getByLabelText('每檔合併筆數')).toBeVisible()
})
