import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { heldRequests } from '../../support/browser/held'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

let portal: BrowserPortal
let maker: RecordValues
const worker = network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal()
  const { given } = portal
  await given.customer()
  await given.marketItem()
  await given.agreement()
  await given.billCategory()
  for (let n = 10; n < 37; n++) await given.payerUnit({ PayerUnitId: `U${n}`, PayerUnitName: `第${n}棟` })
  maker = await given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1280, 900)
  await signIn(portal, maker)
})

const box = (name: string) => page.getByRole('combobox', { name })
const line = (name: string) => page.getByRole('textbox', { name, exact: true })
const option = (name: string | RegExp) => page.getByRole('option', { name })
const dialog = page.getByRole('dialog')

test('a user who does not find a record can create it from the form, which keeps its input', async () => {
  drawAdmin(portal.schemas, '/admin/payer/create')
  await line('繳款人姓名').fill('林美玲')
  await box('代收單位').click()
  await expect.element(option('還有 2 筆，請輸入關鍵字查詢')).toHaveAttribute('aria-disabled', 'true')
  await box('代收單位').fill('第36')
  await expect.element(option('U36 第36棟')).toBeVisible()
  await box('代收單位').fill('頂樓')
  await option('新增代收單位「頂樓」…').click()
  await expect.element(dialog.getByRole('textbox', { name: '代收單位名稱' })).toHaveValue('頂樓')
  await expect.element(dialog.getByText('委託單位代號：77001 示範社區管理費')).toBeVisible()
  await dialog.getByRole('button', { name: '新增' }).click()
  await expect.element(dialog.getByText('請填寫代收單位代號。')).toBeVisible()
  await dialog.getByRole('textbox', { name: '代收單位代號' }).fill('TOP')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(box('代收單位')).toHaveValue('TOP 頂樓')
  await expect.element(line('繳款人姓名')).toHaveValue('林美玲')
  await expect.element(page.getByText('請填寫繳款人代號。')).not.toBeInTheDocument()
})

test('a record can also be created from a list item; users without the right to create have no button for it', async () => {
  await signIn(portal, maker, { ApplyCodes: ['77001', '77002'] })
  drawAdmin(portal.schemas, '/admin/billTerm/create')
  await box('委託單位代號').click()
  await expect.element(option(/77001/)).toBeVisible()
  expect(option(/新增/).elements()).toEqual([])
  await option(/77001/).click()
  await page.getByRole('button', { name: '新增一列' }).click()
  await expect.element(box('繳費項目 第 1 列')).toHaveFocus()
  await userEvent.keyboard('P01')
  await option('新增繳費項目「P01」…').click()
  await expect.element(dialog.getByRole('textbox', { name: '繳費項目代碼' })).toHaveValue('P01')
  await dialog.getByRole('textbox', { name: '繳費項目名稱' }).fill('停車費')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(box('繳費項目 第 1 列')).toHaveValue('P01 停車費')
  expect(page.getByRole('row').elements()).toHaveLength(2)
})

test('Enter never selects a record that was found for an earlier keyword', async () => {
  const { handler, urls, respond } = heldRequests('/PayerUnit', () => portal.app)
  drawAdmin(portal.schemas, '/admin/payer/create')
  await box('代收單位').click()
  await box('代收單位').fill('第1')
  await expect.element(option('U10 第10棟')).toBeVisible()
  worker.use(handler)
  await box('代收單位').fill('第35')
  await userEvent.keyboard('{Enter}')
  await expect.element(box('代收單位')).toHaveValue('第35')
  await expect.poll(() => urls.length).toBe(1)
  await userEvent.keyboard('{Enter}')
  respond(0)
  await expect.element(option('U35 第35棟')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(box('代收單位')).toHaveValue('U35 第35棟')
})
