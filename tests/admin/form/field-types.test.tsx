import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { applyCalendar } from '../../../src/schema/load/apply-calendar'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { everyType } from '../../support/schemas/every-type'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { everyType } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const box = (name: string) => page.getByRole('textbox', { name, exact: true })
const input = (name: string, index = 0) => page.getByRole('textbox', { name, exact: true }).nth(index)
const stored = async (title: string) =>
  (await portal.db
    .selectFrom('every_type')
    .selectAll()
    .where('title', '=', title)
    .executeTakeFirstOrThrow()) as Readonly<Record<string, unknown>>

const openForm = async () => {
  drawAdmin(portal.schemas, '/admin/everyType/create')
  await expect.element(box('名稱')).toBeVisible()
}

test("days and months can be typed in either calendar and are shown in the field's own", async () => {
  await openForm()
  await userEvent.fill(box('生效日'), '2026/11/30')
  await userEvent.fill(box('帳務月份'), '2026/12')
  await userEvent.fill(box('開始時間'), '0930')
  await userEvent.fill(box('費率'), '1.5%')
  await userEvent.click(box('名稱'))
  await expect.element(box('生效日')).toHaveValue('115/11/30')
  await expect.element(page.getByText('2026/11/30', { exact: true })).toBeVisible()
  await expect.element(box('帳務月份')).toHaveValue('115/12')
  await expect.element(box('開始時間')).toHaveValue('09:30')
  await expect.element(box('費率')).toHaveValue('1.5')
  await expect.element(box('最後一天')).toHaveValue('2026/12/30')
})

test('a portal set to the ROC calendar uses it for computed days and in queries too', async () => {
  const schemas = applyCalendar(portal.schemas, 'roc')
  drawAdmin(schemas, '/admin/everyType/create')
  await userEvent.fill(box('生效日'), '2026/11/30')
  await expect.element(box('最後一天')).toHaveValue('115/12/30')
  drawAdmin(schemas, '/admin/billTerm')
  await openConditions()
  await userEvent.fill(box('繳款截止日（起）'), '2026/11/01')
  await userEvent.click(box('繳款截止日（迄）'))
  await expect.element(box('繳款截止日（起）')).toHaveValue('115/11/01')
})

test('computed values and unavailable options follow the input, and the server stores the same values', async () => {
  await openForm()
  await userEvent.fill(box('名稱'), '年費')
  await userEvent.fill(input('單價'), '1000')
  await userEvent.fill(input('件數'), '3')
  await userEvent.fill(box('費率'), '1.5')
  await expect.element(box('總價')).toHaveValue('3,000')
  await expect.element(box('手續費')).toHaveValue('45')

  await page.getByRole('combobox', { name: '形式' }).click()
  expect(page.getByRole('option', { name: '贈品' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await page.getByRole('radio', { name: '是' }).click()
  await page.getByRole('combobox', { name: '形式' }).click()
  await page.getByRole('option', { name: '贈品' }).click()
  await page.getByRole('checkbox', { name: '南區' }).click()

  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('新增成功')).toBeVisible()
  expect(await stored('年費')).toMatchObject({ total: 3000, charge: 45, kind: 'Gift', places: ['South'] })
})

test('an image can be selected, previewed and removed; any other file is refused at its field, and a file that cannot be read leaves the image', async () => {
  await openForm()
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]
  const choose = (name: string, type: string, bytes: number[]) =>
    userEvent.upload(page.getByLabelText('圖示', { exact: true }), new File([new Uint8Array(bytes)], name, { type }))
  await choose('logo.png', 'image/png', png)
  await expect.element(page.getByRole('img', { name: '目前的圖示' })).toBeInTheDocument()
  await page.getByRole('button', { name: '移除圖片' }).click()
  await expect.element(page.getByRole('img', { name: '目前的圖示' })).not.toBeInTheDocument()
  await choose('logo.png', 'image/png', [0x3c, 0x73, 0x76, 0x67])
  await userEvent.fill(box('名稱'), '圖')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('圖示只接受 PNG、JPEG、WebP 圖片。')).toBeVisible()
  await choose('logo.png', 'image/png', png)
  await expect.element(page.getByRole('img', { name: '目前的圖示' })).toBeInTheDocument()
  const read = FileReader.prototype.readAsDataURL
  vi.spyOn(FileReader.prototype, 'readAsDataURL')
    // The test itself reads the file that it selects.
    .mockImplementationOnce(read)
    .mockImplementationOnce(function (this: FileReader) {
      this.dispatchEvent(new ProgressEvent('error'))
    })
  await choose('moved.png', 'image/png', [0x89, 0x50, 0x4e, 0x47])
  await expect.element(page.getByText('無法讀取圖片')).toBeVisible()
  await expect.element(page.getByRole('img', { name: '目前的圖示', includeHidden: true })).toBeInTheDocument()
})

test('the form reports a violated rule of the record at its field before anything is sent', async () => {
  await openForm()
  await userEvent.fill(box('名稱'), '期間')
  await userEvent.fill(box('開放日'), '2026/12/01')
  await userEvent.fill(box('截止日'), '2026/11/30')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(box('截止日')).toHaveAccessibleDescription(/截止日不可早於開放日。/)
  await userEvent.fill(box('截止日'), '2026/12/31')
  await expect.element(page.getByText('截止日不可早於開放日。')).not.toBeInTheDocument()
})

test("the form enforces requirements that depend on another field, on today and on the user's role", async () => {
  await openForm()
  await userEvent.fill(box('名稱'), '當日')
  await userEvent.fill(box('開放日'), '2099/12/31')
  expect(page.getByRole('textbox', { name: '當日截止原因' }).elements()).toEqual([])
  await userEvent.fill(box('截止日'), '2099/12/31')
  await expect.element(page.getByRole('textbox', { name: '當日截止原因' })).toBeVisible()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('請填寫當日截止原因。')).toBeVisible()
  expect(page.getByText('請填寫開放人員。').elements()).toEqual([])
  await userEvent.fill(box('開放日'), '2020/01/01')
  await expect.element(page.getByText('請填寫當日截止原因。')).not.toBeInTheDocument()
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('請填寫開放人員。')).toBeVisible()
})
