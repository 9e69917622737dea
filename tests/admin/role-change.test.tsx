import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { companySession } from '../../src/browser/session/session'
import type { Role } from '../../src/domain/access/roles'
import type { RecordValues } from '../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, throughApp } from '../support/browser/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let user: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.fee({ FeeCode: 'F01', FeeName: '管理費' })
  user = await given.user({ UserId: 'maker01', RoleId: 'CustomerMaker' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await become('CustomerMaker')
  await signIn(portal, user)
})

const become = (role_id: Role) =>
  portal.db.updateTable('portal_user').set({ role_id }).where('serial_id', '=', Number(user.SerialId)).execute()
const create = page.getByRole('link', { name: '新增' })
const role = page.getByText('查詢人員', { exact: false })

test('a role that was revoked is gone when the admin area is opened again', async () => {
  await become('CustomerViewer')
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(role).toBeVisible()
  await expect.poll(() => create.elements()).toEqual([])
  expect(companySession()?.data.RoleId).toBe('CustomerViewer')
})

test('a call that was forbidden refreshes the menu', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(create).toBeVisible()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await become('CustomerViewer')
  worker.use(failures.status('/fee', 403, '您沒有使用權限。'))
  await page.getByRole('button', { name: '搜尋', exact: true }).click()
  await expect.element(page.getByRole('alertdialog', { name: '403 您沒有使用權限。' })).toBeVisible()
  await expect.poll(() => companySession()?.data.RoleId).toBe('CustomerViewer')
  await expect.poll(() => create.elements()).toEqual([])
})
