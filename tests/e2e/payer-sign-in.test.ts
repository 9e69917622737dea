import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { openPage } from './support/browser'
import { demoPortal } from './support/demo-portal'
import { canReadPaper, textOf } from './support/paper'
import { type RunningServer, temporaryFolder } from './support/server'
import { companyToken, demoAccount, openWithCaptcha, outData } from './support/sign-in'

// Payers sign in on their phones in every way, and then pay or print.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  ;({ server, browser } = await demoPortal())
})

interface Hint {
  readonly UniformNo: string
  readonly fields: Readonly<Record<string, string>>
}

test.each([
  ['示範社區', '90000017', ['銷帳編號']],
  ['示範高級中學', '90000023', ['學號', '學生身分證字號']],
  ['示範人壽', '90000012', ['要保人身分證字號', '行動電話']],
])('a payer of %s enters the data that the company requires, and sees the bills', async (name, UniformNo, labels) => {
  const { page, complaints } = await openPage(browser, server.url, 390)
  const fields = await known(UniformNo)
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByRole('button', { name: '沒有銷帳編號？改選委託單位' }).click()
    await page.getByLabel('委託單位').fill(name)
    await page.getByLabel(labels.at(-1) ?? '', { exact: true }).waitFor()
    expect(await page.locator('form label').allTextContents()).toEqual([
      '委託單位',
      ...labels,
      expect.stringContaining('驗證碼'),
    ])
    for (const [i, label] of labels.entries())
      await page.getByLabel(label, { exact: true }).fill(Object.values(fields)[i] ?? '')
  })
  await submit(page)
  await page.waitForURL('**/payment-information')
  await page.getByRole('article').first().waitFor()
  expect(complaints).toEqual([])
})

test('the account sign-in leads to the open bills while something is unpaid', async () => {
  const { page } = await openPage(browser, server.url, 390)
  await accountLogin(page, 'Ａ１２３４５６７８９', '0912-345-678')
  await page.waitForURL('**/payment-information')
  expect(
    await page.evaluate(() => [
      localStorage.getItem('PAYMENT_DATA') !== null,
      localStorage.getItem('PAYMENT_HISTORY_DATA'),
    ]),
  ).toEqual([true, null])
})

test('the account sign-in leads to the payments if everything is paid; they can be filtered by period', async () => {
  const { page } = await openPage(browser, server.url, 390)
  const { IdNo, Mobile } = await someone('90000023', hasPaidAll)
  await accountLogin(page, IdNo, Mobile)
  await page.waitForURL('**/payment-history')
  expect(
    await page.evaluate(() => [
      localStorage.getItem('PAYMENT_DATA'),
      localStorage.getItem('PAYMENT_HISTORY_DATA') !== null,
    ]),
  ).toEqual([null, true])
  const payments = page.getByRole('table', { name: '繳費紀錄' }).getByRole('row', { name: /NT\$/ })
  await payments.first().waitFor()
  const all = await payments.count()
  await page.getByLabel('繳款日期迄').fill('2001-01-01')
  await page.getByText('查無資料').waitFor()
  await page.getByRole('button', { name: '全部' }).click()
  await payments.first().waitFor()
  expect(await payments.count()).toBe(all)
})

test('payments of bills in several states can be filtered by state', async () => {
  const { page } = await openPage(browser, server.url, 390)
  const { IdNo, Mobile } = await someone(
    '90000012',
    (bills) => new Set(bills.filter(({ PaidAmount }) => PaidAmount > 0).map(stateOf)).size > 1,
  )
  await accountLogin(page, IdNo, Mobile)
  await page.waitForURL('**/payment-*')
  await page.getByRole('link', { name: '繳費紀錄查詢' }).click()
  const rows = page.getByRole('table', { name: '繳費紀錄' }).getByRole('row', { name: /NT\$/ })
  await rows.first().waitFor()
  const all = await rows.count()
  const filter = page.getByLabel('狀態')
  const states = (await filter.getByRole('option').allTextContents()).slice(1)
  const counts = []
  for (const state of states) {
    await filter.selectOption(state)
    expect(await rows.filter({ hasText: state }).count(), state).toBe(await rows.count())
    counts.push(await rows.count())
  }
  expect(Math.min(...counts)).toBeGreaterThan(0)
  expect(counts.reduce((sum, count) => sum + count)).toBe(all)
  await filter.selectOption('全部')
  expect(await rows.count()).toBe(all)
})

test('receipts are downloaded and printed from a phone', async () => {
  const { page } = await openPage(browser, server.url, 390)
  await accountLogin(page, 'A123456789', '0912345678')
  await page.waitForURL('**/payment-information')
  await page.getByRole('link', { name: '收據資訊查詢' }).click()
  await page.getByRole('heading', { name: '收據資訊查詢' }).waitFor()
  for (const name of [/下載繳費證明/, /下載單筆證明/]) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).first().click(),
    ])
    const file = join(temporaryFolder(), 'certificate.pdf')
    await download.saveAs(file)
    if (canReadPaper) expect(textOf(file)).toMatch(/元整/)
  }
  await page.emulateMedia({ media: 'print' })
  await page.getByRole('table').first().waitFor()
  for (const left of [
    page.getByRole('banner'),
    page.getByRole('button', { name: '列印', exact: true }),
    page.getByRole('navigation', { name: '繳款人功能' }),
  ])
    expect(await left.isVisible()).toBe(false)
})

/** The demo data of a payer of this company. */
async function known(UniformNo: string): Promise<Readonly<Record<string, string>>> {
  const { demo } = (await (await fetch(`${server.url}/config.json`)).json()) as { demo: { payers: readonly Hint[] } }
  return demo.payers.find((payer) => payer.UniformNo === UniformNo)?.fields ?? {}
}

async function accountLogin(page: Page, idNo: string, mobile: string) {
  await openWithCaptcha(page, server, '/client', async () => {
    await page.getByLabel('以個人資料登入').click()
    await page.getByRole('textbox', { name: '身分證字號／統一編號' }).fill(idNo)
    await page.getByLabel('行動電話').fill(mobile)
  })
  await submit(page)
}

const submit = (page: Page) => page.getByRole('button', { name: '登入', exact: true }).click()

interface Bill {
  readonly BillStatus: string
  readonly PaidAmount: number
}

const hasPaidAll = (bills: readonly Bill[]): boolean =>
  bills.some((bill) => stateOf(bill) === 'Paid') && bills.every((bill) => ['Paid', 'Void'].includes(stateOf(bill)))

const stateOf = ({ BillStatus }: Bill): string => BillStatus

/** A payer of the demo data with such bills, as the company's administrator sees them. */
async function someone(
  company: string,
  fits: (bills: readonly Bill[]) => boolean,
): Promise<{ readonly IdNo: string; readonly Mobile: string }> {
  const headers = { authorization: `Bearer ${await companyToken(server, demoAccount('admin01', company))}` }
  const get = async <T>(path: string) => outData<T>(await fetch(`${server.url}/api/${path}`, { headers }))
  const list = async <T>(path: string) => (await get<{ Items: readonly T[] }>(`${path}&PageSize=100`)).Items
  for (const { SerialId, PayerId } of await list<{ SerialId: number; PayerId: string }>('Payer?PayerStatus=Active'))
    if (fits(await list<Bill>(`Bills?PayerId=${PayerId}`))) return get(`Payer/${SerialId}`)
  throw new Error('The demo has no such payer.')
}
