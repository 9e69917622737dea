import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { enumOptions } from '../../../src/domain/enums'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'
import { openConditions } from '../list-page'

const route = {
  label: '通路設定',
  menu: { group: 'basic', order: 900, icon: 'Category' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Channel: { type: 'enum', enum: 'Channel', label: '主要通路' },
    Others: { type: 'enumList', enum: 'Channel', label: '其他通路' },
  },
  list: { filters: ['Channel'] },
}

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { route } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const channels = enumOptions('Channel').map(([, text]) => text)
const texts = (parts: Locator) => parts.elements().map(({ textContent }) => textContent)

test('payment channels are in the order of the table, in the form and in the selection of several', async () => {
  drawAdmin(portal.schemas, '/admin/route/create')
  await page.getByRole('combobox', { name: '主要通路' }).click()
  await expect.element(page.getByRole('option', { name: '銀行臨櫃' })).toBeVisible()
  expect(texts(page.getByRole('option')).slice(1)).toEqual(channels)
  await page.getByRole('option', { name: '銀行臨櫃' }).click()
  const boxes = page.getByRole('group', { name: '其他通路' }).getByRole('checkbox').elements()
  expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(channels)
})

test('payment channels are in the same order in the filter of the list', async () => {
  drawAdmin(portal.schemas, '/admin/route')
  await openConditions()
  await page.getByRole('combobox', { name: '主要通路' }).click()
  await expect.element(page.getByRole('option', { name: '銀行臨櫃' })).toBeVisible()
  expect(texts(page.getByRole('option')).filter((text) => text !== '全部')).toEqual(channels)
})
