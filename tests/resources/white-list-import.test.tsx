import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import whiteListImportList from '../../resources/whiteListImportList'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { type BrowserPortal, browserPortal } from '../support/browser-portal'
import { network, throughApp } from '../support/msw'
import { accountNo } from '../support/white-list'

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
}, 60_000)

beforeEach(async () => {
  portal.clock.set('2026-11-20T10:00:00+08:00')
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const screens = { whiteListImportList: async () => ({ default: whiteListImportList }) }

const choose = (content: string, name = 'list.csv') => page.getByLabelText('上傳檔案', { exact: true }).upload(new File([content], name))

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
  await expect.element(page.getByText(/上傳成功/)).toBeVisible()
  await portal.ports.jobs.idle()
  expect(router.state.location.pathname).toMatch(/^\/admin\/whiteListImportList\/\d+\/show$/)
  await router.navigate('/admin/whiteListImportList')
  const row = page.getByRole('row', { name: /list\.csv/ })
  await expect.element(row).toHaveTextContent(/部分成功.*2.*1.*1/)
  await page.getByRole('link', { name: 'list.csv', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: '特殊檢核資料（1 筆）' })).toBeVisible()
  // An entry that was added in a form belongs to no upload.
  expect(page.getByRole('link', { name: '新增特殊檢核資料' }).elements()).toEqual([])
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
