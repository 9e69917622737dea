import { beforeAll, expect, test, vi } from 'vitest'
import { createAuthProvider } from '../../src/admin/auth-provider'
import { createDataProvider } from '../../src/admin/data-provider'
import { dialogQueue } from '../../src/browser/dialogs/dialogs'
import { companySession, payerSession } from '../../src/browser/session/session'
import { storeCaptchaTicket } from '../../src/browser/session/verification'
import { readCache } from '../../src/browser/storage/cache'
import { payerLogin } from '../browser/samples'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { failures, network, onRequest, respondWith, throughApp } from '../support/browser/msw'
import { watchRoot } from '../support/browser/page'
import { signIn } from './admin-page'

let portal: BrowserPortal
const worker = network(throughApp(() => portal.app))
const auth = () => createAuthProvider(portal.schemas)

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  await portal.setPassword(await portal.given.user({ UserId: 'maker01' }), 'Demo2026x')
})

const maker = (RoleId = 'CustomerMaker') => portal.given.user({ RoleId })

const captcha = async () => {
  const ticket = await portal.app.request('/api/Home/GetVICode').then((response) => response.json())
  storeCaptchaTicket(ticket.OutData.VCode)
  return portal.solveCaptcha(ticket.OutData.VCode)
}

test('a company user signs in, is identified, and signs out', async () => {
  await expect(auth().checkAuth({})).rejects.toMatchObject({ redirectTo: '/company', message: false })
  const fields = { UniformNo: '90000017', UserId: 'maker01', Mima: 'Demo2026x', VCode: await captcha() }
  expect(await auth().login({ kind: 'company', fields })).toEqual({ redirectTo: '/admin' })
  await auth().checkAuth({})
  expect(await auth().getIdentity?.()).toEqual({ id: 'maker01', fullName: '王大明' })
  await auth().logout({})
  expect(companySession()).toBeNull()
})

test('a wrong password is refused with the message of the server', async () => {
  const fields = { UniformNo: '90000017', UserId: 'maker01', Mima: 'wrong', VCode: await captcha() }
  await expect(auth().login({ kind: 'company', fields })).rejects.toMatchObject({ code: '1001' })
})

test('a payer signs in, but the admin area redirects to the sign-in of payers', async () => {
  worker.use(respondWith('/PayerArea/Login', payerLogin))
  expect(await auth().login({ kind: 'payer', fields: {} })).toEqual({ redirectTo: '/payment-information' })
  await expect(auth().checkAuth({})).rejects.toMatchObject({ redirectTo: '/client' })
  expect(await auth().logout({})).toBe('/client')
  expect(payerSession()).not.toBeNull()
})

test('a payer signs in by identity and mobile number; one who owes nothing is redirected to the payment history', async () => {
  worker.use(respondWith('/PayerArea/AccountLogin', { ...payerLogin, ModelType: 2 }))
  expect(await auth().login({ kind: 'account', fields: {} })).toEqual({ redirectTo: '/payment-history' })
  expect(readCache('PAYMENT_HISTORY_DATA')).toMatchObject({ ModelType: 2 })
})

test('logging out twice notifies the server once', async () => {
  await signIn(portal, await maker())
  const told = vi.fn()
  onRequest(worker, ({ url }) => told(new URL(url).pathname))
  await Promise.all([auth().logout({}), auth().logout({}), auth().logout({})])
  expect(told.mock.calls).toEqual([['/api/EnterpriseArea/Logout']])
})

test('many calls that fail with 401 show one dialog, and none of them logs the user out before it is confirmed', async () => {
  const root = watchRoot()
  await signIn(portal, await maker())
  worker.use(failures.status('/*', 401, ''))
  const provider = createDataProvider(portal.schemas)
  const errors = await Promise.allSettled(['1', '2', '3'].map((id) => provider.getOne('fee', { id })))
  for (const result of errors) if (result.status === 'rejected') await auth().checkError(result.reason)
  await auth().checkError(new DOMException('', 'AbortError'))
  expect(dialogQueue.get().map(({ title }) => title)).toEqual(['您的登錄狀態已過期，請重新登入'])
  expect(companySession()).not.toBeNull()
  dialogQueue.get()[0]?.onAnswer(true)
  await expect.poll(() => root.mock.calls.length).toBe(1)
  expect(companySession()).toBeNull()
})

test.each([
  ['CustomerMaker', 'fee', ['list', 'show', 'create', 'edit', 'delete']],
  ['CustomerViewer', 'fee', ['list', 'show']],
  ['CustomerMaker', 'portalUser', []],
  ['CustomerMaker', 'TLDetail', ['list', 'show']],
  ['CustomerMaker', 'WriteOffReport', ['list']],
  ['BankViewer', 'fee', []],
] as const)('%s on %s is allowed: %j', async (role, resource, allowed) => {
  await signIn(portal, await maker(role))
  const asked = await Promise.all(
    ['list', 'show', 'create', 'edit', 'delete', 'export'].map(async (action) => ({
      action,
      may: await auth().canAccess?.({ action, resource }),
    })),
  )
  expect(asked.filter(({ may }) => may).map(({ action }) => action)).toEqual(allowed)
})

test('nothing is allowed without a session', async () => {
  expect(await auth().canAccess?.({ action: 'list', resource: 'fee' })).toBe(false)
})
