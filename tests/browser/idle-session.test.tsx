import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noticeStore } from '../../src/browser/dialogs/notice'
import { configureSite } from '../../src/browser/http/config'
import { navigation } from '../../src/browser/navigation'
import { currentUserDraft, registerForm } from '../../src/browser/session/drafts'
import {
  companySession,
  notifySessionChange,
  openCompanySession,
  openPayerSession,
  payerSession,
} from '../../src/browser/session/session'
import { network, respondWith } from '../support/browser/msw'
import { draw } from '../support/browser/page'
import { companyLogin, payerLogin } from './samples'

network(
  respondWith('/EnterpriseArea/Logout', null),
  respondWith('/PayerArea/Logout', null),
  respondWith('/Ext/GetCapabilities', { Calls: [] }),
)

beforeEach(() => {
  configureSite({ baseAddress: '', source: '', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Renders the page of the signed-in user, until it monitors idle time and other tabs, both of which listen to the
 * storage; its clock stands still until a test moves it.
 */
const drawWatched = async () => {
  const listening = vi.spyOn(window, 'addEventListener')
  draw(<p>作業中</p>)
  await expect.poll(() => listening.mock.calls.filter(([type]) => type === 'storage').length).toBeGreaterThanOrEqual(2)
}

const beIdle = (span: { minutes?: number; seconds?: number }) =>
  vi.advanceTimersByTime(((span.minutes ?? 0) * 60 + (span.seconds ?? 0)) * 1000)

const warning = page.getByRole('alertdialog', { name: '即將自動登出' })
const signIn = () => vi.spyOn(navigation, 'toSignIn').mockImplementation(() => {})

test.each([
  ['company', () => openCompanySession(companyLogin), companySession],
  ['payer', () => openPayerSession(payerLogin), payerSession],
] as const)(
  'an idle %s is warned with a countdown, then signed out and redirected to the matching sign-in',
  async (kind, open, session) => {
    const led = signIn()
    open()
    await drawWatched()
    beIdle({ minutes: 9 })
    await expect.element(warning).toBeVisible()
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^60$/)
    await expect.element(page.getByRole('button', { name: '延長連線' })).toHaveFocus()
    beIdle({ seconds: 59 })
    await expect.element(page.getByRole('timer')).toHaveTextContent(/^1$/)
    expect(led).not.toHaveBeenCalled()
    beIdle({ seconds: 1 })
    expect(led.mock.calls).toEqual([[kind]])
    expect(session()).toBeNull()
    expect(noticeStore.get()?.text).toBe('您已閒置 10 分鐘，系統已自動登出，請重新登入。')
    await expect.poll(() => warning.elements()).toEqual([])
  },
)

test('延長連線 keeps the session', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  await drawWatched()
  beIdle({ minutes: 9 })
  await page.getByRole('button', { name: '延長連線' }).click()
  await expect.poll(() => warning.elements()).toEqual([])
  beIdle({ minutes: 2 })
  expect(companySession()).not.toBeNull()
  expect(led).not.toHaveBeenCalled()
})

test('Escape keeps the session each time the warning appears', async () => {
  openCompanySession(companyLogin)
  await drawWatched()
  for (let times = 1; times <= 4; times += 1) {
    beIdle({ minutes: 9 })
    await expect.element(warning).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => warning.elements()).toEqual([])
  }
  expect(companySession()).not.toBeNull()
})

test('立即登出 signs out without waiting, and without the message about the idle time', async () => {
  const led = signIn()
  noticeStore.set(null)
  openCompanySession(companyLogin)
  await drawWatched()
  beIdle({ minutes: 9 })
  await page.getByRole('button', { name: '立即登出' }).click()
  await expect.poll(() => led.mock.calls).toEqual([['company']])
  expect(noticeStore.get()).toBeNull()
})

test('a visitor who is not signed in is not warned', async () => {
  const led = signIn()
  draw(<p>首頁</p>)
  await expect.element(page.getByText('首頁')).toBeVisible()
  beIdle({ minutes: 9 })
  await expect.element(page.getByText('首頁')).toBeVisible()
  expect(warning.elements()).toEqual([])
  beIdle({ minutes: 2 })
  expect(led).not.toHaveBeenCalled()
})

test('a sign-out in another tab ends the session in this tab too', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  await drawWatched()
  localStorage.clear()
  hear()
  expect(led.mock.calls).toEqual([['company']])
})

