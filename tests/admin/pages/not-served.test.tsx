import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../../support/browser/msw'
import { coupon } from '../../support/schemas/coupon'
import { drawAdmin, signIn } from '../admin-page'
import { openRowMenu } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))
const stack = { label: '設為可併用', on: ['row'], set: { Stackable: true } }

beforeAll(async () => {
  portal = await browserPortal({ schemas: { coupon: { ...coupon, actions: { Stack: stack } } } })
  const { given, db } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
  const trail = { create_user: 'a', create_time: '2026-11-01', update_user: 'a', update_time: '2026-11-01' }
  await db
    .insertInto('coupon')
    .values({ apply_code: '77001', coupon_code: 'C1', coupon_name: '早繳優惠', coupon_kind: 'Gift', ...trail })
    .execute()
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const importLink = page.getByRole('link', { name: '匯入' })
const row = page.getByRole('row', { name: /C1/ })

test('actions, imports and reports that the backend serves are offered', async () => {
  drawAdmin(portal.schemas, '/admin/coupon')
  await expect.element(importLink).toBeVisible()
  await expect.element((await openRowMenu(row)).getByRole('menuitem', { name: '設為可併用' })).toBeVisible()
  drawAdmin(portal.schemas, '/admin/WriteOffReport')
  await expect.element(page.getByRole('button', { name: '查詢', exact: true })).toBeVisible()
})

test('calls that the backend does not serve are not offered', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: ['Coupon.Import'], Missing: ['ReportPrint.WriteOffReport'] }))
  drawAdmin(portal.schemas, '/admin/coupon')
  await expect.element(importLink).toBeVisible()
  await expect.element(row).toBeVisible()
  expect((await openRowMenu(row)).getByRole('menuitem', { name: '設為可併用' }).elements()).toEqual([])
  drawAdmin(portal.schemas, '/admin/WriteOffReport')
  await expect
    .element(page.getByText('本行的系統目前沒有提供「銷帳報表列印」，如需使用請洽本行服務窗口。'))
    .toBeVisible()
  expect(page.getByRole('button', { name: '查詢', exact: true }).elements()).toEqual([])
})
