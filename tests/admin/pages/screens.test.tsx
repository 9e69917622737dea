import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearSessions } from '../../../src/browser/session/session'
import type { RecordValues } from '../../../src/schema/language/language'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, onRequest, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { chooseInRow, openConditions } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  await given.payerUnit()
  for (const n of [1, 2, 3])
    await given.fee({ FeeCode: `F0${n}`, FeeName: `項目${n}`, DefaultAmount: n * 1000, SortNo: n })
  await given.payer({
    PayerId: 'A1-0501',
    PayerNo: '000001',
    PayerName: '王大明',
    IdNo: 'A123456789',
    Mobile: '0912345678',
  })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('alertdialog')

test("a list shows the records of the user's company with labels and amounts, and their number", async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  const row = page.getByRole('row', { name: /F02/ })
  await expect.element(row).toHaveTextContent('項目2')
  await expect.element(row).toHaveTextContent('2,000')
  await expect.element(row).toHaveTextContent('啟用')
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  await expect.poll(() => document.title).toBe('繳費項目設定｜代收繳費服務網')
})

test('a query is sent when 查詢 is pressed, not while typing, and 清除 resets it', async () => {
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  const requested: (string | null)[] = []
  onRequest(worker, ({ url }) => {
    const { pathname, searchParams } = new URL(url)
    if (pathname === '/api/fee') requested.push(searchParams.get('FeeName'))
  })
  await openConditions()
  const name = page.getByRole('textbox', { name: '繳費項目名稱' })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await name.fill('項目2')
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await name.fill('項目3')
  await button('查詢').click()
  await expect.element(page.getByText('共 1 筆', { exact: true })).toBeVisible()
  expect(requested).toEqual(['項目3'])
  await button('全部清除').click()
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  expect(window.location.search + JSON.stringify({ ...localStorage })).not.toContain('項目3')
})

test('a query without results says so, and an invalid day is reported before the query is sent', async () => {
  drawAdmin(portal.schemas, '/admin/billTerm')
  await openConditions()
  await page.getByRole('textbox', { name: '繳款截止日（起）' }).fill('115/13/40')
  await button('查詢').click()
  await expect.element(page.getByText('日期格式不正確，請輸入例如 115/11/30')).toBeVisible()
  await page.getByRole('textbox', { name: '繳款截止日（起）' }).fill('１１６/１/１')
  await page.getByRole('textbox', { name: '期別名稱' }).fill('台中')
  await button('查詢').click()
  await expect.element(page.getByText('查無資料')).toBeVisible()
  await expect.element(page.getByText(/已查詢：.*期別名稱 台中、繳款截止日 2027\/01\/01 起/)).toBeVisible()
  await button('清除條件').click()
  await expect.element(page.getByText('查無資料')).not.toBeInTheDocument()
  // The button has disappeared.
  await expect.element(page.getByText(/^共 \d+ 筆$/)).toHaveFocus()
  await openConditions()
  await expect.element(page.getByRole('textbox', { name: '期別名稱' })).toHaveValue('')
  await expect.element(page.getByRole('textbox', { name: '繳款截止日（起）' })).toHaveValue('')
})

test('a list that cannot be read shows the reason and can be retried', async () => {
  worker.use(failures.refusal('/fee', '9999', '系統忙碌中，請稍後再試。'))
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByText('系統忙碌中，請稍後再試。')).toBeVisible()
  worker.resetHandlers()
  await button('重試').click()
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
})

test('on a narrow screen records are shown as cards', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByRole('listitem').filter({ hasText: '項目1' })).toBeVisible()
  expect(page.getByRole('table').elements()).toEqual([])
})

test('a click on a row opens its record', async () => {
  const router = drawAdmin(portal.schemas, '/admin/fee')
  await page.getByRole('row', { name: /F01/ }).getByText('F01').click()
  await expect.element(page.getByRole('heading', { name: '檢視繳費項目' })).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/fee\/\d+\/show$/)
  await expect.element(page.getByText('77001 示範社區管理費')).toBeVisible()
})

