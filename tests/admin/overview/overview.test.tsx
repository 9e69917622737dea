import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, taipeiToday } from '../../../src/domain/dates/dates'
import type { RecordValues } from '../../../src/schema/language/language'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, onRequest, requestsAnswered, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
const worker = network(throughApp(() => portal.app))

beforeEach(async () => {
  await page.viewport(1440, 900)
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
})

const signInAs = async (RoleId: string, values: RecordValues = {}) => {
  const user = await portal.given.user({ RoleId, ...values })
  await signIn(portal, user, {
    RoleId,
    ...(values.ApplyCodes ? { ApplyCodes: values.ApplyCodes as readonly string[] } : {}),
  })
}

const card = (name: string) => page.getByRole('region', { name, exact: true })
const figures = (name: string) => page.getByRole('list', { name, exact: true })
const today = () => taipeiToday(portal.clock())

test('a new company reads that nothing waits, and its first steps', async () => {
  await signInAs('CustomerAdmin')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('等待處理')).toHaveTextContent(/銷帳例外0 筆每一筆繳款都已銷帳/)
  await expect.element(figures('等待處理')).toHaveTextContent(/上傳的檔案都已成功匯入/)
  const steps = card('開放期別的收款').getByRole('listitem')
  await expect.poll(() => steps.elements().length).toBe(3)
  await expect.element(steps.nth(1).getByRole('link')).toHaveAttribute('href', '/admin/billTerm/create')
  await expect.element(card('14 天內到期')).toHaveTextContent('沒有到期而未繳清的帳單')
  await expect.element(card('預計入帳')).toHaveTextContent('目前沒有預計入帳的款項')
  expect(await violations()).toEqual([])
})

test('viewers read no first steps that they may not take, and the page does not repeat the menu', async () => {
  await signInAs('CustomerViewer')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(card('開放期別的收款')).toHaveTextContent(/^開放期別的收款.*目前沒有開放中且有帳單的期別。$/)
  await expect.element(figures('等待處理')).toBeVisible()
  const links = page.getByRole('main').getByRole('link').elements()
  expect(links.flatMap(({ textContent }) => (textContent === ':::' ? [] : textContent))).toEqual(['登入紀錄'])
  expect(page.getByText('待您放行').elements()).toEqual([])
})

test('the chart of terms has its figures in a table, whose links lead to lists with the same bills', async () => {
  const { given } = portal
  await given.billTerm({ PaymentEndDate: addDays(today(), 7) })
  for (const _ of [1, 2]) await given.bill({ PaymentEndDate: addDays(today(), 7) })
  await given.bill({ PaidAmount: 1000, PayStatus: 'Paid', PaymentEndDate: addDays(today(), 7) })
  await signInAs('CustomerMaker')
  drawAdmin(portal.schemas, '/admin')
  await expect
    .element(figures('開放期別的合計'))
    .toHaveTextContent(/開放的期別1 期應繳 NT\$3,000已收NT\$1,000.*未收NT\$2,000/)
  await expect.element(page.getByRole('img', { name: '各期別與通路的收款的長條圖，數字請見表格' })).toBeVisible()
  const toggle = card('開放期別的收款').getByRole('button', { name: '顯示表格' })
  await expect.element(toggle).toHaveAttribute('aria-expanded', 'false')
  await toggle.click()
  const table = page.getByRole('table', { name: '各期別與通路的收款' })
  await expect.element(table.getByRole('row').nth(1)).toHaveTextContent(/3 張NT\$3,000NT\$1,0002 張NT\$2,000/)
  await expect.element(card('14 天內到期').getByRole('row').nth(1)).toHaveTextContent(/2 張NT\$2,000/)
  expect(await violations()).toEqual([])
  const outstanding = figures('開放期別的合計').getByRole('link', { name: '未收 NT$2,000，到清單查看' })
  const address = outstanding.element().getAttribute('href') ?? ''
  await outstanding.click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  // The address alone, as in another tab or in a message, has the same filters.
  drawAdmin(portal.schemas, address)
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  drawAdmin(portal.schemas, '/admin')
  await figures('開放期別的合計')
    .getByRole('link', { name: /^已收 / })
    .click()
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  drawAdmin(portal.schemas, '/admin')
  await card('14 天內到期').getByRole('link').click()
  await expect.element(page.getByRole('heading', { name: '代收資料維護' })).toBeVisible()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
})

