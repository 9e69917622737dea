import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { violations } from '../../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { voucher } from '../../support/schemas/voucher'
import { drawAdmin, signIn } from '../admin-page'
import { chooseInRow, openConditions, openRowMenu } from '../list-page'

const overQuery = { ...voucher, actions: { ...voucher.actions, Stop: { ...voucher.actions.Stop, overQuery: true } } }
let portal: BrowserPortal
let maker: RecordValues
let viewer: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { voucher: overQuery } })
  const { given } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01', RoleId: 'CustomerMaker' })
  viewer = await given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await portal.db.deleteFrom('voucher').execute()
  await make('C1', '開學禮券')
})

const make = (VoucherCode: string, VoucherName: string) =>
  portal.given.record('voucher', {
    ApplyCode: '77001',
    VoucherCode,
    VoucherName,
    State: 'Active',
    Budget: 5000,
    Remark: '限校友',
    Contact: '王大明',
  })
const draw = async (user: RecordValues, path = '/admin/voucher') => {
  await signIn(portal, user)
  drawAdmin(portal.schemas, path)
}
const rowOf = (code: string) => page.getByRole('row', { name: new RegExp(code) })
const dialog = page.getByRole('dialog', { name: '確定要停用禮券 C1 嗎？' })
const reason = page.getByRole('textbox', { name: '停用原因' })

test('an action asks for its inputs in a dialog, makes the declared change and reports success', async () => {
  await draw(maker)
  await chooseInRow(rowOf('C1'), '停用')
  await expect.element(dialog).toHaveTextContent('禮券「C1 開學禮券」停用後不能再折抵。')
  await dialog.getByRole('button', { name: '停用' }).click()
  await expect.element(dialog.getByText('請填寫停用原因。')).toBeVisible()
  await reason.fill('活動結束')
  await dialog.getByRole('button', { name: '停用' }).click()
  await expect.element(page.getByText('禮券 C1 已停用。')).toBeVisible()
  await expect.element(rowOf('C1')).toHaveTextContent('已停用')
  const menu = await openRowMenu(rowOf('C1'))
  expect(menu.getByRole('menuitem', { name: '停用' }).elements()).toEqual([])
  await menu.getByRole('menuitem', { name: '恢復' }).click()
  await expect.element(page.getByText('禮券 C1 開學禮券 已恢復。')).toBeVisible()
})

test('a user who runs an action on a record that was changed meanwhile sees a message and the current record', async () => {
  await draw(maker)
  await chooseInRow(rowOf('C1'), '停用')
  await expect.element(dialog).toBeVisible()
  await portal.db
    .updateTable('voucher')
    .set({ voucher_name: '新名稱', update_user: 'other01', update_time: '2026-11-20T05:00:00Z' })
    .execute()
  await reason.fill('活動結束')
  await dialog.getByRole('button', { name: '停用' }).click()
  await expect.element(page.getByText(/已由「other01」於 .* 修改/)).toBeVisible()
  await expect.element(rowOf('C1')).toHaveTextContent('新名稱')
})

const bulkDialog = page.getByRole('dialog', { name: '停用', exact: true })
const chooseAll = async (...codes: readonly string[]) => {
  for (const code of codes) await rowOf(code).getByRole('checkbox').click()
}
const stopDirectly = (...codes: readonly string[]) =>
  portal.db.updateTable('voucher').set({ state: 'Stopped' }).where('voucher_code', 'in', codes).execute()

test('the dialog of a bulk action says for which records it is allowed; the others stay selected', async () => {
  for (const code of ['C2', 'C3']) await make(code, '年終禮券')
  await draw(maker)
  await chooseAll('C1', 'C2', 'C3')
  await stopDirectly('C2', 'C3')
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '停用' }).click()
  await expect.element(bulkDialog).toHaveTextContent('確定要停用選取的 1 張禮券嗎？')
  await expect
    .element(bulkDialog.getByRole('region', { name: '不能停用的禮券' }))
    .toHaveTextContent('這張禮券目前不可停用，請重新整理後查看最新狀態。（2 張）C2 年終禮券、C3 年終禮券')
  await reason.fill('整批停用')
  await bulkDialog.getByRole('button', { name: '停用 1 張' }).click()
  await expect.element(rowOf('C1')).toHaveTextContent('已停用')
  await expect.element(bulkDialog).not.toBeInTheDocument()
  await expect.element(rowOf('C1').getByRole('checkbox')).not.toBeChecked()
  await expect.element(rowOf('C2').getByRole('checkbox')).toBeChecked()
})

test('a bulk action that is allowed for none of the records cannot be started', async () => {
  await draw(maker)
  await chooseAll('C1')
  await stopDirectly('C1')
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '停用' }).click()
  await expect.element(bulkDialog.getByRole('region', { name: '不能停用的禮券' })).toBeVisible()
  await expect.element(bulkDialog.getByRole('button', { name: '停用', exact: true })).toBeDisabled()
  expect(reason.elements()).toEqual([])
})

