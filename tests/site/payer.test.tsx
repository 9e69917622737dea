import { HttpResponse, http } from 'msw'
import { encode } from 'uqr'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import { navigation } from '../../src/browser/navigation'
import { openAccountSession, openPayerSession } from '../../src/browser/session/session'
import type { PayerBill, PayerLoginResponse } from '../../src/contract/call-responses'
import { code39Modules } from '../../src/domain/barcodes/code39'
import { siteRoutes } from '../../src/site/routes'
import { payerBill, payerLogin, payerPayment } from '../browser/samples'
import { failures, network, requestsAnswered, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const worker = network(
  respondWith('/PayerArea/Logout', null),
  respondWith('/PayerArea/GetAllUniformNoField', []),
  failures.refusal('/Home/*', '9999', ''),
)

beforeEach(() =>
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null }),
)

test.each(['/payment-information', '/payment-history', '/receipt-information'])(
  '%s redirects visitors who are not signed in to the sign-in',
  async (path) => {
    const router = drawRoutes(siteRoutes, path)
    await expect.element(page.getByRole('heading', { name: '繳款人登入' })).toBeVisible()
    expect(router.state.location.pathname).toBe('/client')
  },
)

test('a bill shows what is needed to pay it', async () => {
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  const bill = page.getByRole('article', { name: /115年11月管理費/ })
  await expect.element(bill).toBeVisible()
  for (const text of [
    '未繳',
    'NT$1,800',
    '2026/11/30',
    '77001260001235',
    'B202611-000123',
    '王○明',
    '999',
    '停車費',
    '逾期請至管理室繳納。',
  ])
    await expect.element(bill).toHaveTextContent(text)
})

const payButton = page.getByRole('button', { name: '立即繳費 B202611-000123' })

/** Opens the ways to pay the only bill of a payer. */
const openWays = async (login: PayerLoginResponse = payerLogin) => {
  openPayerSession(login)
  const router = drawRoutes(siteRoutes, '/payment-information')
  await payButton.click()
  await expect.element(page.getByRole('heading', { name: '繳費方式', level: 1 })).toHaveFocus()
  return router
}

const withBill = (values: Partial<PayerBill>): PayerLoginResponse => ({
  ...payerLogin,
  DataLists1: [{ ...payerBill, ...values }],
})

test('the names of the three pages are on one line each on the narrowest phone', async () => {
  await page.viewport(320, 640)
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  const links = page.getByRole('navigation', { name: '繳款人功能' }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  const lineCounts = links.elements().map((link) => {
    const range = document.createRange()
    range.selectNodeContents(link)
    return range.getClientRects().length
  })
  expect(lineCounts).toEqual([1, 1, 1])
})

test('amount, deadline and the button to pay are in the first screen of a phone', async () => {
  await page.viewport(390, 844)
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(payButton).toBeVisible()
  expect(payButton.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(640)
  expect(page.getByText('待繳總金額').elements(), 'one bill says its amount itself').toEqual([])
  for (const part of [page.getByText('NT$1,800'), page.getByText('繳費期限 2026/11/30')])
    expect(part.element().getBoundingClientRect().bottom).toBeLessThan(payButton.element().getBoundingClientRect().top)
})

/** Returns the controls of the page that are too small for a finger. Access marks are for the keyboard. */
const smallControls = () =>
  [...page.getByRole('main').element().querySelectorAll('button, a:not(.mark), summary')]
    .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 43.5)
    .map((control) => control.textContent)

test.each(['/payment-information', '/payment-history', '/receipt-information'])(
  'each control of %s has 44 pixels on a phone of 320, and nothing is wider than the page',
  async (path) => {
    await page.viewport(320, 568)
    const paid = { ...payerBill, SerialId: 2, BillStatus: 'Paid', PaidAmount: 1800 }
    openPayerSession({ ...payerLogin, DataLists1: [{ ...payerBill, VACAccount: '7700353650000016' }, paid] })
    drawRoutes(siteRoutes, path)
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(smallControls()).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(320)
    if (path !== '/payment-information') return
    await payButton.click()
    await expect.element(page.getByRole('heading', { name: '繳費方式' })).toBeVisible()
    expect(smallControls()).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(320)
  },
)

const wayNames = () =>
  page
    .getByRole('heading', { level: 2 })
    .elements()
    .map((heading) => heading.textContent)

test('a desktop has the code to scan and the transfer first, a phone the apps, both the paper last', async () => {
  const others = ['超商繳費條碼', '郵局繳費條碼']
  await openWays()
  expect(wayNames()).toEqual(['TWQR／台灣Pay', '轉帳／匯款', '全國繳費網', '行動銀行', ...others, '紙本繳款單'])
  await expect.element(page.getByRole('img', { name: 'TWQR 繳費條碼' })).toBeVisible()
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...matchMedia(query),
    matches: query === '(pointer: coarse)',
  }))
  await openWays()
  expect(wayNames()).toEqual(['行動銀行', '全國繳費網', 'TWQR／台灣Pay', ...others, '轉帳／匯款', '紙本繳款單'])
  expect(page.getByRole('img', { name: 'TWQR 繳費條碼' }).elements(), 'nobody scans their own screen').toEqual([])
})