test('a new record is validated in the browser, then by the server, with each message at its field', async () => {
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('textbox', { name: '繳費項目代碼' })).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('textbox', { name: '繳費項目代碼' }).fill('F01')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('新項目')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText(/F01.*已|已.*F01|重複|已存在/).first()).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/fee/create')
  await page.getByRole('textbox', { name: '繳費項目代碼' }).fill('F09')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '檢視繳費項目' })).toBeVisible()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  await portal.db.deleteFrom('fee').where('fee_code', '=', 'F09').execute()
})

test('a click on save is not lost when validation of the focused field moves the button', async () => {
  drawAdmin(portal.schemas, '/admin/fee/create')
  const code = page.getByRole('textbox', { name: '繳費項目代碼' })
  await code.click()
  await page.getByRole('button', { name: '儲存', exact: true }).click({ delay: 300 })
  await expect.element(code).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('textbox', { name: '繳費項目名稱' })).toHaveAttribute('aria-invalid', 'true')
})

test('two users edit one record: the second sees a message, overwrites nothing, and can load the current state', async () => {
  const fee = await portal.db.selectFrom('fee').selectAll().where('fee_code', '=', 'F03').executeTakeFirstOrThrow()
  drawAdmin(portal.schemas, `/admin/fee/${fee.serial_id}`)
  const name = page.getByRole('textbox', { name: '繳費項目名稱' })
  await expect.element(name).toHaveValue('項目3')
  await portal.db
    .updateTable('fee')
    .set({ fee_name: '別人改的', update_time: '2026-11-20T01:00:00.000001Z' })
    .where('serial_id', '=', fee.serial_id)
    .execute()
  await name.fill('我改的')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  const question = page.getByRole('dialog', { name: '資料已有異動' })
  await question.getByRole('button', { name: '繼續編輯' }).click()
  await expect.element(name).toHaveValue('我改的')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await question.getByRole('radio', { name: /別人改的/ }).click()
  await question.getByRole('button', { name: '儲存選擇的內容' }).click()
  await expect.element(page.getByRole('heading', { name: '檢視繳費項目' })).toBeVisible()
  await expect.element(page.getByText('別人改的').first()).toBeVisible()
  await portal.db.updateTable('fee').set({ fee_name: '項目3' }).where('serial_id', '=', fee.serial_id).execute()
})

test('codes are fixed after creation, and personal data are unmasked in the form of users who may edit them', async () => {
  const payer = await portal.db
    .selectFrom('payer')
    .selectAll()
    .where('payer_id', '=', 'A1-0501')
    .executeTakeFirstOrThrow()
  drawAdmin(portal.schemas, '/admin/payer')
  await expect.element(page.getByText('王○明')).toBeVisible()
  await page.getByRole('link', { name: /^修改/ }).first().click()
  await expect.element(page.getByRole('textbox', { name: '繳款人姓名' })).toHaveValue('王大明')
  await expect.element(page.getByRole('textbox', { name: '繳款人代號' })).toHaveAttribute('readonly')
  expect(payer.payer_name).toBe('王大明')
})

test('a field that a condition hides is neither shown nor sent', async () => {
  const sent: Request[] = []
  onRequest(worker, (request) => {
    if (request.method === 'POST') sent.push(request.clone())
  })
  drawAdmin(portal.schemas, '/admin/payer/create')
  await expect.element(page.getByRole('textbox', { name: '繳款人代號' })).toBeVisible()
  expect(page.getByLabelText('扣款帳號').elements()).toEqual([])
  const choose = async (text: string) => {
    await page.getByRole('combobox', { name: '繳款人類別' }).click()
    await page.getByRole('option', { name: text, exact: true }).click()
  }
  await choose('ACH扣款')
  await page.getByRole('textbox', { name: '扣款帳號' }).fill('123456789012')
  await choose('一般')
  await expect.element(page.getByLabelText('扣款帳號')).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: '繳款人代號' }).fill('Z9')
  await page.getByRole('textbox', { name: '繳款人編號' }).fill('000009')
  await page.getByRole('textbox', { name: '繳款人姓名' }).fill('李小華')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '檢視繳款人' })).toBeVisible()
  expect(sent).toHaveLength(1)
  expect(await sent[0]?.json()).not.toHaveProperty('DebitAccount')
  await portal.db.deleteFrom('payer').where('payer_id', '=', 'Z9').execute()
})

