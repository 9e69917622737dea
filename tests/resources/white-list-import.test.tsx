import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import whiteListImportList from '../../resources/whiteListImportList'
import { groupedAccount } from '../../src/domain/accounts/account-text'
import type { RecordValues } from '../../src/schema/language/types'
import { chooseFromMenu, drawAdmin, signIn } from '../admin/admin-page'
import { openRowMenu } from '../admin/list-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { accountNo, whiteListRow } from '../support/payments/white-list'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  portal.clock.set('2026-11-20T10:00:00+08:00')
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const screens = { whiteListImportList: async () => ({ default: whiteListImportList }) }

const choose = (content: string, name = 'list.csv') =>
  page.getByLabelText('上傳檔案', { exact: true }).upload(new File([content], name))

const chooseType = async (text: string) => {
  await page.getByRole('combobox', { name: '檔案類別' }).click()
  await page.getByRole('option', { name: text, exact: true }).click()
}

const send = () => page.getByRole('button', { name: '上傳', exact: true }).click()

test('a file with a bad row is uploaded by the generated form and listed with its counts', async () => {
  const router = drawAdmin(portal.schemas, '/admin/whiteListImportList/create', screens)
  await chooseType('僅檢核帳號')
  await choose(`異動別,虛擬帳號\nA,${accountNo(1)}\nX,${accountNo(2)}`)
  await expect.element(page.getByText(/^list\.csv（1 KB）/)).toBeVisible()
  await send()
  await expect.element(page.getByText('上傳成功，處理結果會顯示在這一頁。')).toBeVisible()
  await expect
    .element(page.getByText('1 筆已更新到名單，1 筆有誤未處理；請下載錯誤明細，修正後上傳該檔。'))
    .toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/whiteListImportList\/\d+\/show$/)
  await router.navigate('/admin/whiteListImportList')
  const row = page.getByRole('row', { name: /list\.csv/ })
  await expect.element(row).toHaveTextContent(/部分成功.*2.*1.*1/)
  await page.getByRole('link', { name: 'list.csv', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '特殊檢核資料（1 筆）' })).toBeVisible()
  // An entry that was added in a form belongs to no upload.
  expect(page.getByRole('link', { name: '新增特殊檢核資料' }).elements()).toEqual([])
})

const upload = (values: RecordValues) =>
  portal.given.record('whiteListImportList', {
    ApplyCode: '77001',
    WhiteListFileType: 'Account',
    File: 'none',
    OriFileName: 'large.csv',
    TotalCount: 20_000,
    SuccessCount: 0,
    FailCount: 0,
    ErrorLog: [],
    ...values,
  })

test('an upload with more errors than its log may have says how many rows are not listed', async () => {
  const { SerialId } = await upload({
    ImportStatus: 'PartialFailed',
    SuccessCount: 5000,
    FailCount: 15_000,
    UnlistedCount: 5000,
  })
  drawAdmin(portal.schemas, `/admin/whiteListImportList/${SerialId}/show`, screens)
  await expect.element(page.getByText(/15,000 筆有誤未處理；.*錯誤明細未列出其中 5,000 筆/)).toBeVisible()
  expect(await violations()).toEqual([])
})

test('an upload whose example row was skipped says so', async () => {
  const { SerialId } = await upload({ ImportStatus: 'Succeeded', SuccessCount: 20_000, ExampleRowNo: 2 })
  drawAdmin(portal.schemas, `/admin/whiteListImportList/${SerialId}/show`, screens)
  await expect
    .element(page.getByText(/^全部 20,000 筆資料已更新到名單。第 2 列是範例，已略過；若是您的資料，/))
    .toBeVisible()
})

test('the page of an upload under way is read again every two seconds until it has ended', async () => {
  const { SerialId } = await upload({ ImportStatus: 'Processing' })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  drawAdmin(portal.schemas, `/admin/whiteListImportList/${SerialId}/show`, screens)
  await expect.element(page.getByRole('progressbar', { name: '處理中' })).toBeVisible()
  await portal.db
    .updateTable('white_list_import')
    .set({ import_status: 'Succeeded', success_count: 20_000 })
    .where('serial_id', '=', Number(SerialId))
    .execute()
  vi.advanceTimersByTime(2000)
  await expect.element(page.getByText('全部 20,000 筆資料已更新到名單。')).toBeVisible()
  vi.useRealTimers()
})

test('the original file is downloaded from its name on the page of the upload', async () => {
  const router = drawAdmin(portal.schemas, '/admin/whiteListImportList/create', screens)
  await chooseType('僅檢核帳號')
  await choose(`異動別,虛擬帳號\nA,${accountNo(20)}`, 'original.csv')
  await send()
  await expect.element(page.getByText('全部 1 筆資料已更新到名單。')).toBeVisible()
  const names: string[] = []
  worker.events.on(
    'response:mocked',
    ({ request }) => void (request.url.includes('DownloadFile') && names.push(new URL(request.url).pathname)),
  )
  await page.getByRole('button', { name: '下載原始檔 original.csv（1 KB）' }).click()
  const id = router.state.location.pathname.match(/\d+/)?.[0]
  await expect.poll(() => names).toEqual([`/api/WhiteListImportList/DownloadFile/${id}`])
})

test('deleting an upload says that its accounts are disabled', async () => {
  const { SerialId } = await upload({ ImportStatus: 'Failed', OriFileName: 'mistake.csv' })
  const router = drawAdmin(portal.schemas, `/admin/whiteListImportList/${SerialId}/show`, screens)
  await chooseFromMenu('刪除')
  const question = page.getByRole('alertdialog', { name: '確定要刪除上傳紀錄「mistake.csv」嗎？' })
  await expect.element(question).toHaveTextContent(/新增的虛擬帳號會全部停用/)
  await question.getByRole('button', { name: '刪除' }).click()
  await expect.element(page.getByText('刪除成功')).toBeVisible()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/whiteListImportList')
})

test('a renamed file is refused with a message at the field, and can be replaced or removed', async () => {
  drawAdmin(portal.schemas, '/admin/whiteListImportList/create', screens)
  await chooseType('僅檢核帳號')
  await choose('異動別,虛擬帳號', 'list.xlsx')
  await send()
  await expect.element(page.getByText(/上傳檔案的內容不是 xlsx 檔/)).toBeVisible()
  await page.getByRole('button', { name: '移除檔案' }).click()
  await expect.element(page.getByText('尚未選擇檔案')).toBeVisible()
  await send()
  await expect.element(page.getByText('請選擇上傳檔案。')).toBeVisible()
  await choose('%PDF', 'list.pdf')
  await expect.element(page.getByText('上傳檔案只接受 xlsx、csv、txt 檔。')).toBeVisible()
})

test('an entry of the white list is disabled by a button with that name', async () => {
  await portal.given.record('whiteList', { ...whiteListRow(30), UsedTimes: 0, WhiteListState: 'Active' })
  drawAdmin(portal.schemas, '/admin/whiteList')
  const row = page.getByRole('row', { name: new RegExp(accountNo(30)) })
  const menu = await openRowMenu(row)
  expect(menu.getByRole('menuitem', { name: '刪除' }).elements()).toEqual([])
  await menu.getByRole('menuitem', { name: '停用' }).click()
  const question = page.getByRole('alertdialog', { name: `確定要停用虛擬帳號 ${accountNo(30)} 嗎？` })
  await question.getByRole('button', { name: '停用' }).click()
  await expect.element(page.getByText(`虛擬帳號 ${groupedAccount(accountNo(30))} 已停用。`)).toBeVisible()
  await expect.element(row).toHaveTextContent('停用')
})
