import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { taipeiTime, taipeiToday } from '../../src/domain/dates/dates'
import type { RecordValues } from '../../src/schema/language/types'
import { demoBankPath } from '../../src/server/demo/bank'
import { terminal as adminTerminal, runAdmin } from '../../src/tools/admin/run'
import { callPortal } from '../../src/tools/bench/import-files'
import { openPage, sharedBrowser } from './support/browser'
import { type RunningServer, startServer } from './support/server'
import { companyToken, demoAccount, signInCompany } from './support/sign-in'
import { injectAxe, problemsOf } from './support/tour'

// People solve exceptions from the first page on, with few clicks: paid twice, one transfer for three children, and
// with four eyes. Afterwards the ledger verifies.

let server: RunningServer
let browser: Browser
const school = '90000023'

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), sharedBrowser()])
})

afterAll(async () => {
  await server?.stop()
})

/** Returns the bills of an agreement that a query finds, each of another payer. */
const billsOf = async (uniformNo: string, query: string): Promise<readonly RecordValues[]> => {
  // Another user than those of the journeys, whose sessions this sign-in would end.
  const token = await companyToken(server, demoAccount('viewer01', uniformNo))
  const user = { url: server.url, headers: { Authorization: `Bearer ${token}` } }
  const { Items } = await callPortal<{ Items: readonly RecordValues[] }>(user, `Bills?PageSize=100&${query}`)
  return [...new Map(Items.map((bill) => [bill.PayerId, bill])).values()]
}

/** Returns bills of an agreement that can be paid today. */
const payableBills = async (uniformNo: string, applyCode: string): Promise<readonly RecordValues[]> => {
  const today = taipeiToday(new Date())
  const bills = await billsOf(uniformNo, `ApplyCode=${applyCode}&BillStatus=Unpaid`)
  return bills.filter(({ PaymentEndDate }) => String(PaymentEndDate) > today)
}

let payments = 0

/** Pays to the account of a bill at the demo bank, which reports the payment to the portal at once. */
const pay = async ({ VACAccount, CurrencyType, ShouldPayAmount }: RecordValues, amount = Number(ShouldPayAmount)) => {
  payments += 1
  const body = new URLSearchParams({
    Channel: 'bankMobile',
    Account: String(VACAccount),
    Amount: String(amount),
    Currency: String(CurrencyType),
    Order: taipeiTime(new Date()).replace(/\D/g, '') + String(payments).padStart(6, '0'),
  })
  const answer = await fetch(server.url + demoBankPath, { method: 'POST', body, headers: { Origin: server.url } })
  expect(await answer.text()).toContain('付款完成')
}

/** Signs a user in on the first page; returns the page, a function that clicks, and the number of its clicks. */
const onFirstPage = async (user: string, uniformNo: string) => {
  const watched = await openPage(browser, server.url)
  await injectAxe(watched.context)
  await signInCompany(watched.page, server, demoAccount(user, uniformNo))
  let clicks = 0
  const click = async (target: Locator): Promise<void> => {
    clicks += 1
    await target.click()
  }
  return { ...watched, click, clicks: () => clicks }
}