test('when two tabs reach the idle limit together, the later one also shows the message and keeps its input', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  onTestFinished(
    registerForm(() => ({ title: '新增－繳款人設定', path: '/admin/payer/create', values: { PayerName: '王大明' } })),
  )
  await drawWatched()
  vi.setSystemTime(Date.now() + 600_000)
  localStorage.clear()
  hear()
  expect(led.mock.calls).toEqual([['company']])
  expect(noticeStore.get()?.text).toBe('您已閒置 10 分鐘，系統已自動登出，請重新登入。')
  openCompanySession(companyLogin)
  expect(currentUserDraft()?.values).toEqual({ PayerName: '王大明' })
})

test.each([
  [
    'another company',
    () => openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UniformNo: '90000012' } }),
  ],
  ['another user', () => openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UserId: 'viewer01' } })],
  ['a payer', () => openPayerSession(payerLogin)],
])(
  'a sign-in of %s in another tab redirects this one out of the area and shows a message',
  async (_, signInElsewhere) => {
    const led = signIn()
    openCompanySession(companyLogin)
    await drawWatched()
    await inAnotherTab(signInElsewhere)
    expect(led.mock.calls).toEqual([['company']])
    expect(noticeStore.get()?.text).toBe('其他分頁已改以另一個帳號登入，這裡原本的登入已結束。')
  },
)

test('a sign-in of another payer in another tab redirects a payer; a repeated sign-in of the same company user redirects nobody', async () => {
  const led = signIn()
  openCompanySession(companyLogin)
  await drawWatched()
  await inAnotherTab(() => openCompanySession({ ...companyLogin, JWTToken: 'newer-token' }))
  expect(led).not.toHaveBeenCalled()
  openPayerSession(payerLogin)
  await inAnotherTab(() => openPayerSession({ ...payerLogin, JWTToken: 'another-payer' }))
  expect(led.mock.calls).toEqual([['payer']])
})

/** Dispatches the storage event that another tab's change would cause. */
const hear = () => {
  window.dispatchEvent(new StorageEvent('storage', { key: 'COMPANY_DATA' }))
  vi.advanceTimersByTime(1000)
}

// Cookies that another tab writes are never seen within a task.
const laterTask = () => Promise.resolve()

/** Changes the storage as another tab does: cookie and caches differ, and only the storage event announces it. */
const inAnotherTab = async (write: () => void) => {
  const before = { ...localStorage }
  const token = document.cookie
  write()
  const after = { ...localStorage }
  const newToken = document.cookie
  localStorage.clear()
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value)
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = `${token}; Path=/`
  await laterTask()
  notifySessionChange()
  await laterTask()
  localStorage.clear()
  for (const [key, value] of Object.entries(after)) localStorage.setItem(key, value)
  // biome-ignore lint/suspicious/noDocumentCookie: as the portal writes it
  document.cookie = `${newToken}; Path=/`
  hear()
}

test('unsaved input is kept in memory for the user who typed it, and never on the device', async () => {
  signIn()
  openCompanySession(companyLogin)
  const close = registerForm(() => ({
    title: '新增－繳款人設定',
    path: '/admin/payer/create',
    values: { PayerName: '王大明' },
  }))
  await drawWatched()
  beIdle({ minutes: 9 })
  await page.getByRole('button', { name: '立即登出' }).click()
  close()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('王大明')
  openCompanySession(companyLogin)
  expect(currentUserDraft()?.values).toEqual({ PayerName: '王大明' })
  openCompanySession({ ...companyLogin, data: { ...companyLogin.data, UserId: 'viewer01' } })
  expect(currentUserDraft()).toBeNull()
  openCompanySession(companyLogin)
  expect(currentUserDraft()).toBeNull()
})
