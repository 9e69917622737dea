import { beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordValues } from '../../../src/schema/language/types'
import { type BrowserPortal, browserPortal } from '../../support/browser/browser-portal'
import { network, throughApp } from '../../support/browser/msw'
import { drawAdmin, signIn } from '../admin-page'

const notice = { type: 'enumList', enum: 'NotifyMethod', exclusive: ['None'] }

const circle = {
  label: '社團',
  menu: { group: 'basic', order: 900, icon: 'Category' },
  display: '{Title}',
  fields: {
    ApplyCode: { type: 'reference', to: 'Agreement', label: '委託單位代號', required: true, writeOnce: true },
    Title: { type: 'string', label: '名稱', required: true, max: 20 },
    Notices: { ...notice, label: '通知方式' },
    Members: {
      type: 'rows',
      label: '成員',
      max: 5,
      fields: { Nickname: { type: 'string', label: '暱稱', max: 10 }, Notices: { ...notice, label: '聯絡方式' } },
    },
  },
}

let portal: BrowserPortal
let maker: RecordValues
network(throughApp(() => portal.app))

beforeAll(async () => {
  portal = await browserPortal({ schemas: { circle } })
  await portal.given.customer()
  await portal.given.agreement()
  maker = await portal.given.user({ UserId: 'maker01' })
})

beforeEach(async () => {
  await page.viewport(1440, 900)
  await signIn(portal, maker)
  drawAdmin(portal.schemas, '/admin/circle/create')
})

test('an exclusive option clears the others, and another option clears it', async () => {
  const boxes = page.getByRole('group', { name: '通知方式' }).getByRole('checkbox')
  const box = (name: string) => boxes.and(page.getByRole('checkbox', { name }))
  const checked = () =>
    boxes
      .elements()
      .filter((element) => (element as HTMLInputElement).checked)
      .map((element) => element.closest('label')?.textContent)
  await box('簡訊').click()
  await box('電子郵件').click()
  expect(checked()).toEqual(['電子郵件', '簡訊'])
  await box('不通知').click()
  expect(checked()).toEqual(['不通知'])
  await box('電子郵件').click()
  expect(checked()).toEqual(['電子郵件'])
  await box('電子郵件').click()
  expect(checked()).toEqual([])
})

test('so it is in the grid of list items', async () => {
  await page.getByRole('button', { name: '新增一列' }).click()
  const input = page.getByRole('combobox', { name: /聯絡方式/, includeHidden: true })
  await input.click()
  for (const [option, shown] of [
    ['簡訊', '簡訊'],
    ['電子郵件', '電子郵件、簡訊'],
    ['不通知', '不通知'],
    ['簡訊', '簡訊'],
  ] as const) {
    await page.getByRole('option', { name: option }).click()
    await expect.element(input).toHaveTextContent(shown)
    expect(input.element().textContent).toBe(shown)
  }
  await userEvent.keyboard('{Escape}')
})
