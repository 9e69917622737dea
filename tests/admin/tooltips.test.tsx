import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

// Tooltips repeat for the eye what screen readers already have, so they are found by their id and not by their role.

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

const longName = '示範社區第一期住戶及停車位管理費代收單位（含店面）'

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.payerUnit({ PayerUnitName: longName })
  await given.payer({ PayerId: 'P1', PayerNo: '000001', PayerUnitId: 'A1' })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
})

const bubble = () => document.querySelector('#tooltip')
const tip = () => bubble()?.textContent ?? null
const columns = page.getByRole('button', { name: '欄位', exact: true })
const boxOf = (element: Element | null) => element?.getBoundingClientRect() ?? new DOMRect()

test('a button with an icon shows its name to the mouse, below it and within the window', async () => {
  await columns.hover()
  await expect.poll(tip).toBe('欄位')
  const box = boxOf(bubble())
  expect(box.top).toBeCloseTo(boxOf(columns.element()).bottom, 0)
  expect(box.right).toBeLessThanOrEqual(window.innerWidth)
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  await expect.poll(tip).toBeNull()
})

test('the mouse may move onto a tooltip, and Escape closes it', async () => {
  await columns.hover()
  await expect.poll(tip).toBe('欄位')
  await userEvent.hover(page.elementLocator(bubble()?.firstElementChild ?? document.body))
  expect(tip()).toBe('欄位')
  await userEvent.keyboard('{Escape}')
  expect(tip()).toBeNull()
})

test('the focus of the keyboard shows it as well; a click with the mouse does not', async () => {
  columns.element().focus()
  await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  expect(document.activeElement).toBe(columns.element())
  await expect.poll(tip).toBe('欄位')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menu')).toBeVisible()
  expect(tip()).not.toBe('欄位')
})

test('a text that is cut off is shown whole; one that fits has no tooltip', async () => {
  await page.getByRole('cell', { name: longName }).hover()
  await expect.poll(tip).toBe(`A1 ${longName}`)
  await page.getByRole('cell', { name: 'P1', exact: true }).hover()
  await expect.poll(tip).toBeNull()
})
