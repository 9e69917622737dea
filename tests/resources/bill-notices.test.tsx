import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../resources/bills'
import type { RecordValues } from '../../src/schema/language/types'
import { chooseFromMenu, drawAdmin, signIn } from '../admin/admin-page'
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
  await page.viewport(1440, 900)
  await portal.db.deleteFrom('bill_notice_run').execute()
  await portal.db.deleteFrom('bill').execute()
  await portal.db.deleteFrom('outbox').execute()
  await portal.given.bill({ BillNo: 'N1', Email: 'wangdm@example.com', Mobile: '0912345678' })
  await portal.given.bill({ BillNo: 'N2', Email: 'lin@example.com' })
  await portal.given.bill({ BillNo: 'N3', Email: null })
  await signIn(portal, maker)
})

const draw = () => drawAdmin(portal.schemas, '/admin/bills', { bills: async () => ({ default: bills }) })
const chosen = page.getByRole('group', { name: '選取的資料' })
const choose = async (...numbers: readonly string[]) => {
  for (const no of numbers)
    await page
      .getByRole('row', { name: new RegExp(no) })
      .getByRole('checkbox')
      .click()
}
const dialog = page.getByRole('dialog', { name: '寄送電子郵件通知' })
const sentTo = async () =>
  (await portal.db.selectFrom('outbox').select('recipient').orderBy('outbox_id').execute()).map(
    ({ recipient }) => recipient,
  )

test('the dialog says how many, to whom and what, then the progress and the reasons', async () => {
  draw()
  await choose('N1', 'N2', 'N3')
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  await expect.element(dialog.getByText('確定要通知這 2 張帳單的繳款人嗎？')).toBeVisible()
  await expect
    .element(dialog.getByRole('region', { name: '收件的帳單' }))
    .toHaveTextContent('N1wan***@example.comN2lin***@example.com')
  await expect
    .element(dialog.getByRole('region', { name: '不寄送的帳單' }))
    .toHaveTextContent('帳單沒有電子郵件，請先修改帳單補上。（1 張）N3')
  await expect.element(dialog.getByText(/王○明 您好/)).toBeVisible()
  expect(await violations()).toEqual([])
  expect(await sentTo()).toEqual([])
  await dialog.getByRole('button', { name: '寄送 2 張' }).click()
  await expect.element(dialog.getByText('已寄出 2／2 張，寄送完畢。')).toBeVisible()
  expect(await sentTo()).toEqual(['wangdm@example.com', 'lin@example.com'])
  await dialog.getByRole('button', { name: '關閉' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  // The bill that was not notified stays chosen.
  await expect.element(chosen).toHaveTextContent('已選取 1 筆')
})

test('the page of a bill sends one notice and keeps its log', async () => {
  draw()
  await page.getByRole('row', { name: /N1/ }).getByRole('link').first().click()
  await expect.element(page.getByText('尚未通知繳款人。')).toBeVisible()
  await chooseFromMenu('寄送簡訊通知')
  const sms = page.getByRole('dialog', { name: '寄送簡訊通知' })
  await sms.getByRole('button', { name: '寄送 1 張' }).click()
  await expect.element(sms.getByText('已寄出 1／1 張，寄送完畢。')).toBeVisible()
  await sms.getByRole('button', { name: '關閉' }).click()
  const line = page.getByRole('table', { name: '通知紀錄' }).getByRole('row').nth(1)
  for (const words of ['2026/11/20 10:00', '簡訊', '0912***678', '成功', 'maker01'])
    await expect.element(line).toHaveTextContent(words)
})

test('cancelling sends nothing, and bills that were notified today are not offered again', async () => {
  draw()
  await choose('N1')
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await portal.db
    .updateTable('bill')
    .set({ mail_notice_time: '2026-11-20T01:00:00Z' })
    .where('bill_no', '=', 'N1')
    .execute()
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  await expect.element(dialog.getByText(/今天已寄送過電子郵件通知/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: '寄送', exact: true })).toBeDisabled()
  expect(await sentTo()).toEqual([])
})

test('a backend without extensions asks and sends by the calls of the contract alone', async () => {
  worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))
  draw()
  await choose('N1', 'N3')
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  const question = page.getByRole('dialog', { name: '寄送電子郵件通知', exact: true })
  await expect.element(question).toHaveTextContent('確定要以電子郵件通知這 2 張帳單的繳款人嗎？')
  await question.getByRole('button', { name: '寄送電子郵件通知 2 張' }).click()
  const result = page.getByRole('alertdialog', { name: '1 張帳單的電子郵件通知已排入寄送，1 張不寄送' })
  await expect.element(result).toHaveTextContent(/N3.*帳單沒有電子郵件/)
  await expect.poll(sentTo).toEqual(['wangdm@example.com'])
})

test('a run that does not exist any more is said in place of its progress', async () => {
  const missing = {
    ReturnCode: '2004',
    ReturnMsg: '找不到這次的寄送，可能已經刪除，或您沒有查詢的權限。',
    OutData: null,
  }
  worker.use(http.get('*/api/Ext/Bills/GetNoticeRun/*', () => HttpResponse.json(missing, { status: 404 })))
  draw()
  await choose('N1')
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  await dialog.getByRole('button', { name: '寄送 1 張' }).click()
  await expect.element(dialog.getByText(missing.ReturnMsg)).toBeVisible()
  expect(dialog.getByText(/寄送中/).elements()).toEqual([])
})

test('the results stay where the preview cannot be read again', async () => {
  draw()
  await choose('N1')
  await chosen.getByRole('button', { name: '寄送電子郵件通知' }).click()
  await expect.element(dialog.getByRole('button', { name: '寄送 1 張' })).toBeVisible()
  worker.use(http.post('*/api/Ext/Bills/PreviewNotice', () => new HttpResponse(null, { status: 503 })))
  await dialog.getByRole('button', { name: '寄送 1 張' }).click()
  await expect.element(dialog.getByText('已寄出 1／1 張，寄送完畢。')).toBeVisible()
})
