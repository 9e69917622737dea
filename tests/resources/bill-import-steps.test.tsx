import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { choose, fillForm, header, press, screens } from './bill-import-form'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  await given.billTerm()
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  portal.clock.set('2026-11-20T10:00:00+08:00')
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const heading = (name: string) => page.getByRole('heading', { name, level: 2 })

test('an upload in steps: columns mapped by hand, a check that writes nothing, and the result with the bills', async () => {
  const router = drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await expect.element(page.getByRole('combobox', { name: '匯入方式' })).not.toBeInTheDocument()
  await choose('繳款人代號,繳款人編號,住戶,應繳金額\nP1,000001,王大明,1000\nP2,000002,陳小華,abc')
  await fillForm()
  await press('下一步')
  await expect.element(heading('對應欄位')).toHaveFocus()
  expect(await violations()).toEqual([])
  await expect.element(page.getByText('還要選擇：繳款人姓名。')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
  const mapped = page.getByRole('combobox', { name: '「住戶」填入的欄位' })
  await mapped.selectOptions('繳款人代號 *')
  await expect.element(page.getByText('還要選擇：繳款人姓名。「繳款人代號」選了不只一次，請只保留一欄。')).toBeVisible()
  await expect.element(mapped).toHaveAttribute('aria-invalid', 'true')
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeDisabled()
  await mapped.selectOptions('繳款人姓名 *')

  await press('上一步')
  await expect.element(page.getByRole('textbox', { name: '批次名稱' })).toHaveValue('115年11月管理費')
  await expect.element(page.getByText(/^bills\.csv（/)).toBeVisible()
  await press('下一步')
  await expect.element(mapped).toHaveDisplayValue('繳款人姓名 *')
  await press('檢查檔案')
  await expect.element(heading('檢查結果')).toHaveFocus()
  expect(await violations()).toEqual([])
  await expect.element(page.getByText('NT$1,000')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '有誤的資料' })).toHaveTextContent(/第 3 列應繳金額「abc」E102/)
  expect(await portal.db.selectFrom('bill').selectAll().where('payer_id', '=', 'P1').execute()).toEqual([])

  await press('只匯入正確的 1 筆')
  await expect.element(page.getByText(/1 筆已成為帳單，1 筆有誤未匯入/)).toBeVisible()
  expect(router.state.location.pathname).toMatch(/^\/admin\/billImportList\/\d+\/show$/)
  const bad = page.getByRole('table', { name: '錯誤明細' }).getByRole('row').nth(1)
  for (const words of ['3', '應繳金額', 'abc', 'E102']) await expect.element(bad).toHaveTextContent(words)
  const bill = page.getByRole('table', { name: '本批帳單' }).getByRole('row').nth(1)
  for (const words of ['王○明', '77001260000010', '1,000']) await expect.element(bill).toHaveTextContent(words)
  const titles = () =>
    page
      .getByRole('table', { name: '本批帳單' })
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
  await page.viewport(390, 844)
  await expect.poll(titles).toEqual(['帳單編號', '繳款人姓名', '應繳金額'])
  await page.viewport(1440, 900)
  await expect.poll(titles).toHaveLength(7)

  // Jobs that the bell does not know to have ended would become unread after the list was closed.
  await page.getByRole('button', { name: /^作業通知，\d+ 則未讀$/ }).click()
  const notices = page.getByRole('dialog', { name: '作業通知' })
  await notices
    .getByRole('link', { name: /115年11月管理費/ })
    .first()
    .click()
  await expect.element(page.getByRole('button', { name: '作業通知', exact: true })).toBeVisible()
})

test('the check of a file shows the warnings of its import', async () => {
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose(`${header}\nP8,000008,王𠮷明,1000`)
  await fillForm()
  await press('下一步')
  await press('檢查檔案')
  await expect
    .element(page.getByText('1 筆資料都可以匯入，部分請留意下方的提醒；目前還沒有寫入任何資料。'))
    .toBeVisible()
  await expect
    .element(page.getByRole('list', { name: '提醒的資料' }))
    .toHaveTextContent(/第 2 列繳款人姓名「王𠮷明」W101 .*印成「〓」/)
  await expect.element(page.getByRole('button', { name: '匯入 1 筆' })).toBeEnabled()
  expect(await violations()).toEqual([])
})

test('on a phone the columns with a field are folded, and those that need one are open', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  await choose('繳款人代號,繳款人編號,門牌戶名,應繳金額\nP1,000001,王大明,1000')
  await fillForm()
  await press('下一步')
  const field = (title: string) => page.getByRole('combobox', { name: `「${title}」填入的欄位` })
  await expect.element(page.getByText('已自動對應 3 欄')).toBeVisible()
  expect(document.querySelector('details')?.open).toBe(false)
  await field('門牌戶名').selectOptions('繳款人代號 *')
  // Two columns fill the same field, so both are open.
  await expect.element(page.getByText('「繳款人代號」選了不只一次，請只保留一欄。')).toBeVisible()
  await expect.element(page.getByText('已自動對應 2 欄')).toBeVisible()
  await expect.element(field('繳款人代號')).toBeVisible()
  await field('門牌戶名').selectOptions('繳款人姓名 *')
  await page.getByText('已自動對應 3 欄').click()
  await expect.element(field('應繳金額')).toBeVisible()
  await expect.element(page.getByRole('button', { name: '檢查檔案' })).toBeEnabled()
  expect(await violations()).toEqual([])
})

test('a file that was imported before is imported again only after a confirmation', async () => {
  const upload = async () => {
    drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
    await choose(`${header}\nP3,000003,王大明,1000`)
    await fillForm()
    await press('下一步')
  }
  await upload()
  await press('檢查檔案')
  await press('匯入 1 筆')
  await expect.element(page.getByText('全部 1 筆資料已成為帳單。')).toBeVisible()
  await upload()
  const question = page.getByRole('alertdialog', {
    name: /^這個檔案已於 2026\/11\/20 10:00 匯入（批號 \d{16}），是否再次匯入？$/,
  })
  await question.getByRole('button', { name: '重新選擇檔案' }).click()
  await expect.element(page.getByRole('textbox', { name: '批次名稱' })).toHaveValue('115年11月管理費')
  await press('下一步')
  await question.getByRole('button', { name: '再次匯入' }).click()
  await press('檢查檔案')
  await expect.element(page.getByText('沒有一筆資料是正確的，請依下表修正檔案後重新選擇。')).toBeVisible()
  await expect.element(page.getByRole('list', { name: '有誤的資料' })).toHaveTextContent(/E110/)
})

test('a large file is checked in the background at 390 px; the notification of its check leads to the result', async () => {
  await page.viewport(390, 844)
  drawAdmin(portal.schemas, '/admin/billImportList/create', screens)
  const lines = Array.from({ length: 1001 }, (_, no) => `L${no},${String(100_000 + no)},王大明,1000`)
  await choose([header, ...lines, 'L,,,'].join('\n'))
  await fillForm()
  await press('下一步')
  await expect.element(page.getByText('已自動對應 4 欄')).toBeVisible()
  expect(await violations()).toEqual([])
  await press('檢查檔案')
  await expect.element(page.getByText(/^1 筆有誤。.*目前還沒有寫入任何資料。$/)).toBeVisible()
  await page.getByRole('button', { name: /^作業通知/ }).click()
  await page.getByRole('link', { name: '代收資料上傳狀態查詢檢查：bills.csv' }).click()
  await expect.element(page.getByText(/^1 筆有誤。/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^只匯入正確的/ })).not.toBeInTheDocument()
})