test('channels that nobody can use from here are not listed', async () => {
  await openWays(withBill({ Channels: ['06', '07', '09', '15', '16'], TWQRPayload: '', PostBarcodes: [] }))
  await page.getByText('可用的繳費管道與入帳時間').click()
  expect(
    page
      .getByRole('listitem')
      .elements()
      .flatMap((item) => (item.textContent?.includes('可查到') ? [item.firstChild?.textContent] : [])),
  ).toEqual(['ATM轉帳'])
  await expect.element(page.getByText(/ATM 請選『繳費』/)).toBeVisible()
})

test('a bill that stores alone accept offers no transfer', async () => {
  await openWays(withBill({ Channels: ['01'], TWQRPayload: '', PostBarcodes: [] }))
  expect(wayNames()).toEqual(['超商繳費條碼', '紙本繳款單'])
})

test('Back leads from a code to the ways and from the ways to the bill, and the focus returns', async () => {
  const router = await openWays()
  const codes = page.getByRole('dialog', { name: '超商繳費條碼' })
  await page.getByRole('button', { name: '顯示超商條碼' }).click()
  await expect.element(codes).toBeVisible()
  await router.navigate(-1)
  await expect.element(codes).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '顯示超商條碼' })).toHaveFocus()
  await page.getByRole('button', { name: '顯示超商條碼' }).click()
  await expect.element(codes).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(codes).not.toBeInTheDocument()
  await page.getByRole('button', { name: '返回帳單' }).click()
  await expect.element(payButton).toHaveFocus()
})

test('the store barcodes are drawn on the screen, bar by bar', async () => {
  await openWays()
  await page.getByRole('button', { name: '顯示超商條碼' }).click()
  for (const text of payerBill.MarketBarcodes) {
    const picture = page.getByRole('img', { name: `條碼 ${text}` })
    await expect.element(picture).toBeVisible()
    expect(inkOf(picture.element())).toBe(code39Modules(text))
  }
})

/** Modules of a drawn barcode, 1 for ink. */
const inkOf = (picture: Element) => {
  const [paper, ...bars] = Array.from(picture.querySelectorAll('rect'), (rect) => ({
    x: Number(rect.getAttribute('x')),
    width: Number(rect.getAttribute('width')),
  }))
  const modules = Array<string>(paper?.width ?? 0).fill('0')
  for (const { x, width } of bars) modules.fill('1', x, x + width)
  return modules.join('').slice(10, -10)
}

