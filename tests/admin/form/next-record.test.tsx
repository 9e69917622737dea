import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import bills from '../../../resources/bills'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const line = (name: string) => page.getByRole('textbox', { name, exact: true })
const box = (name: string) => page.getByRole('combobox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const open = (path: string) => drawAdmin(portal.schemas, path, { bills: async () => ({ default: bills }) })

test('a form that creates a record begins in its first empty input, which is not a mistake yet', async () => {
  open('/admin/fee/create')
  await expect.element(line('繳費項目代碼')).toHaveFocus()
  await page.getByRole('textbox', { name: '備註' }).click()
  await expect.element(line('繳費項目代碼')).toHaveAttribute('aria-invalid', 'false')
  await line('繳費項目代碼').click()
  await userEvent.tab()
  await expect.element(line('繳費項目代碼')).toHaveAttribute('aria-invalid', 'true')
})

test('a form that changes a record begins in the first input that can be changed', async () => {
  const { SerialId } = await portal.given.fee({ FeeCode: 'FOC', FeeName: '管理費' })
  open(`/admin/fee/${SerialId}`)
  await expect.element(line('繳費項目名稱')).toHaveFocus()
})

test('after saving, the focus is on the title of the record', async () => {
  open('/admin/fee/create')
  await expect.element(line('繳費項目代碼')).toHaveFocus()
  await userEvent.keyboard('HEAD')
  await line('繳費項目名稱').fill('標題')
  await button('儲存').click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('檢視繳費項目')
})

test('the only agreement of a user is shown, but not asked for', async () => {
  open('/admin/fee/create')
  await expect.element(page.getByText('委託單位代號：77001 示範社區管理費')).toBeVisible()
  expect(box('委託單位代號').elements()).toEqual([])
  await signIn(portal, maker, { ApplyCodes: ['77001', '77002'] })
  open('/admin/fee/create')
  await expect.element(box('委託單位代號')).toBeVisible()
  expect(page.getByText(/^委託單位代號：/).elements()).toEqual([])
})

test('one record after the other: a message links to the saved one, and the next form keeps agreement, term and category, but no person', async () => {
  await portal.given.payer({ PayerId: 'A1-0501', PayerNo: '000501', PayerName: '王大明' })
  open('/admin/bills/create')
  await box('代收期別').click()
  await page.getByRole('option', { name: /2026-11/ }).click()
  await expect.element(line('繳款截止日')).toHaveValue('2026/11/30')
  await box('繳款人代號').click()
  await page.getByRole('option', { name: /A1-0501/ }).click()
  await expect.element(line('繳款人姓名')).toHaveValue('王大明')
  await button('新增一列').click()
  await page.getByRole('textbox', { name: '項目名稱 第 1 列' }).fill('管理費')
  await page.getByRole('textbox', { name: '金額 第 1 列' }).fill('500')
  await button('儲存並新增下一筆').click()
  await expect.element(page.getByText(/^帳單「.+王大明」已新增$/)).toBeVisible()
  await expect.element(line('繳款人姓名')).toHaveValue('')
  await expect.element(box('代收期別')).toHaveValue('2026-11 115年11月管理費')
  await expect.element(box('代收類別')).toHaveValue('MGT 社區管理費')
  await expect.element(line('繳款截止日')).toHaveValue('2026/11/30')
  await expect.element(box('繳款人代號')).toHaveValue('')
  await expect.element(line('帳單編號')).toHaveFocus()
  expect(await violations()).toEqual([])
  await page.getByRole('link', { name: /^檢視帳單「/ }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/./)
  expect(await portal.db.selectFrom('bill').select('payer_name').execute()).toEqual([{ payer_name: '王大明' }])
})

test('Enter saves without opening another form, also after a refused attempt at another one', async () => {
  const router = open('/admin/fee/create')
  await line('繳費項目代碼').fill('ENT')
  await button('儲存並新增下一筆').click()
  await expect.element(line('繳費項目名稱')).toHaveAttribute('aria-invalid', 'true')
  await line('繳費項目名稱').fill('按 Enter')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect(router.state.location.pathname).toMatch(/\/show$/)
})
