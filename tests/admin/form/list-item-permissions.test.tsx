import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

const text = (label: string, more: object = {}) => ({ type: 'string', label, max: 20, ...more })

const order = {
  label: '訂單設定',
  menu: { group: 'basic', order: 91, icon: 'Celebration' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true },
    Title: text('名稱', { required: true }),
    Lines: {
      type: 'rows',
      label: '明細',
      max: 5,
      fields: {
        Item: text('品項', { required: true }),
        Phone: { type: 'mobile', label: '行動電話', personal: 'mobile' },
        Cost: { type: 'money', label: '成本' },
        Code: text('料號'),
        Secret: text('內部備註'),
        Double: { type: 'computed', as: 'money', label: '兩倍', value: { multiply: [{ field: 'Cost' }, 2] } },
      },
    },
  },
  permissions: {
    CustomerMaker: {
      fields: {
        'Lines.Phone': { get: 'masked', list: 'masked', update: 'readOnly' },
        'Lines.Cost': 'readOnly',
        'Lines.Code': { create: 'editable', update: 'readOnly' },
        'Lines.Secret': 'hidden',
      },
    },
  },
}

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { order } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
})

const cell = (column: string, row: number) => page.getByRole('textbox', { name: `${column} 第 ${row} 列`, exact: true })

test('read-only fields of list items are shown as text and hidden ones are not shown; a save keeps both with their items', async () => {
  const Lines = [1, 2].map((n) => ({
    Item: `品項${n}`,
    Phone: `091234567${n}`,
    Cost: n * 1000,
    Code: `A${n}`,
    Secret: `密${n}`,
  }))
  const record = await portal.given.record('order', { ApplyCode: '77001', Title: '春節', Lines })
  drawAdmin(portal.schemas, `/admin/order/${record.SerialId}`)
  await expect.element(cell('品項', 2)).toHaveValue('品項2')
  await expect.element(page.getByRole('cell', { name: '2,000' }).first()).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'A2' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: '0912***672' })).toBeVisible()
  await expect.element(cell('成本', 2)).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: '內部備註' })).not.toBeInTheDocument()

  await page.getByRole('button', { name: '移除 第 1 列' }).click()
  await cell('品項', 1).fill('改過')
  await page.getByRole('button', { name: '新增一列' }).click()
  await userEvent.keyboard('新的{Tab}0987654321')
  await cell('料號', 2).fill('B1')
  await page.getByRole('button', { name: '儲存', exact: true }).click()
  await expect.element(page.getByText('儲存成功')).toBeVisible()
  const { lines } = await portal.db.selectFrom('order').select('lines').executeTakeFirstOrThrow()
  expect(lines).toMatchObject([
    { Item: '改過', Phone: '0912345672', Cost: 2000, Code: 'A2', Secret: '密2', Double: 4000 },
    { Item: '新的', Phone: '0987654321', Cost: null, Code: 'B1', Secret: null },
  ])
})
