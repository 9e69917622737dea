import { HttpResponse, http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { captchaTicket } from '../../src/browser/session/verification'
import { createLinks } from '../../src/server/bills/notices/links'
import { siteRoutes } from '../../src/site/routes'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

let portal: BrowserPortal
let paths: { readonly bill: string; readonly unsubscribe: string }
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  await given.bill({ BillNo: 'OTHER', IdNo: 'A123456789' })
  const bill = await given.bill({ BillNo: 'LINKED', IdNo: 'A123456789', Email: 'wangdm@example.com' })
  const linked = {
    SerialId: Number(bill.SerialId),
    PaymentEndDate: '2026-11-30',
    address: 'wangdm@example.com',
    canVerifyPayer: true,
  }
  const links = await createLinks(portal.ports, 'Email', linked)
  paths = { bill: new URL(links.bill ?? '').pathname, unsubscribe: new URL(links.unsubscribe ?? '').pathname }
})

beforeEach(async () => {
  await page.viewport(390, 900)
  await portal.db.deleteFrom('notice_unsubscription').execute()
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
})

const captcha = page.getByLabelText('圖形驗證碼', { exact: false }).and(page.getByRole('textbox'))

const identify = async (id: string) => {
  await page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill(id)
  await expect.element(page.getByRole('img', { name: '圖形驗證碼' })).toBeVisible()
  await captcha.fill(await portal.solveCaptcha(captchaTicket() ?? ''))
  await page.getByRole('button', { name: '查看帳單' }).click()
}

test('the link of a notice shows nothing but a question, and after the answer its bill alone', async () => {
  const router = drawRoutes(siteRoutes, paths.bill)
  await expect.element(page.getByRole('heading', { name: '查看帳單' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: '圖形驗證碼' })).toBeVisible()
  expect(document.body.textContent).not.toMatch(/示範社區|王|LINKED/)
  expect(await violations()).toEqual([])
  await identify('A123456789')
  await expect.element(page.getByRole('article')).toHaveTextContent(/LINKED/)
  expect(page.getByRole('article').elements()).toHaveLength(1)
  await page.getByRole('button', { name: '立即繳費 LINKED' }).click()
  await expect.element(page.getByRole('button', { name: '下載繳款單 LINKED' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/payment-information')
})

test('wrong data and a wrong link are answered alike, and the form asks again', async () => {
  for (const path of [paths.bill, `/bill/${'x'.repeat(24)}`]) {
    drawRoutes(siteRoutes, path)
    await identify(path === paths.bill ? 'B123456780' : 'A123456789')
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^連結已失效，或輸入的資料與帳單不符。/)
    await expect.element(captcha).toHaveValue('')
  }
})

test('the form says which data the payer may enter for each kind of notice', async () => {
  drawRoutes(siteRoutes, paths.bill)
  await page.getByRole('radio', { name: '行動電話（由電子郵件開啟時）' }).click()
  await expect.element(page.getByRole('textbox', { name: '行動電話' })).toBeVisible()
  await page.getByRole('radio', { name: '繳款人代號（由簡訊開啟時）' }).click()
  await page.getByRole('button', { name: '查看帳單' }).click()
  await expect
    .element(page.getByRole('textbox', { name: '繳款人代號' }))
    .toHaveAccessibleDescription('請輸入繳款人代號。')
})

test('opening the link to unsubscribe changes nothing, its button does, and the same page subscribes again', async () => {
  drawRoutes(siteRoutes, paths.unsubscribe)
  await expect
    .element(page.getByRole('status').filter({ hasText: '會收到「示範社區管理委員會」的繳款通知' }))
    .toBeVisible()
  const entries = () => portal.db.selectFrom('notice_unsubscription').select('uniform_no').execute()
  expect(await entries()).toEqual([])
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '退訂「示範社區管理委員會」的繳款通知' }).click()
  await expect.element(page.getByText(/^已退訂/)).toBeVisible()
  expect(await entries()).toEqual([{ uniform_no: '90000017' }])
  await page.getByRole('button', { name: /^恢復訂閱/ }).click()
  await expect.element(page.getByText(/會收到「示範社區管理委員會」/)).toBeVisible()
  expect(await entries()).toEqual([])
})

test('an unknown link to unsubscribe says what to do', async () => {
  drawRoutes(siteRoutes, `/unsubscribe/${'x'.repeat(24)}`)
  await expect.element(page.getByText(/^這個連結已失效或不完整。請從最近一封繳款通知開啟連結/)).toBeVisible()
})

test('a backend without extensions says that it opens no links', async () => {
  worker.use(http.get('*/api/Ext/*', () => new HttpResponse(null, { status: 404 })))
  drawRoutes(siteRoutes, paths.bill)
  await expect.element(page.getByText('這個網站目前無法由連結開啟帳單，請改由「繳款人登入」查詢。')).toBeVisible()
  drawRoutes(siteRoutes, paths.unsubscribe)
  await expect.element(page.getByText('這個網站目前無法退訂，請洽收款單位。')).toBeVisible()
})
