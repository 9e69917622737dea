import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
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
  await given.fee({ FeeCode: 'F01', FeeName: '管理費', DefaultAmount: 1200 })
  await given.fee({ FeeCode: 'F02', FeeName: '停車費', DefaultAmount: 800 })
  const address = { Mobile: '0912345678', Address: '臺北市中正區' }
  await given.payer({ PayerId: 'A1', PayerNo: '000001', PayerName: '王大明', ...address })
  await given.payer({ PayerId: 'A2', PayerNo: '000002', PayerName: '林小華', Address: '高雄市鳳山區' })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const line = (name: string) => page.getByRole('textbox', { name, exact: true })
const choose = async (name: string, option: RegExp) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

test('a chosen record fills in empty inputs; another one replaces what the first filled in, but nothing that was typed', async () => {
  drawAdmin(portal.schemas, '/admin/bills/create')
  await line('電子郵件').fill('mine@example.com')
  await choose('繳款人代號', /A1/)
  await expect.element(line('繳款人姓名')).toHaveValue('王大明')
  await expect.element(line('行動電話')).toHaveValue('0912345678')
  await line('地址').fill('另寄到公司')
  await choose('繳款人代號', /A2/)
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  await expect.element(line('繳款人編號')).toHaveValue('000002')
  await expect.element(line('行動電話')).toHaveValue('')
  await expect.element(line('地址')).toHaveValue('另寄到公司')
  await expect.element(line('電子郵件')).toHaveValue('mine@example.com')
})

test('in the form of a stored record, the values of its own reference count as filled in', async () => {
  const { SerialId } = await portal.given.bill({
    PayerId: 'A1',
    PayerNo: '000001',
    PayerName: '王大明',
    Address: '特別的地址',
    VACAccount: '77001260000011',
  })
  drawAdmin(portal.schemas, `/admin/bills/${SerialId}`)
  await expect.element(line('繳款人姓名')).toHaveValue('王大明')
  await choose('繳款人代號', /A2/)
  await expect.element(line('繳款人姓名')).toHaveValue('林小華')
  await expect.element(line('地址')).toHaveValue('特別的地址')
})

test('a chosen record fills in the list item that refers to it', async () => {
  drawAdmin(portal.schemas, '/admin/billTerm/create')
  await page.getByRole('button', { name: '新增一列' }).click()
  await choose('繳費項目 第 1 列', /F01/)
  const amount = page.getByRole('textbox', { name: '金額 第 1 列' })
  await expect.element(amount).toHaveValue('1,200')
  await choose('繳費項目 第 1 列', /F02/)
  await expect.element(amount).toHaveValue('800')
  await amount.fill('750')
  await choose('繳費項目 第 1 列', /F01/)
  await choose('代收類別', /MGT/)
  await expect.element(line('帳單中文名稱')).not.toHaveValue('')
  await expect.element(amount).toHaveValue('750')
})

test('amounts are filled in only if they are of the same currency', async () => {
  drawAdmin(portal.schemas, '/admin/bills/create')
  await page.getByRole('combobox', { name: '幣別' }).click()
  await page.getByRole('option', { name: /美元|USD/ }).click()
  await page.getByRole('button', { name: '新增一列' }).click()
  await choose('繳費項目 第 1 列', /F01/)
  await expect.element(page.getByRole('textbox', { name: '項目名稱 第 1 列' })).toHaveValue('管理費')
  await expect.element(page.getByRole('textbox', { name: '金額 第 1 列' })).toHaveValue('')
})
