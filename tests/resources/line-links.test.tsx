import { beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bankLines from '../../resources/SKGTLDetailQuery'
import lines from '../../resources/TLDetail'
import queriedLines from '../../resources/TransactionDetailQuery'
import type { RecordValues } from '../../src/schema/language/types'
import { openConditions } from '../admin/list-page'
import { person, toBill } from '../server/payments/support/persons'
import { violations } from '../support/browser/axe'
import { onRequest, respondWith } from '../support/browser/msw'
import { exceptionsPage } from './exceptions-page'

// A line leads on to its bill, its payer, its file and the page on which it is handled.
const { portal, worker, signInAs, waitingLine, bill: givenBill, draw: drawPage } = exceptionsPage()
let bill: RecordValues
let line: RecordValues
let writtenOff: RecordValues
let reversal: RecordValues

beforeAll(async () => {
  const { given } = portal()
  await given.billTerm()
  await given.payer({ PayerId: 'P-1', PayerNo: '000001', PayerName: '王大明' })
  bill = await given.bill({ PayerId: 'P-1', PayerName: '王大明' })
  const file = await given.record('bankFile', { FileName: 'MART.20261119', ImportStatus: 'Succeeded' })
  const ofBill = {
    ApplyCode: '77001',
    ChannelId: '01',
    TradeDate: '2026-11-19',
    TransDate: '2026-11-19',
    ExpectRemitDate: '2026-11-24',
    VACAccount: bill.VACAccount,
    CurrencyType: 'TWD',
    AmountSign: 'Plus',
    Amount: 1000,
    ChannelFee: 10,
    NetAmount: 990,
    BillSerialId: bill.SerialId,
    BillNo: bill.BillNo,
    PayerName: '王大明',
    ShouldPayAmount: 1000,
    SourceFile: 'MART.20261119',
    BankFileSerialId: file.SerialId,
    LineNo: 12,
  }
  line = await given.record('TLDetail', {
    ...ofBill,
    TxnSeq: '1',
    WriteOffStatus: 'Exception',
    ExceptionType: 'Duplicate',
  })
  reversal = await given.record('TLDetail', {
    ...ofBill,
    BillSerialId: null,
    BillNo: null,
    TxnSeq: '3',
    AmountSign: 'Minus',
    TableFee: 15,
    WriteOffStatus: 'Exception',
    ExceptionType: 'Reversal',
  })
  writtenOff = await given.record('TLDetail', { ...ofBill, TxnSeq: '2', WriteOffStatus: 'WrittenOff' })
})

/** Returns a line that was changed to a bill. */
const changedLine = async () => {
  const target = await givenBill()
  const { id } = await waitingLine()
  await person(portal(), 'maker02').handle(id, toBill(target), '繳款人來電確認')
  return { id, target }
}

const screens = {
  TLDetail: async () => ({ default: lines }),
  TransactionDetailQuery: async () => ({ default: queriedLines }),
  SKGTLDetailQuery: async () => ({ default: bankLines }),
}
const draw = (path: string) => drawPage(path, screens)
const drawForBank = async (path: string) => {
  await signInAs('operator')
  const router = draw(path)
  const dialog = page.getByRole('alertdialog', { name: '請輸入查看事由' })
  await dialog.getByRole('textbox', { name: '事由' }).fill('客戶來電查詢')
  await dialog.getByRole('button', { name: '確定' }).click()
  return router
}
const main = page.getByRole('main')
const link = (name: RegExp | string) => main.getByRole('link', { name })
const addressOf = (name: RegExp | string) => link(name).element().getAttribute('href')

test.each(['TLDetail', 'TransactionDetailQuery', 'TLDetailExceptionHandling'])(
  'a line on %s leads to its bill and its payer',
  async (name) => {
    draw(`${name}/${line.SerialId}/show`)
    await expect.element(link(new RegExp(`^${bill.BillNo} 王`))).toBeVisible()
    expect(addressOf(new RegExp(`^${bill.BillNo} 王`))).toBe(`/admin/bills/${bill.SerialId}/show`)
    await expect.element(link(/^P-1 王/)).toBeVisible()
    expect(addressOf(/^P-1 王/)).toMatch(/^\/admin\/payer\/.+\/show$/)
    await link(/^P-1 王/).click()
    await expect.element(page.getByRole('dialog').getByText('000001')).toBeVisible()
  },
)

test.each(['TLDetail', 'TransactionDetailQuery'])(
  'a line on %s leads to the page on which it is handled, unless nobody has to handle it',
  async (name) => {
    draw(`${name}/${line.SerialId}/show`)
    await page.getByRole('link', { name: '例外處理', exact: true }).last().click()
    await expect.element(main.getByRole('heading', { name: '為什麼等待處理' })).toBeVisible()
    draw(`${name}/${writtenOff.SerialId}/show`)
    await expect.element(link(/^P-1 王/)).toBeVisible()
    expect(main.getByRole('link', { name: '例外處理', exact: true }).elements()).toEqual([])
  },
)

test('on the page of an exception, the bills of the payer and the history are above the facts', async () => {
  draw(`TLDetailExceptionHandling/${line.SerialId}/show`)
  await expect.element(main.getByRole('heading', { name: '同一繳款人未繳清的帳單' })).toBeVisible()
  await expect.element(main.getByRole('heading', { name: '處理紀錄' })).toBeVisible()
  const headings = main
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ textContent }) => textContent)
  expect(headings.slice(0, 4)).toEqual(['為什麼等待處理', '同一繳款人未繳清的帳單', '處理紀錄', '交易'])
  expect(await violations()).toEqual([])
})

