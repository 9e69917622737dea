import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import portalUser from '../../resources/portalUser'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let admin: RecordValues
let viewer: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  admin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
  viewer = await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', Email: 'viewer@example.com' })
  await portal.setPassword(viewer, 'Demo2026x')
  await given.user({ UserId: 'former01', RoleId: 'CustomerMaker', UserStatus: 'Disabled' })
})

beforeEach(() => page.viewport(1440, 900))

const draw = async (user: RecordValues) => {
  await signIn(portal, user)
  drawAdmin(portal.schemas, '/admin/portalUser', { portalUser: async () => ({ default: portalUser }) })
}

const rowButton = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const deleteButton = (userId: string) => rowButton(`刪除 ${userId}`)
const row = (userId: string) => page.getByRole('row', { name: new RegExp(userId) })

test('a user is disabled and enabled after a confirmation that explains the consequences', async () => {
  await draw(admin)
  await rowButton('停用 viewer01').click()
  await expect.element(page.getByRole('alertdialog', { name: /確定要停用使用者 viewer01/ })).toHaveTextContent('立即無法登入')
  await page.getByRole('button', { name: '取消' }).click()
  await expect.element(row('viewer01')).toHaveTextContent('啟用')
  await rowButton('停用 viewer01').click()
  await page.getByRole('button', { name: '停用', exact: true }).click()
  await expect.element(page.getByText('使用者 viewer01 已停用。')).toBeVisible()
  await expect.element(row('viewer01')).toHaveTextContent('停用')
  await rowButton('啟用 viewer01').click()
  await page.getByRole('button', { name: '啟用', exact: true }).click()
  await expect.element(page.getByText(/使用者 viewer01 已啟用/)).toBeVisible()
})

test('resetting a password shows where the initial one was sent, masked', async () => {
  await portal.db.updateTable('portal_user').set({ user_status: 'Enabled' }).where('serial_id', '=', Number(viewer.SerialId)).execute()
  await draw(admin)
  await rowButton('重設密碼 viewer01').click()
  await page.getByRole('button', { name: '重設密碼', exact: true }).click()
  await expect.element(page.getByText('使用者 viewer01 已重設密碼。初始密碼已寄至 vie***@example.com。')).toBeVisible()
})

test('each state has its own actions, and users cannot act on themselves', async () => {
  await draw(admin)
  await expect.element(rowButton('啟用 former01')).toBeVisible()
  await expect.element(deleteButton('viewer01')).toBeVisible()
  expect(deleteButton('admin01').elements(), 'the server would refuse it').toEqual([])
  for (const name of ['停用 former01', '重設密碼 former01', '停用 admin01', '重設密碼 admin01']) expect(rowButton(name).elements()).toEqual([])
})

test('a user stored with an e-mail that the present rule refuses can be changed', async () => {
  const { SerialId } = await portal.given.user({ UserId: 'leaver01', RoleId: 'CustomerMaker', Email: 'leaver01@example.com' })
  await signIn(portal, admin)
  drawAdmin(portal.schemas, `/admin/portalUser/${SerialId}`, { portalUser: async () => ({ default: portalUser }) })
  await page.getByRole('textbox', { name: '備註' }).fill('總務組')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
})

const question = page.getByRole('alertdialog', { name: '請輸入您的密碼' })

/** Creates a user and opens its form as an administrator with a known password, enters another e-mail and saves. */
const changeEmail = async (UserId: string) => {
  const { SerialId } = await portal.given.user({ UserId, RoleId: 'CustomerChecker', Email: 'former@example.com' })
  await portal.setPassword(admin, 'Demo2026x')
  await signIn(portal, admin)
  drawAdmin(portal.schemas, `/admin/portalUser/${SerialId}`, { portalUser: async () => ({ default: portalUser }) })
  await page.getByRole('textbox', { name: '電子郵件' }).fill('latest@example.com')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(question).toHaveTextContent(`變更使用者 ${UserId} 的電子郵件須輸入您自己的密碼確認`)
}

test('a change of e-mail is saved after the administrator has entered the password; after a wrong one it is requested again', async () => {
  await changeEmail('taken01')
  await question.getByLabelText('您的密碼').fill('Wrong2026x')
  await question.getByRole('button', { name: '確定' }).click()
  await expect.element(question).toHaveTextContent('您的密碼錯誤')
  await expect.element(question.getByLabelText('您的密碼')).toHaveFocus()
  await expect.element(question.getByLabelText('您的密碼')).toHaveValue('')
  await question.getByLabelText('您的密碼').fill('Demo2026x')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  await expect.element(page.getByText('latest@example.com')).toBeVisible()
})

test('a change is not confirmed without a password; cancelling keeps the input and reports that nothing was saved', async () => {
  await changeEmail('taken02')
  await question.getByRole('button', { name: '確定' }).click()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: '資料尚未儲存' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '電子郵件' })).toHaveValue('latest@example.com')
  const stored = await portal.db.selectFrom('portal_user').select('email').where('user_id', '=', 'taken02').executeTakeFirst()
  expect(stored).toEqual({ email: 'former@example.com' })
})

const signIns = page.getByRole('table', { name: '登入紀錄' })

test('an administrator sees the sign-ins of a user and ends the current one', async () => {
  const busy = await portal.given.user({ UserId: 'busy01', RoleId: 'CustomerMaker' })
  await portal.companyToken(busy)
  await signIn(portal, admin)
  drawAdmin(portal.schemas, `/admin/portalUser/${busy.SerialId}/show`, { portalUser: async () => ({ default: portalUser }) })
  await expect.element(signIns.getByRole('row').nth(1)).toHaveTextContent(/使用中.*127\.0\.0\.1/)
  await page.getByRole('button', { name: '結束登入' }).click()
  const confirmation = page.getByRole('alertdialog', { name: '確定要結束使用者 busy01 的登入嗎？' })
  await expect.element(confirmation).toHaveTextContent('立即登出')
  await confirmation.getByRole('button', { name: '結束登入' }).click()
  await expect.element(page.getByText('使用者 busy01 的登入已結束。')).toBeVisible()
  await expect.element(signIns.getByRole('row').nth(1)).toHaveTextContent('由管理者結束')
  await expect.element(page.getByRole('button', { name: '結束登入' })).not.toBeInTheDocument()
})

test('users find their own sign-ins on the first page, with the current one marked', async () => {
  await signIn(portal, admin)
  drawAdmin(portal.schemas, '/admin')
  await page.getByRole('link', { name: '登入紀錄' }).click()
  await expect.element(signIns.getByRole('row', { name: /目前的登入/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '變更密碼' }).last()).toHaveAttribute('href', '/admin/changeMima')
})
