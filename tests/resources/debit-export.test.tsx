import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import debitExport from '../../resources/BillDesignatedDebitExport'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, respondWith, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'

let portal: BrowserPortal
let admin: RecordValues
const worker = network(throughApp(() => portal.app))

beforeEach(async () => {
  await page.viewport(1440, 900)
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement({ Channels: ['06', '07', '09'] })
  await given.billCategory()
  await given.billTerm()
  await given.record('Bank', { BankCode: '008', BankName: '華南商業銀行' })
  await givenBill('1')
  admin = await given.user({ UserId: 'admin01', RoleId: 'CustomerAdmin' })
  await signIn(portal, admin)
})

const givenBill = async (no: string, DebitAuthStatus = 'Authorized') => {
  const debit = { PayerType: 'ACH', DebitBankCode: '008', DebitIdNo: 'A123456789', DebitUserNo: `U${no}` }
  const { PayerId } = await portal.given.payer({ ...debit, DebitAccount: `1234567890${no}`, DebitAuthStatus })
  return portal.given.bill({ BillNo: `D${no}`, PayerId, DebitFlag: true })
}

const draw = () =>
  drawAdmin(portal.schemas, '/admin/BillDesignatedDebitExport', {
    BillDesignatedDebitExport: async () => ({ default: debitExport }),
  })

/** Chooses an option of a select or search input. */
const choose = async (label: string, option: string | RegExp) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

const fillIn = async () => {
  await choose('代收期別', /2026-11/)
  await page.getByRole('textbox', { name: '扣款日' }).fill('2026/11/24')
  await choose('媒體格式', /P01/)
  await page.getByRole('textbox', { name: '交易代號' }).fill('851')
}

test('the preview shows what goes and what stays out; the export is a file, which a later export downloads again', async () => {
  await givenBill('2', 'Applying')
  draw()
  await fillIn()
  await page.getByRole('button', { name: '預覽' }).click()
  await expect.element(page.getByText('匯出 1 張，共 1,000 元；不匯出 1 張（未授權 1 張）。')).toBeVisible()
  await expect.element(page.getByRole('table', { name: '匯出的帳單', exact: true })).toHaveTextContent(/D1.*王○明/)
  await expect.element(page.getByRole('table', { name: '不匯出的帳單' })).toHaveTextContent(/D2.*未授權/)
  expect(await violations()).toEqual([])
  const files = savedFiles()
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^AchP01_77001_20261124_/)])
  await expect.element(page.getByRole('table', { name: '匯出檔' })).toHaveTextContent(/已匯出.*票交所ACH（P01）/)
  await givenBill('3')
  await page.getByRole('button', { name: '預覽' }).click()
  await page.getByRole('button', { name: '以這 1 張製作新檔' }).click()
  await expect.poll(() => files.length).toBe(2)
  await page.getByRole('button', { name: '下載最新檔案' }).click()
  await expect.poll(() => files.length).toBe(3)
})

test('under dual control a second person releases the proposed file', async () => {
  await portal.db.updateTable('agreement').set({ dual_control: true }).execute()
  draw()
  await fillIn()
  await page.getByRole('button', { name: '預覽' }).click()
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.element(page.getByText(/須由另一位有審核權限的人員放行後才能下載/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^撤回/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^放行/ })).not.toBeInTheDocument()
  await signIn(portal, await portal.given.user({ UserId: 'checker01', RoleId: 'CustomerChecker' }))
  draw()
  await page.getByRole('button', { name: /^明細/ }).click()
  await expect.element(page.getByRole('dialog').getByRole('table')).toHaveTextContent(/D1.*待放行/)
  await page.getByRole('button', { name: '關閉' }).click()
  await page.getByRole('button', { name: /^放行/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '放行' }).click()
  await expect.element(page.getByRole('table', { name: '匯出檔' })).toHaveTextContent(/已匯出.*checker01/)
})

