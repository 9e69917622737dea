import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await signIn(portal, await portal.given.user({ UserId: 'maker01' }))
})

test('a menu opens without an animation if the system asks for none', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches, 'the setting of this browser').toBe(true)
  drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('combobox', { name: '狀態' }).click()
  await expect.element(page.getByRole('listbox')).toBeInTheDocument()
  const menu = page.getByRole('listbox').element().closest('[role="presentation"]')
  expect(menu?.getAnimations({ subtree: true })).toEqual([])
})
