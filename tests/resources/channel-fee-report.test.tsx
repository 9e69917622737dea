import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import channelFeeReport from '../../resources/ChannelFeeReport'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem({ MarketItemCode: '7A1', MinAmount: 1, MaxAmount: 20_000 })
  await given.agreement()
  for (const AccountDate of ['2026-09-10', '2026-10-12', '2026-10-13'])
    await given.line({
      ChannelId: '01',
      MarketItemCode: '7A1',
      TradeDate: AccountDate,
      AccountDate,
      Amount: 1000,
      ChannelFee: 10,
      FeeBearType: 'Deduct',
      WriteOffStatus: 'WrittenOff',
    })
  maker = await given.user({ UserId: 'maker01' })
})

test('a month with fees is chosen by a button, and the receipt has its number and its words', async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/ChannelFeeReport', {
    ChannelFeeReport: async () => ({ default: channelFeeReport }),
  })
  const months = page.getByRole('group', { name: '有資料的年月' })
  await expect.element(months).toHaveTextContent(/^115\/10115\/09$/)
  await months.getByRole('button', { name: '115/10' }).click()
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await expect
    .element(page.getByRole('row', { name: /統一超商/ }))
    .toHaveTextContent(/1～20,000.*2.*2,000.*10.*20.*內扣/)
  expect(await violations()).toEqual([])
  await page.getByRole('combobox', { name: '報表格式' }).click()
  await page.getByRole('option', { name: '收據' }).click()
  await page.getByRole('button', { name: '查詢', exact: true }).click()
  await expect.element(page.getByRole('row', { name: /77001-11510-01.*統一超商/ })).toHaveTextContent(/貳拾元整/)
})
