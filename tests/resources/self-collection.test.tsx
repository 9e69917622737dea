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
  await router.navigate('/admin/selfCollection/create', {
    state: { initialValues: { ApplyCode: '77001', BillSerialId: SerialId } },
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent('這張帳單已繳清，不能收款')
})

test('a saved collection opens with the facts of its bill', async () => {
  await portal.given.bill({ BillNo: 'B202611-000531', ShouldPayAmount: 900 })
  await openForm()
  await choose('帳單', /B202611-000531/)
  await page.getByRole('combobox', { name: '收款方式' }).click()
  await page.getByRole('option', { name: '現金' }).click()
  await page.getByRole('textbox', { name: '收款日期' }).fill('2026/11/19')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '帳單資料' })).toBeVisible()
  await expect.element(page.getByText('B202611-000531', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^90000017/).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '取消紀錄' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /取消收款|更多/ })).not.toBeInTheDocument()
})

const doubt = '資料可能已經儲存，請先查詢再重送。'
const save = () => page.getByRole('button', { name: '儲存', exact: true }).click()

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
  portal.db
    .selectFrom('self_collection')
    .select(['collect_amount', 'receipt_no'])
    .where('bill_no', '=', BillNo)
    .execute()

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
  for (const dollars of ['450', '400']) {
    await fillForm('B202611-000553')
    await amount().fill(dollars)
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
  onRequest(
    worker,
    (request) =>
      void (
        request.method === 'POST' &&
        request.url.endsWith('/SelfCollection') &&
        bodies.push(request.clone().json())
      ),
  )
  await signIn(portal, maker)
  const router = drawAdmin(portal.schemas, '/admin', screens)
  await router.navigate('/admin/selfCollection/create', {
    state: { initialValues: { ApplyCode: '77001', BillSerialId: SerialId } },
  })
  await choose('收款方式', /現金/)
  await save()
  await expect.poll(() => bodies.length).toBe(1)
  expect('RequestId' in ((await bodies[0]) ?? {})).toBe(isSent)
})

test('collections of former days cannot be cancelled, and those that were say why', async () => {
  await signIn(portal, checker)
  const { SerialId: BillSerialId } = await portal.given.bill({ BillNo: 'B202611-000541', ShouldPayAmount: 900 })
  const collection = {
    ApplyCode: '77001',
    UniformNo: '90000017',
    BillSerialId,
    BillNo: 'B202611-000541',
    CollectAmount: 450,
    CollectDate: '2026-11-19',
  }
  const record = { ...collection, CollectMethod: 'Cash', CollectStatus: 'Collected' }
  const cancelled = {
    CollectStatus: 'Cancelled',
    CancelUser: 'checker01',
    CancelTime: '2026-11-19T15:20:00+08:00',
    CancelReason: '金額登錄錯誤',
  }
  const live = await portal.given.record('selfCollection', { ...record, ReceiptNo: 'R1151119901' })
  const former = await portal.given.record('selfCollection', { ...record, ...cancelled, ReceiptNo: 'R1151119902' })
  const router = drawAdmin(portal.schemas, `/admin/selfCollection/${live.SerialId}/show`, screens)
  await expect.element(page.getByRole('button', { name: '下載收據' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /取消收款|更多/ })).not.toBeInTheDocument()
  await router.navigate(`/admin/selfCollection/${former.SerialId}/show`)
  await expect.element(page.getByRole('heading', { name: '取消紀錄' })).toBeVisible()
  await expect.element(page.getByText('金額登錄錯誤')).toBeVisible()
})

const titles = '帳單編號,收款金額,收款日期,收款方式'
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const importPage = async () => {
  drawAdmin(portal.schemas, '/admin/selfCollection/import', screens)
  await expect.element(page.getByRole('heading', { name: '選擇檔案' })).toHaveFocus()
}
const choosesFile = (rows: readonly string[]) =>
  page
    .getByLabelText('匯入檔案')
    .upload(new File([[titles, ...rows].join('\r\n')], 'collections.csv', { type: 'text/csv' }))
const collectedFrom = (billNo: string) =>
  portal.db
    .selectFrom('self_collection')
    .select(['collect_amount', 'collect_method'])
    .where('bill_no', '=', billNo)
    .orderBy('serial_id')
    .execute()

