import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import portalUser from '../../resources/portalUser'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { chooseInRow, openRowMenu } from '../admin/list-page'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

const password = 'Demo2026x'

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
  await portal.setPassword(admin, password)
  viewer = await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer', Email: 'viewer@example.com' })
  await portal.setPassword(viewer, password)
  await given.user({ UserId: 'former01', RoleId: 'CustomerMaker', UserStatus: 'Disabled' })
})

beforeEach(() => page.viewport(1440, 900))

const draw = async (user: RecordValues) => {
  await signIn(portal, user)
  drawAdmin(portal.schemas, '/admin/portalUser', { portalUser: async () => ({ default: portalUser }) })
}

const row = (userId: string) => page.getByRole('row', { name: new RegExp(userId) })

const question = page.getByRole('alertdialog', { name: '請輸入您的密碼' })

/** Enters the administrator's own password in the dialog that asks for it with this text. */
const confirm = async (text: string) => {
  await expect.element(question).toHaveTextContent(text)
  await question.getByLabelText('您的密碼').fill(password)
  await question.getByRole('button', { name: '確定' }).click()
}

test('a user is disabled and enabled after a confirmation that explains the consequences', async () => {
  await draw(admin)
  await chooseInRow(row('viewer01'), '停用')
  await expect
    .element(page.getByRole('alertdialog', { name: /確定要停用使用者 viewer01/ }))
    .toHaveTextContent('立即無法登入')
  await page.getByRole('button', { name: '取消' }).click()
  await expect.element(row('viewer01')).toHaveTextContent('啟用')
  await chooseInRow(row('viewer01'), '停用')
  await page.getByRole('button', { name: '停用', exact: true }).click()
  await confirm('停用使用者 viewer01 須輸入您自己的密碼確認，資料尚未變更。')
  await expect.element(page.getByText('使用者 viewer01 已停用。')).toBeVisible()
  await expect.element(row('viewer01')).toHaveTextContent('停用')
  await chooseInRow(row('viewer01'), '啟用')
  await page.getByRole('button', { name: '啟用', exact: true }).click()
  await confirm('啟用使用者 viewer01 須輸入您自己的密碼確認')
  await expect.element(page.getByText(/使用者 viewer01 已啟用/)).toBeVisible()
})

test('resetting a password shows where the initial one was sent, masked', async () => {
  await portal.db
    .updateTable('portal_user')
    .set({ user_status: 'Enabled' })
    .where('serial_id', '=', Number(viewer.SerialId))
    .execute()
  await draw(admin)
  await chooseInRow(row('viewer01'), '重設密碼')
  await page.getByRole('button', { name: '重設密碼', exact: true }).click()
  await confirm('重設使用者 viewer01 的密碼須輸入您自己的密碼確認')
  await expect.element(page.getByText('使用者 viewer01 已重設密碼。初始密碼已寄至 vie***@example.com。')).toBeVisible()
})

test('each state has its own actions, and users cannot act on themselves', async () => {
  await draw(admin)
  const itemsOf = async (userId: string) => {
    const menu = await openRowMenu(row(userId))
    const items = menu
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    await expect.element(menu).not.toBeInTheDocument()
    return items
  }
  const former = await itemsOf('former01')
  expect(former).toContain('啟用')
  for (const item of ['停用', '重設密碼']) expect(former).not.toContain(item)
  expect(await itemsOf('viewer01')).toContain('刪除')
  // The server would refuse what administrators do to themselves.
  expect(
    row('admin01')
      .getByRole('button', { name: /^更多操作/ })
      .elements(),
  ).toEqual([])
})

test('a user stored with an e-mail that the present rule refuses can be changed', async () => {
  const { SerialId } = await portal.given.user({
    UserId: 'leaver01',
    RoleId: 'CustomerMaker',
    Email: 'leaver01@example.com',
  })
  await signIn(portal, admin)
  drawAdmin(portal.schemas, `/admin/portalUser/${SerialId}`, { portalUser: async () => ({ default: portalUser }) })
  await page.getByRole('textbox', { name: '備註' }).fill('總務組')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
})

