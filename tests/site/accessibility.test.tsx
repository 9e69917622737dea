import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { showWarning } from '../../src/browser/dialogs/dialogs'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession } from '../../src/browser/session/session'
import { type OtpData, storeOtpData } from '../../src/browser/session/verification'
import { siteRoutes } from '../../src/site/routes'
import { payerBill, payerLogin } from '../browser/samples'
import { violations as violationsOf } from '../support/browser/axe'
import { network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'
import { sampledPairs } from '../support/sample'

const notice = {
  SerialId: 1,
  Title: '系統維護',
  Category: 'System',
  Audience: 'All',
  Content: '週日',
  Pinned: true,
  PublishDate: '2026-11-18',
  ExpireDate: null,
}
const company = {
  UniformNo: '90000017',
  CustomerName: '示範社區',
  Fields: [{ Field: 'VACAccount', Label: '銷帳編號', Required: true }],
}

const otp: OtpData = {
  UniformNo: '90000017',
  UserId: 'maker01',
  IdentifyCode: 'x',
  Channel: 'Email',
  Flow: 'portal',
  Step: 'verification',
  ExpiresAt: Date.now() + 600_000,
  ResendAt: Date.now() + 60_000,
}

network(
  respondWith('/Home/GetNotices', [notice]),
  respondWith('/Home/GetActivities', []),
  respondWith('/Home/GetVICode', {
    VCode: 't',
    ExpiresIn: 300,
    Challenge: { Rounds: 16, Iterations: 1000, Bits: 8, PayerLoginBits: 20 },
  }),
  respondWith('/Home/GetCaptchaImage', null),
  respondWith('/Ext/GetCapabilities', { Calls: [] }),
  respondWith('/PayerArea/GetAllUniformNoField', [company]),
)

beforeEach(() =>
  configureSite({
    baseAddress: '',
    source: '',
    clientIP: '',
    serviceType: '',
    idleMinutes: 10,
    demo: {
      companies: [
        { UniformNo: '90000017', UserId: 'admin01', Mima: 'Demo2026x', company: '示範社區', label: '企業管理者' },
      ],
      payers: [],
    },
  }),
)

const violations = () => violationsOf({ rules: { region: { enabled: true } } })

const widths = [1440, 390]
const paths = [
  '/company',
  '/client',
  '/news',
  '/news/1',
  '/privacy',
  '/accessibility',
  '/site-map',
  '/contact',
  '/certificate-check',
  '/bill/xxxxxxxxxxxxxxxxxxxxxxxx',
  '/unsubscribe/xxxxxxxxxxxxxxxxxxxxxxxx',
  '/portal/send-opt',
  '/portal/verification',
  '/portal/password-reset',
  '/forgot-password/send-opt',
  '/forgot-password/verification',
  '/forgot-password/password-reset',
  '/payment-information',
  '/payment-history',
  '/receipt-information',
  '/nowhere',
]

test.each(sampledPairs(paths, widths))(
  '%s at %i pixels has no accessibility violation and does not scroll sideways',
  async (path, width) => {
    await page.viewport(width, 900)
    if (/payment|receipt/.test(path))
      openPayerSession({ ...payerLogin, DataLists1: [payerBill, { ...payerBill, SerialId: 2, BillStatus: 'Overdue' }] })
    const [, flow, step] = /^\/(portal|forgot-password)\/(verification|password-reset)$/.exec(path) ?? []
    if (flow && step) storeOtpData({ ...otp, Flow: flow as OtpData['Flow'], Step: step as OtpData['Step'] })
    drawRoutes(siteRoutes, path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const summary of page.getByRole('main').element().querySelectorAll('summary')) summary.click()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test.each(widths)('the ways to pay and their codes have no accessibility violation at %i pixels', async (width) => {
  await page.viewport(width, 900)
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await page.getByRole('button', { name: /^立即繳費/ }).click()
  await page.getByText('可用的繳費管道與入帳時間').click()
  expect(await violations()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  for (const [name, dialog] of Object.entries({ 顯示超商條碼: '超商繳費條碼', 顯示郵局條碼: '郵局繳費條碼' })) {
    await page.getByRole('button', { name }).click()
    await expect.element(page.getByRole('dialog', { name: dialog })).toBeVisible()
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: '關閉' }).click()
  }
})

test.each(widths)(
  'the other variants of the sign-in forms have no accessibility violation at %i pixels',
  async (width) => {
    await page.viewport(width, 900)
    drawRoutes(siteRoutes, '/client')
    await page.getByRole('button', { name: '看不到圖片？由電腦代為驗證' }).click()
    await expect.element(page.getByRole('progressbar', { name: '電腦驗證進度' })).toBeVisible()
    expect(await violations()).toEqual([])
    await page.getByLabelText('以個人資料登入').click()
    await expect.element(page.getByText('電腦驗證完成')).toBeVisible()
    expect(await violations()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  },
)

test('a form with errors and a dialog have no accessibility violation', async () => {
  drawRoutes(siteRoutes, '/company')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(await violations()).toEqual([])
  void showWarning('500 系統忙碌', 'GET /api/fee')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(await violations()).toEqual([])
})