test.each([1440, 390])(
  'at a width of %i, a file that was imported before is asked about, and its rows are skipped by name until the clerk includes them',
  async (width) => {
    const billNo = `B202611-${width}`
    await portal.given.bill({ BillNo: billNo, ShouldPayAmount: 9000 })
    const row = `${billNo},500,2026/11/19,現金`
    await page.viewport(width, 900)
    await importPage()
    await choosesFile([row])
    await press('檢查檔案')
    await expect.element(page.getByText('1 筆資料都正確，可以匯入；目前還沒有寫入任何資料。')).toBeVisible()
    await press('匯入 1 筆')
    await expect.element(page.getByText('已新增 1 筆。')).toBeVisible()
    await press('再匯入一個檔案')
    await choosesFile([row])
    const question = page.getByRole('alertdialog', { name: '這個檔案已於 2026/11/20 10:00 匯入，是否再次匯入？' })
    await expect.element(question).toBeVisible()
    await question.getByRole('button', { name: '再次匯入' }).click()
    await press('檢查檔案')
    await expect.element(page.getByText('沒有可以匯入的資料：1 筆與已登錄的資料相同，將略過。')).toBeVisible()
    await expect.element(page.getByRole('button', { name: /^匯入 / })).not.toBeInTheDocument()
    await expect
      .element(page.getByRole('list', { name: '略過的資料' }))
      .toHaveTextContent(/第 2 列帳單編號「B202611-\d+」W103 .*（收據 R1151120\d+）相同，因此略過/)
    expect(await violations()).toEqual([])

    const choice = page.getByRole('checkbox', { name: '一併匯入與已登錄的自行收款相同的資料' })
    await choice.click()
    await expect
      .element(page.getByText('1 筆資料都可以匯入，部分請留意下方的提醒；目前還沒有寫入任何資料。'))
      .toBeVisible()
    await expect.element(choice).toBeChecked()
    await expect
      .element(page.getByRole('list', { name: '提醒的資料' }))
      .toHaveTextContent(/第 2 列.*依您的選擇一併匯入。/)
    await choice.click()
    await expect.element(page.getByText(/^沒有可以匯入的資料/)).toBeVisible()
    await choice.click()
    await press('匯入 1 筆')
    await expect.element(page.getByText('已新增 1 筆。')).toBeVisible()
    expect(await collectedFrom(billNo)).toHaveLength(2)
  },
)

test('a file with a recorded row and a new one imports the new one, and says at the end which row was skipped', async () => {
  await portal.given.bill({ BillNo: 'B202611-000555', ShouldPayAmount: 9000 })
  await importPage()
  await choosesFile(['B202611-000555,500,2026/11/19,現金'])
  await press('檢查檔案')
  await press('匯入 1 筆')
  await press('再匯入一個檔案')
  await choosesFile(['B202611-000555,500,2026/11/19,現金', 'B202611-000555,501,2026/11/19,現金'])
  await press('檢查檔案')
  await expect
    .element(page.getByText('1 筆資料可以匯入，1 筆與已登錄的資料相同，將略過；目前還沒有寫入任何資料。'))
    .toBeVisible()
  await press('匯入 1 筆')
  await expect
    .element(page.getByRole('status').filter({ hasText: '已新增' }))
    .toHaveTextContent('已新增 1 筆；1 筆與已登錄的資料相同，已略過。')
  await expect.element(page.getByRole('list', { name: '略過的資料' })).toHaveTextContent(/第 2 列/)
})

test('a second equal collection is asked about, not saved when the clerk declines, and saved when they confirm', async () => {
  const billNo = 'B202611-000565'
  const { SerialId: BillSerialId } = await portal.given.bill({ BillNo: billNo, ShouldPayAmount: 9000 })
  const recorded = {
    ApplyCode: '77001',
    UniformNo: '90000017',
    BillSerialId,
    BillNo: billNo,
    CollectAmount: 450,
    CollectDate: '2026-11-19',
    CollectMethod: 'Cash',
  }
  await portal.given.record('selfCollection', { ...recorded, CollectStatus: 'Collected', ReceiptNo: 'A-565' })
  await openForm()
  await choose('帳單', /B202611-000565/)
  await amount().fill('450')
  await choose('收款方式', /現金/)
  await page.getByRole('textbox', { name: '收款日期' }).fill('2026/11/19')
  await press('儲存')
  const question = page.getByRole('alertdialog', { name: '仍要儲存？' })
  await expect.element(question).toHaveTextContent(/登錄的收款（收據 A-565）金額、日期及收款方式都相同/)
  await question.getByRole('button', { name: '取消' }).click()
  await expect.element(page.getByText(/登錄的收款（收據 A-565）/)).toBeVisible()
  expect(await collectedFrom(billNo)).toHaveLength(1)
  await press('儲存')
  await question.getByRole('button', { name: '仍要儲存' }).click()
  await expect.element(page.getByRole('heading', { name: '帳單資料' })).toBeVisible()
  expect(await collectedFrom(billNo)).toHaveLength(2)
})

