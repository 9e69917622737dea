import { HttpResponse, http } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { configureSite } from '../../src/browser/http/config'
import type { CertificateCheck } from '../../src/contract/call-responses'
import { certificateCheckAddress } from '../../src/domain/bills/certificate'
import { siteRoutes } from '../../src/site/routes'
import { failures, network, respondWith } from '../support/browser/msw'
import { drawRoutes } from '../support/browser/page'

const certificate: CertificateCheck = {
  ...{ CertificateNo: 'B0000007001', CustomerName: '示範社區管理委員會', BillNo: 'B202611-000123', PayerName: '王○明' },
  ...{ CurrencyType: 'TWD', PaidAmount: 1800, PaidTime: '2026-11-20T09:15:30.000000+08:00' },
  ...{ CurrentAmount: 1800, EntryState: 'Live', CounterAmount: 0, CounterTime: null },
}
const found = (OutData: CertificateCheck): object => ({ ReturnCode: '0000', ReturnMsg: '', OutData })
const asked: string[] = []
const worker = network(
  respondWith('/Ext/GetCapabilities', { Calls: ['Home.CheckCertificate'] }),
  http.get('*/api/Ext/Home/CheckCertificate', ({ request }) => {
    asked.push(new URL(request.url).search)
    return HttpResponse.json(found(certificate))
  }),
)

beforeEach(() => {
  asked.length = 0
  configureSite({ baseAddress: '', source: 'Web', clientIP: '', serviceType: '', idleMinutes: 10, demo: null })
})

test('the holder of a certificate finds the check in the footer, types number and code in any format, and sees the result', async () => {
  drawRoutes(siteRoutes, '/nowhere')
  await page.getByRole('navigation', { name: '說明與法律資訊' }).getByRole('link', { name: '繳費證明查驗' }).click()
  await page.getByLabelText('證明編號').fill('ｂ0000007001')
  await page.getByLabelText('查驗碼').fill('abcd 2345')
  await page.getByRole('button', { name: '查驗' }).click()
  const result = page.getByRole('region', { name: '查驗結果' })
  for (const text of ['查驗相符', '示範社區管理委員會', '王○明', 'NT$1,800', '2026/11/20 09:15'])
    await expect.element(result).toHaveTextContent(text)
  expect(asked).toEqual(['?CertificateNo=B0000007001&CheckCode=ABCD-2345'])
})

test('the URL in the QR code of a certificate fills the form without sending it', async () => {
  drawRoutes(siteRoutes, certificateCheckAddress('', 'B0000007001', 'ABCD-2345'))
  await expect.element(page.getByLabelText('證明編號')).toHaveValue('B0000007001')
  await expect.element(page.getByLabelText('查驗碼')).toHaveValue('ABCD-2345')
  expect(asked).toEqual([])
})

test('a malformed number or code is reported at its field; a pair that does not match clears the last result', async () => {
  drawRoutes(siteRoutes, '/certificate-check')
  await page.getByLabelText('證明編號').fill('X1')
  await page.getByRole('button', { name: '查驗' }).click()
  await expect.element(page.getByLabelText('證明編號')).toHaveAccessibleDescription(/證明編號應為 B 或 P 開頭/)
  await expect.element(page.getByLabelText('查驗碼')).toHaveAccessibleDescription(/請輸入查驗碼/)
  await page.getByLabelText('證明編號').fill('B0000007001')
  await page.getByLabelText('查驗碼').fill('ABCD-2345')
  await page.getByRole('button', { name: '查驗' }).click()
  await expect.element(page.getByRole('region', { name: '查驗結果' })).toBeVisible()
  worker.use(failures.refusal('/Ext/Home/CheckCertificate', '2004', '查無這份繳費證明，請確認證明編號與查驗碼。'))
  await page.getByRole('button', { name: '查驗' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('查無這份繳費證明')
  expect(page.getByRole('region', { name: '查驗結果' }).elements()).toEqual([])
})

const reversal = { EntryState: 'Reversed', CounterTime: '2026-11-25T10:00:00.000000+08:00' } as const

test.each([
  [
    'was reversed',
    { ...reversal, CounterAmount: 1800, CurrentAmount: 0 },
    ['這份證明已失效：所列的繳費已於 2026/11/25 沖正。', '證明上的金額NT$1,800', '目前已繳金額NT$0'],
  ],
  [
    'was cancelled in part',
    { ...reversal, EntryState: 'Cancelled' as const, CounterAmount: 800, CurrentAmount: 1000 },
    ['這份證明已失效：其中 NT$800 已於 2026/11/25 取消。', '目前已繳金額NT$1,000'],
  ],
  ['was followed by another one', { CurrentAmount: 2000 }, ['查驗相符', '已繳金額NT$1,800', '目前已繳金額NT$2,000']],
])('the check of a certificate whose payment %s says so', async (_, values, texts) => {
  worker.use(http.get('*/api/Ext/Home/CheckCertificate', () => HttpResponse.json(found({ ...certificate, ...values }))))
  drawRoutes(siteRoutes, certificateCheckAddress('', 'B0000007001', 'ABCD-2345'))
  await page.getByRole('button', { name: '查驗' }).click()
  const result = page.getByRole('region', { name: '查驗結果' })
  for (const text of texts) await expect.element(result).toHaveTextContent(text)
})

test('a backend that cannot check certificates gets no link to the check, and its page says so', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  drawRoutes(siteRoutes, '/certificate-check')
  await expect.element(page.getByText('這個網站目前不提供繳費證明的查驗，請洽收款單位確認。')).toBeVisible()
  const links = page.getByRole('navigation', { name: '說明與法律資訊' })
  await expect.element(links.getByRole('link', { name: '聯絡我們' })).toBeVisible()
  expect(links.getByRole('link', { name: '繳費證明查驗' }).elements()).toEqual([])
  drawRoutes(siteRoutes, '/site-map')
  await expect.element(page.getByRole('heading', { name: '網站導覽' })).toBeVisible()
  expect(page.getByRole('link', { name: '繳費證明查驗' }).elements()).toEqual([])
})
