import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession } from '../../src/browser/session/session'
import type { PayerData } from '../../src/contract/call-responses'
import { siteRoutes } from '../../src/site/routes'
import { payerBill, payerLogin, payerPayment } from '../browser/samples'
import { network, requestsAnswered, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const worker = network(
  respondWith('/Ext/GetCapabilities', { Calls: ['PayerArea.GetPaymentData', 'PayerArea.GetOwnData'] }),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

/** A payer whose session contains this data, at sign-in and when it is fetched again. */
const signIn = (data: Partial<PayerData>) => {
  const login = { ...payerLogin, data: { ...payerLogin.data, ...data } }
  worker.use(respondWith('/Ext/PayerArea/GetPaymentData', login))
  openPayerSession(login)
}

test('payers with more than one page are informed, and can fetch the rest', async () => {
  const first = { ...payerLogin, data: { ...payerLogin.data, BillCount: 3 } }
  const second = {
    ...first,
    DataLists1: [payerBill, { ...payerBill, SerialId: 2, BillTermName: '第二頁的帳單' }],
    DataLists2: [],
  }
  const third = {
    ...second,
    DataLists1: [...second.DataLists1.slice(1), { ...payerBill, SerialId: 3, BillTermName: '第三頁的帳單' }],
  }
  const asked: (string | null)[] = []
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('PageNo'))
      return HttpResponse.json({
        ReturnCode: '0000',
        ReturnMsg: '',
        OutData: { '2': second, '3': third }[asked.at(-1) ?? ''] ?? first,
      })
    }),
  )
  openPayerSession(first)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText(/您的帳單共 3 筆、繳款紀錄共 1 筆，目前已載入 1 筆與 1 筆/)).toBeVisible()
  await expect.poll(() => asked, { message: 'the first page on arrival' }).toEqual([null])
  await page.getByRole('button', { name: '載入更多' }).click()
  await expect.element(page.getByRole('heading', { name: /第二頁的帳單/ })).toBeVisible()
  expect(page.getByRole('article').elements(), 'a bill that came twice stands once').toHaveLength(2)
  await page.getByRole('button', { name: '載入更多' }).click()
  await expect.element(page.getByRole('heading', { name: /第三頁的帳單/ })).toBeVisible()
  expect(asked).toEqual([null, '2', '3'])
  expect(page.getByRole('article').elements(), 'on further pages, too').toHaveLength(3)
  expect(page.getByRole('button', { name: '載入更多' }).elements()).toEqual([])
  expect(localStorage.getItem('PAYMENT_DATA'), 'further pages stay in memory').not.toContain('第二頁的帳單')
})

test('a payer who comes back from the page where they have paid sees the bill paid', async () => {
  const unpaid = payerLogin
  const { SerialId, BillNo, BillTermName } = payerBill
  const PaidTime = '2026-11-20T10:05:00.000000+08:00'
  const payment = { ...payerPayment, SerialId, BillNo, BillTermName, DetailId: '2', PaidTime, ChannelId: '08' }
  const paid = {
    ...payerLogin,
    DataLists1: [{ ...payerBill, BillStatus: 'Paid', PaidAmount: payerBill.ShouldPayAmount }],
    DataLists2: [payment, payerPayment],
  }
  let answer: object = unpaid
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', () =>
      HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: answer }),
    ),
  )
  openPayerSession(unpaid)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByRole('button', { name: '重新整理' })).toBeVisible()
  await expect.element(page.getByRole('article')).toBeVisible()
  answer = paid
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('目前沒有待繳的帳單。')).toBeVisible()
  await expect
    .element(page.getByText('已收到您的繳款：NT$1,800，2026/11/20 10:05，全國繳費網（115年11月管理費）'))
    .toBeVisible()
  expect(page.getByText(/^已收到您的繳款/).elements(), 'not those that were known').toHaveLength(1)
  await expect.element(page.getByRole('button', { name: '下載繳費證明 B202611-000123' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: '查看收據' }).first()).toBeVisible()
})

test('data that were requested before a payment never replace those requested after it', async () => {
  const responses: ((OutData: object) => void)[] = []
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', async () => {
      const OutData = await new Promise<object>((resolve) => responses.push(resolve))
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData })
    }),
  )
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.poll(() => responses.length).toBe(1)
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => responses.length).toBe(2)
  responses[1]?.({
    ...payerLogin,
    DataLists1: [{ ...payerBill, BillStatus: 'Paid', PaidAmount: payerBill.ShouldPayAmount }],
  })
  await expect.element(page.getByText('目前沒有待繳的帳單。')).toBeVisible()
  responses[0]?.(payerLogin)
  await requestsAnswered()
  await expect.element(page.getByText('目前沒有待繳的帳單。')).toBeVisible()
})

test('data fetched for one payer never enter the session of the next', async () => {
  let send: (() => void) | undefined
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', async () => {
      await new Promise<void>((resolve) => {
        send = resolve
      })
      const OutData = { ...payerLogin, DataLists1: [{ ...payerBill, BillTermName: '前一位的帳單' }] }
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData })
    }),
  )
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.poll(() => send).toBeDefined()
  openPayerSession({ ...payerLogin, JWTToken: 'token-of-the-next' })
  send?.()
  await expect.element(page.getByRole('button', { name: '重新整理' })).toBeVisible()
  expect(localStorage.getItem('PAYMENT_DATA')).not.toContain('前一位的帳單')
})

test('payers with more bills than a session can contain are informed', async () => {
  signIn({ IsCut: true })
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText(/您的帳單過多，這裡只列出未繳與最近到期的部分/)).toBeVisible()
})

const own = {
  ...{ CustomerName: '示範社區管理委員會', PayerId: 'A1-0501', PayerName: '王大明', IdNo: 'A123456789' },
  ...{ Mobile: '0912345678', Email: 'wang@example.com', Address: '' },
}

test('payers can unmask their own data, which are never stored, and hide them again', async () => {
  worker.use(respondWith('/Ext/PayerArea/GetOwnData', [own]))
  signIn({ MayReveal: true })
  drawRoutes(siteRoutes, '/payment-information')
  expect(document.body.textContent).not.toContain('王大明')
  await page.getByRole('button', { name: '顯示我的完整資料' }).click()
  const panel = page.getByRole('region', { name: '我的完整資料' })
  for (const text of ['王大明', 'A123456789', '0912345678', 'wang@example.com'])
    await expect.element(panel).toHaveTextContent(text)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(/王大明|A123456789|0912345678/)
  await page.getByRole('button', { name: '隱藏我的完整資料' }).click()
  expect(document.body.textContent).not.toContain('王大明')
})

test('payers who signed in with fewer than two facts are not offered to unmask their data', async () => {
  signIn({ MayReveal: false })
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByRole('button', { name: '重新整理' })).toBeVisible()
  expect(page.getByRole('button', { name: '顯示我的完整資料' }).elements()).toEqual([])
})

test('a payer sees the time of the last sign-in', async () => {
  signIn({ LastLoginTime: '2026-11-02T21:05:00.000000+08:00' })
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText('上次登入 2026/11/02 21:05')).toBeVisible()
})
