import { http } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { failures, network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

// Saved views and columns are kept by the server, so each drawn page reads them again.

let portal: BrowserPortal
const users: Record<string, RecordValues> = {}
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.agreement()
  await given.billCategory()
  await given.payerUnit()
  await given.payerUnit({ PayerUnitId: 'B1', PayerUnitName: 'B 棟' })
  for (let no = 1; no <= 6; no += 1)
    await given.payer({ PayerId: `P${no}`, PayerNo: `00000${no}`, PayerUnitId: no > 4 ? 'B1' : 'A1' })
  users.maker = await given.user({ UserId: 'maker01' })
  users.colleague = await given.user({ UserId: 'maker02' })
  users.checker = await given.user({ UserId: 'checker01', RoleId: 'CustomerChecker' })
})

beforeEach(async () => {
  await portal.db.deleteFrom('internal_saved_view').execute()
  await portal.db.deleteFrom('internal_list_layout').execute()
  await page.viewport(1440, 900)
  await signIn(portal, users.maker ?? {})
})

const unitB = '?filter=%7B%22PayerUnitId%22%3A%22B1%22%7D&sort=-PayerId'
const count = (text: string) => page.getByRole('status').filter({ hasText: text })
const viewButton = page.getByRole('button', { name: /^檢視/ })
const openPayers = async (search = '') => {
  const router = drawAdmin(portal.schemas, `/admin/payer${search}`)
  await expect.element(page.getByRole('row').nth(1)).toBeVisible()
  return router
}
const chooseItem = async (name: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
  await viewButton.click()
  await page.getByRole(role, { name, exact: true }).click()
}
const saveAs = async (name: string) => {
  await chooseItem('儲存為新檢視…')
  await page.getByRole('textbox', { name: '檢視名稱' }).fill(name)
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('button', { name: `檢視：${name}` })).toBeVisible()
}
const heads = () =>
  page
    .getByRole('columnheader', { includeHidden: true })
    .elements()
    .map((head) => head.textContent)
    .filter((text) => text !== '' && text !== '操作')

test('a saved view is below the page in the menu, and opens its conditions and its order', async () => {
  await openPayers(unitB)
  await expect.element(count('共 2 筆')).toBeVisible()
  await saveAs('B 棟')
  await openPayers()
  await expect.element(count('共 6 筆')).toBeVisible()
  const link = page.getByRole('list', { name: '繳款人設定的檢視' }).getByRole('link', { name: 'B 棟' })
  await link.click()
  await expect.element(count('共 2 筆')).toBeVisible()
  await expect.element(page.getByRole('row').nth(1)).toHaveTextContent('P6')
  await expect.element(link).toHaveAttribute('aria-current', 'page')
  await chooseItem('預設檢視', 'menuitemradio')
  await expect.element(count('共 6 筆')).toBeVisible()
  expect(await violations()).toEqual([])
})

test('a view that was changed is updated by its menu, renamed and deleted', async () => {
  await openPayers(unitB)
  await saveAs('B 棟')
  await page.getByRole('button', { name: '全部清除' }).click()
  await expect.element(count('共 6 筆')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢視：B 棟（已變更）' })).toHaveTextContent('B 棟（已變更）')
  await chooseItem('更新「B 棟」')
  await expect.element(page.getByText('已更新檢視')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢視：B 棟', exact: true })).toBeVisible()
  await chooseItem('改名或共用…')
  await page.getByRole('textbox', { name: '檢視名稱' }).fill('全部，由後到前')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('button', { name: '檢視：全部，由後到前' })).toBeVisible()
  const rows = () => portal.db.selectFrom('internal_saved_view').select(['name', 'query']).execute()
  await expect.poll(rows).toMatchObject([{ name: '全部，由後到前', query: { Filter: {}, Sort: '-PayerId' } }])
  await chooseItem('刪除「全部，由後到前」…')
  await page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click()
  await expect.element(page.getByRole('button', { name: '檢視', exact: true })).toBeVisible()
  await expect.poll(rows).toEqual([])
})

test('a colleague sees a shared view with the name of its owner, and cannot change it', async () => {
  await openPayers(unitB)
  await chooseItem('儲存為新檢視…')
  await page.getByRole('textbox', { name: '檢視名稱' }).fill('B 棟')
  await page.getByRole('checkbox', { name: '與公司的使用者共用' }).click()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByRole('button', { name: '檢視：B 棟' })).toBeVisible()
  await signIn(portal, users.colleague ?? {})
  await openPayers()
  await chooseItem('B 棟 maker01 共用', 'menuitemradio')
  await expect.element(count('共 2 筆')).toBeVisible()
  await viewButton.click()
  await expect.element(page.getByRole('menuitem', { name: '儲存為新檢視…' })).toBeVisible()
  expect(page.getByRole('menuitem').elements()).toHaveLength(1)
})