test('expected money is a bar for each day, and its table leads to the lines of the day', async () => {
  await portal.given.line()
  await portal.given.line({ ExpectRemitDate: addDays(today(), 4) })
  await portal.given.line()
  await signInAs('CustomerViewer')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('img', { name: /^預計入帳的長條圖/ })).toBeVisible()
  await card('預計入帳').getByRole('button', { name: '顯示表格' }).click()
  const rows = page.getByRole('table', { name: '預計入帳' }).getByRole('row')
  await expect.element(rows.nth(1)).toHaveTextContent(/2 筆NT\$1,980/)
  await rows.nth(1).getByRole('link').click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
})

test('who may release sees the proposals that wait, with their own, on the page, in the bell and in the list', async () => {
  const { given } = portal
  await given.agreement({ ApplyCode: '77002', AgreementName: '第二約定', DualControl: true })
  for (const user of ['maker01', 'checker01']) await given.proposal(user, { ApplyCode: '77002', Amount: 700 })
  await signInAs('CustomerChecker', { UserId: 'checker01', ApplyCodes: ['77001', '77002'] })
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('等待處理')).toHaveTextContent(/待放行2 筆NT\$1,400其中 1 筆由您提出，須由他人放行/)
  await page.getByRole('button', { name: '作業通知，待您放行 1 筆' }).click()
  const bell = page.getByRole('dialog', { name: '作業通知' })
  await expect.element(bell).toHaveTextContent(/待放行 2 筆其中 1 筆由您提出/)
  await bell.getByRole('link', { name: '待放行 2 筆' }).click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  await expect.element(page.getByText('1,400', { exact: true }).first()).toBeVisible()
})

test('a file of direct debits that waits is in the bell of those who may release it, with a link to its page', async () => {
  const { batch_id } = await portal.db
    .insertInto('internal_debit_batch')
    .values({ apply_code: '77001', media_format: 'AchP01', debit_date: '2026-11-24', tx_id: '851' })
    .returning('batch_id')
    .executeTakeFirstOrThrow()
  await portal.db
    .insertInto('internal_debit_file')
    .values({
      ...{ batch_id, state: 'Proposed', includes_exported: false, file_id: 'f', record_count: 1, total_amount: 1 },
      ...{ request_user: 'maker01', request_time: '2026-11-20T02:00:00Z' },
    })
    .execute()
  await signInAs('CustomerChecker')
  const router = drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('等待處理')).toHaveTextContent(/約定扣款匯出檔待放行1 個/)
  await page.getByRole('button', { name: '作業通知，待您放行 1 筆' }).click()
  await page.getByRole('dialog', { name: '作業通知' }).getByRole('link', { name: '約定扣款匯出檔待放行 1 個' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/BillDesignatedDebitExport')
})

test('notices that were given up lead to the list of notices', async () => {
  for (const status of ['GiveUp', 'GiveUp', 'Success', 'Failed']) await portal.given.notice({ NotifyStatus: status })
  await signInAs('CustomerMaker')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('等待處理')).toHaveTextContent(/停止重送的通知（近 14 天）2 筆/)
  await figures('等待處理')
    .getByRole('link', { name: /^停止重送的通知/ })
    .click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
})

