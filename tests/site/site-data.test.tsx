import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openPayerSession, payerSession } from '../../src/browser/session/session'
import { captchaTicket, storeCaptchaTicket } from '../../src/browser/session/verification'
import { siteRoutes } from '../../src/site/routes'
import { payerLogin } from '../browser/samples'
import { violations } from '../support/browser/axe'
import { network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

// A browser that blocks the cookies or the data of the site, or both, as the settings for privacy do.

network(
  respondWith('/Home/GetNotices', []),
  respondWith('/Home/GetActivities', []),
  respondWith('/Ext/GetCapabilities', { Calls: ['PayerArea.LoginByLink', 'Home.CheckCertificate'] }),
)

const blockCookies = () => {
  vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation(() => {})
}

const blockStorage = () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(window, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
}

const block = {
  '「Cookie」': blockCookies,
  '「網站資料」': blockStorage,
  '「Cookie」與「網站資料」': () => {
    blockCookies()
    blockStorage()
  },
} as const

for (const path of ['/company', '/client', '/bill/token', '/payment-information'])
  test.each(Object.keys(block) as (keyof typeof block)[])(
    `${path} names what the browser blocks instead of asking for data: %s`,
    async (blocked) => {
      block[blocked]()
      drawRoutes(siteRoutes, path)
      await expect.element(page.getByRole('heading', { name: '無法登入' })).toBeVisible()
      await expect.element(page.getByRole('alert')).toHaveTextContent(`您的瀏覽器封鎖了本網站的${blocked}，`)
      expect(page.getByRole('textbox').elements()).toEqual([])
      expect(await violations()).toEqual([])
    },
  )

test.each([
  ['/news', '最新消息'],
  ['/certificate-check', '繳費證明查驗'],
  ['/contact', '聯絡我們'],
  ['/portal/send-opt', '首次啟用（開通）'],
])('%s needs no session and works without cookies and data', async (path, heading) => {
  block['「Cookie」與「網站資料」']()
  drawRoutes(siteRoutes, path)
  await expect.element(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
  expect(page.getByRole('heading', { name: '無法登入' }).elements()).toEqual([])
})

test('with blocked data, what a page stores lasts until it is closed', () => {
  blockStorage()
  storeCaptchaTicket('ticket')
  expect(captchaTicket()).toBe('ticket')
})

test('a browser that blocks nothing shows the form', async () => {
  drawRoutes(siteRoutes, '/client')
  await expect.element(page.getByRole('heading', { name: '繳款人登入' })).toBeVisible()
  openPayerSession(payerLogin)
  expect(payerSession()?.kind).toBe('payer')
})