test('personal conditions are not saved, and the dialog says so; a name is needed', async () => {
  await openPayers()
  await page.getByRole('textbox', { name: '搜尋這個清單' }).fill('P3')
  await userEvent.keyboard('{Enter}')
  await expect.element(count('共 1 筆')).toBeVisible()
  await chooseItem('儲存為新檢視…')
  await expect.element(page.getByText('搜尋文字與含個人資料的條件不會儲存。', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('請輸入檢視的名稱。')).toBeVisible()
  worker.use(failures.refusal('/Ext/Common/SaveView', '2002', '已滿', { Errors: { Name: '請先刪除不用的檢視。' } }))
  await page.getByRole('textbox', { name: '檢視名稱' }).fill('全部')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('請先刪除不用的檢視。')).toBeVisible()
  worker.resetHandlers()
})

test('an address with a view opens it; fields that the list no longer has are named, and so is a view that is no longer there', async () => {
  await openPayers(unitB)
  await saveAs('B 棟')
  await portal.db
    .updateTable('internal_saved_view')
    .set({ query: JSON.stringify({ Filter: { Colour: 'red' }, Sort: null, Columns: [] }) })
    .execute()
  await openPayers()
  await page.getByRole('link', { name: 'B 棟', exact: true }).click()
  await expect.element(page.getByText('檢視「B 棟」中的「Colour」已不在這個清單，已略過。')).toBeVisible()
  await portal.db
    .updateTable('internal_saved_view')
    .set({ query: JSON.stringify({ Filter: { PayerUnitId: 'B1' }, Sort: null, Columns: [] }) })
    .execute()
  const [view] = await portal.db.selectFrom('internal_saved_view').select('view_id').execute()
  await openPayers(`?view=${view?.view_id}`)
  await expect.element(count('共 2 筆')).toBeVisible()
  await openPayers('?view=999')
  await expect.element(page.getByText('找不到網址中的檢視，可能已刪除或不再共用。')).toBeVisible()
})

const keptLayouts = () => portal.db.selectFrom('internal_list_layout').selectAll().execute()
const pointer = (edge: Element | null, type: string, clientX: number) =>
  edge?.dispatchEvent(new PointerEvent(type, { clientX, pointerId: 1, bubbles: true }))
const edgeOf = (name: string) => {
  const edge = page.getByRole('columnheader', { name }).element().querySelector('.column-edge')
  // The pointer of the events does not exist.
  if (edge) edge.setPointerCapture = () => {}
  return edge
}

test('columns are moved and widened by dragging, and are the same after a new start', async () => {
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  const [first = '', second = ''] = heads()
  const head = (name: string) => page.getByRole('columnheader', { name })
  await userEvent.dragAndDrop(head(second), head(first))
  await expect.poll(() => heads().slice(0, 2)).toEqual([second, first])
  await expect.poll(keptLayouts).toHaveLength(1)
  await openPayers()
  await expect.poll(() => heads().slice(0, 2)).toEqual([second, first])
  const [kept] = await keptLayouts()
  const before = head(second).element().getBoundingClientRect().width
  const edge = edgeOf(second)
  pointer(edge, 'pointerdown', 100)
  pointer(edge, 'pointermove', 150)
  pointer(edge, 'pointerup', 150)
  const width = () => Math.round(head(second).element().getBoundingClientRect().width)
  await expect.poll(width).toBe(Math.round(before) + 50)
  await expect.poll(keptLayouts).not.toEqual([kept])
  await openPayers()
  await expect.poll(width).toBe(Math.round(before) + 50)
})