test('a bill that stores do not accept shows the reason instead of barcodes', async () => {
  await openWays(withBill({ MarketBarcodes: [], MarketRefusal: '本單已逾繳費期限，超商不再受理' }))
  await expect.element(page.getByText('本單已逾繳費期限，超商不再受理。')).toBeVisible()
  expect(page.getByRole('button', { name: '顯示超商條碼' }).elements()).toEqual([])
})

test.each([
  ['銀行代碼', '999'],
  ['銷帳編號', '77001260001235'],
  ['金額', '1800'],
])('%s is copied without spaces and separators', async (name, text) => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openWays()
  await page.getByRole('button', { name: `複製${name}` }).click()
  expect(write).toHaveBeenCalledWith(text)
  await expect.element(page.getByText(`已複製${name}`)).toBeInTheDocument()
})

test('a browser that refuses to copy the account says so', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await openWays()
  const button = page.getByRole('button', { name: '複製銷帳編號' })
  await button.click()
  await expect.element(button).toHaveTextContent('無法複製')
  await expect.element(page.getByText('無法複製銷帳編號')).toBeInTheDocument()
})

/** A payer with four bills: one paid, one due later, one overdue but payable, and one that no channel accepts. */
const severalBills: PayerLoginResponse = {
  ...payerLogin,
  DataLists1: [
    { ...payerBill, SerialId: 1, BillTermName: '已繳的', BillStatus: 'Paid', PaidAmount: 1800 },
    { ...payerBill, SerialId: 2, BillTermName: '下個月的', PaymentEndDate: '2026-12-31' },
    {
      ...payerBill,
      SerialId: 3,
      BillTermName: '部分繳的',
      BillStatus: 'PartialPaid',
      PaidAmount: 800,
      PaymentEndDate: '2026-10-31',
    },
    {
      ...payerBill,
      SerialId: 4,
      BillTermName: '逾期的',
      BillStatus: 'Overdue',
      PaymentEndDate: '2026-09-30',
      IsClosed: true,
      Channels: [],
      Notices: '本單已逾繳費期限，各通路均不再受理，請洽收款單位。\n逾期請改以轉帳繳納。',
    },
  ],
}

test('the most urgent payable bill comes first and open; the totals count the payable bills', async () => {
  openPayerSession(severalBills)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText('2 筆')).toBeVisible()
  expect(wayNames().map((name) => name?.slice(0, 4))).toEqual(['部分繳的', '下個月的', '已無法在', '已結清的'])
  await expect.element(page.getByRole('region', { name: '已結清的帳單' })).toHaveTextContent('已繳的')
  await expect.element(page.getByText('NT$2,800')).toBeVisible()
  await expect.element(page.getByRole('article', { name: /部分繳的/ })).toHaveTextContent(/應繳金額NT\$1,000/)
  const pay = page.getByRole('button', { name: /^立即繳費/ })
  expect(pay.elements()).toHaveLength(1)
  const row = page.getByRole('button', { name: /下個月的/ })
  await expect.element(row).toHaveTextContent(/NT\$1,800繳費期限 2026\/12\/31/)
  await row.click()
  await expect.element(row).toHaveAttribute('aria-expanded', 'true')
  expect(pay.elements()).toHaveLength(2)
  await row.click()
  expect(pay.elements()).toHaveLength(1)
})

test('a bill that no channel accepts is apart, with the telephone of the company and nothing that contradicts', async () => {
  openPayerSession(severalBills)
  drawRoutes(siteRoutes, '/payment-information')
  const closed = page.getByRole('region', { name: '已無法在此繳費' })
  await expect.element(closed).toHaveTextContent(/逾期的.*逾期.*NT\$1,800.*請洽示範社區管理委員會，電話 02-27001234/)
  await expect.element(closed.getByRole('link', { name: '02-27001234' })).toHaveAttribute('href', 'tel:0227001234')
  expect(closed.getByRole('button').elements()).toEqual([])
  expect(document.body.textContent).not.toContain('轉帳繳納')
})