test('after a bulk action, refused records are listed with the reason and stay selected', async () => {
  await make('C2', '年終禮券')
  await draw(maker)
  await chooseAll('C1', 'C2')
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '停用' }).click()
  await reason.fill('整批停用')
  await expect.element(bulkDialog.getByRole('button', { name: '停用 2 張' })).toBeEnabled()
  await stopDirectly('C2')
  await bulkDialog.getByRole('button', { name: '停用 2 張' }).click()
  const left = page.getByRole('alertdialog', { name: '已停用 1 張，1 張未停用' })
  await expect.element(left).toHaveTextContent(/C2 年終禮券：這張禮券目前不可停用/)
  await left.getByRole('button', { name: '確定' }).click()
  await expect.element(rowOf('C2').getByRole('checkbox')).toBeChecked()
  await expect.element(rowOf('C1')).toHaveTextContent('已停用')
})

test('a role gets no columns, conditions or buttons that the schema hides from it', async () => {
  await draw(viewer)
  await expect.element(rowOf('C1')).toHaveTextContent('王○明')
  for (const name of ['內部備註', '預算']) expect(page.getByRole('columnheader', { name }).elements()).toEqual([])
  await expect.element(page.getByRole('columnheader', { name: '折抵金額' })).toBeVisible()
  expect(
    page.getByRole('columnheader', { name: '聯絡人' }).getByRole('button').elements(),
    'masks have no order',
  ).toEqual([])
  await openConditions()
  for (const name of ['內部備註', '聯絡人']) expect(page.getByRole('textbox', { name }).elements()).toEqual([])
  expect(page.getByRole('button', { name: /更多操作|停用|恢復|刪除/ }).elements()).toEqual([])
  await rowOf('C1').getByRole('link').first().click()
  await expect.element(page.getByText('預算')).toBeVisible()
  expect(page.getByText('內部備註').elements()).toEqual([])
})

test('a field that the role can only read is fixed in the form and has no input in a new record', async () => {
  await draw(maker, '/admin/voucher/77001~C1')
  await expect.element(page.getByRole('textbox', { name: '預算' })).toHaveAttribute('readonly')
  await page.getByRole('textbox', { name: '折抵金額' }).fill('150')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
})

test('a new record has no input for fields that the role can only read', async () => {
  await draw(maker, '/admin/voucher/create')
  await expect.element(page.getByRole('textbox', { name: '禮券名稱' })).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: '行動電話' })).toBeVisible()
  expect(page.getByRole('textbox', { name: '預算' }).elements()).toEqual([])
})

test('an action over all records of a query says to how many it applies, and then runs for all of them', async () => {
  for (let no = 2; no <= 22; no += 1) await make(`C${no}`, '年終禮券')
  await stopDirectly('C22')
  await draw(maker)
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await page.getByRole('button', { name: '改選全部 22 張' }).click()
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '停用' }).click()
  await expect.element(bulkDialog).toHaveTextContent('查詢結果共 22 張禮券，可以停用的有 21 張。')
  await expect.element(bulkDialog).toHaveTextContent(/(「C\d+ [^」]+」、){4}「C\d+ [^」]+」，另有 16 張/)
  await expect.element(bulkDialog.getByRole('region', { name: '不能停用的禮券' })).toHaveTextContent(/目前不可停用/)
  expect(await violations()).toEqual([])
  const submit = bulkDialog.getByRole('button', { name: '停用 21 張' })
  await submit.click()
  await expect.element(bulkDialog.getByText('請填寫停用原因。')).toBeVisible()
  await reason.fill('活動結束')
  await submit.click()
  await expect.poll(activeCount).toBe(0)
  await expect.element(bulkDialog).not.toBeInTheDocument()
})

test('an action over a query stops nothing if records were added since its preview, and shows the new preview', async () => {
  for (let no = 2; no <= 22; no += 1) await make(`C${no}`, '年終禮券')
  await draw(maker)
  await page.getByRole('checkbox', { name: '選取本頁全部' }).click()
  await page.getByRole('button', { name: '改選全部 22 張' }).click()
  await page.getByRole('group', { name: '選取的資料' }).getByRole('button', { name: '停用' }).click()
  await reason.fill('活動結束')
  await make('C23', '新禮券')
  await bulkDialog.getByRole('button', { name: '停用 22 張' }).click()
  await expect.element(bulkDialog.getByText(/在您確認後有異動，現在是 23 張；沒有處理任何禮券/)).toBeVisible()
  await expect.element(bulkDialog).toHaveTextContent('查詢結果共 23 張禮券，可以停用的有 23 張。')
  await expect.element(reason).toHaveValue('活動結束')
  expect(await activeCount()).toBe(23)
  await bulkDialog.getByRole('button', { name: '停用 23 張' }).click()
  await expect.poll(activeCount).toBe(0)
})

const activeCount = async () =>
  (await portal.db.selectFrom('voucher').select('voucher_code').where('state', '=', 'Active').execute()).length
