import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keptDraft, registerForm } from '../../src/browser/drafts'
import { configure } from '../../src/browser/http'
import { navigation } from '../../src/browser/navigation'
import { notice } from '../../src/browser/notice'
import { companySession, openCompanySession, openPayerSession, payerSession, sessionChangedElsewhere } from '../../src/browser/session'
import { answer, network } from '../support/msw'
import { draw } from '../support/page'
import { companyLogin, payerLogin } from './samples'

network(answer('/EnterpriseArea/Logout', null), answer('/PayerArea/Logout', null), answer('/Ext/GetCapabilities', { Calls: [] }))

const minutes = 0.1

beforeEach(() => configure({ baseAddress: '', source: '', clientIP: '', serviceType: '', idleMinutes: minutes, demo: null }))

/** Longer than the idle time until the warning, on a busy machine too. */
const patient = { timeout: 8000 }

const warning = page.getByRole('alertdialog', { name: '即將自動登出' })
const signIn = () => vi.spyOn(navigation, 'toSignIn').mockImplementation(() => {})

test.each([
  ['company', () => openCompanySession(companyLogin), companySession],
  ['payer', () => openPayerSession(payerLogin), payerSession],
] as const)('an idle %s is warned with a countdown, then signed out and led to her sign-in', async (kind, open, session) => {
  const led = signIn()
  open()
  draw(<p>作業中</p>)
  await expect.element(warning, patient).toBeVisible()
  await expect.element(page.getByRole('timer')).toHaveTextContent(/^[0-3]$/)
  await expect.element(page.getByRole('button', { name: '延長連線' })).toHaveFocus()
  await expect.poll(() => led.mock.calls, { timeout: 8000 }).toEqual([[kind]])
  expect(session()).toBeNull()
  expect(notice.get()?.text).toMatch(/已閒置 .* 分鐘，系統已自動登出/)
  expect(warning.elements()).toEqual([])
})

test('延長連線 keeps the session', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  draw(<p>作業中</p>)
  await page.getByRole('button', { name: '延長連線' }).click()
  await expect.poll(() => warning.elements()).toEqual([])
  expect(companySession()).not.toBeNull()
  expect(led).not.toHaveBeenCalled()
})

test('立即登出 need not wait', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  draw(<p>作業中</p>)
  await page.getByRole('button', { name: '立即登出' }).click()
  await expect.poll(() => led.mock.calls).toEqual([['company']])
})

test('nobody who is not signed in is warned', async () => {
  draw(<p>首頁</p>)
  await new Promise((resolve) => setTimeout(resolve, (minutes * 60_000) / 2 + 500))
  expect(warning.elements()).toEqual([])
})

test('a sign-out in another tab ends the session here too', async () => {
  const led = signIn()
  configure({ baseAddress: '', source: '', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  openCompanySession(companyLogin)
  draw(<p>作業中</p>)
  await expect.element(page.getByText('作業中')).toBeVisible()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: 'COMPANY_DATA' }))
  await expect.poll(() => led.mock.calls).toEqual([['company']])
})

test.each([
  ['another company', () => openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UniformNo: '90000012' } })],
  ['another user', () => openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UserId: 'viewer01' } })],
  ['a payer', () => openPayerSession(payerLogin)],
])('a sign-in of %s in another tab leads this one out of the area, and says so', async (_, signInElsewhere) => {
  const led = signIn()
  configure({ baseAddress: '', source: '', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  openCompanySession(companyLogin)
  draw(<p>作業中</p>)
  await expect.element(page.getByText('作業中')).toBeVisible()
  inAnotherTab(signInElsewhere)
  await expect.poll(() => led.mock.calls).toEqual([['company']])
  expect(notice.get()?.text).toBe('其他分頁已改以另一個帳號登入，這裡原本的登入已結束。')
})

test('another payer in another tab leads a payer out; the same company user who signs in once more leads nobody', async () => {
  const led = signIn()
  configure({ baseAddress: '', source: '', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  openCompanySession(companyLogin)
  draw(<p>作業中</p>)
  await expect.element(page.getByText('作業中')).toBeVisible()
  inAnotherTab(() => openCompanySession({ ...companyLogin, JWTToken: 'newer-token' }))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(led).not.toHaveBeenCalled()
  openPayerSession(payerLogin)
  inAnotherTab(() => openPayerSession({ ...payerLogin, JWTToken: 'another-payer' }))
  await expect.poll(() => led.mock.calls).toEqual([['payer']])
})

/** What another tab writes, as this one sees it: cookie and caches differ, and nothing but the storage event tells. */
const inAnotherTab = (write: () => void) => {
  const before = { ...localStorage }
  const token = document.cookie
  write()
  const after = { ...localStorage }
  const newToken = document.cookie
  localStorage.clear()
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value)
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = `${token}; Path=/`
  sessionChangedElsewhere()
  localStorage.clear()
  for (const [key, value] of Object.entries(after)) localStorage.setItem(key, value)
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = `${newToken}; Path=/`
  window.dispatchEvent(new StorageEvent('storage', { key: 'COMPANY_DATA' }))
}

test('what was typed is kept in memory for its writer alone, and never on the device', async () => {
  signIn()
  openCompanySession(companyLogin)
  const close = registerForm(() => ({ title: '新增－繳款人設定', path: '/admin/payer/create', values: { PayerName: '王大明' } }))
  draw(<p>作業中</p>)
  await page.getByRole('button', { name: '立即登出' }).click()
  close()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('王大明')
  openCompanySession(companyLogin)
  expect(keptDraft()?.values).toEqual({ PayerName: '王大明' })
  openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UserId: 'viewer01' } })
  expect(keptDraft()).toBeNull()
  openCompanySession(companyLogin)
  expect(keptDraft()).toBeNull()
})
