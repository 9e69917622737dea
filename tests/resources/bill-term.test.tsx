import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import billTerm from '../../resources/billTerm'
import type { RecordValues } from '../../src/schema/language/types'
import { chooseFromMenu, drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let maker: RecordValues
let term: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.fee({ FeeCode: 'F01' })
  term = await given.billTerm({
    FeeItems: [{ FeeCode: 'F01', Amount: 1200 }],
    Notices: '請於期限內繳納',
    BillTemplateId: 'A4Tuition',
  })
  const paid = await given.bill({ PaidAmount: 1000, PayStatus: 'Paid' })
  await given.bill({ PayerName: '林美玲' })
  await given.bill({ PayerName: '陳志強', PaymentEndDate: '2026-11-19' })
  await given.bill({ PayerName: '張雅婷', BillState: 'Void' })
  await sql`
    insert into payment (detail_id, bill_serial_id, amount, paid_time, channel_id, receipt_no)
    values ('D1', ${Number(paid.SerialId)}, 1000, '2026-11-10T01:15:30Z', '01', 'R1')`.execute(portal.db)
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const open = (path: string) => drawAdmin(portal.schemas, path, { billTerm: async () => ({ default: billTerm }) })
const termPath = () => `/admin/billTerm/${term.SerialId}/show`
const cellsOf = (table: string) =>
  page
    .getByRole('table', { name: table })
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('the page of a term shows how much has been paid, in tables with headings', async () => {
  open(termPath())
  await expect.element(page.getByRole('region', { name: '收款進度' })).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: '已收足的比率' })).toHaveAttribute('aria-valuenow', '33')
  await expect.element(page.getByText('已收足應繳金額的 33.3%')).toBeVisible()
  expect(cellsOf('帳單與金額')).toEqual([
    ['項目', '帳單張數', '金額'],
    ['應繳', '3', 'NT$3,000'],
    ['已繳', '1', 'NT$1,000'],
    ['未繳清', '2', 'NT$2,000'],
    ['其中逾期', '1', 'NT$1,000'],
  ])
  expect(cellsOf('各通路的繳款')).toEqual([
    ['通路', '筆數', '金額', '占比'],
    ['統一超商', '1', 'NT$1,000', '100.0%'],
  ])
  const bills = page.getByRole('region', { name: '帳單（4 張）' })
  await expect
    .element(bills)
    .toHaveTextContent(/全部合計（計入 3 張）應繳金額 3,000已繳金額 1,000未繳金額 2,000作廢的帳單不計入合計。/)
  expect(await violations()).toEqual([])
})

test('the list and the page of a term show the share of its paid bills', async () => {
  open('/admin/billTerm')
  const share = page.getByRole('img', { name: '已繳清 33.3%' })
  await expect.element(page.getByRole('cell').filter({ has: share })).toHaveTextContent(/^1$/)
  open(termPath())
  await expect.element(page.getByRole('definition').filter({ has: share })).toHaveTextContent(/^1$/)
})

test('a count links to the list of its bills', async () => {
  open(termPath())
  await page.getByRole('link', { name: '到清單查看其中逾期的帳單：1 張' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '代收資料維護' })).toBeVisible()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /陳○強/ })).toBeVisible()
})

test('a term without bills is described as such', async () => {
  const { SerialId } = await portal.given.billTerm({ BillTermId: '2026-10', BillTermNo: '25' })
  open(`/admin/billTerm/${SerialId}/show`)
  await expect.element(page.getByText('這個期別還沒有帳單。')).toBeVisible()
})

const input = (name: string) => page.getByRole('textbox', { name })
const storedTerm = (id: string) =>
  portal.db
    .selectFrom('bill_term')
    .select([
      'bill_term_name',
      'bill_term_no',
      'bill_template_id',
      'payment_start_date',
      'payment_end_date',
      'fee_items',
      'notices',
      'term_status',
    ])
    .where('bill_term_id', '=', id)
    .executeTakeFirst()