test('a column whose dragging is interrupted has its width again', async () => {
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  const [first = ''] = heads()
  const width = () => page.getByRole('columnheader', { name: first }).element().getBoundingClientRect().width
  const before = width()
  const edge = edgeOf(first)
  pointer(edge, 'pointerdown', 100)
  pointer(edge, 'pointermove', 150)
  await expect.poll(width).toBeGreaterThan(before)
  pointer(edge, 'pointercancel', 150)
  await expect.poll(width).toBeCloseTo(before, 0)
  pointer(edge, 'pointermove', 170)
  expect(width()).toBeCloseTo(before, 0)
  expect(await keptLayouts()).toEqual([])
})

test('columns that are changed before the saved ones arrive are kept', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  worker.use(
    http.get('*/api/Ext/Common/GetSavedViews', async ({ request }) => {
      await released
      return portal.app.fetch(request, { ip: '127.0.0.1' })
    }),
  )
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  const toggle = async (name: string) => {
    await page.getByRole('button', { name: '欄位', exact: true }).click()
    await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
    await userEvent.keyboard('{Escape}')
  }
  await toggle('繳款人姓名')
  release()
  await expect.poll(heads).not.toContain('繳款人姓名')
  await expect.poll(keptLayouts).toHaveLength(1)
})

test('a column that is shown or hidden leaves the order as it is', async () => {
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  const original = heads()
  const toggle = (name: string) => page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.getByRole('button', { name: '欄位', exact: true }).click()
  await toggle('繳款人姓名')
  await expect.poll(heads).toEqual(original.filter((name) => name !== '繳款人姓名'))
  await toggle('繳款人姓名')
  await expect.poll(heads).toEqual(original)
})

test('the dialog for columns moves and widens them by the keyboard, and returns to the defaults', async () => {
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  const original = heads()
  const [first = '', second = ''] = original
  await page.getByRole('button', { name: '欄位', exact: true }).click()
  await page.getByRole('menuitem', { name: '調整順序與寬度…' }).click()
  await page.getByRole('button', { name: `下移${first}`, exact: true }).click()
  await expect.poll(() => heads().slice(0, 2)).toEqual([second, first])
  await expect.element(page.getByRole('button', { name: `下移${first}`, exact: true })).toHaveFocus()
  const width = page.getByRole('spinbutton', { name: `${first}的寬度（像素）` })
  await width.fill('300')
  await userEvent.keyboard('{Tab}')
  const head = () => page.getByRole('columnheader', { name: first, includeHidden: true }).element()
  await expect.poll(() => Math.round(head().getBoundingClientRect().width)).toBe(300)
  expect(await violations()).toEqual([])
  await expect.poll(keptLayouts).toHaveLength(1)
  await page.getByRole('button', { name: '恢復預設欄位' }).click()
  await page.getByRole('button', { name: '完成' }).click()
  await expect.poll(heads).toEqual(original)
  await expect.poll(keptLayouts).toEqual([])
})

test('a list opens for a role with the view that its schema file declares', async () => {
  await signIn(portal, users.checker ?? {})
  drawAdmin(portal.schemas, '/admin/TLDetailExceptionHandling')
  await expect.element(page.getByRole('tab', { name: '待放行' })).toHaveAttribute('aria-selected', 'true')
  await signIn(portal, users.maker ?? {})
  drawAdmin(portal.schemas, '/admin/TLDetailExceptionHandling')
  await expect.element(page.getByRole('tab', { name: '全部待處理' })).toHaveAttribute('aria-selected', 'true')
})

test('without calls for views, a list has no button for them, and columns are kept in the tab', async () => {
  worker.use(failures.bareStatus('/Ext/GetCapabilities', 404, ''))
  await openPayers()
  await expect.poll(heads).toContain('繳款人姓名')
  expect(viewButton.elements()).toEqual([])
  const [first = ''] = heads()
  await page.getByRole('button', { name: '欄位', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: first }).click()
  await userEvent.keyboard('{Escape}')
  await expect.poll(heads).not.toContain(first)
  worker.resetHandlers()
})
