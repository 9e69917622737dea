import { http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bills from '../../resources/bills'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser-portal'
import { network, requestsAnswered, throughApp } from '../support/msw'

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
  maker = await given.user({ UserId: 'maker01' })
}, 60_000)

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
  const first = await portal.given.payer({ PayerId: 'A1-0501', PayerNo: '000501', PayerName: '王大明', Address: '臺北市中正區' })
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
  await choose('委託單位代號', /77001/)
  await choose('繳款人代號', /A1-0501/)
  await asked
  await choose('繳款人代號', /A1-0502/)
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  answer()
  await requestsAnswered()
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  await expect.element(line('地址')).toHaveValue('高雄市鳳山區')
})
