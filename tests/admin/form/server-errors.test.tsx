import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
let fee: RecordValues
let payer: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.payerUnit()
  fee = await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  payer = await given.payer()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const refuse = (path: string, Errors: object) =>
  worker.use(
    http.put(`*/api${path}/:id`, () =>
      HttpResponse.json({ ReturnCode: '2002', ReturnMsg: '資料有誤。', OutData: { Errors } }),
    ),
  )

const save = () => page.getByRole('button', { name: '儲存', exact: true }).click()
const aloud = page.getByRole('alert')

test("an error of a field that cannot be changed is shown above the form with the field's label, and gets the focus", async () => {
  refuse('/fee', { FeeCode: '代碼已停用。', SerialId: '序號不符。' })
  drawAdmin(portal.schemas, `/admin/fee/${fee.SerialId}`)
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('停車費')
  await save()
  await expect.element(aloud).toHaveTextContent('繳費項目代碼：代碼已停用。')
  await expect.element(aloud).toHaveTextContent('序號不符。')
  await expect.element(aloud).toHaveFocus()
})

test('an error of a hidden field is shown above the form', async () => {
  refuse('/Payer', { DebitAccount: '扣款帳號不存在。' })
  drawAdmin(portal.schemas, `/admin/payer/${payer.SerialId}`)
  await page.getByRole('textbox', { name: '繳款人姓名' }).fill('李小華')
  await save()
  await expect.element(aloud).toHaveTextContent('扣款帳號：扣款帳號不存在。')
})

test('errors are shown at their inputs and the first one has the focus; errors without an input are shown as well', async () => {
  refuse('/fee', { Remark: '備註有誤。', FeeCode: '代碼已停用。', FeeName: '名稱重複。' })
  drawAdmin(portal.schemas, `/admin/fee/${fee.SerialId}`)
  const name = page.getByRole('textbox', { name: '繳費項目名稱' })
  await name.fill('停車費')
  await save()
  await expect.element(name).toHaveAccessibleDescription('名稱重複。')
  await expect.element(page.getByRole('textbox', { name: '備註' })).toHaveAccessibleDescription('備註有誤。')
  await expect.element(name).toHaveFocus()
  await expect.element(aloud).toHaveTextContent(/^繳費項目代碼：代碼已停用。$/)
})