test('a record is deleted after a confirmation that names it', async () => {
  await portal.given.fee({ FeeCode: 'DEL', FeeName: '要刪的', SortNo: 9 })
  drawAdmin(portal.schemas, '/admin/fee')
  await chooseInRow(page.getByRole('row', { name: /DEL/ }), '刪除')
  await expect.element(dialog).toHaveTextContent('確定要刪除此筆資料嗎？')
  await expect.element(dialog).toHaveTextContent('繳費項目「DEL 要刪的」刪除後無法復原。')
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByText('共 4 筆', { exact: true })).toBeVisible()
  await chooseInRow(page.getByRole('row', { name: /DEL/ }), '刪除')
  await dialog.getByRole('button', { name: '刪除' }).click()
  await expect.element(page.getByText('刪除成功')).toBeVisible()
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
})

test('leaving a form with unsaved input asks for confirmation', async () => {
  const router = drawAdmin(portal.schemas, '/admin/fee/create')
  await page.getByRole('textbox', { name: '繳費項目名稱' }).fill('寫到一半')
  await page.getByRole('link', { name: '取消' }).click()
  await expect.element(dialog).toHaveTextContent('確定要離開嗎？')
  await button('繼續編輯').click()
  await expect.element(page.getByRole('textbox', { name: '繳費項目名稱' })).toHaveValue('寫到一半')
  await page.getByRole('link', { name: '取消' }).click()
  await button('離開').click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/fee')
})

test('a ROC date is accepted and shown in both calendars', async () => {
  drawAdmin(portal.schemas, '/admin/billTerm/create')
  const day = page.getByRole('textbox', { name: '繳款起日' })
  await day.fill('1151130')
  await userEvent.tab()
  await expect.element(day).toHaveValue('2026/11/30')
  await expect.element(page.getByText('民國115年11月30日')).toBeVisible()
})

test('list items are added with their sum, and an invalid one is reported', async () => {
  drawAdmin(portal.schemas, '/admin/billTerm/create')
  await button('新增一列').click()
  await button('新增一列').click()
  const amounts = page.getByRole('textbox', { name: '金額' })
  await amounts.nth(0).fill('1000')
  await amounts.nth(1).fill('2,500')
  await expect.element(page.getByText('金額合計 3,500')).toBeVisible()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText(/第 ?1 ?列/).first()).toBeInTheDocument()
})

test('the options of a reference depend on the agreement and are searched by name', async () => {
  drawAdmin(portal.schemas, '/admin/payer/create')
  const unit = page.getByRole('combobox', { name: '代收單位' })
  await unit.fill('A棟')
  await page.getByRole('option', { name: 'A1 A棟' }).click()
  await expect.element(unit).toHaveValue('A1 A棟')
})

test('a page outside the menu is neither listed nor reachable', async () => {
  const viewer = await portal.given.user({ RoleId: 'CustomerViewer' })
  clearSessions()
  await signIn(portal, viewer)
  drawAdmin(portal.schemas, '/admin/portalUser')
  await expect.element(page.getByText('沒有使用權限')).toBeVisible()
  expect(page.getByRole('link', { name: '使用者管理' }).elements()).toEqual([])
  drawAdmin(portal.schemas, '/admin/fee')
  await expect.element(page.getByText('共 3 筆', { exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: '新增', exact: true }).elements()).toEqual([])
  expect(page.getByRole('button', { name: /^(刪除|更多操作)/ }).elements()).toEqual([])
})

test('an unknown path is not found', async () => {
  drawAdmin(portal.schemas, '/admin/nothing')
  await expect.element(page.getByText('找不到頁面')).toBeVisible()
})

test('a visitor who is not signed in is redirected to the sign-in of companies', async () => {
  clearSessions()
  const router = drawAdmin(portal.schemas, '/admin/fee')
  await expect.poll(() => router.state.location.pathname).toBe('/company')
})

test('a hand-written screen replaces the generated one', async () => {
  drawAdmin(portal.schemas, '/admin/fee', {
    fee: async () => ({ default: { List: () => <p>手寫的列表</p>, ListActions: () => null } }),
  })
  await expect.element(page.getByText('手寫的列表')).toBeVisible()
})
