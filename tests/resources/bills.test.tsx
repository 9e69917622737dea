import { http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../resources/bills'
import type { RecordValues } from '../../src/schema/language/types'
import { chooseFromMenu, drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, requestsAnswered, throughApp } from '../support/browser/msw'
import { addPayment, counterPayment } from '../support/payments/entries'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement({ Channels: ['01', '06', '07', '16'] })
  await given.billCategory({ Channels: ['01', '06', '07', '16'] })
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const box = (name: string) => page.getByRole('combobox', { name })
const line = (name: string) => page.getByRole('textbox', { name, exact: true })
const choose = async (name: string, option: RegExp) => {
  await box(name).click()
  await page.getByRole('option', { name: option }).click()
}

test('a late response about the payer selected first does not replace the data of the payer selected later', async () => {
  const first = await portal.given.payer({
    PayerId: 'A1-0501',
    PayerNo: '000501',
    PayerName: '王大明',
    Address: '臺北市中正區',
  })
  await portal.given.payer({ PayerId: 'A1-0502', PayerNo: '000502', PayerName: '林小華', Address: '高雄市鳳山區' })
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  let ask = () => {}
  const asked = new Promise<void>((resolve) => (ask = resolve))
  worker.use(
    http.get(`*/api/Payer/${first.SerialId}`, async ({ request }) => {
      ask()
      await answered
      return portal.app.fetch(request, { ip: '127.0.0.1' })
    }),
  )
  drawAdmin(portal.schemas, '/admin/bills/create', { bills: async () => ({ default: bills }) })
  await choose('繳款人代號', /A1-0501/)
  await asked
  await choose('繳款人代號', /A1-0502/)
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  answer()
  await requestsAnswered()
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  await expect.element(line('地址')).toHaveValue('高雄市鳳山區')
})

const show = (SerialId: unknown) =>
  drawAdmin(portal.schemas, `/admin/bills/${SerialId}/show`, { bills: async () => ({ default: bills }) })

test('the page of a bill shows items, payments and notices above its other fields, and codes on request', async () => {
  const { SerialId } = await portal.given.bill({ BillTermId: '2026-11', PaymentEndDate: '2099-12-31' })
  show(SerialId)
  await expect.element(page.getByRole('heading', { name: '繳款紀錄' })).toBeVisible()
  const titles = () =>
    page
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent)
  await expect
    .poll(titles)
    .toEqual(['繳費項目明細', '繳款紀錄', '通知紀錄', '通路交易', '帳單', '繳款期間', '繳款人', '異動紀錄'])
  const code = page.getByRole('img', { name: 'TWQR 繳費條碼' })
  expect(code.elements()).toEqual([])
  await page.getByRole('button', { name: '顯示條碼' }).click()
  await expect.poll(() => code.element().querySelector('path')?.getAttribute('d')?.length ?? 0).toBeGreaterThan(1000)
})

test('the page of a bill marks a payment that was reversed, with the time', async () => {
  const bill = await portal.given.bill({ BillTermId: '2026-11' })
  await counterPayment(portal.db, await addPayment(portal.db, bill, 1000))
  show(bill.SerialId)
  const row = page.getByRole('row', { name: /R1/ })
  await expect.element(row).toHaveTextContent('已沖正 2026/11/20 11:30')
  expect(row.element().querySelector('del')?.textContent).toBe('NT$1,000')
})

test('voiding a bill names it and says what follows, on a button in the colour of danger', async () => {
  const { SerialId, BillNo } = await portal.given.bill({ BillTermId: '2026-11' })
  show(SerialId)
  await chooseFromMenu('作廢')
  const question = page.getByRole('alertdialog', { name: `確定要作廢帳單 ${BillNo} 嗎？` })
  await expect.element(question).toHaveTextContent(/作廢後不能恢復/)
  await expect.element(question.getByRole('button', { name: '作廢' })).toHaveClass('button-danger')
  await question.getByRole('button', { name: '取消' }).click()
})

test('the form of a bill that has been paid says that it cannot be changed', async () => {
  const { SerialId } = await portal.given.bill({ BillTermId: '2026-11', PaidAmount: 1000, PayStatus: 'Paid' })
  drawAdmin(portal.schemas, `/admin/bills/${SerialId}`, { bills: async () => ({ default: bills }) })
  await expect.element(page.getByText('這張帳單目前不可修改，請重新整理後查看最新狀態。')).toBeVisible()
  expect(page.getByRole('button', { name: '儲存', exact: true }).elements()).toEqual([])
  await page.getByRole('link', { name: '返回' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '檢視帳單' })).toBeVisible()
})

const edited = async (BillNo: string) => {
  const bill = await portal.given.bill({ BillNo, BillTermId: '2026-11', VACAccount: `7700126${BillNo.slice(-6)}1` })
  drawAdmin(portal.schemas, `/admin/bills/${bill.SerialId}`, { bills: async () => ({ default: bills }) })
  await line('備註').fill('已電話通知')
  return Number(bill.SerialId)
}
const save = () => page.getByRole('button', { name: '儲存', exact: true }).click()
const stored = (id: number) =>
  portal.db.selectFrom('bill').select(['remark', 'payer_name']).where('serial_id', '=', id).executeTakeFirstOrThrow()

test('who edits a bill that somebody else has changed hears of it, overwrites nothing, and loses nothing that was typed', async () => {
  const id = await edited('B202611-000011')
  await portal.db
    .updateTable('bill')
    .set({ remark: '別人的備註', update_time: '2026-11-20T01:00:00.000001Z' })
    .where('serial_id', '=', id)
    .execute()
  await save()
  const question = page.getByRole('dialog', { name: '資料已有異動' })
  await question.getByRole('button', { name: '繼續編輯' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(line('備註')).toHaveValue('已電話通知')
  expect(await stored(id)).toMatchObject({ remark: '別人的備註' })
})

test('who edits a bill that is paid meanwhile reads why it cannot be changed, and still sees what was typed', async () => {
  const id = await edited('B202611-000012')
  await portal.db
    .updateTable('bill')
    .set({ paid_amount: 1, pay_status: 'PartialPaid', update_time: '2026-11-20T01:00:00.000001Z' })
    .where('serial_id', '=', id)
    .execute()
  await save()
  await expect.element(page.getByText('帳單 B202611-000012 已有繳款，不能修改；您的變更沒有儲存。')).toBeVisible()
  await expect.element(line('備註')).toHaveValue('已電話通知')
  expect((await stored(id)).remark).not.toBe('已電話通知')
})
