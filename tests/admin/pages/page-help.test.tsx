import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(() => signIn(portal, maker))

const help = page.getByRole('dialog', { name: '代收期別維護說明' })
const button = page.getByRole('button', { name: '本頁說明' })

test.each([1440, 390])('at %i pixels the help says what a page is for, its fields and its rules', async (width) => {
  await page.viewport(width, 900)
  drawAdmin(portal.schemas, '/admin/billTerm')
  await expect.element(page.getByRole('heading', { name: '代收期別維護', exact: true })).toBeVisible()
  await button.click()
  await expect.element(help.getByText(/^設定每一期代收的名稱/)).toBeVisible()
  const term = help.getByText(/虛擬帳號的一部分，長度依代收約定/)
  await expect.element(term).toBeInTheDocument()
  const { rules } = portal.schemas.get('billTerm')
  for (const { message } of rules) await expect.element(help.getByText(message)).toBeInTheDocument()
  const box = help.element().getBoundingClientRect()
  expect(box.left).toBeGreaterThanOrEqual(0)
  expect(box.right).toBeLessThanOrEqual(width)
  expect(await violations()).toEqual([])
})

test('Escape closes the help and returns the focus to its button', async () => {
  await page.viewport(1440, 900)
  drawAdmin(portal.schemas, '/admin/billTerm')
  await button.click()
  await expect.element(help).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(help).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(button.element())
})
