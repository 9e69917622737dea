import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, onRequest, respondWith, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

const lineQuery = {
  label: '銷帳明細查詢',
  noun: '交易',
  kind: 'view',
  of: 'TLDetail',
  menu: { group: 'writeOff', order: 98, icon: 'Search' },
  endpoints: { operations: ['list', 'get'] },
  list: {
    columns: ['TradeDate', 'VACAccount', 'Amount', 'BillSerialId.BillTermId', 'HandleReason'],
    filters: [
      {
        period: 'DateType',
        label: '日期別',
        enum: 'ReportDateType',
        of: { TradeDate: 'TradeDate', AccountDate: 'AccountDate', RemitDate: 'ExpectRemitDate' },
        required: true,
        maxDays: 92,
      },
      'ApplyCode',
      'BillSerialId.BillTermId',
      'VACAccount',
    ],
    mobile: { primary: 'VACAccount', secondary: ['TradeDate', 'Amount', 'BillSerialId.BillTermId'] },
  },
  form: [{ title: '交易', fields: ['TradeDate', 'Amount', 'HandleReason', 'BillSerialId.BillTermId'] }],
  actions: {
    Note: {
      label: '註記',
      icon: 'Search',
      on: ['row', 'bulk'],
      roles: ['CustomerMaker'],
      inputs: { Why: { type: 'text', label: '說明', required: true, max: 100 } },
      set: { HandleReason: { input: 'Why' } },
    },
  },
}

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { lineQuery } })
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01', RoleId: 'CustomerMaker' })
  const bill = await given.bill()
  const line = { ApplyCode: '77001', ChannelId: '01', CurrencyType: 'TWD', AmountSign: 'Plus', Amount: 1000 }
  const status = { WriteOffStatus: 'WrittenOff', TradeDate: '2026-11-05', AccountDate: '2026-11-06' }
  await given.record('TLDetail', { ...line, ...status, VACAccount: '77001260001235', BillSerialId: bill.SerialId })
  await given.record('TLDetail', { ...line, ...status, VACAccount: '77001260001242', AccountDate: '2026-12-01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const search = page.getByRole('button', { name: '查詢', exact: true })
const box = (name: string) => page.getByRole('textbox', { name })
const draw = () => drawAdmin(portal.schemas, '/admin/lineQuery')
const query = async (from: string, to: string) => {
  await openConditions()
  await box('期間（必填）（起）').fill(from)
  await box('期間（必填）（迄）').fill(to)
  await search.click()
}

test('a period filters the chosen date; its parameters have their own names', async () => {
  const asked: URLSearchParams[] = []
  onRequest(worker, ({ url }) => void (url.includes('/LineQuery?') && asked.push(new URL(url).searchParams)))
  draw()
  await expect.element(page.getByText('請輸入「期間」的起日。')).toBeVisible()
  await query('2026/11/01', '2026/11/30')
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  await openConditions()
  await page.getByRole('combobox', { name: '日期別' }).click()
  await page.getByRole('option', { name: '帳務日' }).click()
  await search.click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /77001260001235/ })).toHaveTextContent('115年11月管理費')
  expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
    DateType: 'AccountDate',
    StartDate: '2026-11-01',
    EndDate: '2026-11-30',
  })
  await query('2026/10/01', '2027/01/31')
  await expect.element(page.getByText('查詢期間最長 92 天，目前是 123 天，請縮短期間。')).toBeVisible()
})

test('a list is filtered by a field of the referenced record', async () => {
  draw()
  await query('2026/11/01', '2026/11/30')
  await openConditions()
  await page.getByRole('combobox', { name: '代收期別' }).fill('2026-11')
  await page.getByRole('option', { name: /2026-11/ }).click()
  await search.click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
})

test('the detail page shows the fields of the view, and its actions', async () => {
  draw()
  await query('2026/11/01', '2026/11/30')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('檢視')
  await page.getByRole('button', { name: '註記' }).click()
  await page.getByRole('textbox', { name: '說明' }).fill('已核對')
  await page.getByRole('dialog').getByRole('button', { name: '註記' }).click()
  await expect.element(page.getByRole('main').getByText('已核對', { exact: true })).toBeVisible()
  for (const name of ['修改', '刪除']) expect(page.getByRole('link', { name }).elements()).toEqual([])
})

test('on a phone, the period, the cards and the actions are usable', async () => {
  await page.viewport(390, 844)
  draw()
  await query('2026/11/01', '2026/11/30')
  await expect.element(page.getByText('77001260001235')).toBeVisible()
})

test('before a backend without the call for one record, a view has no links to detail pages', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  draw()
  await query('2026/11/01', '2026/11/30')
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  expect(page.getByRole('row').nth(1).getByRole('link').elements()).toEqual([])
})
