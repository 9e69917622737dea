import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import fileManagement from '../../resources/FileManagement'
import publishedFile from '../../resources/publishedFile'
import type { RecordValues } from '../../src/schema/language/types'
import { drawAdmin, signIn } from '../admin/admin-page'
import { violations } from '../support/browser/axe'
import { type BrowserPortal, browserPortal } from '../support/browser/browser-portal'
import { network, throughApp } from '../support/browser/msw'
import { savedFiles } from '../support/browser/saved-files'

let portal: BrowserPortal
let operator: RecordValues
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  await portal.given.customer()
  await portal.given.agreement()
  operator = await portal.given.user({ UserId: 'bankop01', RoleId: 'BankOperator' })
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
})

const screens = {
  FileManagement: async () => ({ default: fileManagement }),
  publishedFile: async () => ({ default: publishedFile }),
}

test('the bank publishes a file with the generated form, and a company downloads it', async () => {
  await signIn(portal, operator)
  const router = drawAdmin(portal.schemas, '/admin/publishedFile/create', screens)
  const file = new File([`%PDF-1.7 ${'x'.repeat(30_000)}`], '操作手冊.pdf')
  await page.getByLabelText('上傳檔案', { exact: true }).upload(file)
  await page.getByRole('combobox', { name: '檔案類別' }).click()
  await page.getByRole('option', { name: '操作手冊' }).click()
  await page.getByRole('textbox', { name: '說明', exact: true }).fill('企業戶使用說明')
  await page.getByRole('textbox', { name: '上架日期' }).fill('115/11/20')
  expect(await violations()).toEqual([])
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.poll(() => router.state.location.pathname).toMatch(/^\/admin\/publishedFile(\/\d+\/show)?$/)
  await expect.element(page.getByText('操作手冊.pdf').first()).toBeVisible()

  await signIn(portal, maker)
  const saved = savedFiles()
  drawAdmin(portal.schemas, '/admin/FileManagement', screens)
  const row = page.getByRole('row', { name: /操作手冊\.pdf/ })
  await expect.element(row).toHaveTextContent(/企業戶使用說明.*30 KB.*2026\/11\/20/)
  expect(await violations()).toEqual([])
  await row.getByRole('button', { name: /下載/ }).click()
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['操作手冊.pdf'])
  drawAdmin(portal.schemas, '/admin/FileManagement', screens)
  await expect.element(row).toHaveTextContent(/2026\/11\/201下載$/)
})

test('a file of another kind is refused before it is sent', async () => {
  await signIn(portal, operator)
  drawAdmin(portal.schemas, '/admin/publishedFile/create', screens)
  await page.getByLabelText('上傳檔案', { exact: true }).upload(new File(['MZ'], 'setup.exe'))
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText(/上傳檔案.*pdf、xlsx、docx、odt、zip、csv、txt/).first()).toBeVisible()
})
