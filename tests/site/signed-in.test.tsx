import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { setNotice } from '../../src/browser/dialogs/notice'
import { configureSite } from '../../src/browser/http/config'
import { currentSession, openCompanySession, openPayerSession } from '../../src/browser/session/session'
import { siteRoutes } from '../../src/site/routes'
import { companyLogin, payerLogin } from '../browser/samples'
import { violations } from '../support/browser/axe'
import { network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

// The sign-in pages for people who are signed in already, and the way to the page that they had asked for.

network(
  respondWith('/Ext/GetCapabilities', { Calls: ['PayerArea.GetLoginFields'] }),
  respondWith('/Ext/PayerArea/GetLoginFields', {
    UniformNo: '90000017',
    CustomerName: '示範社區管理委員會',
    Fields: [{ Field: 'VACAccount', Label: '銷帳編號', Required: true }],
  }),
  respondWith('/PayerArea/GetAllUniformNoField', []),
  respondWith('/PayerArea/Login', payerLogin),
  respondWith('/PayerArea/Logout', null),
  respondWith('/EnterpriseArea/Login', companyLogin),
  respondWith('/EnterpriseArea/Logout', null),
  respondWith('/Home/GetVICode', { VCode: 't', ExpiresIn: 300 }),
  respondWith('/Home/GetCaptchaImage', null),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

const drawSite = (path: string) => drawRoutes([...siteRoutes, { path: '/admin/*', element: <p>企業戶作業區</p> }], path)

const title = (name: string) => page.getByRole('heading', { level: 1, name })
const submit = page.getByRole('button', { name: '登入', exact: true })

const signInPayer = async () => {
  await page.getByLabelText('銷帳編號').fill('77001260000018')
  await page.getByRole('textbox', { name: '圖形驗證碼' }).fill('abcde')
  await submit.click()
}

const signInCompany = async () => {
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('maker01')
  await page.getByLabelText('密碼').fill('Demo2026x')
  await page.getByRole('textbox', { name: '圖形驗證碼' }).fill('abcde')
  await submit.click()
}

test.each(['/', '/company', '/client'])(
  '%s tells a signed-in payer who they are, and leads to the bills',
  async (path) => {
    openPayerSession(payerLogin)
    const router = drawSite(path)
    await expect.element(title('您已登入')).toBeVisible()
    await expect.element(page.getByText(payerLogin.data.PayerName)).toBeVisible()
    await expect.element(page.getByRole('main').getByText(payerLogin.data.CustomerName)).toBeVisible()
    expect(page.getByRole('textbox').elements()).toEqual([])
    expect(await violations()).toEqual([])
    await page.getByRole('link', { name: '前往我的帳單' }).click()
    await expect.poll(() => router.state.location.pathname).toBe('/payment-information')
    await page.getByRole('link', { name: '代收繳費服務網' }).click()
    await expect.element(title('您已登入')).toBeVisible()
  },
)

test('a signed-in company user is led to the admin area, or signs out and gets the form', async () => {
  openCompanySession(companyLogin)
  const router = drawSite('/client')
  await expect.element(page.getByText(companyLogin.data.UserName)).toBeVisible()
  await expect.element(page.getByRole('link', { name: '前往管理頁' })).toHaveAttribute('href', '/admin')
  await page.getByRole('main').getByRole('button', { name: '登出' }).click()
  await expect.element(title('企業戶登入')).toBeVisible()
  expect([router.state.location.pathname, currentSession()]).toEqual(['/company', null])
})

test('somebody whose session another tab has replaced learns that, and who is signed in now', async () => {
  openCompanySession(companyLogin)
  setNotice('其他分頁已改以另一個帳號登入，這裡原本的登入已結束。', 'info')
  drawSite('/company')
  await expect.element(title('您已登入')).toBeVisible()
  await expect.element(page.getByText('其他分頁已改以另一個帳號登入')).toBeVisible()
})

test('after the sign-in, Back tells who is signed in', async () => {
  const router = drawSite('/client')
  await signInPayer()
  await expect.poll(() => router.state.location.pathname).toBe('/payment-information')
  await router.navigate(-1)
  await expect.element(title('您已登入')).toBeVisible()
})

const reason = page.getByText('請先登入，登入後會回到您要開啟的頁面。')

test('a payer learns why they must sign in, and then reaches the page that they asked for', async () => {
  const router = drawSite('/payment-history')
  await expect.element(reason).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/client', search: '', hash: '' })
  await page.getByRole('link', { name: '企業戶登入' }).last().click()
  await expect.element(title('企業戶登入')).toBeVisible()
  expect(reason.elements()).toEqual([])
  await page.getByRole('main').getByRole('link', { name: '繳款人登入' }).click()
  await signInPayer()
  await expect.element(title('繳費紀錄查詢')).toBeVisible()
})

test('a payer who signs out is not told that they must sign in', async () => {
  openPayerSession(payerLogin)
  drawSite('/payment-history')
  await page.getByRole('button', { name: '登出' }).click()
  await expect.element(title('繳款人登入')).toBeVisible()
  expect(reason.elements()).toEqual([])
})

/** Draws the sign-in page as react-admin opens it, with the page that the visitor asked for. */
const drawSignIn = async (path: string, nextPathname: string, nextSearch = '') => {
  const router = drawSite('/news')
  await router.navigate(path, { state: { nextPathname, nextSearch } })
  return router
}

test('a company user reaches the page of the admin area that they asked for, with its query', async () => {
  const router = await drawSignIn('/company', '/admin/bills', '?PayStatus=Unpaid')
  await expect.element(reason).toBeVisible()
  await signInCompany()
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe('/admin/bills?PayStatus=Unpaid')
})

test.each(['//example.com/admin', 'https://example.com/admin', '/administrator', '/payment-history', '/news'])(
  'a company user is not led to %s',
  async (path) => {
    const router = await drawSignIn('/company', path)
    await expect.element(title('企業戶登入')).toBeVisible()
    expect(reason.elements()).toEqual([])
    await signInCompany()
    await expect.poll(() => router.state.location.pathname).toBe('/admin')
  },
)

test('a payer who asks for the admin area learns that it needs another sign-in, and gets its form', async () => {
  openPayerSession(payerLogin)
  const router = await drawSignIn('/client', '/admin/bills')
  await expect.element(page.getByText('您要開啟的頁面須以企業戶身分登入，請先登出。')).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: '登出' }).click()
  await expect.element(title('企業戶登入')).toBeVisible()
  await signInCompany()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/bills')
})

test('the message of an ended session takes the place of the reason', async () => {
  setNotice('您已閒置 10 分鐘，系統已自動登出，請重新登入。', 'info')
  drawSite('/payment-history')
  await expect.element(page.getByText('您已閒置 10 分鐘')).toBeVisible()
  expect(reason.elements()).toEqual([])
})