test('a payer whose only open bill is closed is not told that nothing is due', async () => {
  openPayerSession({ ...withBill({ IsClosed: true, Channels: [], CustomerPhone: '' }), DataLists2: [] })
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText('目前沒有可在此繳費的帳單。')).toBeVisible()
  await expect.element(page.getByText('請洽示範社區管理委員會', { exact: true })).toBeVisible()
})

test('the slip is downloaded with its file name', async () => {
  const queries: string[] = []
  worker.use(
    http.get('*/api/PayerArea/DownloadPaymentPDF', ({ request }) => {
      queries.push(new URL(request.url).search)
      return new HttpResponse('%PDF-1.4', {
        headers: {
          'Content-Type': 'application/pdf',
          'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent('繳款單.pdf')}`,
        },
      })
    }),
  )
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await openWays()
  await page.getByRole('button', { name: '下載繳款單 B202611-000123' }).click()
  await expect.poll(() => names).toEqual(['繳款單.pdf'])
  expect(queries).toEqual(['?SerialId=7001'])
})

test('a refused slip shows the reason', async () => {
  worker.use(failures.refusal('/PayerArea/DownloadPaymentPDF', '2006', '這筆帳單已作廢，無法下載繳款單。'))
  await openWays()
  await page.getByRole('button', { name: /下載繳款單/ }).click()
  await expect.element(page.getByRole('alertdialog', { name: '這筆帳單已作廢，無法下載繳款單。' })).toBeVisible()
})

test('items with the same name are distinguished', async () => {
  const complaints = vi.spyOn(console, 'error')
  const FeeItems = [
    { FeeName: '管理費', Amount: 1000 },
    { FeeName: '管理費', Amount: 800 },
  ]
  openPayerSession({ ...payerLogin, DataLists1: [{ ...payerBill, FeeItems }] })
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByText('管理費 NT$800')).toBeVisible()
  expect(complaints.mock.calls.filter(([text]) => String(text).includes('same key'))).toEqual([])
})

test('a payment whose bill is not loaded is shown as received, not its bill as paid', async () => {
  const ofOpenBill = { ...payerPayment, SerialId: payerBill.SerialId, DetailId: '2' }
  const open = { ...payerBill, BillStatus: 'PartialPaid', PaidAmount: 800 }
  openAccountSession({ ...payerLogin, ModelType: 2, DataLists1: [open], DataLists2: [payerPayment, ofOpenBill] })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, '/payment-history')
  const states = () =>
    page
      .getByRole('cell')
      .elements()
      .filter((cell) => cell.getAttribute('data-title') === '狀態')
      .map((cell) => cell.textContent)
  await expect.poll(states).toEqual(['已入帳', '部分繳'])
  await page.getByLabelText('狀態').selectOptions('已入帳')
  await expect.poll(states).toEqual(['已入帳'])
})

/** The payment, reversed on 2026-11-20. */
const reversed = { ...payerPayment, EntryState: 'Reversed', CounterTime: '2026-11-20T11:30:00.000000+08:00' } as const

test('a reversed payment is marked with the day, and not added up', async () => {
  const again = { ...payerPayment, DetailId: '2', PaidAmount: 500, ReceiptNo: 'R2' }
  openAccountSession({
    ...payerLogin,
    DataLists1: [{ ...payerBill, SerialId: payerPayment.SerialId, BillStatus: 'PartialPaid' }],
    DataLists2: [reversed, again],
  })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByRole('row', { name: /已沖正/ })).toHaveTextContent(/已沖正2026\/11\/20.*NT\$1,800/)
  await expect.element(page.getByRole('deletion')).toHaveTextContent('NT$1,800')
  await expect
    .element(page.getByText('繳款總金額').element().parentElement ?? document.body)
    .toHaveTextContent('繳款總金額NT$500')
  await page.getByLabelText('狀態').selectOptions('已沖正')
  await expect.element(page.getByText('共 1 筆')).toBeVisible()
})