/** Creates a user and opens its form as the administrator, enters another e-mail and saves. */
const changeEmail = async (UserId: string) => {
  const { SerialId } = await portal.given.user({ UserId, RoleId: 'CustomerChecker', Email: 'former@example.com' })
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
  await question.getByLabelText('您的密碼').fill(password)
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  await expect.element(page.getByText('latest@example.com', { exact: true }).first()).toBeVisible()
})

test('a change is not confirmed without a password; cancelling keeps the input and reports that nothing was saved', async () => {
  await changeEmail('taken02')
  await question.getByRole('button', { name: '確定' }).click()
  await expect.element(question).toBeVisible()
  await question.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByRole('alert').filter({ hasText: '資料尚未變更' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '電子郵件' })).toHaveValue('latest@example.com')
  const stored = await portal.db
    .selectFrom('portal_user')
    .select('email')
    .where('user_id', '=', 'taken02')
    .executeTakeFirst()
  expect(stored).toEqual({ email: 'former@example.com' })
})

/** Creates a user and presses the button that deletes it, up to the question for the password. */
const startDeletion = async (UserId: string) => {
  await portal.given.user({ UserId, RoleId: 'CustomerMaker' })
  await draw(admin)
  await chooseInRow(row(UserId), '刪除')
  await page.getByRole('alertdialog', { name: '確定要刪除此筆資料嗎？' }).getByRole('button', { name: '刪除' }).click()
  await expect.element(question).toHaveTextContent(`刪除使用者 ${UserId} 須輸入您自己的密碼確認，資料尚未變更。`)
  await expect.element(question.getByLabelText('您的密碼')).toHaveFocus()
}

test('a user is deleted after the administrator has entered the password, by keyboard; after a wrong one it is requested again', async () => {
  await startDeletion('leaver02')
  await userEvent.keyboard('Wrong2026x{Enter}')
  await expect.element(question).toHaveTextContent('您的密碼錯誤，資料尚未變更，請重新輸入。')
  await expect.element(question.getByLabelText('您的密碼')).toHaveFocus()
  await userEvent.keyboard(`${password}{Enter}`)
  await expect.element(page.getByText('刪除成功')).toBeVisible()
  await expect.element(row('leaver02')).not.toBeInTheDocument()
})

test('a deletion without the password keeps the user and says that nothing was changed', async () => {
  await startDeletion('leaver03')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert').filter({ hasText: '資料尚未變更' })).toBeVisible()
  await expect.element(row('leaver03')).toBeVisible()
  await expect.element(row('leaver03').getByRole('button', { name: /^更多操作/ })).toHaveFocus()
})

test('a user is created after the administrator has entered the password', async () => {
  await signIn(portal, admin)
  drawAdmin(portal.schemas, '/admin/portalUser/create', { portalUser: async () => ({ default: portalUser }) })
  await page.getByRole('textbox', { name: '使用者代號' }).fill('newbie02')
  await page.getByRole('textbox', { name: '使用者姓名' }).fill('林佳穎')
  await page.getByRole('combobox', { name: '角色' }).click()
  await page.getByRole('option', { name: '經辦' }).click()
  await page.getByRole('combobox', { name: '可操作委託單位' }).click()
  await page.getByRole('option', { name: /77001/ }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('textbox', { name: '電子郵件' }).fill('newbie@example.com')
  await page.getByRole('textbox', { name: '行動電話' }).fill('0987654321')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await confirm('新增使用者 newbie02 須輸入您自己的密碼確認')
  await expect.element(page.getByText('newbie@example.com')).toBeVisible()
})

const signIns = page.getByRole('table', { name: '登入紀錄' })

test('an administrator sees the sign-ins of a user and ends the current one', async () => {
  const busy = await portal.given.user({ UserId: 'busy01', RoleId: 'CustomerMaker' })
  await portal.companyToken(busy)
  await signIn(portal, admin)
  drawAdmin(portal.schemas, `/admin/portalUser/${busy.SerialId}/show`, {
    portalUser: async () => ({ default: portalUser }),
  })
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
