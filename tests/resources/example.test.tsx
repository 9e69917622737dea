import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drawAdmin, signIn } from '../admin/admin-page'
import giftCard from '../example/giftCard.json'
import screens from '../example/index'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
network(throughApp(() => portal.app))

test('the list of gift cards says which are used up', async () => {
  await page.viewport(1440, 900)
  portal = await browserPortal({ schemas: { giftCard } })
  await portal.given.customer()
  await portal.given.agreement()
  const card = { ApplyCode: '77001', EndDate: '2027-01-31' }
  await portal.given.record('giftCard', { ...card, CardNo: 'G1', Balance: 0 })
  await portal.given.record('giftCard', { ...card, CardNo: 'G2', Balance: 500 })
  await signIn(portal, await portal.given.user({ UserId: 'maker01' }))
  await drawAdmin(portal.schemas, '/admin/giftCard', { giftCard: async () => ({ default: screens }) })
  await expect.element(page.getByRole('cell', { name: '已用完' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '500' })).toBeVisible()
})
