import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/types'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'
import { coupon } from '../support/schemas/coupon'
import { drawAdmin, signIn } from './admin-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { coupon } })
  const { given } = portal
  await given.customer()
  await given.agreement()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(390, 844)
  await signIn(portal, maker)
})

const csv = [
  '委託單位代號,折扣碼,名稱,方式,金額,備註',
  '77001,EARLY50,早繳優惠,折抵金額,50,早鳥',
  '77001,,滿額贈,Gift,,',
  '77001,GIFT1,滿額贈,贈品,,',
].join('\r\n')

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })

test('a file that has no column for a required field must be completed, because there is nothing to select', async () => {
  drawAdmin(portal.schemas, '/admin/coupon/import')
  await page.getByLabelText('匯入檔案').upload(new File(['折扣碼\nA1'], 'coupons.csv', { type: 'text/csv' }))
  await expect.element(page.getByText(/^檔案缺少「.*優惠券名稱.*」欄，請補上後重新選擇檔案。$/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
})

test('an import from file to records: columns are proposed and corrected, a check writes nothing, good rows are imported, bad rows are offered as a file', async () => {
  // Phones show the mapping in another form.
  await page.viewport(1440, 900)
  const saved = savedFiles()
  const router = drawAdmin(portal.schemas, '/admin/coupon')
  await page.getByRole('link', { name: '匯入' }).click()
  await expect.element(heading('選擇檔案')).toHaveFocus()
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '下載範本' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('優惠券匯入範本.xlsx')

  await page.getByLabelText('匯入檔案').upload(new File([csv], 'coupons.csv', { type: 'text/csv' }))
  await expect.element(heading('對應欄位')).toHaveFocus()
  const field = (title: string) => page.getByRole('combobox', { name: `「${title}」填入的欄位` })
  await expect.element(field('折扣碼')).toHaveDisplayValue('優惠券代碼 *')
  await expect.element(page.getByText('還要選擇：優惠券名稱。')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
  await field('名稱').selectOptions('優惠券代碼 *')
  await expect.element(page.getByText('還要選擇：優惠券名稱。「優惠券代碼」選了不只一次，請只保留一欄。')).toBeVisible()
  await field('名稱').selectOptions('優惠券名稱 *')
  await expect.element(page.getByText('檔案中的「備註」不會匯入。')).toBeVisible()
  expect(await violations()).toEqual([])

  await page.getByRole('button', { name: '檢查檔案' }).click()
  await expect.element(heading('檢查結果')).toHaveFocus()
  await expect.element(page.getByText(/^1 筆有誤。.*目前還沒有寫入任何資料。$/)).toBeVisible()
  await expect.element(page.getByText('E101 請填寫優惠券代碼。')).toBeVisible()
  expect(await portal.db.selectFrom('coupon').selectAll().execute()).toEqual([])
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '下載錯誤檔' }).click()
  await expect.poll(() => saved.at(-1)?.name).toBe('優惠券匯入錯誤.xlsx')

  await page.getByRole('button', { name: '只匯入正確的 2 筆' }).click()
  await expect.element(page.getByText('已新增 2 筆；1 筆有誤沒有匯入，請下載錯誤檔修正後再匯入。')).toBeVisible()
  await page.getByRole('link', { name: '回清單' }).click()
  await expect.element(page.getByText('共 2 筆', { exact: true })).toBeVisible()
  expect(router.state.location.pathname).toBe('/admin/coupon')
})

test('a file that cannot be read is reported where it was selected, and the wizard works with the keyboard alone', async () => {
  drawAdmin(portal.schemas, '/admin/coupon/import')
  await expect.element(heading('選擇檔案')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('button', { name: '下載範本' })).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByLabelText('匯入檔案')).toHaveFocus()
  await page.getByLabelText('匯入檔案').upload(new File(['代碼'], 'empty.csv'))
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('檔案「empty.csv」只有標題列，沒有資料，請填寫後再匯入。')
})

test('a user without the right to create sees no import, and its URL is not found', async () => {
  const viewer = await portal.given.user({ UserId: 'viewer01', RoleId: 'CustomerViewer' })
  await signIn(portal, viewer)
  drawAdmin(portal.schemas, '/admin/coupon/import')
  await expect.element(page.getByText('沒有使用權限')).toBeVisible()
})

test("the URL of another user's import, or of one that no longer exists, leads to the first step", async () => {
  drawAdmin(portal.schemas, '/admin/coupon/import?job=987654')
  await page.getByRole('button', { name: '確定' }).click()
  await expect.element(heading('選擇檔案')).toBeVisible()
})
