import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { openPayerSession } from '../../src/browser/session/session'
import type { PayerData, PayerLoginResponse } from '../../src/contract/call-responses'
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

/** A payer with four bills and three payments, of which the backend returns two bills and one payment a page. */
const pages = ((bills: readonly number[][]) =>
  bills.map((SerialIds, index) => ({
    ...payerLogin,
    data: { ...payerLogin.data, BillCount: 4, PaymentCount: 3 },
    DataLists1: SerialIds.map((SerialId) => ({ ...payerBill, SerialId, BillTermName: `第 ${SerialId} 張帳單` })),
    DataLists2: [{ ...payerPayment, DetailId: `D${index}`, PaidAmount: 100 }],
  })))([
  [1, 2],
  [2, 3],
  [3, 4],
])

const firstPage = pages[0] as PayerLoginResponse

/** Answers GetPaymentData by the number of the page; returns the numbers that were asked for. */
const servePages = (pageOf: (pageNo: number) => object | undefined) => {
  const asked: number[] = []
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', ({ request }) => {
      const pageNo = Number(new URL(request.url).searchParams.get('PageNo') ?? 1)
      asked.push(pageNo)
      const OutData = pageOf(pageNo)
      return OutData ? HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData }) : HttpResponse.error()
    }),
  )
  return asked
}

test('all pages are fetched without a click, and the totals count every bill and every payment', async () => {
  let arrive = () => {}
  const third = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const asked = servePages((pageNo) => pages[pageNo - 1])
  worker.use(
    http.get('*/api/Ext/PayerArea/GetPaymentData', async ({ request }) => {
      if (request.url.includes('PageNo=3')) await third
    }),
  )
  openPayerSession(firstPage)
  const router = drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText('正在載入其餘的帳單與繳款紀錄，完成後合計會包含全部資料。')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: '載入進度' })).toHaveAttribute('max', '7')
  arrive()
  await expect.element(page.getByText('NT$300')).toBeVisible()
  await expect.element(page.getByText('共 3 筆')).toBeVisible()
  expect(page.getByText(/正在載入其餘|只計已載入/).elements()).toEqual([])
  expect(asked).toEqual([1, 2, 3])
  await router.navigate('/payment-information')
  await expect.element(page.getByRole('heading', { name: /第 4 張帳單/ })).toBeVisible()
  expect(page.getByRole('article').elements(), 'a bill that came twice stands once').toHaveLength(4)
  expect(localStorage.getItem('PAYMENT_DATA'), 'further pages stay in memory').not.toContain('第 4 張帳單')
})

test('a page that cannot be fetched leaves what is loaded, says so, and is fetched again by the button', async () => {
  let isBroken = true
  const asked = servePages((pageNo) => (pageNo === 3 && isBroken ? undefined : pages[pageNo - 1]))
  openPayerSession(firstPage)
  drawRoutes(siteRoutes, '/payment-history')
  await expect
    .element(page.getByText(/共 4 筆、繳款紀錄共 3 筆，目前已載入 3 筆與 2 筆。合計與查詢只計已載入的資料。/))
    .toBeVisible()
  await expect.element(page.getByText('NT$200')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: '載入其餘資料' }).click()
  await expect.element(page.getByText('NT$300')).toBeVisible()
  expect(asked).toEqual([1, 2, 3, 1, 2, 3])
})

test('a backend that ignores the number of the page is asked for one further page only', async () => {
  const asked = servePages(() => firstPage)
  openPayerSession(firstPage)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText(/目前已載入 2 筆與 1 筆/)).toBeVisible()
  expect(asked).toEqual([1, 2])
})

test('a backend without the call says what is loaded, without a button that could not help', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  openPayerSession(firstPage)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText(/目前已載入 2 筆與 1 筆/)).toBeVisible()
  expect(page.getByRole('button', { name: '載入其餘資料' }).elements()).toEqual([])
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
