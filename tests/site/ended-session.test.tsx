import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../src/browser/http/client'
import { navigation } from '../../src/browser/navigation'
import { openCompanySession, openPayerSession, payerSession } from '../../src/browser/session/session'
import { siteRoutes } from '../../src/site/routes'
import { companyLogin, payerLogin } from '../browser/samples'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const superseded = '您已在另一處登入，此處的登入狀態已結束，請重新登入。'

const worker = network(
  failures.status('/Bills', 401, superseded),
  respondWith('/Home/GetVICode', { VCode: 'ticket', ExpiresIn: 300 }),
)

test('the sign-in page explains that a newer sign-in of the user ended this session', async () => {
  const router = drawRoutes(siteRoutes, '/news')
  vi.spyOn(navigation, 'toRoot').mockImplementation(() => void router.navigate('/'))
  openCompanySession(companyLogin)
  await call('Bills.list').catch(() => {})
  const dialog = page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByRole('heading', { name: '企業戶登入' })).toBeVisible()
  await expect.element(page.getByText(superseded)).toBeVisible()
})

test('the root path opens after the 401 of a payer, as after that of a company', async () => {
  worker.use(failures.status('/PayerArea/*', 401, ''))
  openPayerSession(payerLogin)
  const router = drawRoutes(siteRoutes, '/payment-information')
  const opened: string[] = []
  router.subscribe(({ location, navigation: { location: next } }) => opened.push((next ?? location).pathname))
  vi.spyOn(navigation, 'toRoot').mockImplementation(() => void router.navigate('/'))
  await call('PayerArea.GetEBillLink').catch(() => {})
  const dialog = page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByRole('heading', { name: '企業戶登入' })).toBeVisible()
  expect(payerSession()).toBeNull()
  expect(opened).toContain('/')
  expect(opened).not.toContain('/client')
})