test('the bank is led to the bill among those of all companies, which shows its lines, and to the file', async () => {
  const asked: string[] = []
  onRequest(worker, ({ url }) => void asked.push(new URL(url).pathname))
  const router = await drawForBank(`SKGTLDetailQuery/${line.SerialId}/show`)
  const name = new RegExp(`^${bill.BillNo} 王`)
  await expect.element(link(name)).toBeVisible()
  expect(addressOf(name)).toBe(`/admin/SKGBillQuery/${bill.SerialId}/show`)
  await expect.element(link(/MART\.20261119/)).toHaveAttribute('href', expect.stringMatching(/^\/admin\/bankFile\//))
  expect(link(/^P-1/).elements()).toEqual([])
  const number = main.getByRole('link', { name: String(bill.BillNo), exact: true })
  await expect.element(number).toHaveAttribute('href', `/admin/SKGBillQuery/${bill.SerialId}/show`)
  await router.navigate(`/admin/SKGBillQuery/${bill.SerialId}/show`)
  const card = main.getByRole('region', { name: '通路交易' })
  await expect.element(card.getByRole('row').nth(2)).toBeVisible()
  expect(await violations()).toEqual([])
  await card.getByRole('link', { name: '到清單查看通路交易' }).click()
  await expect.element(main.getByText('共 2 筆', { exact: true })).toBeVisible()
  await expect.element(number.first()).toHaveAttribute('href', `/admin/SKGBillQuery/${bill.SerialId}/show`)
  // The bank may not list the bills of companies: their serial number is shown only because the link asked for it.
  await openConditions()
  await expect.element(main.getByRole('textbox', { name: '帳單', exact: true })).toHaveValue(String(bill.SerialId))
  expect(await violations()).toEqual([])
  await main.getByRole('button', { name: '清除', exact: true }).click()
  await expect.element(main.getByRole('textbox', { name: '帳單', exact: true })).not.toBeInTheDocument()
  expect(asked.filter((path) => path.startsWith('/api/Bills'))).toEqual([])
})

test('a reversal has a negative fee of the table, wherever the fee is shown', async () => {
  const fee = main.getByText('-15', { exact: true })
  for (const name of ['TLDetail', 'TLDetailExceptionHandling']) {
    draw(`${name}/${reversal.SerialId}/show`)
    await expect.element(fee).toBeVisible()
  }
  await drawForBank(`SKGTLDetailQuery/${reversal.SerialId}/show`)
  await expect.element(fee).toBeVisible()
})

test.each(['TLDetail', 'TransactionDetailQuery', 'TLDetailExceptionHandling'])(
  'a reversal on %s has negative amounts, as in the sums',
  async (name) => {
    draw(`${name}/${reversal.SerialId}/show`)
    await expect.element(main.getByText('-1,000', { exact: true })).toBeVisible()
    await expect.element(main.getByText('-10', { exact: true })).toBeVisible()
    await expect.element(main.getByText('-990', { exact: true })).toBeVisible()
    draw(`${name}/${line.SerialId}/show`)
    await expect.element(main.getByText('990', { exact: true })).toBeVisible()
  },
)

test('a company finds lines by a bill in a select', async () => {
  draw('TLDetail')
  await main.getByRole('combobox', { name: '帳單', exact: true }).click()
  await expect.element(page.getByRole('option', { name: new RegExp(String(bill.BillNo)) })).toBeVisible()
})

test('the number of a bill in a list of exceptions, and in what was done with a line, leads to the bill', async () => {
  draw('TLDetailExceptionHandling')
  const number = main.getByRole('link', { name: String(bill.BillNo), exact: true })
  await expect.element(number).toHaveAttribute('href', `/admin/bills/${bill.SerialId}/show`)
  await number.click()
  await expect.element(page.getByRole('dialog').getByText('王大明').first()).toBeVisible()
  const { id, target } = await changedLine()
  draw(`TLDetailExceptionHandling/${id}/show`)
  const done = main.getByRole('region', { name: '處理紀錄' }).getByRole('link', { name: String(target.BillNo) })
  await expect.element(done).toHaveAttribute('href', `/admin/bills/${target.SerialId}/show`)
})

test('a reference to records for which the backend has no call is text', async () => {
  const served = await (await portal().app.request('/api/Ext/GetCapabilities')).json()
  const Calls = served.OutData.Calls.filter((id: string) => id !== 'SKGBillQuery.get')
  worker.use(respondWith('/Ext/GetCapabilities', { ...served.OutData, Calls }))
  await drawForBank(`SKGTLDetailQuery/${line.SerialId}/show`)
  await expect.element(link(/MART\.20261119/)).toBeVisible()
  await expect.element(main.getByText(new RegExp(`^${bill.BillNo} 王`))).toBeVisible()
  expect(link(new RegExp(`^${bill.BillNo} 王`)).elements()).toEqual([])
})