test('a bill that is open again says which payment was reversed', async () => {
  openPayerSession({ ...payerLogin, DataLists2: [{ ...reversed, SerialId: payerBill.SerialId }, payerPayment] })
  drawRoutes(siteRoutes, '/payment-information')
  await expect
    .element(page.getByRole('article'))
    .toHaveTextContent('已沖正2026/10/20 的繳款 NT$1,800 已於 2026/11/20 沖正')
})

test('a reversed payment has no receipt', async () => {
  openPayerSession({ ...payerLogin, DataLists2: [reversed, { ...payerPayment, DetailId: '2', ReceiptNo: 'R2' }] })
  drawRoutes(siteRoutes, '/receipt-information')
  await expect.element(page.getByRole('cell', { name: 'R2', exact: true })).toBeVisible()
  expect(page.getByRole('cell', { name: 'R20261020001', exact: true }).elements()).toEqual([])
})

test('the history is filtered by period, in days of Taiwan', async () => {
  openAccountSession({
    ...payerLogin,
    ModelType: 2,
    DataLists2: [
      payerPayment,
      { ...payerPayment, DetailId: '2', BillNo: 'LATE', PaidTime: '2026-10-21T00:10:00.000000+08:00' },
    ],
  })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText('共 2 筆')).toBeVisible()
  expect(page.getByRole('row').elements()[1]?.textContent).toContain('LATE')
  await page.getByLabelText('繳款日期迄').fill('2026-10-20')
  await expect.element(page.getByText('共 1 筆')).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'NT$1,800' })).toBeVisible()
  await page.getByLabelText('繳款日期起').fill('2026-10-21')
  await expect.element(page.getByText('查無資料')).toBeVisible()
  await page.getByRole('button', { name: '全部' }).click()
  await expect.element(page.getByText('共 2 筆')).toBeVisible()
})

test('the headings of a long history stay in view', async () => {
  openAccountSession({
    ...payerLogin,
    ModelType: 2,
    DataLists2: Array.from({ length: 60 }, (_, index) => ({ ...payerPayment, DetailId: String(index) })),
  })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText('共 60 筆')).toBeVisible()
  window.scrollTo(0, 1500)
  const heading = page.getByRole('columnheader', { name: '帳單編號' }).element().getBoundingClientRect()
  expect(heading.top).toBe(0)
  expect(document.elementFromPoint(heading.left + 30, heading.top + 10)?.textContent).toBe('帳單編號')
})

test.each([
  ['/payment-history', '繳費紀錄'],
  ['/receipt-information', '115年10月管理費的收據'],
])('%s has pages of 50 payments, and totals of all; a filter leads to the first page', async (path, name) => {
  openAccountSession({
    ...payerLogin,
    ModelType: 2,
    DataLists2: Array.from({ length: 120 }, (_, index) => ({ ...payerPayment, DetailId: String(index) })),
  })
  await page.viewport(1280, 800)
  drawRoutes(siteRoutes, path)
  const rows = () => page.getByRole('table', { name }).getByRole('row').elements().length - 1
  await expect.element(page.getByText('共 120 筆，第 1／3 頁')).toBeVisible()
  expect(rows()).toBe(50)
  await expect.element(page.getByText('NT$216,000')).toBeVisible()
  await page.getByRole('button', { name: '下一頁' }).click()
  await page.getByRole('button', { name: '下一頁' }).click()
  await expect.element(page.getByText('共 120 筆，第 3／3 頁')).toBeVisible()
  expect(rows()).toBe(20)
  expect(page.getByRole('button', { name: '下一頁' }).elements()).toEqual([])
  await page.getByLabelText('繳款日期起').fill('2026-10-20')
  await expect.element(page.getByText('共 120 筆，第 1／3 頁')).toBeVisible()
})

