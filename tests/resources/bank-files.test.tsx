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

const line = (channel: string, amount: number): string =>
  `20261119090000${channel}7A1${String(amount).padStart(11, '0')}01`.padEnd(128)

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
  await expect
    .element(page.getByRole('link', { name: '到清單查看撥款' }))
    .toHaveAttribute('href', expect.stringMatching(/BankFileId%22%3A\d+%7D$/))
  await page.getByRole('alert').getByRole('link', { name: '撥款對帳', exact: true }).click()
  await expect.element(page.getByRole('row', { name: /統一超商/ })).toHaveTextContent(/查無交易.*1,000.*1,000/)
  await router.navigate('/admin/remittance')
  await expect.element(page.getByRole('row', { name: /統一超商/ })).toHaveTextContent(/2026\/11\/19.*09:00:00/)
  await page.getByRole('row', { name: /統一超商/ }).click()
  await expect.element(page.getByRole('heading', { name: 'NT$1,000 · 統一超商' })).toBeVisible()
  expect(page.getByText('統一超商', { exact: true }).elements(), 'the channel is in the heading only').toEqual([])
  await router.navigate('/admin/bankFile/create')
  await upload(`${line('01', 1000)}\r\n${line('02', 500)}\r\n`, 'again.txt')
  await expect
    .element(page.getByText(/這個檔案已於 .* 由 bankop01 上傳（序號 \d+「CASH1119\.001」，成功），不會再次入帳。/))
    .toBeVisible()
})

test('remittances that were taken before are not counted again', async () => {
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('03', 100)}\r\n`, 'MART.20261119')
  await expect.element(page.getByText('1 筆撥款已收進；')).toBeVisible()
  await router.navigate('/admin/bankFile/create')
  await upload(`${line('03', 100)}\r\n${line('04', 200)}\r\n`, 'MART.20261120')
  await expect
    .element(page.getByText('1 筆撥款已收進，1 筆先前已收過、沒有再次計入；與資訊流的比對結果請見「撥款對帳」。'))
    .toBeVisible()
})

test('the page of a wrong file says that nothing was booked, and where it is wrong', async () => {
  drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 1000)}\r\n${line('ZZ', 500)}\r\n`, 'bad.txt')
  await expect
    .element(page.getByText(/^整個檔案都沒有入帳。第 2 列第 15 個位元組起的「繳款通路」是「ZZ」/))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: '重新處理' })).toBeVisible()
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await expect.element(page.getByRole('menuitem', { name: '刪除' })).toBeVisible()
})

