import { readFileSync } from 'node:fs'
import { readXlsx } from 'hucre/xlsx'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signatureHeaders } from '../../src/contract/headers'
import { addDays, taipeiTime, taipeiToday } from '../../src/domain/dates/dates'
import { enums, enumText } from '../../src/domain/enums'
import type { RecordValues } from '../../src/schema/language/types'
import { requestSignature } from '../../src/server/security/request-signature'
import type { SignedInUser } from '../../src/tools/bench/client'
import { callPortal } from '../../src/tools/bench/import-files'
import { openPage, sharedBrowser } from './support/browser'
import { canReadPaper, textOf } from './support/paper'
import { type RunningServer, startServer } from './support/server'
import { companyToken, demoAccount, outData, signInCompany } from './support/sign-in'

// "How much did we collect of this term, by channel?" has one answer: on the first page, on the page of the term, and in
// the write-off report on the screen, in Excel, CSV and PDF; also after a handling, its undo and a reversal.

/** What was collected, by the text of the channel. */
type ByChannel = Readonly<Record<string, number>>

const secret = 'one-figure-secret-one-figure-secret-one-figure'
const today = taipeiToday(new Date())
let server: RunningServer
let browser: Browser
let page: Page
let complaints: readonly string[]
let term: RecordValues
let clerk: SignedInUser
let manager: SignedInUser

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ env: { BANK_CREDIT_SECRET: secret } }), sharedBrowser()])
  ;({ page, complaints } = await openPage(browser, server.url))
  await signInCompany(page, server, demoAccount('maker01'))
  ;[clerk, manager] = [await signedIn('admin01'), await signedIn('checker01')]
  const { Items } = await callPortal<{ Items: readonly RecordValues[] }>(
    clerk,
    'BillTerm/GetSearchData?ApplyCode=77001&TermStatus=Open&SortField=PaymentEndDate&PageSize=100',
  )
  const current = Items.find(({ PaymentEndDate }) => String(PaymentEndDate) > today)
  if (!current) throw new Error('The demo has no open term of today.')
  term = current
})

afterAll(async () => {
  await server?.stop()
})

const signedIn = async (user: string): Promise<SignedInUser> => ({
  url: server.url,
  headers: { ...json, Authorization: `Bearer ${await companyToken(server, demoAccount(user))}` },
})

/** Returns the bills of the term that nobody has paid. */
const unpaidBills = async (): Promise<readonly RecordValues[]> =>
  (
    await callPortal<{ Items: readonly RecordValues[] }>(
      clerk,
      `Bills?ApplyCode=77001&BillTermId=${term.BillTermId}&BillStatus=Unpaid&PageSize=100`,
    )
  ).Items

const Reason = '繳款人繳錯帳號'
const json = { 'Content-Type': 'application/json' }
const payments = new Map<string, object>()

/** Reports a payment of a bill as the bank's system does; with `sign` Minus, the reversal of the payment of that number. */
const report = async (txnSeq: string, bill: RecordValues, { channel = '06', sign = 'Plus' } = {}): Promise<void> => {
  const now = taipeiTime(new Date())
  const payment = payments.get(txnSeq) ?? {
    TradeDate: today,
    TradeTime: now.slice(11, 19).replaceAll(':', ''),
    AccountDate: today,
    TxnSeq: txnSeq,
    ChannelId: channel,
    VACAccount: bill.VACAccount,
    CurrencyType: bill.CurrencyType,
    Amount: bill.ShouldPayAmount,
  }
  payments.set(txnSeq, payment)
  const body = JSON.stringify({ ...payment, AmountSign: sign })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const path = '/api/Ext/BankCredits'
  const encoder = new TextEncoder()
  const signature = await requestSignature(encoder.encode(secret), {
    ...{ timestamp, method: 'POST', path, body: encoder.encode(body) },
  })
  const headers = {
    ...json,
    [signatureHeaders.timestamp]: timestamp,
    [signatureHeaders.signature]: signature,
  }
  await outData(await fetch(server.url + path, { method: 'POST', headers, body }))
}

const channelTexts: readonly string[] = Object.keys(enums.Channel).map((code) => enumText('Channel', code))
const ownCollection = enumText('Channel', 'A0')
const amountOf = (text: string): number => Number(text.replace(/[^\d-]/g, ''))

/** Without what the company collected itself, which the report does not have, as its note says. */
const byBank = (amounts: ByChannel): ByChannel =>
  Object.fromEntries(Object.entries(amounts).filter(([channel, amount]) => channel !== ownCollection && amount !== 0))

const onFirstPage = async (): Promise<ByChannel> => {
  await page.goto('/admin')
  const card = page.getByRole('region', { name: '開放期別的收款', exact: true })
  await card.getByRole('button', { name: '顯示表格' }).click()
  const row = card.getByRole('row', { name: String(term.BillTermName) })
  const text = (await row.getByRole('cell').last().textContent()) ?? ''
  return Object.fromEntries(
    text.split('、').map((part) => {
      const [, channel = '', amount = ''] = /^(.+) (\S+)$/.exec(part) ?? []
      return [channel, amountOf(amount)]
    }),
  )
}

const onTermPage = async (): Promise<ByChannel> => {
  await page.goto(`/admin/billTerm/${term.SerialId}/show`)
  const table = page.getByRole('table', { name: '各通路的繳款' })
  await table.waitFor()
  const rows = await table.locator('tbody tr').all()
  return Object.fromEntries(
    await Promise.all(
      rows.map(async (row) => {
        const [channel = '', , amount = ''] = await row.locator('td, th').allTextContents()
        return [channel, amountOf(amount)]
      }),
    ),
  )
}

