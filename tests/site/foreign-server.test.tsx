import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { companySession, payerSession } from '../../src/browser/session/session'
import { captchaTicket, otpData } from '../../src/browser/session/verification'
import { seedDemo } from '../../src/server/demo/seed'
import { siteRoutes } from '../../src/site/routes'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, requestsAnswered } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'
import { foreignServer } from '../support/foreign-server'

// The public pages before a bank's own backend, which answers only what the specification names.
let portal: BrowserPortal
network(...foreignServer(() => portal.app))
const complaints: string[] = []

beforeAll(async () => {
  portal = await browserPortal()
  await seedDemo(portal)
  await portal.setPassword(await userOf('maker01'), 'Demo2026x')
})

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...facts) => void complaints.push(facts.map(String).join(' ')))
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
})

const userOf = async (userId: string) => {
  const { serial_id } = await portal.db
    .selectFrom('portal_user')
    .select('serial_id')
    .where('user_id', '=', userId)
    .where('uniform_no', '=', '90000017')
    .executeTakeFirstOrThrow()
  return { SerialId: serial_id }
}

const drawSite = (path: string) => drawRoutes([...siteRoutes, { path: '/admin/*', element: <p>企業戶作業區</p> }], path)

const solveCaptcha = async () => {
  await expect.element(page.getByRole('img', { name: '圖形驗證碼' })).toBeVisible()
  const letters = await portal.solveCaptcha(captchaTicket() ?? '')
  await page.getByRole('textbox', { name: '圖形驗證碼' }).fill(letters)
}

/** Expects that the page is complete and says nothing that it does not know. */
const expectSound = async () => {
  await requestsAnswered()
  expect(document.body.textContent).not.toMatch(/undefined|NaN|Invalid/)
  expect(complaints).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
}

test.each([
  '/company',
  '/client',
  '/news',
  '/portal',
  '/forgot-password',
  '/certificate-check',
  '/site-map',
  '/bill/x',
])('%s is shown', async (path) => {
  drawSite(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectSound()
})

test('a company user signs in, without a question about a password of undefined days', async () => {
  const router = drawSite('/company')
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('maker01')
  await page.getByRole('textbox', { name: '密碼', exact: true }).fill('Demo2026x')
  await solveCaptcha()
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin')
  expect(companySession()?.data).toMatchObject({ UniformNo: '90000017', UserId: 'maker01', MimaDaysLeft: null })
  await expectSound()
})

test('a payer with an unpaid bill lands on it, and sees payments and receipts', async () => {
  const { vac_account } = await portal.db
    .selectFrom('bill')
    .select('vac_account')
    .where('apply_code', '=', '77001')
    .where('pay_status', '=', 'Unpaid')
    .where('bill_state', '=', 'Active')
    .orderBy('serial_id')
    .executeTakeFirstOrThrow()
  const router = drawSite('/client')
  await page.getByLabelText('委託單位').fill('90000017')
  await page.getByLabelText('銷帳編號').fill(String(vac_account))
  await solveCaptcha()
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/payment-information')
  await expect.element(page.getByRole('article').first()).toBeVisible()
  expect(page.getByText('目前沒有待繳的帳單。').elements()).toEqual([])
  await expectSound()
  for (const path of ['/payment-history', '/receipt-information']) {
    await router.navigate(path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSound()
  }
  expect(payerSession()?.ModelType).toBe(1)
})

test('a one-time password leads through its three steps', async () => {
  const router = drawSite('/forgot-password')
  await page.getByLabelText('統一編號').fill('90000017')
  await page.getByLabelText('使用者代號').fill('maker01')
  await solveCaptcha()
  await page.getByRole('button', { name: '取得一次性密碼' }).click()
  await expect.element(page.getByRole('timer', { name: '此步驟剩餘時間' })).toHaveTextContent(/^(10:00|9:\d\d)$/)
  await expectSound()
  await page.getByRole('textbox', { name: '一次性密碼', exact: true }).fill(await sentCode())
  await page.getByRole('button', { name: '驗證' }).click()
  await expect.element(page.getByLabelText('新密碼', { exact: true })).toBeVisible()
  expect(otpData()).toMatchObject({ UserId: 'maker01', Step: 'password-reset' })
  expect(router.state.location.pathname).toBe('/forgot-password/password-reset')
  await expectSound()
})

const sentCode = async () => {
  const { rows } = await sql<{
    body: string
  }>`select body from outbox order by outbox_id desc limit 1`.execute(portal.db)
  return /(?<!\d)\d{6}(?!\d)/.exec(rows[0]?.body ?? '')?.[0] ?? ''
}
