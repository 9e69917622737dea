import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import billImportList from '../../resources/billImportList'
import billTerm from '../../resources/billTerm'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'

let portal: BrowserPortal
let maker: RecordValues
let term: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  term = await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
})

let opened: string[]

beforeEach(async () => {
  opened = []
  vi.spyOn(window, 'open').mockImplementation((address) => {
    opened.push(String(address))
    return window
  })
  await page.viewport(1440, 900)
  await signIn(portal, maker)
  return () => vi.restoreAllMocks()
})

const screens = {
  billTerm: async () => ({ default: billTerm }),
  billImportList: async () => ({ default: billImportList }),
}
const open = (path: string) => drawAdmin(portal.schemas, path, screens)
const preview = page.getByRole('button', { name: '預覽繳款單' })
const input = (name: string) => page.getByRole('textbox', { name })
const documentOf = async (address = '') => (await (await fetch(address)).text()).slice(0, 5)

/** Records what the previews of a call are sent. */
const sentBodies = (path: string): unknown[] => {
  const bodies: unknown[] = []
  worker.use(
    http.post(`*/api/${path}`, async ({ request }) => {
      const copy = request.clone()
      bodies.push(
        copy.headers.get('Content-Type')?.includes('json')
          ? await copy.json()
          : Object.fromEntries(await copy.formData()),
      )
    }),
  )
  return bodies
}

test('the page of a term opens its slips in a new tab', async () => {
  const sent = sentBodies('BillTerm/PreviewPDF')
  open(`/admin/billTerm/${term.SerialId}/show`)
  await preview.click()
  await expect.poll(() => opened.length).toBe(1)
  expect(await documentOf(opened[0])).toBe('%PDF-')
  expect(sent).toEqual([{ SerialId: term.SerialId }])
})

test('where the browser opens no tab, the slips are saved', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const saved = savedFiles()
  open(`/admin/billTerm/${term.SerialId}/show`)
  await preview.click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^繳款單預覽_.*\.pdf$/)])
})

test('the form of a term opens the slips with its input, which is not saved', async () => {
  const sent = sentBodies('BillTerm/PreviewPDF')
  open(`/admin/billTerm/${term.SerialId}`)
  await input('帳單中文名稱').fill('改過的標題')
  await preview.click()
  await expect.poll(() => opened.length).toBe(1)
  expect(sent).toEqual([expect.objectContaining({ SerialId: term.SerialId, BillChineseName: '改過的標題' })])
  const stored = await portal.db.selectFrom('bill_term').select('bill_chinese_name').executeTakeFirstOrThrow()
  expect(stored.bill_chinese_name).not.toBe('改過的標題')
})

test('a form with a mistake opens nothing, and shows the mistake at its input', async () => {
  open(`/admin/billTerm/${term.SerialId}`)
  await input('帳單中文名稱').fill('')
  await preview.click()
  await expect.element(input('帳單中文名稱')).toBeInvalid()
  expect(opened).toEqual([])
})

test('a new term has a preview before it is saved', async () => {
  const sent = sentBodies('BillTerm/PreviewPDF')
  open('/admin/billTerm/create')
  await page.getByRole('combobox', { name: '代收類別' }).click()
  await page.getByRole('option').first().click()
  for (const [name, value] of Object.entries({
    期別代號: '2027-01',
    期別名稱: '116年1月',
    期別編號: '28',
    帳單中文名稱: '管理費',
    繳款起日: '2027/01/01',
    繳款截止日: '2027/01/31',
  }))
    await input(name).fill(value)
  await preview.click()
  await expect.poll(() => opened.length).toBe(1)
  expect(sent).toEqual([expect.not.objectContaining({ SerialId: expect.anything() })])
})

test('a backend without the calls offers no preview', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [], Missing: ['BillTerm.PreviewPDF'] }))
  open(`/admin/billTerm/${term.SerialId}/show`)
  await expect.element(page.getByRole('button', { name: '更多', exact: true })).toBeVisible()
  expect(preview.elements()).toEqual([])
})

const chooseFile = async (text: string) => {
  await page.getByLabelText('上傳檔案', { exact: true }).upload(new File([text], 'bills.csv', { type: 'text/csv' }))
  await input('批次名稱').fill('115年11月管理費')
  await page.getByRole('combobox', { name: '代收期別' }).click()
  await page.getByRole('option', { name: /2026-11/ }).click()
}
const header = '繳款人代號,繳款人編號,繳款人姓名,應繳金額'

test('an upload in steps opens the first slips of the kept file, before and after the check', async () => {
  const sent = sentBodies('BillImportList/PreviewPDF')
  open('/admin/billImportList/create')
  await chooseFile(`${header}\nP1,000001,王大明,1000`)
  await page.getByRole('button', { name: '下一步' }).click()
  await preview.click()
  await expect.poll(() => opened.length).toBe(1)
  await page.getByRole('button', { name: '檢查檔案' }).click()
  await expect.element(page.getByRole('heading', { name: '檢查結果', level: 2 })).toBeVisible()
  await preview.click()
  await expect.poll(() => opened.length).toBe(2)
  expect(await documentOf(opened[1])).toBe('%PDF-')
  for (const body of sent)
    expect(body).toEqual(
      expect.objectContaining({
        FileId: expect.any(String),
        Mapping: expect.any(String),
        ImportBatchName: '115年11月管理費',
      }),
    )
  expect(sent.some((body) => Object.hasOwn(Object(body), 'File'))).toBe(false)
  expect(await portal.db.selectFrom('bill_import').selectAll().execute()).toEqual([])
})

test('a file without a good row says which rows are wrong instead', async () => {
  open('/admin/billImportList/create')
  await chooseFile(`${header}\nP1,000001,王大明,abc`)
  await page.getByRole('button', { name: '下一步' }).click()
  await preview.click()
  await expect.element(page.getByRole('alert')).toHaveTextContent(/沒有可以預覽的繳款單：\s第 2 列「應繳金額」/)
  expect(opened).toEqual([])
})

test('without extensions the upload in one step has a preview, which sends the file', async () => {
  worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))
  const sent = sentBodies('BillImportList/PreviewPDF')
  open('/admin/billImportList/create')
  await chooseFile(`${header}\nP1,000001,王大明,abc`)
  await preview.click()
  await expect.element(page.getByText(/沒有可以預覽的繳款單/)).toBeVisible()
  await chooseFile(`${header}\nP1,000001,王大明,1000`)
  await preview.click()
  await expect.poll(() => opened.length).toBe(1)
  expect(sent).toEqual([
    expect.objectContaining({ File: expect.any(File) }),
    expect.objectContaining({ File: expect.any(File) }),
  ])
})
