import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import bankFile from '../../resources/bankFile'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let operator: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  operator = await portal.given.user({ UserId: 'bankop01', RoleId: 'BankOperator' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, operator)
})

const screens = { bankFile: async () => ({ default: bankFile }) }

const line = (channel: string, amount: number): string => `20261119090000${channel}7A1${String(amount).padStart(11, '0')}01`.padEnd(128)

const upload = async (content: string, name: string) => {
  await page.getByLabelText('上傳檔案', { exact: true }).upload(new File([content], name))
  await page.getByRole('button', { name: '上傳', exact: true }).click()
}

test('an uploaded file of remittances opens with its result, and is refused when it is sent again', async () => {
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 1000)}\r\n${line('02', 500)}\r\n`, 'CASH1119.001')
  await expect.element(page.getByText('2 筆撥款已收進；與資訊流的比對結果請見「撥款對帳」。')).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/bankFile\/\d+\/show$/)
  expect(await violations()).toEqual([])
  await router.navigate('/admin/remittanceCheck')
  await expect.element(page.getByRole('row', { name: /統一超商/ })).toHaveTextContent(/查無交易.*1,000.*1,000/)
  await router.navigate('/admin/remittance')
  await expect.element(page.getByRole('row', { name: /統一超商/ })).toHaveTextContent(/2026\/11\/19.*09:00:00/)
  await router.navigate('/admin/bankFile/create')
  await upload(`${line('01', 1000)}\r\n${line('02', 500)}\r\n`, 'again.txt')
  await expect.element(page.getByText(/這個檔案已於 .* 由 bankop01 上傳（序號 \d+「CASH1119\.001」，成功），不會再次入帳。/)).toBeVisible()
})

test('remittances that were taken before are not counted again', async () => {
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('03', 100)}\r\n`, 'MART.20261119')
  await expect.element(page.getByText('1 筆撥款已收進；')).toBeVisible()
  await router.navigate('/admin/bankFile/create')
  await upload(`${line('03', 100)}\r\n${line('04', 200)}\r\n`, 'MART.20261120')
  await expect.element(page.getByText('1 筆撥款已收進，1 筆先前已收過、沒有再次計入；與資訊流的比對結果請見「撥款對帳」。')).toBeVisible()
})

test('the page of a wrong file says that nothing was booked, and where it is wrong', async () => {
  drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 1000)}\r\n${line('ZZ', 500)}\r\n`, 'bad.txt')
  await expect.element(page.getByText(/^整個檔案都沒有入帳。第 2 列第 15 個位元組起的「繳款通路」是「ZZ」/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '重新處理' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '刪除' })).toBeVisible()
})

test('the page of a file says which fields could not be read', async () => {
  drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 3000).replace('20261119090000', '20261119259999')}\r\n`, 'time.txt')
  await expect.element(page.getByRole('alert').filter({ hasText: '有無法辨識的內容：「撥款時間」1 列（首見於第 1 列）' })).toBeVisible()
  expect(await violations()).toEqual([])
})
