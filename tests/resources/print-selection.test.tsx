import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../resources/bills'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'

// The slips of selected bills are printed, although some of the bills have no slip any more.

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
  await page.viewport(1440, 900)
  await portal.db.deleteFrom('bill').execute()
  for (const BillNo of ['N1', 'N2', 'N3', 'N4']) await portal.given.bill({ BillNo })
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/bills', { bills: async () => ({ default: bills }) })
})

const selection = page.getByRole('group', { name: '選取的資料' })
const box = (no: string) => page.getByRole('row', { name: new RegExp(no) }).getByRole('checkbox')
const dialog = page.getByRole('dialog', { name: '列印繳款單' })
const refused = dialog.getByRole('region', { name: '不能列印繳款單的帳單' })
const pay = (...numbers: readonly string[]) =>
  portal.db
    .updateTable('bill')
    .set({ paid_amount: 1_000_000, pay_status: 'OverPaid' })
    .where('bill_no', 'in', numbers)
    .execute()

const openDialog = async () => {
  for (const no of ['N1', 'N2', 'N3', 'N4']) await box(no).click()
  await selection.getByRole('button', { name: '列印繳款單' }).click()
}

test('the dialog says how many slips are printed and why not the others, and prints the former', async () => {
  const saved = savedFiles()
  await expect.element(box('N4')).toBeVisible()
  // The list was read before the payments and the cancellation.
  await pay('N2', 'N4')
  await portal.db.updateTable('bill').set({ bill_state: 'Void' }).where('bill_no', '=', 'N3').execute()
  await openDialog()
  await expect.element(dialog).toHaveTextContent('可以列印繳款單的有 1 張帳單：')
  await expect.element(dialog).toHaveTextContent('不能列印繳款單的 3 張：')
  await expect.element(refused).toHaveTextContent(/^已繳清，沒有繳款單。（2 張）N2.*N4.*已作廢，沒有繳款單。（1 張）N3/)
  expect(await violations()).toEqual([])
  await dialog.getByRole('button', { name: '列印繳款單 1 張' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['繳款單_1張.pdf'])
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(selection).toHaveTextContent('已選取 3 筆')
  await expect.element(box('N1')).not.toBeChecked()
})

test('the dialog says how many of the chosen bills are overdue', async () => {
  await portal.db
    .updateTable('bill')
    .set({ payment_end_date: '2026-11-19' })
    .where('bill_no', 'in', ['N1', 'N2'])
    .execute()
  drawAdmin(portal.schemas, '/admin/bills', { bills: async () => ({ default: bills }) })
  await openDialog()
  await expect.element(dialog).toHaveTextContent('其中 2 張已逾繳費期限')
  await expect.element(dialog.getByRole('button', { name: '列印繳款單 4 張' })).toBeEnabled()
  expect(await violations()).toEqual([])
})

test('a bill that is paid after the preview is named in the dialog, which stays open with the new numbers', async () => {
  const saved = savedFiles()
  await openDialog()
  await expect.element(dialog.getByRole('button', { name: '列印繳款單 4 張' })).toBeEnabled()
  await pay('N2')
  await dialog.getByRole('button', { name: '列印繳款單 4 張' }).click()
  await expect.element(dialog.getByRole('alert').first()).toHaveTextContent('帳單 N2 已繳清，沒有繳款單。')
  await dialog.getByRole('button', { name: '列印繳款單 3 張' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['繳款單_3張.pdf'])
  await expect.element(selection).toHaveTextContent('已選取 1 筆')
  await expect.element(box('N2')).toBeChecked()
})

test('if no bill has a slip, the button is disabled', async () => {
  await expect.element(box('N4')).toBeVisible()
  await pay('N1', 'N2', 'N3', 'N4')
  await openDialog()
  await expect.element(refused).toHaveTextContent('（4 張）')
  await expect.element(dialog.getByRole('button', { name: '列印繳款單' })).toBeDisabled()
  expect(dialog.getByRole('combobox').elements()).toEqual([])
})

test('if the preview cannot be read, it can be read again', async () => {
  worker.use(
    http.post('*/api/Ext/Bills/PreviewDownloadGroupPDF', () => new HttpResponse(null, { status: 503 }), { once: true }),
  )
  await openDialog()
  await dialog.getByRole('button', { name: '重試' }).click()
  await expect.element(dialog.getByRole('button', { name: '列印繳款單 4 張' })).toBeEnabled()
})

test('a backend without extensions prints the bills that have a slip by what the list shows', async () => {
  const saved = savedFiles()
  worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))
  await pay('N2')
  drawAdmin(portal.schemas, '/admin/bills', { bills: async () => ({ default: bills }) })
  await openDialog()
  await expect.element(refused).toHaveTextContent('這張帳單目前不可列印繳款單，請重新整理後查看最新狀態。（1 張）N2')
  await dialog.getByRole('button', { name: '列印繳款單 3 張' }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['繳款單_3張.pdf'])
})
