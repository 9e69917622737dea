import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import selfCollection from '../../resources/selfCollection'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

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
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const choose = async (name: string, option: RegExp) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

test('the form shows what the chosen bill lacks, proposes that amount, and says what remains after another one', async () => {
  await portal.given.bill({ BillNo: 'B202611-000501', PaidAmount: 400, PayStatus: 'PartialPaid' })
  drawAdmin(portal.schemas, '/admin/selfCollection/create', { selfCollection: async () => ({ default: selfCollection }) })
  await choose('委託單位代號', /77001/)
  await choose('帳單', /B202611-000501/)
  const amount = page.getByRole('textbox', { name: '收款金額' })
  await expect.element(amount).toHaveValue('600')
  const section = page.getByRole('region', { name: '帳單的繳款情形' })
  await expect.element(section).toHaveTextContent('未繳金額NT$600')
  await amount.fill('250')
  await expect.element(section).toHaveTextContent('收款後未繳金額NT$350')
})

test('a bill that is paid takes no collection', async () => {
  await portal.given.bill({ BillNo: 'B202611-000502', PaidAmount: 1000, PayStatus: 'Paid' })
  drawAdmin(portal.schemas, '/admin/selfCollection/create', { selfCollection: async () => ({ default: selfCollection }) })
  await choose('委託單位代號', /77001/)
  await choose('帳單', /B202611-000502/)
  await expect.element(page.getByRole('alert')).toHaveTextContent('這張帳單已繳清，不能收款')
})