test('the page of a file says which fields could not be read', async () => {
  drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 3000).replace('20261119090000', '20261119259999')}\r\n`, 'time.txt')
  await expect
    .element(page.getByRole('alert').filter({ hasText: '有無法辨識的內容：「撥款時間」1 列（首見於第 1 列）' }))
    .toBeVisible()
  expect(await violations()).toEqual([])
})

type StorePayment = readonly [account: string, store: string]

/** Returns a file of a store chain for a day, with a payment of 1000 for each account and store. */
const storeFile = (day: string, ...payments: readonly StorePayment[]): string => {
  const [company, agency] = ['7A1'.padEnd(8), '7111111'.padEnd(8)]
  const detail = ([account, store]: StorePayment): string =>
    `2${company}${agency}${store.padEnd(8)}${'0'.repeat(14)}0000020261119202611181511307A1${account.padStart(16, '0').padEnd(20)}113023000001000`
  const [amount, count] = [
    String(payments.length * 100_000).padStart(16, '0'),
    String(payments.length).padStart(10, '0'),
  ]
  const lines = [
    `1${company}${agency}0002${day}`,
    ...payments.map(detail),
    `3${company}${agency}000${day}${amount}${count}`,
  ]
  return lines.map((text) => `${text.padEnd(120)}\r\n`).join('')
}

/** Returns the text of the result on the detail page. */
const resultText = (text: string | RegExp) => page.getByRole('region', { name: '處理結果' }).getByText(text)

const [first, second, third] = ['77001260000019', '77001260000028', '77001260000037']

test('a store file that is sent again with other content is held, and its page books it as a correction or as an addition', async () => {
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(storeFile('20261119', [first, '111111'], [second, '222222']), 'MART.1')
  await expect.element(resultText('2 筆交易已處理：銷帳 0 筆，例外 2 筆。')).toBeVisible()
  await router.navigate('/admin/bankFile/create')
  await upload(storeFile('20261119', [first, '999999'], [third, '333333']), 'MART.2')
  await expect
    .element(resultText(/內容不同：0 筆相同、2 筆新增、2 筆缺少（其中各 1 筆的帳號、金額與交易日相同）。尚未入帳/))
    .toBeVisible()
  await expect
    .element(page.getByRole('table', { name: '缺少（先前已入帳，這個檔案沒有）' }))
    .toHaveTextContent(new RegExp(`${second}.*1,000.*222222.*例外`))
  await expect
    .element(page.getByRole('table', { name: '更正（同帳號、金額、繳款日期）' }))
    .toHaveTextContent(new RegExp(`${first}.*111111.*999999`))
  await expect
    .element(page.getByRole('table', { name: '新增（先前的檔案沒有）' }))
    .toHaveTextContent(new RegExp(`3${third}.*333333`))
  expect(await violations()).toEqual([])

  await page.getByRole('button', { name: '追加', exact: true }).click()
  const addition = page.getByRole('alertdialog', { name: '「MART.2」是追加的檔案嗎？' })
  await expect.element(addition).toHaveTextContent('全部 2 筆都入帳。')
  await addition.getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '更正版', exact: true }).click()
  const correction = page.getByRole('alertdialog', { name: '「MART.2」是先前檔案的更正版嗎？' })
  await expect
    .element(correction)
    .toHaveTextContent(/新入帳 1 筆。.*更正 1 筆已入帳交易的資料.*相同的 0 筆不再入帳。.*缺少的 1 筆維持入帳/s)
  await correction.getByRole('button', { name: '更正版' }).click()
  await expect
    .element(resultText('2 筆交易已處理：銷帳 0 筆，例外 1 筆，先前已收過、沒有再次入帳 1 筆。'))
    .toBeVisible()
  await expect.element(page.getByText('缺少的交易維持入帳；確認沒有這些繳款時，由銀行作業人員沖正。')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '更正版', exact: true })).not.toBeInTheDocument()

  await router.navigate('/admin/bankFile/create')
  await upload(
    storeFile('20261119', [first, '999999'], [second, '222222'], [third, '333333'], [third, '444444']),
    'MART.3',
  )
  await expect.element(resultText(/內容不同：3 筆相同、1 筆新增、0 筆缺少/)).toBeVisible()
  await router.navigate('/admin/bankFile')
  await page
    .getByRole('row', { name: /MART\.3/ })
    .getByRole('button', { name: /^追加/ })
    .click()
  const dialog = page.getByRole('alertdialog', { name: '「MART.3」是追加的檔案嗎？' })
  await expect.element(dialog).toHaveTextContent(/全部 4 筆都入帳。.*其中 3 筆與已入帳的交易完全相同，會再入帳一次。/s)
  await dialog.getByRole('button', { name: '追加' }).click()
  await expect.element(page.getByText('已排入處理，完成後會顯示在作業通知。')).toBeVisible()
})

test('a second operator who presses too late reads what has happened', async () => {
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(storeFile('20261118', [first, '111111']), 'MART.4')
  await expect.element(resultText('1 筆交易已處理：銷帳 0 筆，例外 1 筆。')).toBeVisible()
  await router.navigate('/admin/bankFile/create')
  await upload(storeFile('20261118', [second, '111111']), 'MART.5')
  await expect.element(resultText(/尚未入帳/)).toBeVisible()
  const id = /\d+/.exec(router.state.location.pathname)?.[0]
  await portal.db
    .updateTable('bank_file')
    .set({ import_status: 'Succeeded', update_user: 'bankop02' })
    .where('serial_id', '=', Number(id))
    .execute()
  await page.getByRole('button', { name: '更正版', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '更正版' }).click()
  await expect.element(page.getByText(/這個檔案已經不是「待確認」，可能已由其他人員處理/)).toBeVisible()
})

test('an uploaded file waits for another operator, who releases it on its page', async () => {
  Object.assign(portal.ports.settings, { releasesUploads: true })
  const router = drawAdmin(portal.schemas, '/admin/bankFile/create', screens)
  await upload(`${line('01', 700)}\r\n`, 'CASH1120.001')
  await expect.element(resultText(/檔案內容已檢查，尚未入帳；須由上傳者以外的銀行作業人員放行。/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '放行' })).not.toBeInTheDocument()
  const { pathname } = router.state.location
  await signIn(portal, await portal.given.user({ UserId: 'bankop09', RoleId: 'BankOperator' }))
  drawAdmin(portal.schemas, pathname, screens)
  await page.getByRole('button', { name: '放行', exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog).toHaveTextContent(/1 筆，共 .*700.*由 bankop01 上傳/)
  await dialog.getByRole('button', { name: '放行' }).click()
  await expect.element(resultText(/1 筆撥款已收進/)).toBeVisible()
  Object.assign(portal.ports.settings, { releasesUploads: false })
})