test('receipts are the payments that have a number', async () => {
  openPayerSession({ ...payerLogin, DataLists2: [payerPayment, { ...payerPayment, DetailId: '2', ReceiptNo: '' }] })
  drawRoutes(siteRoutes, '/receipt-information')
  await expect.element(page.getByRole('cell', { name: 'R20261020001', exact: true })).toBeVisible()
  await expect.element(page.getByText('1 筆', { exact: true })).toBeVisible()
})

test.each([
  ['下載繳費證明 B202610-000123', 'DownLoadCertificate', '?SerialId=6900'],
  ['下載單筆證明 R20261020001', 'DownloadCertificateByDetail', '?DetailId=1'],
])('a receipt has its certificates: %s', async (name, path, search) => {
  const asked: string[] = []
  worker.use(
    http.get(`*/api/PayerArea/${path}`, ({ request }) => {
      asked.push(new URL(request.url).search)
      return new HttpResponse('%PDF-1.4', {
        headers: { 'Content-Type': 'application/pdf', 'Content-Disposition': 'attachment; filename="c.pdf"' },
      })
    }),
  )
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/receipt-information')
  await page.getByRole('button', { name }).click()
  await expect.poll(() => asked).toEqual([search])
})

test('the history is filtered by the state of the bills, and counts what it shows', async () => {
  openPayerSession({
    ...payerLogin,
    DataLists1: [{ ...payerBill, SerialId: 1, BillStatus: 'PartialPaid', PaidAmount: 500 }],
    DataLists2: [payerPayment, { ...payerPayment, SerialId: 1, DetailId: '2', BillNo: 'PART', PaidAmount: 500 }],
  })
  drawRoutes(siteRoutes, '/payment-history')
  await expect.element(page.getByText('NT$2,300')).toBeVisible()
  await page.getByLabelText('狀態').selectOptions('部分繳')
  await expect.element(page.getByText('共 1 筆')).toBeVisible()
  await expect.element(page.getByRole('table')).toHaveTextContent('PART')
})

test.each([
  ['全國繳費網', 'GetEBillLink', 'https://ebill.example.com/1', true],
  ['行動銀行', 'GetBankMobileLink', '/demo/bank?bill=7001', true],
  ['全國繳費網', 'GetEBillLink', 'javascript:alert(1)', false],
  ['全國繳費網', 'GetEBillLink', '//evil.example.com', false],
])('%s leads to the address of %s when it is safe: %s', async (text, path, Url, goes) => {
  worker.use(respondWith(`/PayerArea/${path}`, { Url }))
  const leave = vi.spyOn(navigation, 'toExternal').mockImplementation(() => {})
  await openWays()
  await page.getByRole('button', { name: `前往${text}繳費 B202611-000123` }).click()
  if (goes) await expect.poll(() => leave.mock.calls).toEqual([[Url]])
  else await expect.element(page.getByRole('alertdialog', { name: '繳費網址有誤' })).toBeVisible()
  if (!goes) expect(leave).not.toHaveBeenCalled()
})

test('the TWQR code fills the screen, dark modules on white with a margin of four', async () => {
  await openWays()
  await page.getByRole('button', { name: '全螢幕顯示' }).click()
  const code = page.getByRole('dialog', { name: 'TWQR／台灣Pay' }).getByRole('img', { name: 'TWQR 繳費條碼' })
  const { data } = encode(payerBill.TWQRPayload, { ecc: 'M', border: 4 })
  await expect.poll(() => code.element().getAttribute('viewBox')).toBe(`0 0 ${data.length} ${data.length}`)
  expect(code.element().querySelector('path')?.getAttribute('d')?.match(/M/g)).toHaveLength(
    data.flat().filter(Boolean).length,
  )
})

test.each([
  ['儲存圖片', '繳費QRCode_B202611-000123.png', 'image/png'],
  ['儲存 SVG', '繳費QRCode_B202611-000123.svg', 'image/svg+xml'],
])('%s saves the TWQR code as a picture', async (text, name, type) => {
  const blobs: Blob[] = []
  const { createObjectURL } = URL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob)
    return createObjectURL(blob)
  })
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await openWays()
  await page.getByRole('button', { name: `${text}：QR Code` }).click()
  await expect.poll(() => names).toEqual([name])
  expect(blobs[0]?.type).toBe(type)
  expect((await drawn(blobs[0] as Blob)).naturalWidth).toBeGreaterThan(0)
})