const figure = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} .*到清單查看$`) })

const lineRow = (page: Page, { VACAccount }: RecordValues) => page.getByRole('row', { name: String(VACAccount) })

test('paid twice: a clerk proves it and gives the money back in at most 7 clicks', async () => {
  const [bill = {}] = await payableBills('90000017', '77001')
  await pay(bill)
  await pay(bill)
  const { page, complaints, click, clicks, context } = await onFirstPage('maker01', '90000017')
  await click(figure(page, '銷帳例外'))
  await click(page.getByRole('tab', { name: /^重複繳/ }))
  const line = lineRow(page, bill)
  await line.getByText(/先前已經繳清/).waitFor()
  await click(line.getByRole('button', { name: /^更多操作/ }))
  await click(page.getByRole('menuitem', { name: '作廢', exact: true }))
  const dialog = page.getByRole('dialog', { name: '作廢' })
  await click(dialog.getByRole('button', { name: '重複繳款，已退還繳款人' }))
  await dialog.getByRole('table', { name: '處理前後' }).getByText('已作廢').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await click(dialog.getByRole('button', { name: '作廢', exact: true }))
  await click(dialog.getByRole('link', { name: '這筆交易與處理紀錄（退款的憑據）' }))
  await page.getByRole('heading', { name: '處理紀錄' }).waitFor()
  await page.getByText(/maker01） 處理：重複繳款，已退還繳款人/).waitFor()
  expect(clicks()).toBeLessThanOrEqual(7)
  expect(complaints).toEqual([])
  await context.close()
})

test('one transfer for three children: a clerk divides it in at most 11 clicks', async () => {
  const children = (await payableBills(school, '77002')).slice(0, 3)
  expect(children).toHaveLength(3)
  const [first = {}] = children
  await pay(
    first,
    children.reduce((sum, { ShouldPayAmount }) => sum + Number(ShouldPayAmount), 0),
  )
  const { page, complaints, click, clicks, context } = await onFirstPage('maker01', school)
  await click(figure(page, '銷帳例外'))
  await click(lineRow(page, first).getByRole('button', { name: /^分拆 / }))
  const dialog = page.getByRole('dialog', { name: '分拆' })
  for (const [index, { BillNo }] of children.entries()) {
    if (index === 2) await click(dialog.getByRole('button', { name: '新增一筆' }))
    const input = dialog.getByRole('combobox', { name: `第 ${index + 1} 筆：帳單或虛擬帳號` })
    if (index < 2) await click(input)
    await page.keyboard.type(String(BillNo))
    await click(page.getByRole('option', { name: String(BillNo) }))
  }
  await dialog.getByText('尚餘 NT$0').waitFor()
  await click(dialog.getByRole('button', { name: '一筆匯款繳多張帳單' }))
  await dialog.getByRole('table', { name: '處理前後' }).getByText('已分拆').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await click(dialog.getByRole('button', { name: '分拆為 3 筆' }))
  await dialog
    .getByRole('link', { name: /繳費證明$/ })
    .nth(2)
    .waitFor()
  expect(clicks()).toBeLessThanOrEqual(11)
  expect(complaints).toEqual([])
  await context.close()
  for (const { BillNo } of children)
    expect(await billsOf(school, `BillNo=${BillNo}&BillStatus=Paid`)).toMatchObject([{ BillNo }])
})

test('with four eyes a clerk proposes, and a manager releases from the bell', async () => {
  const [bill = {}] = await billsOf(school, 'ApplyCode=77012&BillStatus=Paid')
  await pay(bill)
  // The demo's maker for the other agreements of a company.
  const maker = await onFirstPage('maker02', school)
  await maker.click(figure(maker.page, '銷帳例外'))
  await maker.click(lineRow(maker.page, bill).getByRole('button', { name: /^更多操作/ }))
  await maker.click(maker.page.getByRole('menuitem', { name: '作廢', exact: true }))
  const proposal = maker.page.getByRole('dialog', { name: '作廢' })
  await maker.click(proposal.getByRole('button', { name: '重複繳款，已退還繳款人' }))
  await proposal.getByText(/須由另一位可放行的人員放行/).waitFor()
  await maker.click(proposal.getByRole('button', { name: '送出放行' }))
  await maker.page.getByText('已送出，等另一位可放行的人員放行後生效。').waitFor()
  expect(maker.complaints).toEqual([])
  await maker.context.close()

  const { page, complaints, click, clicks, context } = await onFirstPage('checker01', school)
  await figure(page, '待放行').waitFor()
  await click(page.getByRole('button', { name: /待您放行 \d+ 筆/ }))
  await click(page.getByRole('dialog', { name: '作業通知' }).getByRole('link', { name: /放行/ }).first())
  await click(lineRow(page, bill).getByRole('button', { name: /^放行 / }))
  const release = page.getByRole('dialog', { name: '放行' })
  await release.getByText(/maker02） 提出：重複繳款，已退還繳款人/).waitFor()
  await release.getByRole('table', { name: '處理前後' }).getByText('已作廢').waitFor()
  expect(await problemsOf(page)).toEqual([])
  await click(release.getByRole('button', { name: '放行', exact: true }))
  await page.getByText('已放行。').waitFor()
  expect(clicks()).toBeLessThanOrEqual(4)
  expect(complaints).toEqual([])
  await context.close()
})

test('afterwards the ledger verifies', async () => {
  const { dataDir } = server
  expect(await server.stop()).toBe(0)
  const printed: string[] = []
  const terminal = { ...adminTerminal, env: { DATA_DIR: dataDir }, print: (line: string) => void printed.push(line) }
  expect(await runAdmin(['ledger-verify'], terminal), printed.join('\n')).toBe(0)
})