test('the figures are those of the selected agreement', async () => {
  await portal.given.agreement({ ApplyCode: '77002', AgreementName: '第二約定' })
  for (const ApplyCode of ['77001', '77002', '77002'])
    await portal.given.line({ ApplyCode, WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' })
  await signInAs('CustomerMaker', { ApplyCodes: ['77001', '77002'] })
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('等待處理')).toHaveTextContent(/銷帳例外3 筆NT\$3,000/)
  await page.getByRole('button', { name: /^作業中的委託單位/ }).click()
  await page.getByRole('menuitemradio', { name: /77002/ }).click()
  await expect.element(figures('等待處理')).toHaveTextContent(/銷帳例外2 筆NT\$2,000/)
})

test('the figure of exceptions opens the tab with the same conditions', async () => {
  await portal.given.line({ WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' })
  for (const WriteOffStatus of ['NotWrittenOff', 'PendingRelease']) await portal.given.line({ WriteOffStatus })
  await signInAs('CustomerMaker')
  drawAdmin(portal.schemas, '/admin')
  await figures('等待處理')
    .getByRole('link', { name: /^銷帳例外/ })
    .click()
  await expect.element(page.getByRole('tab', { name: /^例外與未銷帳 ?2/ })).toHaveAttribute('aria-selected', 'true')
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
})

test('a card whose figures cannot be read says so, and reads them again', async () => {
  await signInAs('CustomerMaker')
  worker.use(failures.bareStatus('/Ext/EnterpriseArea/GetOverview', 500, 'Internal Server Error'))
  drawAdmin(portal.schemas, '/admin')
  const alert = card('等待處理').getByRole('alert')
  await expect.element(alert).toHaveTextContent(/「等待處理」讀取失敗/)
  expect(page.getByRole('alertdialog').elements()).toEqual([])
  worker.resetHandlers()
  await alert.getByRole('button', { name: '重試' }).click()
  await expect.element(figures('等待處理')).toBeVisible()
  await expect.element(card('預計入帳').getByRole('alert')).toBeVisible()
})

test('a backend without the figures has a page with the entries of the menu', async () => {
  worker.use(failures.bareStatus('/Ext/GetCapabilities', 404, 'Not Found'))
  await signInAs('CustomerMaker')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('main').getByRole('link', { name: '代收資料維護' })).toBeVisible()
})

test('users who must change their password make no call that the server rejects', async () => {
  const user = await portal.given.user({ RoleId: 'CustomerChecker', UserStatus: 'Pending' })
  await signIn(portal, user, { RoleId: 'CustomerChecker', MustChangeMima: true, MustChangeReason: 'First' })
  const paths = new Set<string>()
  onRequest(worker, ({ url }) => void paths.add(new URL(url).pathname.replace(/^\/api/, '')))
  drawAdmin(portal.schemas, '/admin')
  await expect.element(page.getByRole('main').getByRole('link', { name: '變更密碼' })).toBeVisible()
  await requestsAnswered()
  const allowed = ['/Ext/EnterpriseArea/GetSession', '/Ext/GetCapabilities']
  expect([...paths].filter((path) => !allowed.includes(path))).toEqual([])
})

test('an address with filters that the list does not have opens the list without them', async () => {
  await portal.given.bill({ BillState: 'Void' })
  await portal.given.bill({})
  await signInAs('CustomerMaker')
  const filter = JSON.stringify({ BillStatus: 'Void', Colour: 'red', PayerName: '王', BillNo: 7 })
  for (const [address, count] of [
    [`/admin/bills?filter=${encodeURIComponent(filter)}`, 2],
    ['/admin/bills?filter={', 2],
    [`/admin/bills?filter=${encodeURIComponent('{"BillStatus":["Void"]}')}`, 1],
  ] as const) {
    drawAdmin(portal.schemas, address)
    await expect.element(page.getByText(`共 ${count} 筆`, { exact: true })).toBeVisible()
  }
})

test('the bank reads the files of today, exceptions by company, notices that failed and differences of remittances', async () => {
  await portal.given.line({ WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' })
  await portal.given.line({
    WriteOffStatus: 'Exception',
    ExceptionType: 'BillNotFound',
    TradeDate: addDays(today(), -92),
  })
  for (const Amount of [300, 20])
    await portal.given.line({ ApplyCode: null, Amount, WriteOffStatus: 'Exception', ExceptionType: 'VACInvalid' })
  for (const status of ['GiveUp', 'Failed', 'Success']) await portal.given.notice({ NotifyStatus: status })
  await portal.given.record('bankFile', {
    Layout: 'store',
    FileSender: '7111111',
    FileName: 'store.txt',
    Source: 'Folder',
    ImportStatus: 'Succeeded',
    LineCount: 12,
    UploadTime: portal.clock().toISOString(),
  })
  await portal.given.record('remittanceCheck', {
    RemitDate: addDays(today(), -1),
    ChannelId: '01',
    CheckStatus: 'Short',
    LineCount: 1,
    ExpectedAmount: 1000,
    RemittedAmount: 900,
    Difference: -100,
  })
  await signInAs('BankViewer')
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('今天的通路檔案')).toHaveTextContent(/今天收到1 個/)
  await expect
    .element(card('各客戶的銷帳例外').getByRole('row').nth(1))
    .toHaveTextContent(/無法辨識委託單位2 筆NT\$320/)
  await expect
    .element(card('各客戶的銷帳例外').getByRole('row').nth(2))
    .toHaveTextContent(/示範社區管理委員會1 筆NT\$1,000/)
  await expect.element(figures('即時入帳通知推送失敗')).toHaveTextContent(/停止重送1 筆.*失敗1 筆/)
  await expect
    .element(page.getByRole('table', { name: '各客戶推送失敗的通知' }).getByRole('row').nth(1))
    .toHaveTextContent(/示範社區管理委員會1 筆1 筆/)
  await expect.element(figures('撥款對帳不符')).toHaveTextContent(/撥款不足1 筆差額 -NT\$100/)
  expect(await violations()).toEqual([])
  await figures('撥款對帳不符').getByRole('link').click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
})

test('uploads that wait for release are counted, whenever they came, for who may release them, and lead to them', async () => {
  const upload = (FileName: string, UploadUser: string) =>
    portal.given.record('bankFile', {
      ...{ Layout: 'bank', FileName, Source: 'Upload', UploadUser, ImportStatus: 'PendingRelease', LineCount: 1 },
      UploadTime: `${addDays(today(), -1)}T09:00:00+08:00`,
    })
  await upload('a.txt', 'bankop02')
  await upload('b.txt', 'bankop01')
  await signInAs('BankOperator', { UserId: 'bankop01' })
  drawAdmin(portal.schemas, '/admin')
  await expect.element(figures('今天的通路檔案')).toHaveTextContent(/待放行2 個含今天以前上傳的檔案；其中 1 個由您提出/)
  await figures('今天的通路檔案')
    .getByRole('link', { name: /^待放行 2 個/ })
    .click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
})

test('the exceptions of a company, and those of none, lead to the lines of the same days', async () => {
  const exception = { WriteOffStatus: 'Exception', ExceptionType: 'BillNotFound' }
  await portal.given.line(exception)
  await portal.given.line({ ...exception, TradeDate: addDays(today(), -92) })
  for (const TradeDate of [today(), addDays(today(), -91)])
    await portal.given.line({ ...exception, ApplyCode: null, TradeDate })
  await signInAs('BankViewer')
  for (const [name, count] of [
    ['示範社區管理委員會 1 筆，到清單查看', 1],
    ['無法辨識委託單位 2 筆，到清單查看', 2],
    ['全部客戶 3 筆，到清單查看', 3],
    [/^更早（\d{4}\/\d\d\/\d\d～\d{4}\/\d\d\/\d\d） 1 筆，到清單查看$/, 1],
  ] as const) {
    drawAdmin(portal.schemas, '/admin')
    await card('各客戶的銷帳例外').getByRole('link', { name }).click()
    await expect.element(page.getByText(`共 ${count} 筆`, { exact: true })).toBeVisible()
  }
})

test('on a narrow screen nothing scrolls sideways', async () => {
  await page.viewport(390, 844)
  await portal.given.billTerm()
  await portal.given.bill({})
  await portal.given.line()
  await signInAs('CustomerAdmin')
  drawAdmin(portal.schemas, '/admin')
  // A phone draws a chart when it comes into the window.
  await expect.element(page.getByRole('heading', { name: /預計入帳/ })).toBeVisible()
  const table = page.getByRole('button', { name: '顯示表格' }).last()
  await expect.element(table).toBeVisible()
  expect(page.getByRole('img', { name: /^預計入帳的長條圖/ }).elements()).toEqual([])
  table.element().scrollIntoView()
  await expect.element(page.getByRole('img', { name: /^預計入帳的長條圖/ })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(await violations()).toEqual([])
})