/** Returns a picture as pixels, whatever its type. */
const drawn = async (blob: Blob): Promise<HTMLImageElement> => {
  const picture = new Image()
  picture.src = URL.createObjectURL(blob)
  await picture.decode()
  return picture
}

test('the TWQR code is shared where the device can', async () => {
  const shared: (string | undefined)[] = []
  vi.stubGlobal('navigator', {
    ...{ onLine: true, clipboard: navigator.clipboard, userAgent: navigator.userAgent },
    canShare: () => true,
    share: async ({ files }: ShareData) => void shared.push(files?.[0]?.name),
  })
  await openWays()
  await page.getByRole('button', { name: '分享：QR Code' }).click()
  await expect.poll(() => shared).toEqual(['繳費QRCode_B202611-000123.png'])
  vi.unstubAllGlobals()
})

test('refreshed data replace the cache; the button for it is shown where the backend serves the call', async () => {
  worker.use(
    respondWith('/Ext/GetCapabilities', { Calls: ['PayerArea.GetPaymentData'] }),
    respondWith('/Ext/PayerArea/GetPaymentData', {
      ...payerLogin,
      DataLists1: [{ ...payerBill, BillTermName: '剛出的帳單' }],
    }),
  )
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByRole('heading', { name: /剛出的帳單/ })).toBeVisible()
  expect(localStorage.getItem('PAYMENT_DATA')).toContain('剛出的帳單')
  worker.use(failures.broken('/Ext/PayerArea/GetPaymentData'))
  await page.getByRole('button', { name: '重新整理' }).click()
  await expect.element(page.getByText(/目前無法更新，資料時間/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: /剛出的帳單/ })).toBeVisible()
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

test('a payer who signs out before the data are refreshed sees no message about it', async () => {
  let tellCapabilities = () => {}
  const asked = new Promise<void>((resolve) => {
    tellCapabilities = resolve
  })
  const calls: string[] = []
  worker.use(
    http.get('*/api/Ext/GetCapabilities', async () => {
      await asked
      return HttpResponse.json({ ReturnCode: '0000', ReturnMsg: '', OutData: { Calls: ['PayerArea.GetPaymentData'] } })
    }),
    http.get('*/api/Ext/PayerArea/GetPaymentData', ({ request }) => {
      calls.push(request.url)
      return HttpResponse.json({ ReturnCode: '9999', ReturnMsg: '', OutData: null }, { status: 401 })
    }),
  )
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await page.getByRole('button', { name: '登出' }).click()
  await expect.element(page.getByRole('heading', { name: '繳款人登入' })).toBeVisible()
  tellCapabilities()
  await requestsAnswered()
  expect(calls).toEqual([])
  expect(page.getByRole('alertdialog').elements()).toEqual([])
})

test('a session that the server has ended is reported as expired', async () => {
  worker.use(
    respondWith('/Ext/GetCapabilities', { Calls: ['PayerArea.GetPaymentData'] }),
    failures.status('/Ext/PayerArea/GetPaymentData', 401, ''),
  )
  openPayerSession(payerLogin)
  drawRoutes(siteRoutes, '/payment-information')
  await expect.element(page.getByRole('alertdialog', { name: '您的登錄狀態已過期，請重新登入' })).toBeVisible()
})

test('logging out ends the session and redirects to the sign-in', async () => {
  openPayerSession(payerLogin)
  const router = drawRoutes(siteRoutes, '/payment-history')
  await page.getByRole('button', { name: '登出' }).click()
  await expect.element(page.getByRole('heading', { name: '繳款人登入' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/client')
  expect(localStorage.length).toBe(0)
})
