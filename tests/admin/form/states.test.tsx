import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

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
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const offered = async (): Promise<string[]> => {
  await page.getByRole('combobox', { name: '期別狀態' }).click()
  await expect.element(page.getByRole('option', { name: '開放' })).toBeVisible()
  return page
    .getByRole('option')
    .elements()
    .map(({ textContent }) => String(textContent))
}

test.each([
  ['Draft', '2026-01-31', ['請選擇', '草稿', '開放']],
  ['Open', '2026-01-31', ['請選擇', '開放', '結案']],
  ['Closed', '2099-01-01', ['請選擇', '開放', '結案']],
])(
  'the form of a term in the state %s offers the states that may follow',
  async (TermStatus, PaymentEndDate, options) => {
    const { SerialId } = await portal.given.billTerm({
      BillTermId: TermStatus,
      BillTermNo: null,
      TermStatus,
      PaymentStartDate: '2026-01-01',
      PaymentEndDate,
    })
    drawAdmin(portal.schemas, `/admin/billTerm/${SerialId}`)
    expect(await offered()).toEqual(options)
  },
)

test('a new term is a draft or open', async () => {
  drawAdmin(portal.schemas, '/admin/billTerm/create')
  expect(await offered()).toEqual(['請選擇', '草稿', '開放'])
})