test('a file that is imported by another clerk after its preview is asked about when it is imported', async () => {
  await portal.given.bill({ BillNo: 'B202611-000571', ShouldPayAmount: 9000 })
  const rows = ['B202611-000571,500,2026/11/19,現金']
  await importPage()
  await choosesFile(rows)
  await press('檢查檔案')
  await expect.element(page.getByRole('button', { name: '匯入 1 筆' })).toBeVisible()
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode([titles, ...rows].join('\r\n')))
  const content_hash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const imported = {
    uniform_no: '90000017',
    resource: 'selfCollection',
    content_hash,
    import_time: '2026-11-20T02:00:00Z',
  }
  await portal.db.insertInto('record_import').values(imported).execute()
  await press('匯入 1 筆')
  const question = page.getByRole('alertdialog', { name: '仍要匯入？' })
  await expect.element(question).toHaveTextContent(/內容相同的檔案已於 2026\/11\/20 10:00 匯入/)
  await question.getByRole('button', { name: '再次匯入' }).click()
  await expect.element(page.getByText('已新增 1 筆。')).toBeVisible()
})

test('the template, uploaded unchanged, is refused where it was selected, and a skipped example row is named', async () => {
  await portal.given.bill({ BillNo: 'B202611-000581', ShouldPayAmount: 9000 })
  await importPage()
  await choosesFile(['範例（不匯入）B1,1,2026/11/19,現金'])
  await expect.element(page.getByRole('alert')).toHaveTextContent('檔案「collections.csv」只有標題列與範例列，沒有資料')
  await choosesFile(['範例（不匯入）B1,1,2026/11/19,現金', 'B202611-000581,1,2026/11/19,現金'])
  await expect.element(page.getByText(/有 1 筆資料/)).toBeVisible()
  await press('檢查檔案')
  await expect
    .element(page.getByRole('list', { name: '提醒的資料' }))
    .toHaveTextContent(/第 2 列帳單編號「範例（不匯入）B1」W102 這一列是範本的範例/)
})

test.each([1440, 390])(
  'before a backend without the import in steps, at a width of %i, a file is uploaded in one call, and its result is shown',
  async (width) => {
    const billNo = `B202611-U${width}`
    await portal.given.bill({ BillNo: billNo, ShouldPayAmount: 9000 })
    await page.viewport(width, 900)
    worker.use(respondWith('/Ext/GetCapabilities', { Calls: [] }))
    // A backend may not say with which agreements the user works; Common.GetApplyCode returns them.
    await signIn(portal, maker, width === 390 ? { ApplyCodes: [] } : {})
    drawAdmin(portal.schemas, '/admin/selfCollection', screens)
    await press('匯入')
    const dialog = page.getByRole('dialog', { name: '匯入自行收款作業' })
    const upload = async (...rows: string[]) => {
      await choosesFile(rows)
      await dialog.getByRole('button', { name: '匯入', exact: true }).click()
    }
    await upload()
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await upload(`${billNo},${width},2026/11/19,現金`, 'B202611-NONE,1,2026/11/19,現金')
    await expect.element(dialog.getByRole('status')).toHaveTextContent('已新增 1 筆；1 筆有誤沒有匯入')
    await expect.element(dialog.getByRole('list', { name: '有誤的資料' })).toHaveTextContent('第 3 列')
    expect(await violations()).toEqual([])
    expect(await collectedFrom(billNo)).toEqual([{ collect_amount: width, collect_method: 'Cash' }])
    await dialog.getByRole('button', { name: '關閉' }).click()
    await expect.element(page.getByText(width === 390 ? /390$/ : /1,440$/).first()).toBeVisible()
  },
)

test('the upload in one call is not offered beside the import in steps', async () => {
  drawAdmin(portal.schemas, '/admin/selfCollection', screens)
  await expect.element(page.getByRole('link', { name: '匯入', exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: '匯入', exact: true }).elements()).toEqual([])
})
