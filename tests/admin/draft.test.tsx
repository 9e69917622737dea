import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keepDraft } from '../../src/browser/drafts'
import { clearSessions } from '../../src/browser/session'
import type { Row } from '../../src/schema/types'
import { type BrowserPortal, browserPortal } from '../support/browser-portal'
import { network, throughApp } from '../support/msw'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: Row
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
}, 60_000)

test('what was typed when the session ended by itself is in the form again after signing in, once', async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('管理費')
  keepDraft()
  clearSessions()
  await router.navigate('/company')
  await expect.element(page.getByText('公開網站')).toBeVisible()

  await signIn(portal, maker)
  await router.navigate('/admin/fee/create')
  await expect.element(page.getByRole('textbox', { name: '繳費項目名稱' })).toHaveValue('管理費')
  await expect.element(page.getByText('已帶回登出前填寫的內容，請確認後儲存。')).toBeVisible()
})
