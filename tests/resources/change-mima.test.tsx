import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import changeMima from '../../resources/changeMima'
import { companySession, openCompanySession } from '../../src/browser/session/session'
import type { RecordValues } from '../../src/schema/language/language'
import { drawAdmin, signIn } from '../admin/admin-page'
import { companyLogin } from '../browser/samples'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let user: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  user = await portal.given.user({ UserId: 'maker01' })
  await portal.setPassword(user, 'Demo2026x')
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, user)
})

const draw = () => drawAdmin(portal.schemas, '/admin/changeMima', { changeMima: async () => ({ default: changeMima }) })

const input = (label: string): HTMLInputElement => {
  const name = { 目前密碼: 'OldMima', 新密碼: 'NewMima', 確認新密碼: 'ConfirmMima' }[label]
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (!found) throw new Error(`No input ${label}.`)
  return found
}

const type = async (values: Readonly<Record<string, string>>) => {
  await expect.element(page.getByRole('button', { name: '變更密碼', exact: true })).toBeVisible()
  for (const [label, value] of Object.entries(values)) await page.elementLocator(input(label)).fill(value)
  await page.getByRole('button', { name: '變更密碼', exact: true }).click()
}

test('a violated rule is reported at its field before anything is sent', async () => {
  draw()
  await type({ 目前密碼: 'Demo2026x', 新密碼: 'maker01abc', 確認新密碼: 'other' })
  await expect.element(page.elementLocator(input('新密碼'))).toHaveFocus()
  await expect.element(page.elementLocator(input('新密碼'))).toHaveAccessibleDescription(/密碼不可/)
  await expect.element(page.elementLocator(input('確認新密碼'))).toHaveAccessibleDescription(/不一致/)
})

test('a wrong old password is reported at its field by the server', async () => {
  draw()
  await type({ 目前密碼: 'Wrong2026x', 新密碼: 'Kite77Moon', 確認新密碼: 'Kite77Moon' })
  await expect.element(page.elementLocator(input('目前密碼'))).toHaveAccessibleDescription(/目前密碼錯誤/)
})

test('a user who must change the password sees the reason; afterwards the session continues with a new token and the whole menu', async () => {
  // The area reads the session from the backend, too, so the backend must know the reason.
  await portal.db
    .updateTable('portal_user')
    .set({ user_status: 'Pending' })
    .where('serial_id', '=', Number(user.SerialId))
    .execute()
  const session = companySession()
  if (!session) throw new Error('Nobody is signed in.')
  const JWTToken = await portal.companyToken(user)
  openCompanySession({
    ...companyLogin,
    JWTToken,
    data: { ...session.data, MustChangeMima: true, MustChangeReason: 'First' },
    MenuInfos: session.menu.filter(({ MenuId }) => ['system', 'changeMima'].includes(MenuId)),
  })
  const router = draw()
  await expect.element(page.getByRole('alert')).toHaveTextContent('請先變更密碼')
  await type({ 目前密碼: 'Demo2026x', 新密碼: 'Kite77Moon', 確認新密碼: 'Kite77Moon' })
  await expect.poll(() => router.state.location.pathname).toBe('/admin')
  await expect.element(page.getByText('密碼已變更，下次請以新密碼登入。')).toBeVisible()
  expect(companySession()?.data.MustChangeMima).toBe(false)
  expect(companySession()?.menu.length).toBeGreaterThan(2)
  expect(document.cookie).not.toContain(JWTToken)
})
