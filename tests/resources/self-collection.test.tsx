import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import selfCollection from '../../resources/selfCollection'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { lostResponse, network, onRequest, respondWith, throughApp } from '../support/browser/msw'

let portal: BrowserPortal
let maker: RecordValues
let checker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
  checker = await given.user({ UserId: 'checker01', RoleId: 'CustomerChecker' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const screens = { selfCollection: async () => ({ default: selfCollection }) }

const openForm = async () => {
  drawAdmin(portal.schemas, '/admin/selfCollection/create', screens)
  await choose('委託單位代號', /77001/)
}

const choose = async (name: string, option: RegExp) => {
  await page.getByRole('combobox', { name }).click()
  await page.getByRole('option', { name: option }).click()
}

const amount = () => page.getByRole('textbox', { name: '收款金額' })
const section = () => page.getByRole('region', { name: '帳單的繳款情形' })

test('the form shows below the chosen bill what it lacks, proposes that amount, and says what remains after another one', async () => {
  await portal.given.bill({ BillNo: 'B202611-000501', PaidAmount: 400, PayStatus: 'PartialPaid' })
  await openForm()
  await choose('帳單', /B202611-000501/)
  await expect.element(amount()).toHaveValue('600')
  await expect.element(section()).toHaveTextContent('未繳金額NT$600')
  const select = page.getByRole('combobox', { name: '帳單' }).element()
  expect(select.compareDocumentPosition(section().element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await amount().fill('250')
  await expect.element(section()).toHaveTextContent('收款後未繳金額NT$350')
  expect(await violations()).toEqual([])
})

test('a typed amount stays when another bill is chosen, a proposed one follows the bill', async () => {
  await portal.given.bill({ BillNo: 'B202611-000511', ShouldPayAmount: 700 })
  await portal.given.bill({ BillNo: 'B202611-000512', ShouldPayAmount: 800 })
  await openForm()
  await choose('帳單', /B202611-000511/)
  await expect.element(amount()).toHaveValue('700')
  await choose('帳單', /B202611-000512/)
  await expect.element(amount()).toHaveValue('800')
  await amount().fill('300')
  await choose('帳單', /B202611-000511/)
  await expect.element(section()).toHaveTextContent('收款後未繳金額NT$400')
  await expect.element(amount()).toHaveValue('300')
})

test('only bills that take a collection are offered', async () => {
  await portal.given.bill({ BillNo: 'B202611-000521', PaidAmount: 1000, PayStatus: 'Paid' })
  await portal.given.bill({ BillNo: 'B202611-000522', BillState: 'Void' })
  await portal.given.bill({ BillNo: 'B202611-000523' })
  await openForm()
  const select = page.getByRole('combobox', { name: '帳單' })
  await select.fill('B202611-00052')
  await expect.element(page.getByRole('option', { name: /B202611-000523/ })).toBeVisible()
  await expect.element(page.getByRole('option', { name: /B202611-00052[12]/ })).not.toBeInTheDocument()
})

test('a link with a bill that is paid says that it takes no collection', async () => {
  const { SerialId } = await portal.given.bill({ BillNo: 'B202611-000502', PaidAmount: 1000, PayStatus: 'Paid' })
  const router = drawAdmin(portal.schemas, '/admin', screens)
  await router.navigate('/admin/selfCollection/create', { state: { initialValues: { ApplyCode: '77001', BillSerialId: SerialId } } })
  await expect.element(page.getByRole('alert')).toHaveTextContent('這張帳單已繳清，不能收款')
})

test('a saved collection opens with the facts of its bill', async () => {
  await portal.given.bill({ BillNo: 'B202611-000531', ShouldPayAmount: 900 })
  await openForm()
  await choose('帳單', /B202611-000531/)
  await page.getByRole('combobox', { name: '收款方式' }).click()
  await page.getByRole('option', { name: '現金' }).click()
  await page.getByRole('textbox', { name: '收款日期' }).fill('2026/11/19')
  await page.getByRole('button', { name: '儲存' }).click()
  await expect.element(page.getByRole('heading', { name: '帳單資料' })).toBeVisible()
  await expect.element(page.getByText('B202611-000531', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^90000017/).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '取消紀錄' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: '取消收款' })).not.toBeInTheDocument()
})

const doubt = '資料可能已經儲存，請先查詢再重送。'
const save = () => page.getByRole('button', { name: '儲存' }).click()

/** Opens the form and fills it in for a bill. */
const fillForm = async (BillNo: string): Promise<void> => {
  await openForm()
  await choose('帳單', new RegExp(BillNo))
  await choose('收款方式', /現金/)
  await page.getByRole('textbox', { name: '收款日期' }).fill('2026/11/19')
}

/** Saves the form for a new bill of 900 dollars; the response of the server is lost. */
const saveWithLostResponse = async (BillNo: string): Promise<void> => {
  await portal.given.bill({ BillNo, ShouldPayAmount: 900 })
  worker.use(lostResponse(() => portal.app, '/SelfCollection'))
  await fillForm(BillNo)
  await save()
  const dialog = page.getByRole('alertdialog', { name: '發生錯誤' })
  await expect.element(dialog).toHaveAccessibleDescription(doubt)
  await dialog.getByRole('button', { name: '確定' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
}

const collectionsOf = (BillNo: string) =>
  portal.db.selectFrom('self_collection').select(['collect_amount', 'receipt_no']).where('bill_no', '=', BillNo).execute()

test('a collection whose response was lost is saved again without a second receipt, and opens', async () => {
  await saveWithLostResponse('B202611-000551')
  await save()
  await expect.element(page.getByRole('heading', { name: '帳單資料' })).toBeVisible()
  const collections = await collectionsOf('B202611-000551')
  expect(collections).toHaveLength(1)
  await expect.element(page.getByText(String(collections[0]?.receipt_no), { exact: true }).first()).toBeVisible()
})

test('if the form is changed after its response was lost, it says that the first content is stored and the change is not', async () => {
  await saveWithLostResponse('B202611-000552')
  await amount().fill('450')
  await save()
  await expect.element(page.getByRole('alert')).toHaveTextContent('先前送出的內容已經儲存，這次修改的內容沒有儲存。')
  expect(await collectionsOf('B202611-000552')).toMatchObject([{ collect_amount: 900 }])
})

test('the next form is a collection of its own', async () => {
  await portal.given.bill({ BillNo: 'B202611-000553', ShouldPayAmount: 900 })
  for (const _ of [1, 2]) {
    await fillForm('B202611-000553')
    await amount().fill('450')
    await save()
    await expect.element(page.getByRole('heading', { name: '帳單資料' })).toBeVisible()
  }
  expect(await collectionsOf('B202611-000553')).toHaveLength(2)
})

test.each([
  ['lists the call', 'B202611-000561', { RequestIdCalls: ['SelfCollection.create'] }, true],
  ['lists only other calls', 'B202611-000562', { RequestIdCalls: ['fee.create'] }, false],
  ['lists no calls', 'B202611-000563', {}, false],
])('a RequestId is sent only if the backend lists the call: it %s', async (_, BillNo, capabilities, isSent) => {
  const { SerialId } = await portal.given.bill({ BillNo, ShouldPayAmount: 900 })
  worker.use(respondWith('/Ext/GetCapabilities', { Calls: [], ...capabilities }))
  const bodies: Promise<object>[] = []
  onRequest(worker, (request) => void (request.method === 'POST' && request.url.endsWith('/SelfCollection') && bodies.push(request.clone().json())))
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin', screens)
  await router.navigate('/admin/selfCollection/create', { state: { initialValues: { ApplyCode: '77001', BillSerialId: SerialId } } })
  await choose('收款方式', /現金/)
  await save()
  await expect.poll(() => bodies.length).toBe(1)
  expect('RequestId' in ((await bodies[0]) ?? {})).toBe(isSent)
})

test('collections of former days cannot be cancelled, and those that were say why', async () => {
  await signIn(portal, checker)
  const { SerialId: BillSerialId } = await portal.given.bill({ BillNo: 'B202611-000541', ShouldPayAmount: 900 })
  const collection = { ApplyCode: '77001', UniformNo: '90000017', BillSerialId, BillNo: 'B202611-000541', CollectAmount: 450, CollectDate: '2026-11-19' }
  const record = { ...collection, CollectMethod: 'Cash', CollectStatus: 'Collected' }
  const cancelled = { CollectStatus: 'Cancelled', CancelUser: 'checker01', CancelTime: '2026-11-19T15:20:00+08:00', CancelReason: '金額登錄錯誤' }
  const live = await portal.given.record('selfCollection', { ...record, ReceiptNo: 'R1151119901' })
  const former = await portal.given.record('selfCollection', { ...record, ...cancelled, ReceiptNo: 'R1151119902' })
  const router = drawAdmin(portal.schemas, `/admin/selfCollection/${live.SerialId}/show`, screens)
  await expect.element(page.getByRole('button', { name: '下載收據' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: '取消收款' })).not.toBeInTheDocument()
  await router.navigate(`/admin/selfCollection/${former.SerialId}/show`)
  await expect.element(page.getByRole('heading', { name: '取消紀錄' })).toBeVisible()
  await expect.element(page.getByText('金額登錄錯誤')).toBeVisible()
})