const openReport = async (): Promise<void> => {
  const period = { DateType: 'TradeDate', StartDate: { from: addDays(today, -91), to: today } }
  const filter = JSON.stringify({ ApplyCode: '77001', ...period, BillTermId: term.BillTermId })
  await page.goto(`/admin/WriteOffReport?${new URLSearchParams({ filter })}`)
  await page.getByRole('table', { name: '銷帳報表' }).getByRole('row', { name: /^合計/ }).waitFor()
}

/** Returns the subtotals by channel of the lines of a report, each as its heading and its first figure. */
const subtotalsOf = (lines: readonly (readonly string[])[]): ByChannel =>
  Object.fromEntries(
    lines.flatMap(([heading = '', ...cells]) => {
      const channel = /^小計：(\S+)/.exec(heading)?.[1] ?? ''
      const figure = cells.find((cell) => /^-?[\d,]+$/.test(cell))
      return channelTexts.includes(channel) && figure ? [[channel, amountOf(figure)]] : []
    }),
  )

const onScreen = async (): Promise<ByChannel> => {
  // Of a long table only the rows near the window exist; a tall window shows all of a term.
  await page.setViewportSize({ width: 1440, height: 20_000 })
  const table = page.getByRole('table', { name: '銷帳報表' })
  const rowCount = Number(await table.getAttribute('aria-rowcount'))
  await expect.poll(() => table.locator('tr[aria-rowindex]').count()).toBe(rowCount)
  const lines = await table.locator('tr.subtotal').all()
  const cells = await Promise.all(lines.map((line) => line.locator('td, th').allTextContents()))
  await page.setViewportSize({ width: 1440, height: 900 })
  return subtotalsOf(cells)
}

const downloaded = async (format: RegExp): Promise<string> => {
  await page.getByRole('button', { name: '下載', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format }).click(),
  ])
  return download.path()
}

const inExcel = async (): Promise<ByChannel> => {
  const [sheet] = (await readXlsx(readFileSync(await downloaded(/^Excel/)))).sheets
  return subtotalsOf((sheet?.rows ?? []).map((row) => row.map((cell) => String(cell ?? ''))))
}

const inCsv = async (): Promise<ByChannel> =>
  subtotalsOf(
    readFileSync(await downloaded(/^CSV/), 'utf8')
      .split('\r\n')
      .map((line) => line.split(',')),
  )

const inPdf = async (): Promise<ByChannel> =>
  subtotalsOf(
    textOf(await downloaded(/^PDF/))
      .split('\n')
      .map((line) => line.trim().split(/\s{2,}/)),
  )

/** Reads the figure in all places, and expects the same everywhere. */
const oneFigure = async (): Promise<ByChannel> => {
  const figure = byBank(await onFirstPage())
  expect(byBank(await onTermPage()), 'page of the term').toEqual(figure)
  await openReport()
  expect(byBank(await onScreen()), 'screen').toEqual(figure)
  expect(byBank(await inExcel()), 'Excel').toEqual(figure)
  expect(byBank(await inCsv()), 'CSV').toEqual(figure)
  if (canReadPaper) expect(byBank(await inPdf()), 'PDF').toEqual(figure)
  return figure
}

/** Returns amounts with what was added to one of them. */
const plus = (amounts: ByChannel, channel: string, amount: unknown): ByChannel =>
  byBank({ ...amounts, [channel]: (amounts[channel] ?? 0) + Number(amount) })

test('payments, a handling, its undo and a reversal change the one figure by what they are', async () => {
  const [first, second, atm, bank, other, collected] = await unpaidBills()
  if (!first || !second || !atm || !bank || !other || !collected)
    throw new Error('The term has fewer than six unpaid bills.')
  // On the first day of a month nobody has paid the demo's current term.
  await report('700011', first)
  await report('700012', second, { channel: '17' })
  const initial = await oneFigure()
  expect(Object.keys(initial).length).toBeGreaterThan(1)

  await report('700001', atm)
  await report('700002', bank, { channel: '17' })
  // The second payment of the bill is an exception, which no figure contains.
  await report('700003', atm)
  const collection = { ApplyCode: '77001', BillSerialId: collected.SerialId, CollectMethod: 'Cash' }
  const body = JSON.stringify({ ...collection, CollectAmount: collected.ShouldPayAmount, CollectDate: today })
  await callPortal(clerk, 'SelfCollection', { method: 'POST', body })
  const paid = plus(plus(initial, 'ATM轉帳', atm.ShouldPayAmount), '網路／行動銀行', bank.ShouldPayAmount)
  expect(await oneFigure()).toEqual(paid)
  expect((await onFirstPage())[ownCollection]).toBeGreaterThan(0)

  const exceptions = await callPortal<{ Items: readonly RecordValues[] }>(
    clerk,
    `TLDetailExceptionHandling?VACAccount=${atm.VACAccount}&PageSize=10`,
  )
  const line = exceptions.Items.find(({ TxnSeq }) => TxnSeq === '700003')
  await callPortal(clerk, `TLDetailExceptionHandling/${line?.SerialId}/ChangeBill`, {
    method: 'PUT',
    body: JSON.stringify({ Reason, BillSerialId: other.SerialId, ConfirmOverPay: true }),
  })
  expect(await oneFigure()).toEqual(plus(paid, 'ATM轉帳', atm.ShouldPayAmount))

  await callPortal(manager, `Ext/TLDetailExceptionHandling/${line?.SerialId}/Undo`, {
    method: 'POST',
    body: JSON.stringify({ Reason }),
  })
  expect(await oneFigure()).toEqual(paid)

  await report('700002', bank, { sign: 'Minus' })
  expect(await oneFigure()).toEqual(plus(paid, '網路／行動銀行', -Number(bank.ShouldPayAmount)))
  expect(complaints).toEqual([])
})