test('a released file is withdrawn with a reason, after the user has read whether it was downloaded', async () => {
  draw()
  await fillIn()
  await page.getByRole('button', { name: '預覽' }).click()
  const files = savedFiles()
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.poll(() => files.length).toBe(1)
  await page.getByRole('button', { name: /^作廢/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect
    .element(dialog)
    .toHaveTextContent(/若已送交銀行請勿作廢，否則繳款人可能被重複扣款。.*已下載 1 次，最近一次由 admin01 於/s)
  expect(await violations()).toEqual([])
  await dialog.getByRole('textbox', { name: '作廢原因' }).fill('金額有誤，沒有送出')
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(page.getByText('已作廢，請勿將已下載的檔案送交銀行。')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: '匯出檔' }))
    .toHaveTextContent(/已作廢.*admin01 .*：金額有誤，沒有送出/)
  await expect.element(page.getByRole('button', { name: /^下載 / })).not.toBeInTheDocument()
  await expect.element(page.getByText('匯出 1 張，共 1,000 元。')).toBeVisible()
})

test('on a narrow screen the page has no mistake in its accessibility', async () => {
  await page.viewport(390, 844)
  draw()
  await fillIn()
  await page.getByRole('button', { name: '預覽' }).click()
  await expect.element(page.getByText(/^匯出 1 張/)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('the second tab makes a file of authorizations of those who apply', async () => {
  await givenBill('2', 'None')
  draw()
  await page.getByRole('tab', { name: '授權（P02）' }).click()
  await portal.given.payer({
    ...{ PayerId: 'LONG', PayerType: 'ACH', DebitBankCode: '008', DebitIdNo: 'A123456789', DebitUserNo: 'U9' },
    DebitAccount: '1234567890123456',
  })
  await expect.element(page.getByRole('combobox', { name: '委託單位代號' })).toHaveTextContent(/77001/)
  await page.getByRole('textbox', { name: '交易代號' }).fill('851')
  await page.getByRole('button', { name: '預覽' }).click()
  await expect.element(page.getByText('送出 1 位，資料不符檔案格式、更正後才能送出 1 位。')).toBeVisible()
  await expect
    .element(page.getByRole('table', { name: '沒有送出的繳款人' }))
    .toHaveTextContent(/LONG.*「委繳戶帳號」超過 14 個位元組/)
  await expect.element(page.getByRole('table', { name: '送出的繳款人', exact: true })).toHaveTextContent(/王○明申請/)
  expect(await violations()).toEqual([])
  const files = savedFiles()
  await page.getByRole('button', { name: '製作授權檔' }).click()
  await expect.poll(() => files.map(({ name }) => name)).toEqual([expect.stringMatching(/^AchP02_77001_/)])
  await expect.element(page.getByRole('table', { name: '匯出檔' })).toHaveTextContent(/票交所授權（P02）/)
})

test('what is wrong in the form of authorizations is shown at its input until it is changed', async () => {
  draw()
  await page.getByRole('tab', { name: '授權（P02）' }).click()
  const [code, again, cancelled] = [
    page.getByRole('textbox', { name: '交易代號' }),
    page.getByRole('textbox', { name: '再申請的繳款人代號' }),
    page.getByRole('textbox', { name: '取消授權的繳款人代號' }),
  ]
  await code.fill('85')
  await page.getByRole('button', { name: '預覽' }).click()
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await expect.element(code).toHaveFocus()
  expect(await violations()).toEqual([])
  await code.fill('851')
  await expect.element(code).not.toHaveAttribute('aria-invalid', 'true')
  await again.fill('NOBODY')
  await cancelled.fill('NEITHER')
  await page.getByRole('button', { name: '預覽' }).click()
  await expect.element(cancelled).toHaveAccessibleDescription(/NEITHER/)
  await expect.element(again).toHaveFocus()
  // The focus stays where the user types.
  await cancelled.click()
  await userEvent.keyboard('{End}12')
  await expect.element(cancelled).toHaveValue('NEITHER12')
  await expect.element(again).toHaveAttribute('aria-invalid', 'true')
})

test('before a backend without extensions the form exports at once', async () => {
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
  draw()
  await fillIn()
  const files = savedFiles()
  await page.getByRole('button', { name: '匯出', exact: true }).click()
  await expect.poll(() => files.length).toBe(1)
})