test('a term is copied to the next period from its row: the form shows what will be saved', async () => {
  open('/admin/billTerm')
  // Two clicks from the list: the copy can be saved as it is.
  await page.getByRole('button', { name: '複製到下一期 2026-11 115年11月管理費' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: '新增代收期別' })).toBeVisible()
  await expect.element(input('期別代號')).toHaveValue('2026-12')
  await expect.element(input('期別代號')).toHaveFocus()
  await expect.element(input('期別名稱')).toHaveValue('115年12月管理費')
  await expect.element(page.getByRole('combobox', { name: /繳費項目/ })).toHaveValue('F01 管理費')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect(await storedTerm('2026-12')).toEqual({
    bill_term_name: '115年12月管理費',
    bill_term_no: '27',
    bill_template_id: 'A4Tuition',
    payment_start_date: '2026-12-01',
    payment_end_date: '2026-12-31',
    fee_items: [{ FeeCode: 'F01', Amount: 1200 }],
    notices: '請於期限內繳納',
    term_status: 'Draft',
  })
})

test('a term that was copied before is followed by the first free one', async () => {
  await portal.given.billTerm({
    BillTermId: '2027-05',
    BillTermName: '116年5月管理費',
    BillTermNo: '62',
    PaymentStartDate: '2027-05-01',
    PaymentEndDate: '2027-05-31',
  })
  const { SerialId } = await portal.given.billTerm({
    BillTermId: '2027-04',
    BillTermName: '116年4月管理費',
    BillTermNo: '61',
    PaymentStartDate: '2027-04-01',
    PaymentEndDate: '2027-04-30',
  })
  open(`/admin/billTerm/${SerialId}/show`)
  await chooseFromMenu('複製到下一期')
  await expect.element(input('期別代號')).toHaveValue('2027-06')
  await expect.element(input('期別名稱')).toHaveValue('116年6月管理費')
  await expect.element(input('期別編號')).toHaveValue('63')
})

const spring = { PaymentStartDate: '2026-05-01', PaymentEndDate: '2026-05-31' }

test('a copy marks the inputs whose next value is unknown, until they are changed', async () => {
  const { SerialId } = await portal.given.billTerm({
    BillTermId: 'REPAIR',
    BillTermName: '修繕費',
    BillTermNo: '40',
    ...spring,
  })
  open(`/admin/billTerm/${SerialId}/show`)
  await chooseFromMenu('複製到下一期')
  await expect.element(page.getByText('這是上一筆的期別代號，請改為新的期別代號。')).toBeVisible()
  await expect.element(input('期別代號')).toHaveFocus()
  await expect.element(input('期別名稱')).toBeInvalid()
  await input('期別代號').fill('REPAIR-2')
  await userEvent.tab()
  await expect.element(input('期別代號')).toBeValid()
  await expect.element(page.getByText('這是上一筆的期別代號，請改為新的期別代號。')).not.toBeInTheDocument()
  expect(await violations()).toEqual([])
})

test('a new term proposes the dates and amounts that follow from the last one of its category', async () => {
  await portal.given.billCategory({ BillCategoryCode: 'PARK', BillCategoryName: '停車費' })
  const parking = { BillCategoryCode: 'PARK', BillTermName: '停車費', FeeItems: [{ FeeCode: 'F01', Amount: 800 }] }
  await portal.given.billTerm({
    ...parking,
    BillTermId: 'P-2026Q1',
    BillTermNo: '51',
    PaymentStartDate: '2026-01-01',
    PaymentEndDate: '2026-01-31',
  })
  await portal.given.billTerm({
    ...parking,
    BillTermId: 'P-2026Q2',
    BillTermNo: '52',
    PaymentStartDate: '2026-04-01',
    PaymentEndDate: '2026-04-30',
  })
  open('/admin/billTerm/create')
  await page.getByRole('combobox', { name: '代收類別' }).click()
  await page.getByRole('option', { name: /停車費/ }).click()
  await page.getByRole('button', { name: '帶入日期與金額' }).click()
  await expect.element(page.getByText('已帶入日期與金額，請確認後再儲存。')).toBeVisible()
  expect(page.getByRole('button', { name: '帶入日期與金額' }).elements()).toEqual([])
  await input('期別代號').fill('P-2026Q3')
  await input('期別名稱').fill('停車費')
  await input('期別編號').fill('53')
  await input('帳單中文名稱').fill('停車費繳款單')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect(await storedTerm('P-2026Q3')).toMatchObject({
    payment_start_date: '2026-07-01',
    payment_end_date: '2026-07-31',
    fee_items: [{ FeeCode: 'F01', Amount: 800 }],
  })
})
